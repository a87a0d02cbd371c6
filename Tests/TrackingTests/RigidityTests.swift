import Foundation
import Geometry
import SceneRendering
import TestSupport
import Testing

@testable import Tracking

/// A page 0.2 m × 0.15 m as a camera of 1280 × 720 sees it whose focal length is `share` of the long side.
private func corners(
    focalShare share: Double, tilt: Double, azimuth: Double = 0, roll: Double = 0, height: Double = 0.15
) throws -> Quad {
    let focal = share * 1280
    let camera = Camera(
        width: 1280, height: 720, fx: focal, fy: focal, cx: 639.5, cy: 359.5, source: .file, focalSigma: 0)
    let pose = View(
        x: 0.02, z: -0.01, distance: 0.2 * focal / 350, tilt: tilt * .pi / 180, azimuth: azimuth, roll: roll
    ).cameraFromStage
    let points = [(-1, -1), (1, -1), (1, 1), (-1, 1)].compactMap { x, z in
        camera.project(pose(Point3(Double(x) * 0.1, 0, Double(z) * height / 2)))
    }
    return try #require(Quad(points))
}

private func rigidity(_ focal: Focal = .phone) -> Rigidity {
    Rigidity(aspect: 0.75, focal: focal, width: 1280, height: 720)
}

private func unit(of corners: Quad) -> (centre: Point2, scale: Double) { (corners.centre, corners.diagonal / 2) }

@Suite struct RigidityTests {
    @Test(arguments: [0.5, 0.8, 1.7], [0, 30, 65] as [Double])
    func `a rectangle before a camera of the right focal length does not misfit`(share: Double, tilt: Double) throws {
        for azimuth in [0, 0.7, 2.4] {
            let seen = try corners(focalShare: share, tilt: tilt, azimuth: azimuth, roll: 0.4)
            let misfit = try #require(rigidity().misfit(of: seen, focalShare: share))
            #expect(abs(misfit.x) < 1e-9 && abs(misfit.y) < 1e-9)
        }
    }

    @Test func `another focal length misfits where the page is tilted, and not from the front`() throws {
        let tilted = try corners(focalShare: 0.8, tilt: 50)
        let wrong = try #require(rigidity().misfit(of: tilted, focalShare: 1.2))
        #expect(abs(wrong.x) + abs(wrong.y) > 0.1)
        let front = try corners(focalShare: 0.8, tilt: 0)
        let free = try #require(rigidity().misfit(of: front, focalShare: 1.2))
        #expect(abs(free.x) + abs(free.y) < 1e-9)
    }

    @Test func `stretch and skew are told apart`() throws {
        let front = try corners(focalShare: 0.8, tilt: 0)
        let wide = front.map { Point2($0.x * 1.1, $0.y) }
        let stretched = try #require(rigidity().misfit(of: wide, focalShare: 0.8))
        #expect(abs(stretched.x) < 1e-9 && abs(stretched.y - log(1.1)) < 1e-6)
        let leaning = front.map { Point2($0.x + 0.2 * $0.y, $0.y) }
        let skewed = try #require(rigidity().misfit(of: leaning, focalShare: 0.8))
        #expect(abs(skewed.x - 0.2 / (1.04).squareRoot()) < 1e-6)
    }

    @Test func `corners in one line, or none at all, are no page`() {
        let line = Quad(Point2(0, 0), Point2(10, 0), Point2(20, 0), Point2(30, 0))
        let nowhere = Quad(Point2(.nan, 0), Point2(10, 0), Point2(20, 10), Point2(0, 10))
        for quad in [line, nowhere] {
            #expect(rigidity().misfit(of: quad, focalShare: 0.8) == nil)
            #expect(rigidity().evidence(about: quad, unit: (Point2(15, 0), 15)) == nil)
        }
    }

