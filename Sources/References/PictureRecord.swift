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

/// The records of a catalog's pictures and the features by which they are found among many, in the catalog's order.
///
/// All features lie in one piece: thousands of small ones would leave the memory in shreds.
struct IndexedPictures: Sendable {
    private(set) var records: [PictureRecord] = []
    /// As `ModelFeatures.frontal` gives them, picture after picture.
    private(set) var features = Features()
    /// Which of `features` are each picture's.
    private(set) var ranges: [Range<Int>] = []

    /// - Parameter count: how many pictures are expected.
    init(expecting count: Int) {
        features.points.reserveCapacity(count * ModelFeatures.mostFrontal)
        features.descriptors.reserveCapacity(count * ModelFeatures.mostFrontal * Features.descriptorLength)
    }

    mutating func append(_ record: PictureRecord, _ found: Features) {
        records.append(record)
        ranges.append(features.count..<features.count + found.count)
        features.append(found)
    }

    /// The features of one picture.
    func features(of picture: Int) -> Features { features.selecting(Array(ranges[picture])) }
}
