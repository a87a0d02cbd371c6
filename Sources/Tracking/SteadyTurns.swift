internal import Foundation
internal import Geometry

/// Steadies how a page is turned over time: by how well each frame's turn is known, against how briskly it changes.
///
/// A page that is small, or seen from the front, shows its tilt by a fraction of a pixel; the frames around know better, and a
/// hand does not turn within a thirtieth of a second. Where the turn is known well, or is really brisk, nothing changes.
struct SteadyTurns {
    /// Seconds of each frame, and whether it begins another shot.
    let seconds: [Double]
    let isCut: [Bool]

    /// The least change of turn from one frame step to the next that a hand makes, as a standard deviation in radians.
    private static let leastChange = 0.02 * Double.pi / 180

    /// A pose with the covariance of its turn, and how the page shifts with a turn so that it stays in place.
    private struct Pose {
        let pose: RigidTransform
        let turnInformation: SquareMatrix
        let turnVariance: [Double]
        let shiftFromTurn: Matrix3
    }

    /// The poses of fits that follow each other without a gap or a cut, steadied.
    func steadied(_ fits: [PlaneFit.Result?]) -> [RigidTransform?] {
        var result = fits.map { $0?.pose }
        var run: [(frame: Int, pose: Pose)] = []
        func settle() {
            for (at, pose) in zip(run.map(\.frame), steadied(run.map(\.pose), run.map { seconds[$0.frame] })) {
                result[at] = pose
            }
            run = []
        }
        for (frame, fit) in fits.enumerated() {
            if isCut[frame] { settle() }
            if let pose = fit.flatMap(pose) { run.append((frame, pose)) } else { settle() }
        }
        settle()
        return result
    }

    private func pose(_ fit: PlaneFit.Result) -> Pose? {
        guard let covariance = fit.information.inverse else { return nil }
        var turn = SquareMatrix(size: 3)
        for row in 0..<3 { for column in 0..<3 { turn[row, column] = covariance[row, column] } }
        guard let information = turn.inverse else { return nil }
        let rows = (0..<3).map { shift in information * (0..<3).map { covariance[3 + shift, $0] } }
        return Pose(
            pose: fit.pose, turnInformation: information, turnVariance: (0..<3).map { turn[$0, $0] },
            shiftFromTurn: Matrix3(rowMajor: rows.flatMap(\.self)))
    }

    // MARK: One run

    /// A change of the turn's speed about one frame: what it is, and how it changes with the three frames' turns.
    private struct Change {
        let first: Int
        let value: Point3
        let slopes: [Matrix3]
    }

    private func steadied(_ poses: [Pose], _ times: [Double]) -> [RigidTransform] {
        let changes = self.changes(poses.map(\.pose.rotation), times)
        guard poses.count >= 5, let allowed = allowed(changes, poses) else { return poses.map(\.pose) }
        var system = BandedSystem(size: 3 * poses.count, bandwidth: 8)
        for (index, pose) in poses.enumerated() {
            for row in 0..<3 {
                for column in 0...row {
                    system.add(pose.turnInformation[row, column], 3 * index + row, 3 * index + column)
                }
            }
        }
        for change in changes {
            for axis in 0..<3 {
                let slopes = change.slopes.flatMap { matrix -> [Double] in
                    let row = axis == 0 ? matrix.row0 : axis == 1 ? matrix.row1 : matrix.row2
                    return [row.x, row.y, row.z]
                }
                system.addSquare(
                    of: slopes, at: 3 * change.first, value: change.value[axis], weight: 1 / allowed[axis])
            }
        }
        guard let turns = system.solve() else { return poses.map(\.pose) }
        return poses.enumerated().map { index, known in
            let turn = Point3(turns[3 * index], turns[3 * index + 1], turns[3 * index + 2])
            return RigidTransform(
                rotation: Matrix3(turning: turn) * known.pose.rotation,
                translation: known.pose.translation + known.shiftFromTurn * turn)
        }
    }

    private func changes(_ rotations: [Matrix3], _ times: [Double]) -> [Change] {
        guard rotations.count >= 3 else { return [] }
        let steps = zip(times, times.dropFirst()).map { max($1 - $0, 1e-6) }
        let usual = steps.sorted()[steps.count / 2]
        let turns = zip(rotations, rotations.dropFirst()).map { $1 * $0.transposed }
        return (1..<rotations.count - 1).map { at in
            let whole = 2 * usual * usual / (steps[at - 1] + steps[at])
            let (before, after) = (whole / steps[at - 1], whole / steps[at])
            return Change(
                first: at - 1, value: turns[at].turn * after - turns[at - 1].turn * before,
                slopes: [
                    turns[at - 1] * before, Matrix3.identity * -before - turns[at] * after, Matrix3.identity * after,
                ])
        }
    }

    /// What a change about each axis may be, squared: three times as much as usual, since motion is to be kept rather than noise
    /// to be taken off. What is usual is learnt from that half of the frames whose turn is known best.
    private func allowed(_ changes: [Change], _ poses: [Pose]) -> [Double]? {
        let doubts = changes.map { change in
            (change.first...change.first + 2).map { poses[$0].turnVariance.reduce(0, +) }.max() ?? 0
        }
        guard !doubts.isEmpty else { return nil }
        let middle = doubts.sorted()[doubts.count / 2]
        let known = zip(changes, doubts).filter { $0.1 <= middle }.map(\.0)
        let least = Self.leastChange * Self.leastChange
        return (0..<3).map { axis in
            least + 9 * known.reduce(0) { $0 + $1.value[axis] * $1.value[axis] } / Double(max(known.count, 1))
        }
    }
}

extension Matrix3 {
    fileprivate static func - (a: Matrix3, b: Matrix3) -> Matrix3 {
        Matrix3(a.row0 - b.row0, a.row1 - b.row1, a.row2 - b.row2)
    }
}
