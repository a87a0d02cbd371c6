internal import Files
internal import Foundation
internal import Geometry
internal import Imaging
internal import MediaIO
internal import Vision

/// A reference ready to be tracked, and what identifies its picture.
package struct LoadedReference: Sendable {
    package let model: ReferenceModel
    /// SHA-256 of the image file.
    package let sha256: String
    /// Printed height in metres; `nil` where the size is not known.
    package var heightMetres: Double? { model.widthMetres.map { $0 * model.aspect } }
}

/// Why a reference of the catalog cannot be used: one sentence.
package struct ReferenceError: Error, Hashable, Sendable, CustomStringConvertible {
    package let description: String
    package init(_ description: String) { self.description = description }
}

/// Reads a catalog entry's picture and derives, or takes from `cache`, what tracking needs.
package func loadReference(_ entry: CatalogEntry, cache: FeatureCache) throws(ReferenceError) -> LoadedReference {
    do {
        let data = try FileSystem.read(entry.imagePath, limit: 1 << 30)
        let digest = FileDigest.sha256(of: data)
        let image = try StillReader.image(path: entry.imagePath).onWhite
        let known = cache.features(forDigest: digest)
        guard
            let model = try ReferenceModel(
                name: entry.name, image: image.grey, pixelWidth: image.width, pixelHeight: image.height,
                widthMetres: entry.width?.metres, features: known)
        else {
            throw ReferenceError("\(entry.imagePath): cannot be tracked: there is nothing in it that can be recognised")
        }
        if known == nil { cache.keep(model.index.features, forDigest: digest) }
        return LoadedReference(model: model, sha256: digest)
    } catch let error as ReferenceError {
        throw error
    } catch let error as FileSystemError {
        throw ReferenceError("\(entry.imagePath): cannot read the reference: \(error); register it again")
    } catch {
        throw ReferenceError("\(error)")
    }
}
