internal import COpenCVShim
package import Geometry

/// A pose of a rectangle, and how well it explains the corners.
package struct PlanarPose: Hashable, Sendable {
    /// Camera space (y up, z towards the viewer) from anchor space (x right, y out of the paper, z to the bottom edge).
    package let cameraFromAnchor: RigidTransform
    /// Root mean square reprojection error in pixels without distortion.
    package let reprojectionError: Double
}

/// Both poses that four corners of a plane allow (IPPE, Collins and Bartoli 2014), better first.
///
/// `corners` are upright distorted pixels of the size that `camera` is for; `width` and `height` of the rectangle are metres,
/// or any unit: translations come out in it.
package func planarPoses(
    of corners: Quad, width: Double, height: Double, camera: Camera
) throws(VisionError) -> [PlanarPose] {
    let undistorted = corners.corners.map(camera.undistorted)
    let corners = Quad(undistorted[0], undistorted[1], undistorted[2], undistorted[3])
    let poses = try posesByIPPE(of: corners, width: width, height: height, camera: camera)
    if poses.allSatisfy(\.isFinite) { return poses }
    // IPPE takes the root of 1 − a² − b², which rounding makes negative where a page is seen exactly straight on or tilted
    // about one of its edges. Corners a millionth of a pixel away are as true, and keep clear of it.
    let nudge = 1e-6
    let beside = Quad(
        corners.topLeft + Point2(1, 2) * nudge, corners.topRight + Point2(-3, 1) * nudge,
        corners.bottomRight + Point2(2, -1) * nudge, corners.bottomLeft + Point2(-1, -3) * nudge)
    return try posesByIPPE(of: beside, width: width, height: height, camera: camera).filter(\.isFinite)
}

/// The same for corners from which the lens's distortion was taken.
private func posesByIPPE(
    of corners: Quad, width: Double, height: Double, camera: Camera
) throws(VisionError) -> [PlanarPose] {
    // OpenCV's object axes here: x right, y down along the paper, z into it.
    let (w, h) = (width / 2, height / 2)
    let object: [Double] = [-w, -h, 0, w, -h, 0, w, h, 0, -w, h, 0]
    let seen = corners.corners.flatMap { [$0.x, $0.y] }
    var poses = [ocv_pose](repeating: ocv_pose(), count: 2)
    var count: Int32 = 0
    let status = unsafe ocv_planar_poses(
        object, seen, [camera.fx, camera.fy, camera.cx, camera.cy], &poses, &count)
    guard try VisionError.check(status, "solve a pose") else { return [] }
    return poses.prefix(Int(count)).map(PlanarPose.init)
}

extension PlanarPose {
    fileprivate var isFinite: Bool {
        reprojectionError.isFinite && cameraFromAnchor.columnMajor.allSatisfy(\.isFinite)
    }

    /// Changes OpenCV's axes (camera: y down, z forward; object: y down the paper, z into it) to the project's.
    fileprivate init(_ pose: ocv_pose) {
        let r = pose.rotation
        let rotation = Matrix3(SIMD3(r.0, r.1, r.2), SIMD3(r.3, r.4, r.5), SIMD3(r.6, r.7, r.8))
        let flip = Matrix3(SIMD3(1, 0, 0), SIMD3(0, -1, 0), SIMD3(0, 0, -1))
        // Anchor (x, y, z) is object (x, z, −y).
        let objectFromAnchor = Matrix3(SIMD3(1, 0, 0), SIMD3(0, 0, 1), SIMD3(0, -1, 0))
        let t = pose.translation
        self.init(
            cameraFromAnchor: RigidTransform(
                rotation: flip * rotation * objectFromAnchor, translation: flip * Point3(t.0, t.1, t.2)),
            reprojectionError: pose.error)
    }
}
