import Foundation
import Geometry
import References
import SceneRendering
import TestSupport
import Testing
import Vision

@Suite struct FeatureCacheTests {
    private let folder: TemporaryFolder
    private let features: Features

    init() throws {
        folder = try TemporaryFolder()
        var random = SplitMix(seed: 1)
        features = Features(
            points: (0..<5).map { Point2(Double($0) + 0.25, -0.5) },
            descriptors: (0..<5 * Features.descriptorLength).map { _ in UInt8(random.next() & 255) })
    }

    /// The bytes of the only file that the cache holds, and its name.
    private func kept() throws -> (name: String, data: Data) {
        FeatureCache(folder: folder.path).keep(features, forDigest: "abc")
        let name = try #require(try FileManager.default.contentsOfDirectory(atPath: folder.path).first)
        return (name, try Data(contentsOf: URL(fileURLWithPath: folder.path + "/" + name)))
    }

    /// What the cache gives when the file holds `data`.
    private func read(_ data: Data) throws -> Features? {
        try folder.write(data, try kept().name)
        return FeatureCache(folder: folder.path).features(forDigest: "abc")
    }

    @Test func `what is kept comes back, under its own digest alone`() throws {
        let cache = FeatureCache(folder: folder.path + "/not/there/yet")
        #expect(cache.features(forDigest: "abc") == nil)
        cache.keep(features, forDigest: "abc")
        #expect(cache.features(forDigest: "abc") == features)
        #expect(cache.features(forDigest: "abd") == nil)
    }

    @Test func `keeping again replaces`() throws {
        let cache = FeatureCache(folder: folder.path)
        cache.keep(features, forDigest: "abc")
        cache.keep(features.selecting([3]), forDigest: "abc")
        #expect(cache.features(forDigest: "abc") == features.selecting([3]))
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).count == 1)
    }

    @Test func `a file that is cut off anywhere, or has more at its end, is not used`() throws {
        let whole = try kept().data
        for length in [0, 1, 7, 8, 11, 12, 13, 60, whole.count - 1] { #expect(try read(whole.prefix(length)) == nil) }
        #expect(try read(whole + [0]) == nil)
        #expect(try read(whole) == features)
    }

    @Test func `another program's file, a count that lies and a place that is no number are not used`() throws {
        let whole = try kept().data
        func changed(_ at: Int, _ bytes: [UInt8]) -> Data {
            var data = whole
            data.replaceSubrange(at..<at + bytes.count, with: bytes)
            return data
        }
        #expect(try read(changed(0, [0x50])) == nil)
        #expect(try read(changed(8, [255, 255, 255, 255])) == nil)
        #expect(try read(changed(8, [0, 0, 0, 0])) == nil)
        #expect(try read(changed(8, [4])) == nil)
        // The bits of a NaN and of infinity.
        #expect(try read(changed(12, [0, 0, 0xC0, 0x7F])) == nil)
        #expect(try read(changed(16, [0, 0, 0x80, 0x7F])) == nil)
        #expect(try read(Data((0..<5000).map { UInt8(truncatingIfNeeded: $0 &* 31) })) == nil)
    }

    @Test func `a folder that cannot be made or read is no failure`() throws {
        let name = try kept().name
        try folder.write("", "file")
        for path in [folder.path + "/file/below", "/proc/sketchreel"] {
            let cache = FeatureCache(folder: path)
            cache.keep(features, forDigest: "abc")
            #expect(cache.features(forDigest: "abc") == nil)
        }
        // A folder where the file should be.
        try FileManager.default.removeItem(atPath: folder.path + "/" + name)
        try folder.write("", name + "/inner")
        #expect(FeatureCache(folder: folder.path).features(forDigest: "abc") == nil)
    }

    @Test(arguments: [
        (["XDG_CACHE_HOME": "ROOT/x", "HOME": "ROOT/h"], "x/sketchreel/features"),
        (["HOME": "ROOT/h"], "h/.cache/sketchreel/features"),
        // A relative path is to be ignored (XDG Base Directory Specification).
        (["XDG_CACHE_HOME": "x", "HOME": "ROOT/h"], "h/.cache/sketchreel/features"),
        (["XDG_CACHE_HOME": "", "HOME": "ROOT/h"], "h/.cache/sketchreel/features"),
    ])
    func `the user's cache lies where the environment says`(environment: [String: String], place: String) throws {
        let environment = environment.mapValues { $0.replacingOccurrences(of: "ROOT", with: folder.path) }
        ReferenceCache(environment: environment).features.keep(features, forDigest: "abc")
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path + "/" + place).count == 1)
    }
}
