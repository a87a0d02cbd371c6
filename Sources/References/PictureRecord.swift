internal import Files
internal import Vision

/// What is known of a registered picture without opening it.
struct PictureRecord: Hashable, Sendable {
    /// The file, within the catalog's folder.
    let file: String
    /// What the file was when it was read.
    let stamp: FileStamp
    /// SHA-256 of the file: 64 hexadecimal digits.
    let sha256: String
    /// The picture's size.
    let pixelWidth, pixelHeight: Int
    let thumbnail: Thumbnail

    /// What tells whether a file is still the picture that was read.
    struct Identity: Hashable, Sendable {
        let file: String
        let stamp: FileStamp
    }

    var identity: Identity { Identity(file: file, stamp: stamp) }
}

/// A picture's record and the features by which it is found among many.
struct IndexedPicture: Sendable {
    let record: PictureRecord
    /// As `ModelFeatures.frontal` gives them.
    let features: Features
}
