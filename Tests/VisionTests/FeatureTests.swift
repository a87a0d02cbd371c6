import Foundation
import Geometry
import Imaging
import SceneRendering
import Synchronization
import TestSupport
import Testing
import Vision

@Suite struct FeatureTests {
    private static let page = RGBAImage.drawing(seed: 1, width: 240, height: 180).grey

    @Test func `the same picture has the same features`() throws {
        let first = try Features(in: Self.page, limit: 300)
        #expect(first.count > 100)
        #expect(try Features(in: Self.page, limit: 300) == first)
    }

    @Test func `no more features are found than asked for, and the few are among the many`() throws {
        let many = try Features(in: Self.page, limit: 1000)
        let few = try Features(in: Self.page, limit: 40)
        #expect(few.count == 40 && few.descriptors.count == 40 * Features.descriptorLength)
        #expect(few.points.allSatisfy(many.points.contains))
    }

    @Test func `features move with the picture`() throws {
        let image = Self.page
        let left = image.cropped(x: 0, y: 0, width: 220, height: 170)
        let right = image.cropped(x: 16, y: 8, width: 220, height: 170)
        let (a, b) = (try Features(in: left, limit: 500), try Features(in: right, limit: 500))
        let inBoth = a.points.filter { $0.x > 46 && $0.y > 38 && $0.x < 190 && $0.y < 140 }
        let found = inBoth.count { p in b.points.contains { ($0 + Point2(16, 8) - p).length < 0.1 } }
        #expect(inBoth.count > 30)
        #expect(Double(found) >= 0.9 * Double(inBoth.count))
    }

    /// The bytes are 512 · √share, so their squares add up to 512², but for those that would be above 255.
    @Test func `descriptors are root-normalised`() throws {
        let features = try Features(in: Self.page, limit: 100)
        for index in 0..<features.count {
            let length = Features.descriptorLength
            let bytes = features.descriptors[index * length..<(index + 1) * length]
            let squares = bytes.reduce(0) { $0 + Int($1) * Int($1) }
            #expect(abs(Double(squares) / (512 * 512) - 1) < 0.03)
        }
    }

    @Test func `blank paper has no features`() throws {
        let blank = try Features(in: GreyImage(width: 100, height: 100, filledWith: 240), limit: 100)
        #expect(blank.count == 0 && blank.descriptors.isEmpty)
    }

    @Test func `features are chosen and joined in order`() throws {
        let all = try Features(in: Self.page, limit: 30)
        var joined = all.selecting([4, 2])
        #expect(joined.points == [all.points[4], all.points[2]])
        joined.append(all.selecting([7]))
        #expect(joined == all.selecting([4, 2, 7]))
    }
}

@Suite struct FeatureIndexTests {
    /// Descriptors about 20 centres, as those of real pictures crowd.
    private func descriptors(_ count: Int, seed: UInt64) -> Features {
        var random = SplitMix(seed: seed)
        var centres = SplitMix(seed: 99)
        let middle = (0..<20).map { _ in (0..<128).map { _ in Int(centres.next() & 127) } }
        let bytes = (0..<count).flatMap { index in
            middle[index % 20].map { UInt8(max(0, min(255, $0 + Int(random.next() % 60)))) }
        }
        return Features(points: (0..<count).map { Point2(Double($0), 0) }, descriptors: bytes)
    }

    private func squaredDistance(_ a: Features, _ i: Int, _ b: Features, _ j: Int) -> Int {
        (0..<128).reduce(0) { sum, k in
            let difference = Int(a.descriptors[128 * i + k]) - Int(b.descriptors[128 * j + k])
            return sum + difference * difference
        }
    }

    @Test func `with enough checks the neighbours are those that brute force finds`() throws {
        let (known, queries) = (descriptors(240, seed: 1), descriptors(30, seed: 2))
        let index = try #require(try FeatureIndex(known))
        let found = try index.search(queries, neighbours: 3, checks: 5000)
        for query in 0..<queries.count {
            let all = (0..<known.count).map { squaredDistance(queries, query, known, $0) }.sorted()
            for rank in 0..<3 {
                let position = Int(found.positions[3 * query + rank])
                #expect(Int(found.squaredDistances[3 * query + rank]) == all[rank])
                #expect(squaredDistance(queries, query, known, position) == all[rank])
            }
        }
    }

    @Test func `a feature's nearest neighbour is itself`() throws {
        let known = descriptors(300, seed: 5)
        let index = try #require(try FeatureIndex(known))
        let found = try index.search(known, neighbours: 1, checks: 64)
        #expect(found.positions == (0..<300).map { Int32($0) })
        #expect(found.squaredDistances.allSatisfy { $0 == 0 })
    }

    @Test func `a place beyond the last feature is marked, not made up`() throws {
        let known = descriptors(3, seed: 5)
        let index = try #require(try FeatureIndex(known))
        let found = try index.search(known.selecting([1]), neighbours: 6, checks: 64)
        #expect(found.positions.prefix(3).sorted() == [0, 1, 2])
        #expect(found.positions.suffix(3) == [-1, -1, -1])
    }

    @Test func `no features have no index, and no query no answer`() throws {
        #expect(try FeatureIndex(Features()) == nil)
        let index = try #require(try FeatureIndex(descriptors(9, seed: 1)))
        let found = try index.search(Features(), neighbours: 2, checks: 8)
        #expect(found.positions.isEmpty && found.squaredDistances.isEmpty)
    }

    /// With few checks the answer depends on the forest's random splits: they must not come from anywhere else.
    @Test func `indexes that are built at once answer as one that is built alone`() throws {
        let (known, queries) = (descriptors(2000, seed: 7), descriptors(60, seed: 8))
        @Sendable func positions() throws -> [Int32] {
            let index = try #require(try FeatureIndex(known))
            return try index.search(queries, neighbours: 4, checks: 8).positions
        }
        let alone = try positions()
        let together = Mutex<[[Int32]]>([])
        DispatchQueue.concurrentPerform(iterations: 4) { _ in
            let found = (try? positions()) ?? []
            together.withLock { $0.append(found) }
        }
        #expect(together.withLock { $0 } == Array(repeating: alone, count: 4))
    }
}
