internal import Geometry
internal import Vision

/// Makes a page's path that of a flat, rigid page: a pose for each frame, and corners that lie where that pose puts them as
/// far as the page, or what is known of the camera, bears it.
///
/// Corners far from ink are badly held by the eight numbers of a homography; six for the pose are fewer, and what was measured
/// well decides where the rest lies. A bent page or a focal length that is not quite right keeps measured corners away from
/// every pose: how far is learnt from the frames around, and so far the measurement is believed instead.
struct RigidPath {
    let camera: Camera
    /// The page's size; poses come out in its unit.
    let width, height: Double
    /// Seconds of each frame, and whether it begins another shot.
    let seconds: [Double]
    let isCut: [Bool]

    /// A frame with its pose; `solved.corners` are where one sees them, distorted by the lens.
    struct Frame {
        var solved: SolvedFrame
        let pose: RigidTransform
    }

    /// Frames around that are asked how rigid the page is, on each side.
    private static let reach = 15

    /// `nil` where there are no corners or no pose explains them.
    func solve(_ path: [SolvedFrame?]) throws(VisionError) -> [Frame?] {
        let ideal = path.map { frame in
            frame.map { frame in
                var result = frame
                result.corners = frame.corners.map(camera.undistorted)
                return result
            }
        }
        let fits = try PosePath(camera: pinhole, width: width, height: height).solve(ideal)
        let misfits = isTrusted ? misfits(ideal, fits) : Array(repeating: 0, count: path.count)
        let again = path.indices.map { index in
            fits[index].flatMap { fit in ideal[index].flatMap { refined(fit, $0, misfit: misfits[index]) } }
        }
        let poses = SteadyTurns(seconds: seconds, isCut: isCut).steadied(again)
        return path.indices.map { index in
            guard let solved = ideal[index], let fit = again[index], let pose = poses[index], let seen = path[index]
            else { return nil }
            guard isTrusted else { return Frame(solved: seen, pose: pose) }
            return rigid(solved, fit, pose, misfit: misfits[index])
        }
    }

    /// The camera with a lens that does not distort: what ideal corners are for.
    private var pinhole: Camera {
        Camera(
            width: camera.width, height: camera.height, fx: camera.fx, fy: camera.fy, cx: camera.cx, cy: camera.cy,
            source: camera.source, focalSigma: camera.focalSigma)
    }

    private var plane: PlaneFit { PlaneFit(camera: pinhole, width: width, height: height) }

    /// Whether the focal length is known well enough to hold corners to it.
    private var isTrusted: Bool { camera.source != .assumed && camera.focalSigma < 0.06 * camera.fx }

    /// How far corners lie from where a rigid page could be, beyond what their covariance explains: variances in square pixels.
    ///
    /// Two of the eight numbers are not explained by a pose. Medians, so that a few bad frames are no bend.
    private func misfits(_ path: [SolvedFrame?], _ fits: [PlaneFit.Result?]) -> [Double] {
        let found = path.indices.map { index -> (rest: Double, expected: Double)? in
            guard let solved = path[index], let fit = fits[index], solved.isMeasured else { return nil }
            let distance = solved.corners.alignmentError(to: fit.corners)
            let rest = 2 * distance * distance
            return (rest, fit.chiSquare > 1e-9 ? 2 * rest / fit.chiSquare : solved.sigma * solved.sigma)
        }
        return path.indices.map { index in
            let around = found[max(0, index - Self.reach)...min(path.count - 1, index + Self.reach)].compactMap(\.self)
            guard !around.isEmpty else { return 0 }
            // The median of a square that follows an exponential distribution is 0.69 of its mean.
            return max(0, median(around.map(\.rest)) / 0.69 - median(around.map(\.expected)))
        }
    }

    private func median(_ values: [Double]) -> Double { values.sorted()[values.count / 2] }

    /// Inverse covariance of corners that were measured, and of how far a page strays from a rigid one by `misfit` square pixels.
    private func weight(_ solved: SolvedFrame, _ misfit: Double) -> SquareMatrix? {
        let measured = solved.covariance + CornerCovariance.independent(SolvedFrame.finest)
        return (measured + CornerCovariance.independent(misfit.squareRoot())).inverse
    }

    private func refined(_ fit: PlaneFit.Result, _ solved: SolvedFrame, misfit: Double) -> PlaneFit.Result? {
        guard misfit > 0 else { return fit }
        return weight(solved, misfit).flatMap { plane.refined(fit.pose, to: solved.corners, weight: $0) } ?? fit
    }

    /// The most likely corners of a page at `pose` whose corners stray from a rigid one's by `misfit` square pixels.
    private func rigid(
        _ solved: SolvedFrame, _ fit: PlaneFit.Result, _ pose: RigidTransform, misfit: Double
    ) -> Frame? {
        var result = Frame(solved: solved, pose: pose)
        if let weight = weight(solved, misfit), let placed = plane.corners(of: pose),
            let covariance = plane.cornerCovariance(of: fit)
        {
            let rest = zip(solved.corners.corners, placed.corners).flatMap { [$0.x - $1.x, $0.y - $1.y] }
            let stray = (weight * rest).map { $0 * misfit }
            let corners = placed.corners.enumerated().map { index, corner in
                corner + Point2(stray[2 * index], stray[2 * index + 1])
            }
            result.solved.corners = Quad(corners) ?? solved.corners
            result.solved.covariance = covariance
            result.solved.sigma = min(solved.sigma, CornerCovariance.sigma(covariance))
        }
        result.solved.corners = result.solved.corners.map(camera.distorted)
        guard result.solved.corners.shareInside(width: camera.width, height: camera.height) > 0 else { return nil }
        return result
    }
}
