internal import Geometry
internal import Vision

/// Chooses one pose a frame: a plane seen in perspective has two that explain its corners almost equally well, and only the
/// path over time tells which is true.
///
/// Viterbi over both poses of each frame: how far each is from the corners, by what they are worth, against the turn from one
/// frame to the next, by how well each pose is known. Poses that face away are no candidates.
struct PosePath {
    let fit: PlaneFit

    init(camera: Camera, width: Double, height: Double) {
        fit = PlaneFit(camera: camera, width: width, height: height)
    }

    /// Poses for those frames that have corners; the path starts anew after a gap. `nil` where no pose explains them.
    func solve(_ frames: [SolvedFrame?]) throws(VisionError) -> [PlaneFit.Result?] {
        var chosen = [PlaneFit.Result?](repeating: nil, count: frames.count)
        var run: [Candidates] = []
        for (index, frame) in frames.enumerated() {
            let candidates = try frame.map { solved throws(VisionError) in try self.candidates(index, solved) } ?? nil
            if let candidates {
                run.append(candidates)
            } else {
                settle(run, &chosen)
                run = []
            }
        }
        settle(run, &chosen)
        return chosen
    }

    /// Neighbouring frames err together: what counts of a frame's own say, and of its uncertainty in the step from it.
    private static let share = 0.25

    private struct Candidates {
        let frame: Int
        let fits: [PlaneFit.Result]
        /// Covariance of the turn of each, radians², and what each costs by itself.
        let turns: [SquareMatrix]
        let costs: [Double]
    }

    /// Both poses of a frame, each as near to the corners as it comes.
    private func candidates(_ frame: Int, _ solved: SolvedFrame) throws(VisionError) -> Candidates? {
        let covariance = solved.covariance + CornerCovariance.independent(SolvedFrame.finest)
        guard let weight = covariance.inverse else { return nil }
        let fits = try planarPoses(of: solved.corners, width: fit.width, height: fit.height, camera: fit.camera)
            .compactMap { fit.refined($0.cameraFromAnchor, to: solved.corners, weight: weight) }
            .filter { facesCamera($0.pose) }
        guard !fits.isEmpty else { return nil }
        return Candidates(
            frame: frame, fits: fits, turns: fits.map { turnCovariance($0.information) },
            costs: fits.map { $0.chiSquare * Self.share })
    }

    /// Whether the paper's front (anchor +y) is turned to the camera, which sits at the origin.
    private func facesCamera(_ pose: RigidTransform) -> Bool {
        pose.translation.z < 0 && pose.rotation.columns.1.dot(pose.translation) < 0
    }

    private func turnCovariance(_ information: SquareMatrix) -> SquareMatrix {
        var turns = SquareMatrix(size: 3)
        guard let covariance = information.inverse else { return turns }
        for row in 0..<3 { for column in 0..<3 { turns[row, column] = covariance[row, column] * Self.share } }
        return turns
    }

    private func settle(_ run: [Candidates], _ chosen: inout [PlaneFit.Result?]) {
        guard let first = run.first else { return }
        var costs = first.costs
        var origins: [[Int]] = []
        for (before, now) in zip(run, run.dropFirst()) {
            let steps = now.fits.indices.map { candidate in
                before.fits.indices.map { origin in
                    (origin, costs[origin] + turnCost(before, origin, now, candidate))
                }.min { $0.1 < $1.1 } ?? (0, .infinity)
            }
            origins.append(steps.map(\.0))
            costs = now.fits.indices.map { steps[$0].1 + now.costs[$0] }
        }
        var at = costs.indices.min { costs[$0] < costs[$1] } ?? 0
        for index in run.indices.reversed() {
            chosen[run[index].frame] = run[index].fits[at]
            if index > 0 { at = origins[index - 1][at] }
        }
    }

    /// The squared turn between two orientations, in units of how well they are known and of what a hand turns a page or a
    /// phone between frames: 2°.
    private func turnCost(_ before: Candidates, _ origin: Int, _ now: Candidates, _ candidate: Int) -> Double {
        let turn = (now.fits[candidate].pose.rotation * before.fits[origin].pose.rotation.transposed).turn
        var allowed = before.turns[origin] + now.turns[candidate]
        let hand = 2 * Double.pi / 180
        for axis in 0..<3 { allowed[axis, axis] += hand * hand }
        let vector = [turn.x, turn.y, turn.z]
        return allowed.solve(vector).map { dot(vector, $0) } ?? .infinity
    }
}
