import Geometry
import SceneRendering
import Testing

#if canImport(Glibc)
    import Glibc
#endif

@Suite struct MotionTests {
    private func pixel(_ x: Double, _ z: Double, _ view: View) throws -> Point2 {
        try #require(smallCamera.project(view.cameraFromStage(Point3(x, 0, z))))
    }

    @Test func `from straight above the stage lies as on paper`() throws {
        let view = View(distance: 0.3)
        #expect((try pixel(0, 0, view) - Point2(159.5, 119.5)).length < 1e-9)
        #expect((try pixel(0.03, 0, view) - Point2(189.5, 119.5)).length < 1e-9)
        #expect((try pixel(0, 0.03, view) - Point2(159.5, 149.5)).length < 1e-9)
    }

    @Test func `a tilted view comes from the reader's side, an azimuth from the right`() throws {
        let near = try pixel(0.05, 0.05, View(distance: 0.4, tilt: 0.8)),
            far = try pixel(0.05, -0.05, View(distance: 0.4, tilt: 0.8))
        #expect(near.x - 159.5 > far.x - 159.5 && near.y > far.y)
        let right = View(distance: 0.4, tilt: 0.8, azimuth: 0.6).cameraFromStage.inverse.translation
        #expect(right.x > 0 && right.z > 0 && abs(right.length - 0.4) < 1e-12)
    }

    @Test func `a positive roll turns the picture clockwise`() throws {
        let p = try pixel(0.05, 0, View(distance: 0.4, roll: 0.3))
        #expect(p.x > 159.5 && p.y > 119.5)
    }

    @Test func `a path goes through its keys and never beyond their range`() {
        let path = Keyframes([(0, [0]), (1, [2]), (1.2, [5]), (3, [5]), (4, [1])])
        #expect([0, 1, 1.2, 3, 4].map { path($0)[0] } == [0, 2, 5, 5, 1])
        #expect(path(-1) == [0] && path(9) == [1])
        let between = stride(from: 0, through: 4, by: 0.01).map { path($0)[0] }
        #expect(between.allSatisfy { (-1e-9...5 + 1e-9).contains($0) })
        // Smooth: no step of 10 ms is much longer than the steepest cubic's.
        #expect(zip(between, between.dropFirst()).allSatisfy { abs($0 - $1) < 0.3 })
    }

    @Test func `a tremor has the strength that it is asked for`() {
        let tremor = Motion.tremor(angle: 0.01, shift: 0.002, seed: 5)
        let times = (0..<6000).map { Double($0) / 60 }
        let shifts = times.map { tremor($0).translation.x }
        let deviation = (shifts.reduce(0) { $0 + $1 * $1 } / 6000).squareRoot()
        #expect(abs(deviation / 0.002 - 1) < 0.1)
        let angles = times.map { acos(min(1, (tremor($0).rotation.columns.0.x))) }
        #expect((0.003...0.06).contains(angles.max() ?? 0))
    }

    @Test func `the perspective challenge tilts to 75 degrees, leaving leaves and returns`() throws {
        func shares(_ challenge: Challenge) -> [(tilt: Double, share: Double)] {
            var scene = Scene.small(page: .blots(seed: 1, width: 40, height: 30))
            scene.cameraFromStage = challenge.motion(
                camera: smallCamera, pageWidth: 0.2, pageHeight: 0.15, duration: 4, trembling: 0, seed: 1)
            return stride(from: 0, through: 4, by: 0.05).map { seconds in
                let truth = scene.truth(at: seconds)[0]
                return (acos(truth.cameraFromAnchor.rotation.columns.1.z), truth.visibleShare)
            }
        }
        #expect(abs((shares(.perspective).map(\.tilt).max() ?? 0) * 180 / .pi - 75) < 0.5)
        let leaving = shares(.leaving).map(\.share)
        #expect(leaving[0] > 0.99 && leaving[40] == 0 && leaving[80] > 0.99)
    }
}
