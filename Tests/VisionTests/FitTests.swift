import Geometry
import Imaging
import SceneRendering
import TestSupport
import Testing
import Vision

@Suite struct HomographyFitTests {
    /// Points under a perspective map, with noise; every second pair is wrong.
    private struct Pairs {
        var from: [Point2] = [], to: [Point2] = []
        let map: Homography

        init(seed: UInt64, count: Int, sigma: Double, wrong: Int) throws {
            var random = SplitMix(seed: seed)
            var noise = NormalNoise(sigma: sigma, seed: seed)
            let outline = Quad(outlineOfWidth: 320, height: 240)
            let seen = outline.map {
                $0 * 0.7
                    + Point2(60 + .random(in: -30...30, using: &random), 40 + .random(in: -30...30, using: &random))
            }
            map = try #require(Homography(from: outline, to: seen))
            for index in 0..<count {
                let p = Point2(.random(in: 0..<320, using: &random), .random(in: 0..<240, using: &random))
                from.append(p)
                let isWrong = index < wrong
                let right = try #require(map(p)) + Point2(noise.next(), noise.next())
                let elsewhere = Point2(.random(in: 0..<320, using: &random), .random(in: 0..<240, using: &random))
                to.append(isWrong ? elsewhere : right)
            }
        }
    }

    /// 100 good pairs with 0.3 px noise on each axis bear a corner to about 0.3 · √(2 · 8 / 200) · 2 (corners lie outside
    /// the points) = 0.17 px; three times that is promised.
    @Test(arguments: 0..<10 as Range<UInt64>)
    func `half of the pairs may be wrong`(seed: UInt64) throws {
        let pairs = try Pairs(seed: seed, count: 200, sigma: 0.3, wrong: 100)
        let fit = try #require(try fitHomography(from: pairs.from, to: pairs.to, threshold: 2))
        let outline = Quad(outlineOfWidth: 320, height: 240)
        let (seen, truth) = (try #require(fit.map(outline)), try #require(pairs.map(outline)))
        #expect(seen.alignmentError(to: truth) < 0.5)
        #expect(fit.isInlier[100...].count { $0 } >= 95)
        #expect(fit.isInlier[..<100].count { $0 } <= 3)
        #expect(fit.inlierCount == fit.isInlier.count { $0 })
    }

    @Test func `the same pairs give the same map to the last bit`() throws {
        let pairs = try Pairs(seed: 3, count: 120, sigma: 0.5, wrong: 60)
        let first = try #require(try fitHomography(from: pairs.from, to: pairs.to, threshold: 2))
        for _ in 0..<3 {
            let again = try #require(try fitHomography(from: pairs.from, to: pairs.to, threshold: 2))
            #expect(again.map == first.map && again.isInlier == first.isInlier)
        }
    }

    @Test func `pairs that agree on nothing have few inliers or no map`() throws {
        let pairs = try Pairs(seed: 5, count: 100, sigma: 0, wrong: 100)
        let fit = try fitHomography(from: pairs.from, to: pairs.to, threshold: 2)
        #expect((fit?.inlierCount ?? 0) < 12)
    }

    @Test func `fewer than four pairs, or points in a line, have no map`() throws {
        let three = [Point2(0, 0), Point2(9, 0), Point2(0, 9)]
        #expect(try fitHomography(from: three, to: three, threshold: 1) == nil)
        #expect(try fitHomography(from: [], to: [], threshold: 1) == nil)
        let line = (0..<12).map { Point2(Double($0) * 7, 3) }
        let other = (0..<12).map { Point2(Double($0) * 7, Double($0) * 2) }
        #expect(try fitHomography(from: line, to: other, threshold: 1) == nil)
    }
}

@Suite struct FollowPointsTests {
    private let waves = Waves(seed: 21, wavelengths: 12...40)

    /// Lucas and Kanade on a smooth picture of 8-bit levels: 0.05 px is promised.
    @Test(arguments: [Point2(0.4, -0.3), Point2(5.3, 2.6), Point2(-9.1, 7.2)])
    func `points are followed to a fraction of a pixel`(shift: Point2) throws {
        let first = waves.picture(width: 160, height: 120)
        let second = waves.picture(width: 160, height: 120, textureFromPicture: .translation(-shift))
        let points = (0..<20).map { Point2(40 + Double($0 % 5) * 20, 35 + Double($0 / 5) * 16) }
        let ends = try followPoints(points, guesses: points, from: first, to: second, window: 21, levels: 4)
        for (point, end) in zip(points, ends) { #expect((try #require(end) - point - shift).length < 0.05) }
    }

    @Test func `a guess that is near bridges what the pyramid does not`() throws {
        let shift = Point2(38, 3)
        let first = waves.picture(width: 200, height: 100)
        let second = waves.picture(width: 200, height: 100, textureFromPicture: .translation(-shift))
        let points = [Point2(60, 40), Point2(80, 60)]
        let ends = try followPoints(
            points, guesses: points.map { $0 + Point2(37, 4) }, from: first, to: second, window: 15, levels: 1)
        for (point, end) in zip(points, ends) { #expect((try #require(end) - point - shift).length < 0.05) }
    }

    @Test func `a point that leaves the picture, or lies on blank paper, is lost`() throws {
        let first = waves.picture(width: 160, height: 120)
        let second = waves.picture(width: 160, height: 120, textureFromPicture: .translation(Point2(300, 0)))
        #expect(
            try followPoints(
                [Point2(900, 900)], guesses: [Point2(900, 900)], from: first, to: second, window: 15, levels: 2) == [
                    nil
                ])
        let blank = GreyImage(width: 160, height: 120, filledWith: 200)
        #expect(
            try followPoints([Point2(80, 60)], guesses: [Point2(80, 60)], from: blank, to: blank, window: 15, levels: 2)
                == [nil])
    }

    @Test func `no points are followed to nowhere, and pictures of two sizes are an error`() throws {
        let (a, b) = (GreyImage(width: 40, height: 40), GreyImage(width: 50, height: 40))
        #expect(try followPoints([], guesses: [], from: a, to: b, window: 15, levels: 1).isEmpty)
        #expect(throws: VisionError.self) {
            try followPoints([.zero], guesses: [.zero], from: a, to: b, window: 15, levels: 1)
        }
    }
}
