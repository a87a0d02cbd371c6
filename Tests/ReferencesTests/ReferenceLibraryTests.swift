import Foundation
import Geometry
import Imaging
import MediaIO
import References
import TestSupport
import Testing
import Vision

@Suite struct ReferenceLibraryTests {
    private let folder: TemporaryFolder
    private let cache: ReferenceCache

    init() throws {
        folder = try TemporaryFolder()
        cache = ReferenceCache(folder: folder.path + "/cache")
    }

    /// A catalog with these bytes as its only picture.
    private func catalog(_ image: Data, width: String? = "21cm") throws -> Catalog {
        var catalog = try Catalog(path: folder.path + "/ReferenceImages", mayBeMissing: true)
        try catalog.add(
            NewReference(
                name: "Cat", image: image, imageExtension: "png", width: try Length(parsing: try #require(width))),
            replacing: true)
        return try Catalog(path: folder.path + "/ReferenceImages")
    }

    private func picture(of catalog: Catalog) throws -> String { try #require(catalog.entries.first).imagePath }

    /// Why the only picture cannot be used.
    private func sentence(_ catalog: Catalog) throws -> String? {
        let library = try ReferenceLibrary(catalog, cache: cache)
        #expect(library.references.isEmpty == !library.problems.isEmpty)
        return library.problems.first?.description
    }

    private func loaded(_ catalog: Catalog, cache: ReferenceCache? = nil) throws -> LoadedReference {
        try #require(try ReferenceLibrary(catalog, cache: cache ?? self.cache).references.first)
    }

    private static let page = RGBAImage.drawing(seed: 9, width: 200, height: 100)

    @Test func `a picture is loaded with its size and digest, and the same from the cache`() throws {
        let png = try StillWriter.png(Self.page)
        let catalog = try catalog(png)
        let first = try loaded(catalog)
        #expect(first.model.name == "Cat" && first.model.pixelWidth == 200 && first.model.pixelHeight == 100)
        #expect(first.model.widthMetres == 0.21 && abs((first.heightMetres ?? 0) - 0.105) < 1e-12)
        #expect(first.sha256 == FileDigest.sha256(of: png) && first.sha256.count == 64)
        let features = try #require(first.model.index?.features)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path + "/cache/features").count == 1)
        let second = try loaded(catalog)
        #expect(second.model.index?.features == features)
        #expect(second.model.levels == first.model.levels && second.sha256 == first.sha256)
        let without = try loaded(catalog, cache: ReferenceCache(folder: "/proc/none"))
        #expect(without.model.index?.features == features)
    }

    @Test func `levels and sizes are those of the picture prepared in memory`() throws {
        let lazy = try loaded(try catalog(try StillWriter.png(Self.page))).model
        let held = try #require(
            try ReferenceModel(
                name: "Cat", image: Self.page.grey, pixelWidth: 200, pixelHeight: 100, widthMetres: 0.21))
        #expect(lazy.modelWidth == held.modelWidth && lazy.modelHeight == held.modelHeight)
        #expect(lazy.levels == held.levels && lazy.index?.features == held.index?.features)
        #expect(
            lazy.levels.indices.map { lazy.levelFromModel($0) } == held.levels.indices.map { held.levelFromModel($0) })
    }

    @Test func `broken features are made anew`() throws {
        let catalog = try catalog(try StillWriter.png(Self.page))
        let first = try loaded(catalog)
        let features = try #require(first.model.index?.features)
        let kept = folder.path + "/cache/features"
        let name = try #require(try FileManager.default.contentsOfDirectory(atPath: kept).first)
        try folder.write("SKRFEAT2 but no more", "cache/features/" + name)
        #expect(try loaded(catalog).model.index?.features == features)
        #expect(cache.features.features(forDigest: first.sha256) == features)
    }

    @Test func `opening does not read pictures that the index knows`() throws {
        let catalog = try catalog(try StillWriter.png(Self.page))
        _ = try ReferenceLibrary(catalog, cache: cache)
        var read = 0
        let again = try ReferenceLibrary(catalog, cache: cache) { read += 1 }
        #expect(read == 0 && again.references.count == 1)
    }

    @Test func `a picture that vanishes while it is in use is blank, and the model says why`() throws {
        let catalog = try catalog(try StillWriter.png(Self.page))
        let model = try loaded(catalog).model
        #expect(model.failure == nil)
        let path = try picture(of: catalog)
        try FileManager.default.removeItem(atPath: path)
        let sizes = model.levels.map { [$0.width, $0.height] }
        #expect(sizes == [[200, 100], [100, 50], [50, 25]])
        #expect(model.levels.allSatisfy { Set($0.pixels).count == 1 } && model.index == nil)
        #expect(
            model.failure?.description
                == "\(path): it was changed or removed while it was in use; run the command again")
    }

    @Test func `what the checkpoint throws ends the opening`() throws {
        struct Stop: Error {}
        let catalog = try catalog(try StillWriter.png(Self.page))
        #expect(throws: Stop.self) { try ReferenceLibrary(catalog, cache: cache) { throw Stop() } }
    }

    @Test func `what is transparent counts as white paper`() throws {
        var ghost = Self.page
        for index in stride(from: 3, to: ghost.pixels.count, by: 4) { ghost.pixels[index] = 0 }
        let said = try #require(try sentence(try catalog(try StillWriter.png(ghost))))
        #expect(said.hasSuffix("Cat.png: cannot be tracked: there is nothing in it that can be recognised"))
    }

    @Test func `a picture that vanished says so`() throws {
        let catalog = try catalog(try StillWriter.png(Self.page))
        let path = try picture(of: catalog)
        try FileManager.default.removeItem(atPath: path)
        #expect(
            try sentence(catalog)
                == "\(path): cannot read the reference: No such file or directory; register it again")
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
        #expect(
            try sentence(catalog)
                == "\(path): cannot read the reference: it is not a regular file; register it again")
    }

    @Test func `what is no picture, or half of one, is an error that names it`() throws {
        let whole = try StillWriter.png(Self.page)
        for bytes in [Data(), Data("no picture".utf8), whole.prefix(40)] {
            let catalog = try catalog(bytes)
            let said = try #require(try sentence(catalog))
            #expect(said.hasPrefix("\(try picture(of: catalog)): "))
        }
    }
}
