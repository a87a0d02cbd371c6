internal import Files
internal import Foundation
internal import Geometry
@testable import References
internal import Vision

/// What libFuzzer calls first. With `SKETCHREEL_FUZZ_SEEDS` it writes, into the folder that this names, the seeds that only
/// the program itself can make, and ends.
@_cdecl("LLVMFuzzerInitialize")
func initialise(_ count: UnsafeMutablePointer<CInt>?, _ words: UnsafeMutableRawPointer?) -> CInt {
    guard let folder = ProcessInfo.processInfo.environment["SKETCHREEL_FUZZ_SEEDS"] else { return 0 }
    do {
        FeatureCache(folder: folder).keep(features(3), forDigest: "seed")
        try index().write(to: URL(fileURLWithPath: folder + "/catalog.index"))
    } catch { fatalError("\(folder): \(error)") }
    exit(0)
}

private func features(_ count: Int) -> Features {
    Features(
        points: (0..<count).map { Point2(Double($0) * 3, 7) },
        descriptors: (0..<count * Features.descriptorLength).map { UInt8(truncatingIfNeeded: $0 * 37) })
}

/// The index of a catalog of two drawings.
private func index() -> Data {
    var pictures = IndexedPictures(expecting: 2)
    for name in ["/G.arresourcegroup/A.arreferenceimage/A.png", "/G.arresourcegroup/B.arreferenceimage/B.png"] {
        let samples = (0..<Thumbnail.width * Thumbnail.height).map { Int8(truncatingIfNeeded: $0) }
        pictures.append(
            PictureRecord(
                file: name, stamp: FileStamp(size: 1, inode: 2, modified: 3, changed: 4),
                sha256: String(repeating: "ab", count: 32), pixelWidth: 320, pixelHeight: 240,
                thumbnail: Thumbnail(samples: samples)), features(4))
    }
    return CatalogIndexFile.contents(of: pictures)
}
