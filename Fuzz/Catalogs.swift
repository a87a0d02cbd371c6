internal import Files
internal import Foundation
internal import Geometry
internal import MediaIO
@testable import References
internal import Vision

/// The layouts of a catalog: the group's and the entry's `Contents.json`, parted by a NUL, and then changes to them.
@Sendable func fuzzCatalogs(_ bytes: [UInt8]) {
    let parts = bytes.split(separator: 0, maxSplits: 1, omittingEmptySubsequences: false)
    let (catalog, group) = (scratch + "/catalog", scratch + "/catalog/G.arresourcegroup")
    let entry = group + "/N.arreferenceimage"
    try? FileManager.default.removeItem(atPath: catalog)
    try? FileManager.default.createDirectory(atPath: entry, withIntermediateDirectories: true)
    _ = scratchFile("catalog/G.arresourcegroup/Contents.json", parts[0])
    _ = scratchFile("catalog/G.arresourcegroup/N.arreferenceimage/Contents.json", parts.count > 1 ? parts[1] : [])
    _ = scratchFile("catalog/G.arresourcegroup/N.arreferenceimage/N.png", Array("picture".utf8))
    do {
        var read = try Catalog(path: catalog)
        for problem in read.problems { precondition(!problem.description.isEmpty) }
        for entry in read.entries {
            precondition(entry.imagePath.hasPrefix(group), "a picture outside its folder: \(entry.imagePath)")
        }
        try change(&read)
    } catch { check(error) }
    try? FileManager.default.removeItem(atPath: catalog)
}

private func change(_ catalog: inout Catalog) throws {
    guard let width = Length(21, .centimetres) else { return }
    let new = NewReference(name: "N", image: Data("other".utf8), imageExtension: "png", width: width)
    do { try catalog.add(new, replacing: true) } catch {
        let entry = catalog.path + "/G.arresourcegroup/N.arreferenceimage/Contents.json"
        precondition(FileManager.default.fileExists(atPath: entry), "what could not be changed is gone: \(error)")
        throw error
    }
    try catalog.rename("N", to: "M")
    let again = try Catalog(path: catalog.path)
    precondition(again.entry(named: "M")?.width == width, "a change was lost")
    try catalog.remove("M")
}

/// What is kept between runs: the features of a picture, or a catalog's index. Their checksums are made right, so that what
/// comes after them is reached.
@Sendable func fuzzIndices(_ bytes: [UInt8]) {
    let folder = scratch + "/cache"
    try? FileManager.default.createDirectory(atPath: folder + "/features", withIntermediateDirectories: true)
    if bytes.starts(with: "SKRFEAT2".utf8) {
        var whole = Array(bytes.dropLast(8))
        let sum = unsafe whole.withUnsafeBytes { unsafe Checksum.of($0) }
        for shift in 0..<8 { whole.append(UInt8(truncatingIfNeeded: sum >> (8 * UInt64(shift)))) }
        _ = scratchFile("cache/features/x-v\(ModelFeatures.version).features", whole)
        let features = FeatureCache(folder: folder + "/features").features(forDigest: "x")
        precondition(features.map { $0.descriptors.count == $0.count * Features.descriptorLength } ?? true)
        return
    }
    guard bytes.count >= 16 else { return }
    var whole = bytes
    let sum = unsafe whole[16...].withUnsafeBytes { unsafe Checksum.of($0) }
    for shift in 0..<8 { whole[8 + shift] = UInt8(truncatingIfNeeded: sum >> (8 * UInt64(shift))) }
    guard let file = CatalogIndexFile(FixedBytes(copying: Data(whole))) else { return }
    _ = file.pictures()
    let index = CatalogIndex(file)
    var features = Features()
    for number in 0..<4 {
        features.points.append(Point2(Double(number), 1))
        features.descriptors += (0..<Features.descriptorLength).map { UInt8(truncatingIfNeeded: $0 * (number + 3)) }
    }
    precondition(index.votes(for: features).count == file.records.count)
    if index.thumbnails.count > 1 { _ = index.thumbnails[0].correlation(with: index.thumbnails[1]) }
    open(index: whole)
}

/// A library whose index says what it likes about a catalog that holds nothing.
private func open(index: [UInt8]) {
    let catalog = scratch + "/empty"
    try? FileManager.default.createDirectory(atPath: catalog, withIntermediateDirectories: true)
    let cache = ReferenceCache(folder: scratch + "/cache")
    cache.keep(Data(index), ofCatalog: catalog)
    do { _ = try ReferenceLibrary(Catalog(path: catalog), cache: cache) } catch { check(error) }
}
