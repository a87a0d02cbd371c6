internal import Foundation
internal import Geometry

/// Fits the six numbers of a page's pose to its four corners, each as certain as it was measured.
///
/// Corners are pixels of `camera` without distortion. The page measures `width` × `height`, in any unit: translations come
/// out in it.
struct PlaneFit: Sendable {
    let camera: Camera
    let width, height: Double

    /// A pose that fits best, at least from where the fit began.
    struct Result: Sendable {
        let pose: RigidTransform
        /// Where the pose puts the corners.
        let corners: Quad
        /// The squared distance from the measured corners, by their covariance: about 2 where pose and camera are right.
        let chiSquare: Double
        /// Inverse covariance of a turn (radians, about the axes of camera space through the page's centre) and a shift.
        let information: SquareMatrix
    }

    /// Improves `start` by Gauss–Newton with damping (Levenberg and Marquardt); `nil` where the page gets behind the camera.
    ///
    /// - Parameter weight: inverse covariance of `corners`.
    func refined(_ start: RigidTransform, to corners: Quad, weight: SquareMatrix) -> Result? {
        guard var best = state(start, corners, weight) else { return nil }
        var damping = 1e-4
        for _ in 0..<12 {
            guard let step = best.information.damped(by: damping).solve(best.gradient) else { break }
            let turn = Point3(step[0], step[1], step[2])
            let next = RigidTransform(
                rotation: Matrix3(turning: turn) * best.pose.rotation,
                translation: best.pose.translation + Point3(step[3], step[4], step[5]))
            if let state = state(next, corners, weight), state.chiSquare <= best.chiSquare {
                let gain = best.chiSquare - state.chiSquare
                best = state
                damping = max(damping / 10, 1e-9)
                if gain < 1e-7 * (1 + best.chiSquare) { break }
            } else {
                damping *= 10
                if damping > 1e3 { break }
            }
        }
        return Result(
            pose: best.pose, corners: best.seen, chiSquare: best.chiSquare, information: best.information)
    }

    /// Covariance of the corners that a fitted pose gives, in square pixels; `nil` where the pose is not determined.
    func cornerCovariance(of fit: Result) -> SquareMatrix? {
        guard let covariance = fit.information.inverse, let (_, rows) = project(fit.pose) else { return nil }
        let products = rows.map { covariance * $0 }
        var result = SquareMatrix(size: 8)
        for row in 0..<8 { for column in 0..<8 { result[row, column] = dot(rows[row], products[column]) } }
        return result
    }

    /// Where a pose puts the corners; `nil` where they are not in front of the camera.
    func corners(of pose: RigidTransform) -> Quad? { project(pose)?.0 }

    private struct State {
        let pose: RigidTransform
        let seen: Quad
        let chiSquare: Double
        let gradient: [Double]
        let information: SquareMatrix
    }

    private func state(_ pose: RigidTransform, _ corners: Quad, _ weight: SquareMatrix) -> State? {
        guard let (seen, rows) = project(pose) else { return nil }
        let rest = zip(corners.corners, seen.corners).flatMap { pair in [pair.0.x - pair.1.x, pair.0.y - pair.1.y] }
        let weighted = weight * rest
        let columns = (0..<6).map { column in rows.map { $0[column] } }
        let weightedColumns = columns.map { weight * $0 }
        var information = SquareMatrix(size: 6)
        for row in 0..<6 {
            for column in 0..<6 { information[row, column] = dot(columns[row], weightedColumns[column]) }
        }
        let chiSquare = dot(rest, weighted)
        guard chiSquare.isFinite else { return nil }
        return State(
            pose: pose, seen: seen, chiSquare: chiSquare, gradient: columns.map { dot($0, weighted) },
            information: information)
    }

    /// Where the corners are seen, and how each of the eight numbers changes with a turn and a shift.
    private func project(_ pose: RigidTransform) -> (Quad, [[Double]])? {
        var seen: [Point2] = []
        var rows: [[Double]] = []
        for (x, z) in [(-0.5, -0.5), (0.5, -0.5), (0.5, 0.5), (-0.5, 0.5)] {
            let arm = pose.rotation * Point3(x * width, 0, z * height)
            let point = arm + pose.translation
            guard let pixel = camera.project(point) else { return nil }
            seen.append(pixel)
            let (u, v) = (camera.fx / point.z, camera.fy / point.z)
            rows.append(row(Point3(-u, 0, u * point.x / point.z), arm))
            rows.append(row(Point3(0, v, -v * point.y / point.z), arm))
        }
        return Quad(seen).map { ($0, rows) }
    }

    /// How a number with `gradient` in camera space changes when the page turns about its centre, `arm` away, and shifts.
    private func row(_ gradient: Point3, _ arm: Point3) -> [Double] {
        let turned = arm.cross(gradient)
        return [turned.x, turned.y, turned.z, gradient.x, gradient.y, gradient.z]
    }
}

extension Matrix3 {
    /// A turn about the direction of `turn`, by its length in radians (Rodrigues).
    init(turning turn: Point3) {
        let angle = turn.length
        let (axis, s, c) = (turn.normalized, sin(angle), cos(angle))
        let (x, y, z) = (axis.x, axis.y, axis.z)
        let k = 1 - c
        self.init(
            SIMD3(c + x * x * k, x * y * k - z * s, x * z * k + y * s),
            SIMD3(x * y * k + z * s, c + y * y * k, y * z * k - x * s),
            SIMD3(x * z * k - y * s, y * z * k + x * s, c + z * z * k))
    }

    /// The turn that a rotation is: its axis, as long as its angle in radians.
    var turn: Point3 {
        let axis = Point3(row2.y - row1.z, row0.z - row2.x, row1.x - row0.y) / 2
        let sine = axis.length
        let cosine = (row0.x + row1.y + row2.z - 1) / 2
        guard sine > 1e-12 else { return cosine > 0 ? axis : Point3(.pi, 0, 0) }
        return axis * (atan2(sine, cosine) / sine)
    }
}
