internal import Files
internal import Foundation
internal import Imaging
internal import MediaIO
internal import Vision

/// Why a reference of the catalog cannot be used: one sentence.
package struct ReferenceError: Error, Hashable, Sendable, CustomStringConvertible {
    package let description: String
    package init(_ description: String) { self.description = description }

    /// The sentence for what went wrong while the picture at `path` was read or prepared.
    init(_ error: any Error, path: String) {
        switch error {
        case let error as ReferenceError: self = error
        case let error as FileSystemError:
            self.init("\(path): cannot read the reference: \(error); register it again")
        case let error as VisionError: self.init("\(path): cannot prepare the reference: \(error)")
        default: self.init("\(error)")
        }
    }
}

/// A registered picture's file, and what is derived from it.
struct RegisteredPicture: Sendable {
    let path: String

    /// Derives what the catalog's index keeps of the picture, which is `file` within the catalog.
    func indexed(as file: String, stamp: FileStamp) throws(ReferenceError) -> (PictureRecord, Features) {
        do {
            let digest = FileDigest.sha256(of: try FileSystem.read(path, limit: 1 << 30))
            let drawing = try StillReader.drawing(path: path)
            let reduced = try ReferenceModel.reduced(
                drawing.image.grey, pixelWidth: drawing.width, pixelHeight: drawing.height)
            let features = try ModelFeatures.frontal(of: reduced)
            guard features.count > 0 else {
                throw ReferenceError(
                    "\(path): cannot be tracked: there is nothing in it that can be recognised")
            }
            let record = PictureRecord(
                file: file, stamp: stamp, sha256: digest, pixelWidth: drawing.width, pixelHeight: drawing.height,
                thumbnail: try Thumbnail(of: reduced))
            return (record, features)
        } catch { throw ReferenceError(error, path: path) }
    }

    /// The picture at all scales, as long as the file is what `record` says.
    func levels(_ record: PictureRecord) throws(ReferenceError) -> [GreyImage] {
        do {
            guard FileSystem.stamp(of: path) == record.stamp else {
                throw ReferenceError("\(path): it was changed or removed while it was in use; run the command again")
            }
            let drawing = try StillReader.drawing(path: path)
            guard drawing.width == record.pixelWidth, drawing.height == record.pixelHeight else {
                throw ReferenceError("\(path): it was changed while it was in use; run the command again")
            }
            return try ReferenceModel.levels(
                of: drawing.image.grey, pixelWidth: drawing.width, pixelHeight: drawing.height)
        } catch { throw ReferenceError(error, path: path) }
    }

    /// The features of all views, from `cache` or from `levels`, which are then kept there.
    func index(
        _ record: PictureRecord, _ cache: FeatureCache, levels: () throws(ReferenceError) -> [GreyImage]
    ) throws(ReferenceError) -> FeatureIndex {
        do {
            var features = cache.features(forDigest: record.sha256)
            if features == nil {
                let derived = try ModelFeatures.extract(from: try levels()[0])
                cache.keep(derived, forDigest: record.sha256)
                features = derived
            }
            guard let features, let index = try FeatureIndex(features) else {
                throw ReferenceError(
                    "\(path): cannot be tracked: there is nothing in it that can be recognised")
            }
            return index
        } catch { throw ReferenceError(error, path: path) }
    }
}
