import Geometry
import SceneRendering
import Testing
import Vision

@Suite struct PlanarPoseTests {
    private static let width = 0.21, height = 0.148

    private static func camera(distortion: [Double] = [0, 0, 0, 0, 0]) -> Camera {
        Camera(
            width: 1080, height: 1920, fx: 1500, fy: 1480, cx: 545, cy: 950, distortion: distortion, source: .file,
            focalSigma: 0)
    }

    /// The outline's corners in anchor space: +x to the right edge, +z to the bottom edge.
    private static let anchorCorners = [(-1, -1), (1, -1), (1, 1), (-1, 1)].map {
        Point3(Double($0.0) * width / 2, 0, Double($0.1) * height / 2)
    }

    /// Where a camera sees the corners, through its lens as OpenCV's manual describes it (y down in these formulas).
    private func corners(_ pose: RigidTransform, _ camera: Camera) throws -> Quad {
        let k = camera.distortion
        return try #require(
            Quad(
                Self.anchorCorners.map { corner in
                    let p = pose(corner)
                    let (x, y) = (p.x / -p.z, -p.y / -p.z)
                    let r2 = x * x + y * y
                    let radial = 1 + k[0] * r2 + k[1] * r2 * r2 + k[4] * r2 * r2 * r2
                    return Point2(
                        camera.fx * (x * radial + 2 * k[2] * x * y + k[3] * (r2 + 2 * x * x)) + camera.cx,
                        camera.fy * (y * radial + k[2] * (r2 + 2 * y * y) + 2 * k[3] * x * y) + camera.cy)
                }))
    }

    private func degrees(between a: RigidTransform, _ b: RigidTransform) -> Double {
        let relative = a.rotation.transposed * b.rotation
        // Of a small turn the sine is exact, the cosine is not.
        let sine = Point3(
            relative.row2.y - relative.row1.z, relative.row0.z - relative.row2.x, relative.row1.x - relative.row0.y)
        return sine.length / 2 * 180 / .pi
    }

    private static let views = [
        View(distance: 0.4), View(distance: 0.5, tilt: 0.5),
        View(x: 0.04, z: -0.03, distance: 0.45, tilt: 0.9, azimuth: 2),
        View(x: -0.02, distance: 0.7, tilt: 1.2, azimuth: -0.8, roll: 1.4), View(distance: 1.5, tilt: 0.3, roll: 3),
    ]

    @Test(arguments: views)
    func `corners that the camera projects give its pose back, in our axes`(view: View) throws {
        let pose = view.cameraFromStage
        let camera = Self.camera()
        let projected = try #require(Quad(Self.anchorCorners.compactMap { camera.project(pose($0)) }))
        #expect(projected.alignmentError(to: try corners(pose, camera)) < 1e-9)
        let poses = try planarPoses(of: projected, width: Self.width, height: Self.height, camera: camera)
        let best = try #require(poses.first)
        #expect(degrees(between: best.cameraFromAnchor, pose) < 0.01)
        #expect((best.cameraFromAnchor.translation - pose.translation).length < 1e-5 * view.distance)
        #expect(best.reprojectionError < 1e-3)
        #expect(best.cameraFromAnchor.translation.z < 0)
    }

    @Test(arguments: views.dropFirst())
    func `there are two poses, the second explains the corners less well`(view: View) throws {
        let camera = Self.camera()
        let seen = try corners(view.cameraFromStage, camera)
        let poses = try planarPoses(of: seen, width: Self.width, height: Self.height, camera: camera)
        try #require(poses.count == 2)
        #expect(poses[0].reprojectionError <= poses[1].reprojectionError)
        let second = try #require(
            Quad(Self.anchorCorners.compactMap { camera.project(poses[1].cameraFromAnchor($0)) }))
        // OpenCV's root mean square is over the points' coordinates: √2 smaller than that over distances.
        let error = second.alignmentError(to: seen)
        #expect(abs(error / 2.0.squareRoot() - poses[1].reprojectionError) < 0.02 * error + 1e-3)
    }

    /// Exact corners of these views made IPPE take roots of −1e−16: rounding decides, so many are tried.
    @Test func `straight on, or tilted about an edge, a page has a pose like elsewhere`() throws {
        let camera = Self.camera()
        for step in 0..<60 {
            let view = View(
                x: 0.01 * Double(step % 5), distance: 0.4 + 0.017 * Double(step), tilt: step % 2 == 0 ? 0 : 0.3,
                azimuth: step % 4 == 3 ? .pi / 2 : 0, roll: 0.1 * Double(step))
            let poses = try planarPoses(
                of: try corners(view.cameraFromStage, camera), width: Self.width, height: Self.height, camera: camera)
            let best = try #require(poses.first, "\(view)")
            #expect(best.reprojectionError < 1e-2, "\(view)")
            // Straight on the tilt hangs on the root of a millionth of a pixel.
            #expect(degrees(between: best.cameraFromAnchor, view.cameraFromStage) < 0.1, "\(view)")
        }
    }

    @Test func `a lens that distorts is taken into account`() throws {
        let pose = View(x: 0.03, z: 0.05, distance: 0.4, tilt: 0.6, azimuth: 0.5).cameraFromStage
        let camera = Self.camera(distortion: [0.12, -0.2, 0.001, -0.002, 0.05])
        let seen = try corners(pose, camera)
        let best = try #require(
            try planarPoses(of: seen, width: Self.width, height: Self.height, camera: camera).first)
        #expect(degrees(between: best.cameraFromAnchor, pose) < 0.05)
        #expect((best.cameraFromAnchor.translation - pose.translation).length < 2e-4)
        let without = try #require(
            try planarPoses(of: seen, width: Self.width, height: Self.height, camera: Self.camera()).first)
        #expect((without.cameraFromAnchor.translation - pose.translation).length > 1e-3)
    }

    /// Five fixed-point steps, as OpenCV undistorts, leave 0.05 px of these lenses at the picture's edge.
    @Test(arguments: [[-0.29, 0.1, 0.001, -0.0001, 0], [-0.27, -0.04, 0.002, 0, 0.24], [0.2, -0.1, 0, 0, 0.02]])
    func `a strong lens costs no accuracy at the edge of the picture`(distortion: [Double]) throws {
        let camera = Self.camera(distortion: distortion)
        for view in [
            View(x: 0.02, z: 0.08, distance: 0.35, tilt: 0.5, azimuth: 0.4), View(z: -0.1, distance: 0.4, tilt: 0.7),
        ] {
            let pose = view.cameraFromStage
            let poses = try planarPoses(
                of: try corners(pose, camera), width: Self.width, height: Self.height, camera: camera)
            let best = try #require(poses.first)
            #expect(degrees(between: best.cameraFromAnchor, pose) < 0.01)
            #expect((best.cameraFromAnchor.translation - pose.translation).length < 5e-5)
        }
    }

    @Test func `translations come out in the unit of the width`() throws {
        let pose = View(distance: 0.5, tilt: 0.5, azimuth: 0.3).cameraFromStage
        let camera = Self.camera()
        let best = try #require(
            try planarPoses(
                of: try corners(pose, camera), width: 1, height: Self.height / Self.width, camera: camera
            ).first)
        #expect((best.cameraFromAnchor.translation * Self.width - pose.translation).length < 1e-5)
        #expect(degrees(between: best.cameraFromAnchor, pose) < 0.01)
    }

    @Test func `corners in a line, or all in one place, give numbers or no pose`() throws {
        let line = Quad(Point2(0, 0), Point2(100, 0), Point2(200, 0), Point2(300, 0))
        let point = Quad(Point2(5, 5), Point2(5, 5), Point2(5, 5), Point2(5, 5))
        for quad in [line, point] {
            let poses = (try? planarPoses(of: quad, width: 0.2, height: 0.1, camera: Self.camera())) ?? []
            for pose in poses { #expect(pose.cameraFromAnchor.columnMajor.allSatisfy { $0.isFinite }) }
        }
    }
}
