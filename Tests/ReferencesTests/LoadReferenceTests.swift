import Foundation
import Geometry
import Imaging
import MediaIO
import References
import TestSupport
import Testing
import Vision

@Suite struct LoadReferenceTests {
    private let folder: TemporaryFolder
    private let cache: FeatureCache

    init() throws {
        folder = try TemporaryFolder()
        cache = FeatureCache(folder: folder.path + "/cache")
    }

    /// An entry of a fresh catalog with these bytes as its picture.
    private func entry(_ image: Data, width: String? = "21cm") throws -> CatalogEntry {
        var catalog = try Catalog(path: folder.path + "/ReferenceImages", mayBeMissing: true)
        try catalog.add(
            NewReference(
                name: "Cat", image: image, imageExtension: "png", width: try Length(parsing: try #require(width))),
            replacing: true)
        return try #require(try Catalog(path: folder.path + "/ReferenceImages").entries.first)
    }

    private func sentence(_ entry: CatalogEntry) -> String? {
        do {
            _ = try loadReference(entry, cache: cache)
            return nil
        } catch { return error.description }
    }

    private static let page = RGBAImage.drawing(seed: 9, width: 200, height: 100)

    @Test func `a picture is loaded with its size and digest, and the same from the cache`() throws {
        let png = try StillWriter.png(Self.page)
        let entry = try entry(png)
        let first = try loadReference(entry, cache: cache)
        #expect(first.model.name == "Cat" && first.model.pixelWidth == 200 && first.model.pixelHeight == 100)
        #expect(first.model.widthMetres == 0.21 && abs((first.heightMetres ?? 0) - 0.105) < 1e-12)
        #expect(first.sha256 == FileDigest.sha256(of: png) && first.sha256.count == 64)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path + "/cache").count == 1)
        let second = try loadReference(entry, cache: cache)
        #expect(second.model.index.features == first.model.index.features)
        #expect(second.model.levels == first.model.levels)
        let without = try loadReference(entry, cache: FeatureCache(folder: "/proc/none"))
        #expect(without.model.index.features == first.model.index.features)
    }

    @Test func `a broken cache is made anew`() throws {
        let entry = try entry(try StillWriter.png(Self.page))
        let first = try loadReference(entry, cache: cache)
        let name = try #require(try FileManager.default.contentsOfDirectory(atPath: folder.path + "/cache").first)
        try folder.write("SKRFEAT1 but no more", "cache/" + name)
        #expect(try loadReference(entry, cache: cache).model.index.features == first.model.index.features)
        #expect(cache.features(forDigest: first.sha256) == first.model.index.features)
    }

    @Test func `what is transparent counts as white paper`() throws {
        var ghost = Self.page
        for index in stride(from: 3, to: ghost.pixels.count, by: 4) { ghost.pixels[index] = 0 }
        let said = try #require(sentence(try entry(try StillWriter.png(ghost))))
        #expect(said.hasSuffix("Cat.png: cannot be tracked: there is nothing in it that can be recognised"))
    }

    @Test func `a picture that vanished says so`() throws {
        let entry = try entry(try StillWriter.png(Self.page))
        try FileManager.default.removeItem(atPath: entry.imagePath)
        #expect(
            sentence(entry)
                == "\(entry.imagePath): cannot read the reference: No such file or directory; register it again")
        try FileManager.default.createDirectory(atPath: entry.imagePath, withIntermediateDirectories: false)
        #expect(
            sentence(entry)
                == "\(entry.imagePath): cannot read the reference: it is not a regular file; register it again")
    }

    @Test func `what is no picture, or half of one, is an error that names it`() throws {
        let whole = try StillWriter.png(Self.page)
        for bytes in [Data(), Data("no picture".utf8), whole.prefix(40)] {
            let entry = try entry(bytes)
            let said = try #require(sentence(entry))
            #expect(said.hasPrefix("\(entry.imagePath): "))
        }
    }
}
