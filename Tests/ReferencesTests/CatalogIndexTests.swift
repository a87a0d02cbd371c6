import Files
import Foundation
import Geometry
import Imaging
import MediaIO
import References
import TestSupport
import Testing
import Vision

/// A catalog of drawings, and the index that is kept of it.
@Suite struct CatalogIndexTests {
    private let folder: TemporaryFolder
    private static let pages = (1...15).map { RGBAImage.drawing(seed: UInt64($0), width: 160, height: 120, shapes: 50) }

    init() throws {
        folder = try TemporaryFolder()
        for number in Self.pages.indices { try add(number) }
    }

    private var cache: ReferenceCache { ReferenceCache(folder: folder.path + "/cache") }
    private var catalogPath: String { folder.path + "/ReferenceImages" }

    private static func name(_ number: Int) -> String { "page \(number + 10)" }

    private func add(_ number: Int, as name: String? = nil) throws {
        var catalog = try Catalog(path: catalogPath, mayBeMissing: true)
        try catalog.add(
            NewReference(
                name: name ?? Self.name(number), image: try StillWriter.png(Self.pages[number]), imageExtension: "png",
                width: try Length(parsing: "16cm")),
            replacing: true)
    }

    private func opened(_ cache: ReferenceCache? = nil, read: (() -> Void)? = nil) throws -> ReferenceLibrary {
        try ReferenceLibrary(try Catalog(path: catalogPath), cache: cache ?? self.cache) { read?() }
    }

    private func indexFile() throws -> String {
        let catalogs = folder.path + "/cache/catalogs"
        let names = try FileManager.default.contentsOfDirectory(atPath: catalogs)
        #expect(names.count == 1)
        return catalogs + "/" + (try #require(names.first))
    }

    private func contents() throws -> Data { try Data(contentsOf: URL(fileURLWithPath: try indexFile())) }

    private func votes(_ library: ReferenceLibrary, for number: Int) throws -> [Double] {
        try #require(library.index).votes(for: try Features(in: Self.pages[number].grey, limit: 400))
    }

    @Test func `the picture that is seen gets by far the most votes, and the same each time`() throws {
        let library = try opened()
        #expect(library.references.count == 15)
        for number in [0, 7, 14] {
            let votes = try votes(library, for: number)
            let ranked = votes.indices.sorted { votes[$0] > votes[$1] }
            #expect(library.references[ranked[0]].model.name == Self.name(number))
            #expect(votes[ranked[0]] > 3 * votes[ranked[1]])
            #expect(try self.votes(try opened(), for: number) == votes)
        }
    }

    @Test func `the index is kept, and used as it is while the catalog stays`() throws {
        _ = try opened()
        let kept = try contents()
        var read = 0
        _ = try opened { read += 1 }
        #expect(read == 0)
        #expect(try contents() == kept)
    }

    @Test(arguments: [0.0, 0.0001, 0.01, 0.1, 0.3, 0.6, 0.95, 1.0])
    func `a byte that is damaged anywhere makes it be made anew`(place: Double) throws {
        _ = try opened()
        let kept = try contents()
        var damaged = kept
        damaged[Int(place * Double(kept.count - 1))] ^= 0x10
        try damaged.write(to: URL(fileURLWithPath: try indexFile()))
        var read = 0
        #expect(try opened { read += 1 }.references.count == 15)
        #expect(read == 15)
        #expect(try contents() == kept)
    }

    @Test func `an index that names a picture twice is made anew, whatever its checksum says`() throws {
        _ = try opened()
        let kept = try contents()
        var twice = kept
        // The first record again in the place of the second: docs/formats.md says where they lie.
        twice.replaceSubrange(64 + 512..<64 + 1024, with: kept[64..<64 + 512])
        let sum = twice[16...].withUnsafeBytes { Checksum.of($0) }
        twice.replaceSubrange(8..<16, with: withUnsafeBytes(of: sum.littleEndian) { Data($0) })
        try twice.write(to: URL(fileURLWithPath: try indexFile()))
        #expect(try opened().references.count == 15)
        #expect(try contents() == kept)
    }

    @Test func `a file that is cut off, longer, empty or no file is made anew`() throws {
        _ = try opened()
        let (kept, file) = (try contents(), try indexFile())
        for data in [kept.prefix(0), kept.prefix(40), kept.prefix(kept.count - 1), kept + [0], Data(count: 4096)] {
            try data.write(to: URL(fileURLWithPath: file))
            #expect(try opened().references.count == 15)
            #expect(try contents() == kept)
        }
        try FileManager.default.removeItem(atPath: file)
        try FileManager.default.createDirectory(atPath: file, withIntermediateDirectories: false)
        #expect(try opened().references.count == 15)
    }

    @Test func `of a catalog that changed only what is new is read, and the index is as if made at once`() throws {
        _ = try opened()
        var catalog = try Catalog(path: catalogPath)
        try catalog.remove(Self.name(3))
        try add(5, as: Self.name(4))
        try add(3, as: "another")
        var read = 0
        let changed = try opened { read += 1 }
        #expect(read == 2)
        let entries = try Catalog(path: catalogPath).entries
        #expect(changed.references.map(\.model.name) == entries.map(\.name))
        let digests = Dictionary(uniqueKeysWithValues: changed.references.map { ($0.model.name, $0.sha256) })
        #expect(digests[Self.name(4)] == digests[Self.name(5)] && digests[Self.name(4)] != nil)
        let kept = try contents()
        try FileManager.default.removeItem(atPath: try indexFile())
        _ = try opened()
        #expect(try contents() == kept)
    }

    @Test func `without a cache that can be written it works as well`() throws {
        let with = try opened()
        let without = try opened(ReferenceCache(folder: "/proc/none"))
        #expect(without.references.map(\.sha256) == with.references.map(\.sha256))
        #expect(try votes(without, for: 4) == votes(with, for: 4))
    }

    @Test func `a broken picture is named in each run and the others are found`() throws {
        let victim = try #require(try Catalog(path: catalogPath).entry(named: Self.name(6)))
        try Data("no picture".utf8).write(to: URL(fileURLWithPath: victim.imagePath))
        for _ in 0..<2 {
            let library = try opened()
            #expect(library.references.count == 14 && library.problems.count == 1)
            #expect(library.problems[0].description.hasPrefix(victim.imagePath))
            #expect(library.index?.thumbnails.count == 14)
        }
    }

    @Test func `an empty catalog has no index`() throws {
        let library = try ReferenceLibrary(
            try Catalog(path: folder.path + "/none", mayBeMissing: true), cache: cache)
        #expect(library.references.isEmpty && library.index == nil && library.problems.isEmpty)
    }

    @Test func `thumbnails tell drawings apart, in any size and light`() throws {
        let page = Self.pages[0].grey
        let thumbnail = try Thumbnail(of: page)
        let large = try page.resized(width: 700, height: 500)
        let dim = GreyImage(width: 700, height: 500, pixels: large.pixels.map { 20 + $0 / 2 })
        #expect(try thumbnail.correlation(with: Thumbnail(of: dim)) > 0.95)
        #expect(abs(thumbnail.correlation(with: thumbnail) - 1) < 0.05)
        for other in Self.pages.dropFirst() {
            #expect(try abs(thumbnail.correlation(with: Thumbnail(of: other.grey))) < 0.5)
        }
    }
}