    /// A page squeezed by 6 % is put right by a prior that is open: only what makes it rigid is asked for.
    @Test(arguments: [10, 45] as [Double])
    func `a page that was squeezed is made rigid again`(tilt: Double) throws {
        let truth = try corners(focalShare: 0.8, tilt: tilt, azimuth: 0.5)
        let unit = unit(of: truth)
        let squeezed = try #require(
            SmallHomography([0.05, 0.02, 0, -0.02, -0.01, 0, 0, 0]).map(centre: unit.centre, scale: unit.scale))
        let seen = try #require(squeezed(truth))
        let rigidity = rigidity(Focal(share: 0.8, sigma: 0.02))
        var open = SquareMatrix(size: 8)
        for index in 0..<8 { open[index, index] = 1 }
        let prior = HomographyPrior(offset: SmallHomography(Array(repeating: 0, count: 8)), information: open)
        let here = SmallHomography(Array(repeating: 0, count: 8))
        let joined = prior.joined(with: rigidity.evidence(about: seen, unit: unit), at: here)
        let map = try #require(SmallHomography(joined.offset.map { -$0 }).map(centre: unit.centre, scale: unit.scale))
        let before = try #require(rigidity.misfit(of: seen, focalShare: 0.8))
        let righted = try #require(map(seen))
        let after = try #require(rigidity.misfit(of: righted, focalShare: 0.8))
        #expect((after * after).sum() < 0.05 * (before * before).sum())
    }

    @Test func `the less the focal length is known the less rigidity says of a tilted page`() throws {
        let seen = try corners(focalShare: 0.8, tilt: 50)
        func trace(_ sigma: Double) throws -> Double {
            let evidence = try #require(
                rigidity(Focal(share: 0.8, sigma: sigma)).evidence(about: seen, unit: unit(of: seen)))
            return (0..<8).reduce(0) { $0 + evidence.information[$1, $1] }
        }
        #expect(try trace(0.02) > 1.2 * trace(0.3))
        // What a rigid page looks like is no motion.
        let evidence = try #require(rigidity().evidence(about: seen, unit: unit(of: seen)))
        #expect(evidence.right.allSatisfy { abs($0) < 1e-3 })
    }
}

@Suite struct FocalEstimateTests {
    /// What a tracker would have measured of `count` views: corners with noise, and a covariance of that size.
    private func estimate(
        focalShare share: Double, first: Focal = .phone, count: Int = 120, seed: UInt64 = 1, tilt: (Double) -> Double
    ) throws -> Focal {
        var noise = NormalNoise(sigma: 0.2, seed: seed)
        var estimate = FocalEstimate(first)
        for index in 0..<count {
            let part = Double(index) / Double(count)
            let seen = try corners(focalShare: share, tilt: tilt(part), azimuth: 5 * part, roll: 0.3 * part)
                .map { $0 + Point2(noise.next(), noise.next()) }
            var covariance = SquareMatrix(size: 8)
            let sigma = 0.2 / (seen.diagonal / 2)
            for index in 0..<8 { covariance[index, index] = sigma * sigma }
            estimate.add(
                Tracking.Measurement(
                    corners: seen, sigma: 0.2, covariance: covariance, confidence: 0.9, innerShare: 0.9, innerCells: 20,
                    support: 0.9), rigidity(estimate.focal))
        }
        return estimate.focal
    }

    @Test(arguments: [0.55, 0.8, 1.3], [25, 55] as [Double])
    func `tilted views tell the focal length`(share: Double, tilt: Double) throws {
        let told = try estimate(focalShare: share) { tilt * (0.7 + 0.3 * sin(3 * $0)) }
        #expect(abs(told.share / share - 1) < 0.06, "\(told)")
        #expect(told.sigma < 0.08 && abs(log(told.share / share)) < 3 * told.sigma)
    }

    @Test(arguments: [0.6, 1.1])
    func `views from the front tell nothing, and it stays what it was taken for`(share: Double) throws {
        let told = try estimate(focalShare: share) { 2 * sin(5 * $0) }
        #expect(abs(told.share / Focal.phone.share - 1) < 0.06, "\(told)")
        #expect(told.sigma > 0.12)
    }

    @Test func `a focal length that is known to a hundredth is kept`() throws {
        let told = try estimate(focalShare: 0.82, first: Focal(share: 0.8, sigma: 0.01)) { _ in 40 }
        #expect(abs(told.share / 0.81 - 1) < 0.02 && told.sigma == 0.02)
    }

    @Test func `a camera that is known begins as it is`() {
        let camera = Camera(
            width: 720, height: 1280, fx: 960, fy: 960, cx: 359.5, cy: 639.5, source: .metadata, focalSigma: 48)
        #expect(Focal(camera) == Focal(share: 0.75, sigma: 0.05))
    }
}
