internal import Geometry

/// How a page may move from where it is expected: it shifts, turns and comes nearer easily, its tilt changes slowly.
///
/// Half a page behind a hand leaves the far corners open; a free homography lets them drift. These are standard deviations in
/// pixels at the corners, as a share of the page's half diagonal plus a constant.
struct MotionPrior: Hashable, Sendable {
    var shift, similarity, affine, perspective: Double

    /// After a first sight, whose pose comes from features alone.
    static func afterSighting(radius: Double) -> MotionPrior {
        MotionPrior(
            shift: 10 + 0.2 * radius, similarity: 5 + 0.1 * radius, affine: 4 + 0.06 * radius,
            perspective: 3 + 0.03 * radius)
    }

    /// For the next of frames that are followed; `frames` of them since the last measurement.
    static func following(radius: Double, frames: Int) -> MotionPrior {
        let k = Double(frames)
        return MotionPrior(
            shift: k * (20 + 0.3 * radius), similarity: k * (4 + 0.06 * radius), affine: k * (1.2 + 0.02 * radius),
            perspective: k * (0.8 + 0.01 * radius))
    }

    /// The inverse covariance of where the page is, in units of `radius`: its own motion, and what was not known before.
    ///
    /// - Parameter before: the covariance of the last measurement; a prediction from two of them carries several times as much.
    func information(radius: Double, before: SquareMatrix? = nil) -> SquareMatrix {
        let motion = information(radius)
        guard let before, let moved = motion.inverse else { return motion }
        return (moved + before.scaled(by: 3)).inverse ?? motion
    }

    private func information(_ radius: Double) -> SquareMatrix {
        var matrix = SquareMatrix(size: 8)
        func add(_ mode: [Double], _ sigma: Double) {
            let share = sigma / radius
            matrix.addOuterProduct(of: mode, weight: 1 / (share * share))
        }
        add([0, 0, 1, 0, 0, 0, 0, 0], shift)
        add([0, 0, 0, 0, 0, 1, 0, 0], shift)
        add([0.5, 0, 0, 0, 0.5, 0, 0, 0], similarity)
        add([0, -0.5, 0, 0.5, 0, 0, 0, 0], similarity)
        add([0.5, 0, 0, 0, -0.5, 0, 0, 0], affine)
        add([0, 0.5, 0, 0.5, 0, 0, 0, 0], affine)
        add([0, 0, 0, 0, 0, 0, 1, 0], perspective)
        add([0, 0, 0, 0, 0, 0, 0, 1], perspective)
        return matrix
    }
}
