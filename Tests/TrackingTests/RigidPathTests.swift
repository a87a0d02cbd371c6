import Foundation
import Geometry
import SceneRendering
import TestSupport
import Testing

@testable import Tracking

private let width = 0.2, height = 0.15

/// 640 × 480, about 56° wide.
private func camera(_ source: Camera.Source = .file, focal: Double = 600, distortion k1: Double = 0) -> Camera {
    Camera(
        width: 640, height: 480, fx: focal, fy: focal, cx: 319.5, cy: 239.5, distortion: [k1, 0, 0, 0, 0],
        source: source, focalSigma: 0)
}

/// Where a lens shows the page's corners.
private func corners(_ view: View, _ camera: Camera = camera()) throws -> Quad {
    let pose = view.cameraFromStage
    let seen = [(-1, -1), (1, -1), (1, 1), (-1, 1)].compactMap { x, z -> Point2? in
        camera.project(pose(Point3(Double(x) * width / 2, 0, Double(z) * height / 2))).map(camera.distorted)
    }
    return try #require(Quad(seen))
}

private func degrees(_ a: RigidTransform, _ b: RigidTransform) -> Double {
    (a.rotation * b.rotation.transposed).turn.length * 180 / .pi
}

private func median(_ values: [Double]) -> Double { values.sorted()[values.count / 2] }

@Suite struct RigidPathTests {
    private func path(_ camera: Camera = camera()) -> RigidPath {
        RigidPath(
            camera: camera, width: width, height: height, seconds: views.indices.map { Double($0) / 30 },
            isCut: views.map { _ in false })
    }

    /// A page of some 270 px that a hand turns slowly.
    private let views = (0..<40).map { index -> View in
        let t = Double(index) / 30
        return View(x: 0.01 * t, distance: 0.45, tilt: 0.12 * cos(2 * t), azimuth: 1 + t, roll: 0.1 * t)
    }

    private func frames(
        _ views: [View], sigma: Double, seed: UInt64 = 1, camera: Camera = camera()
    ) throws -> [SolvedFrame?] {
        var noise = NormalNoise(sigma: sigma, seed: seed)
        return try views.map { view in
            let measured = try corners(view, camera).map { $0 + Point2(noise.next(), noise.next()) }
            return SolvedFrame(corners: measured, sigma: sigma, confidence: 0.9, isMeasured: true)
        }
    }

    /// 0.03 px at the ends of 270 are 0.01 % of the distance. A tilt moves the corners by 135² / 600 = 30 px per radian: 0.06°.
    @Test func `poses are right to a tenth of a degree and a five-hundredth of the distance`() throws {
        let solved = try path().solve(frames(views, sigma: 0.03)).map { try #require($0) }
        let angles = zip(solved, views).map { degrees($0.pose, $1.cameraFromStage) }
        let distances = zip(solved, views).map { found, view in
            abs(found.pose.translation.length / view.cameraFromStage.translation.length - 1)
        }
        #expect(median(angles) < 0.1)
        #expect(median(distances) < 0.002)
        // The other pose is twice the tilt away, 12° and more.
        #expect(angles.allSatisfy { $0 < 3 })
    }

    /// Eight numbers carry the noise of eight, six that of six: three quarters of the variance are left, 0.87 of the deviation.
    @Test func `corners of a rigid page are better than those that were measured`() throws {
        let truth = try views.map { try corners($0) }
        let measured = try frames(views, sigma: 0.3)
        let solved = try path().solve(measured)
        func error(_ frames: [Quad?]) -> Double {
            zip(frames, truth).reduce(0) { sum, pair in
                let error = pair.0?.alignmentError(to: pair.1) ?? 99
                return sum + error * error
            }.squareRoot()
        }
        let ratio = error(solved.map { $0?.solved.corners }) / error(measured.map { $0?.corners })
        #expect(ratio < 0.93 && ratio > 0.8)
    }

    @Test func `a corner that nothing holds lies where the others put it`() throws {
        let truth = try corners(views[5])
        var covariance = CornerCovariance.independent(0.02)
        for axis in 4...5 { covariance[axis, axis] = 25 }
        var drifted = truth
        drifted.bottomRight += Point2(4, -3)
        let frame = SolvedFrame(
            corners: drifted, sigma: 2.5, confidence: 0.9, isMeasured: true, covariance: covariance)
        let found = try #require(try path().solve([frame])[0])
        #expect(found.solved.corners.alignmentError(to: truth) < 0.05)
        #expect(found.solved.sigma < 0.2)
    }

    /// A curled corner, or a focal length that is wrong by a third: what was measured counts.
    @Test func `a page that no pose explains keeps its corners`() throws {
        var bent = try frames(views, sigma: 0.1)
        for index in bent.indices {
            guard let corner = bent[index]?.corners.topRight else { continue }
            bent[index]?.corners.topRight = corner + Point2(3, 2)
        }
        for (found, measured) in zip(try path().solve(bent), bent) {
            let (found, measured) = (try #require(found).solved.corners, try #require(measured).corners)
            #expect(found.alignmentError(to: measured) < 0.15)
        }
        let tilted = (0..<30).map { View(distance: 0.45, tilt: 0.9, azimuth: 0.1 * Double($0)) }
        let seen = try frames(tilted, sigma: 0.05)
        let wrong = path(camera(focal: 800))
        for (found, measured) in zip(try wrong.solve(seen), seen) {
            let (found, measured) = (try #require(found).solved.corners, try #require(measured).corners)
            #expect(found.alignmentError(to: measured) < 0.1)
        }
    }

    @Test func `under a focal length that is only assumed corners stay as they were measured`() throws {
        let measured = try frames(views, sigma: 0.3)
        let solved = try path(camera(.assumed)).solve(measured)
        for (found, measured) in zip(solved, measured) {
            #expect(found?.solved == measured)
            let pose = try #require(found?.pose)
            #expect(pose.rotation.columns.1.dot(pose.translation) < 0)
        }
    }

    @Test func `corners are where a lens that distorts shows them, and poses are what it looks at`() throws {
        let lens = camera(distortion: -0.12)
        let measured = try frames(views, sigma: 0.02, camera: lens)
        let solved = try path(lens).solve(measured)
        for (found, view) in zip(solved, views) {
            let found = try #require(found)
            #expect(found.solved.corners.alignmentError(to: try corners(view, lens)) < 0.1)
            #expect(degrees(found.pose, view.cameraFromStage) < 0.5)
        }
    }
}

@Suite struct SlowMotionTests {
    /// A pan of 0.3 px a frame. What is frozen, or held back, lags behind along it.
    @Test func `a slow pan is followed, not frozen`() throws {
        let step = 0.3 * 0.45 / smallCamera.fx
        let shot = Shot(.cat { View(x: step * 30 * $0, distance: 0.45, tilt: 0.2, azimuth: 0.4) }, frameCount: 16)
        let truth = try (0..<16).map { try #require(shot.corners(of: "cat", inFrame: $0)).centre }
        let found = try track(SceneSource(shot), [Pages.catModel]).anchors(of: "cat").map {
            try #require($0).corners.centre
        }
        let motion = truth[15] - truth[0]
        #expect(abs(motion.length / 15 - 0.3) < 0.02)
        let error = zip(found, truth).reduce(Point2.zero) { $0 + ($1.0 - $1.1) } / Double(truth.count)
        #expect(abs(error.dot(motion) / motion.length) < 0.05)
        // Not only in the mean: at the end as at the beginning.
        #expect((found[14] - found[1] - (truth[14] - truth[1])).length < 0.1)
    }
}
