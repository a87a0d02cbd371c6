internal import Foundation
internal import Geometry
internal import Vision

/// Chooses one pose a frame: a plane seen in perspective has two that explain its corners almost equally well, and only the
/// path over time tells which is true.
///
/// Viterbi over both poses of each frame: reprojection error, weighed by what the corners are worth, against the turn from one
/// frame to the next. Poses that face away are no candidates.
struct PosePath {
    let camera: Camera
    let width, height: Double

    /// Poses for those frames that have corners; the path starts anew after a gap. `nil` where no pose explains them.
    func solve(_ frames: [SolvedFrame?]) throws(VisionError) -> [RigidTransform?] {
        var chosen = [RigidTransform?](repeating: nil, count: frames.count)
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

    private struct Candidates {
        let frame: Int
        let poses: [RigidTransform]
        let costs: [Double]
    }

    private func candidates(_ frame: Int, _ solved: SolvedFrame) throws(VisionError) -> Candidates? {
        let poses = try planarPoses(of: solved.corners, width: width, height: height, camera: camera)
            .filter { facesCamera($0.cameraFromAnchor) }
        guard !poses.isEmpty else { return nil }
        let sigma = max(solved.sigma, 0.1)
        return Candidates(
            frame: frame, poses: poses.map(\.cameraFromAnchor),
            costs: poses.map { 4 * $0.reprojectionError * $0.reprojectionError / (sigma * sigma) })
    }

    /// Whether the paper's front (anchor +y) is turned to the camera, which sits at the origin.
    private func facesCamera(_ pose: RigidTransform) -> Bool {
        pose.translation.z < 0 && pose.rotation.columns.1.dot(pose.translation) < 0
    }

    private func settle(_ run: [Candidates], _ chosen: inout [RigidTransform?]) {
        guard let first = run.first else { return }
        var costs = first.costs
        var origins: [[Int]] = []
        for (before, now) in zip(run, run.dropFirst()) {
            let steps = now.poses.indices.map { candidate in
                before.poses.indices.map { origin in
                    (origin, costs[origin] + turnCost(before.poses[origin], now.poses[candidate]))
                }.min { $0.1 < $1.1 } ?? (0, .infinity)
            }
            origins.append(steps.map(\.0))
            costs = now.poses.indices.map { steps[$0].1 + now.costs[$0] }
        }
        var at = costs.indices.min { costs[$0] < costs[$1] } ?? 0
        for index in run.indices.reversed() {
            chosen[run[index].frame] = run[index].poses[at]
            if index > 0 { at = origins[index - 1][at] }
        }
    }

    /// The squared angle between two orientations, in units of 2°: more than a hand turns a page or a phone between frames.
    private func turnCost(_ a: RigidTransform, _ b: RigidTransform) -> Double {
        let relative = a.rotation.transposed * b.rotation
        let trace = relative.row0.x + relative.row1.y + relative.row2.z
        let degrees = acos(min(1, max(-1, (trace - 1) / 2))) * 180 / .pi
        return (degrees / 2) * (degrees / 2)
    }
}
