import Geometry
import SceneRendering
import TestSupport
import Testing
import Vision

@testable import Tracking

@Suite struct PosePathTests {
    private static let width = 0.2, height = 0.15
    private let path = PosePath(camera: smallCamera, width: width, height: height)

    /// A page of some 43 px, its corners measured with noise.
    private func frame(_ view: View, _ noise: inout NormalNoise) -> SolvedFrame? {
        let pose = view.cameraFromStage
        let corners = [(-1, -1), (1, -1), (1, 1), (-1, 1)].compactMap { x, z -> Point2? in
            smallCamera.project(pose(Point3(Double(x) * Self.width / 2, 0, Double(z) * Self.height / 2)))
                .map { $0 + Point2(noise.next(), noise.next()) }
        }
        return Quad(corners).map { SolvedFrame(corners: $0, sigma: 0.3, confidence: 0.9, isMeasured: true) }
    }

    private func degrees(_ a: RigidTransform, _ b: RigidTransform) -> Double {
        let cosine = a.rotation.columns.1.dot(b.rotation.columns.1)
        return (2 - 2 * min(1, cosine)).squareRoot() * 180 / .pi
    }

    /// From 26° on one side over frontal to 26° on the other. Near frontal both poses explain the corners equally well.
    private let views = (0..<41).map { View(distance: 1.4, tilt: 0.45 - 0.0225 * Double($0), azimuth: 0.3) }

    @Test(arguments: 0..<6 as Range<UInt64>)
    func `on a way through the frontal view the true pose is chosen in every frame`(seed: UInt64) throws {
        var noise = NormalNoise(sigma: 0.3, seed: seed)
        let poses = try path.solve(views.map { frame($0, &noise) })
        for (view, fit) in zip(views, poses) {
            let pose = try #require(fit).pose
            // A tilt shows by its cosine: 0.3 px of 21 to either side of the middle is 10° when seen from the front, less
            // when tilted. The wrong pose is off by twice the tilt, 28° and more from 0.25 on.
            let allowed = abs(view.tilt) < 0.25 ? 24 : 13.0
            #expect(degrees(pose, view.cameraFromStage) < allowed, "tilt \(view.tilt)")
        }
    }

    @Test func `what one frame alone would choose is wrong now and then`() throws {
        // The reason for the path: else the test above would prove nothing.
        var wrong = 0
        for seed in 0..<6 as Range<UInt64> {
            var noise = NormalNoise(sigma: 0.3, seed: seed)
            for view in views where abs(view.tilt) > 0.1 {
                let alone = try path.solve([frame(view, &noise)]).first ?? nil
                if degrees(try #require(alone).pose, view.cameraFromStage) > 1.5 * abs(view.tilt) * 180 / .pi {
                    wrong += 1
                }
            }
        }
        #expect(wrong > 0)
    }

    @Test func `frames without corners have no pose, and those beside them do`() throws {
        var noise = NormalNoise(sigma: 0.05, seed: 3)
        var frames = views.prefix(12).map { frame($0, &noise) }
        for index in 4..<7 { frames[index] = nil }
        let poses = try path.solve(frames)
        #expect(poses.indices.filter { poses[$0] == nil } == [4, 5, 6])
        #expect(try path.solve([nil, nil]).allSatisfy { $0 == nil })
        #expect(try path.solve([]).isEmpty)
    }

    @Test func `a pose is in front of the camera with its front towards it`() throws {
        var noise = NormalNoise(sigma: 0.2, seed: 4)
        for pose in try path.solve(views.map { frame($0, &noise) }).compactMap({ $0?.pose }) {
            #expect(pose.translation.z < 0)
            #expect(pose.rotation.columns.1.dot(pose.translation) < 0)
        }
    }
}
