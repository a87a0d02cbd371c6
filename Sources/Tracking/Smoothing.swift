internal import Geometry
internal import Imaging

/// Where a page's corners are in one frame, after the whole clip was looked at.
struct SolvedFrame: Hashable, Sendable {
    var corners: Quad
    var sigma: Double
    var confidence: Double
    /// Whether the page was measured in this frame, or bridged between two frames in which it was.
    var isMeasured: Bool
    /// Covariance of the corners (`CornerCovariance`).
    var covariance: SquareMatrix

    /// No corner is known better than to this many pixels, whatever a measurement says of itself.
    static let finest = 0.02

    /// - Parameter covariance: corners that err independently by `sigma`, unless told.
    init(corners: Quad, sigma: Double, confidence: Double, isMeasured: Bool, covariance: SquareMatrix? = nil) {
        (self.corners, self.sigma, self.confidence, self.isMeasured) = (corners, sigma, confidence, isMeasured)
        self.covariance = covariance ?? CornerCovariance.independent(sigma)
    }

    /// A frame as it was measured.
    init(_ measurement: Measurement) {
        self.init(
            corners: measurement.corners, sigma: measurement.sigma, confidence: measurement.confidence,
            isMeasured: true,
            covariance: CornerCovariance.of(measurement))
    }
}

/// Solves one reference's path over the whole clip from its measurements: bridges short gaps, and takes off the noise that
/// the measurements carry, with frames before and after, so without lag.
struct PathSolver {
    let options: TrackingOptions
    /// Seconds of each frame, and whether it begins another shot.
    let seconds: [Double]
    let isCut: [Bool]

    /// The path in pixels of the followed picture; `nil` where the page is not.
    func solve(_ measurements: [Measurement?]) -> [SolvedFrame?] {
        var path = measurements.map { $0.map(SolvedFrame.init) }
        removeBlips(&path)
        bridge(&path)
        return path.indices.map { smoothed(path, at: $0) }
    }

    /// A single frame of little confidence with nothing before and after it is a mistake more often than not.
    private func removeBlips(_ path: inout [SolvedFrame?]) {
        for run in runs(of: path) where run.count == 1 && path.count > 1 {
            if let only = path[run.lowerBound], only.confidence < 0.5 { path[run.lowerBound] = nil }
        }
    }

    /// Stretches of frames that follow each other without a gap or a cut.
    private func runs(of path: [SolvedFrame?]) -> [Range<Int>] {
        var runs: [Range<Int>] = []
        for frame in path.indices where path[frame] != nil {
            if let last = runs.last, last.upperBound == frame, !isCut[frame] {
                runs[runs.count - 1] = last.lowerBound..<frame + 1
            } else {
                runs.append(frame..<frame + 1)
            }
        }
        return runs
    }

    // MARK: Gaps

    /// Fills short gaps between two measured ends of one shot with a cubic through both ends and their motion.
    private func bridge(_ path: inout [SolvedFrame?]) {
        let stretches = runs(of: path)
        for (before, after) in zip(stretches, stretches.dropFirst()) {
            let gap = before.upperBound..<after.lowerBound
            guard !gap.isEmpty, gap.count <= options.longestBridge, before.count >= 2, after.count >= 2,
                !(gap.lowerBound...after.lowerBound).contains(where: { isCut[$0] }), isSmooth(across: gap, path)
            else { continue }
            fill(gap, &path)
        }
    }

    /// Whether each end, going on as it moves, arrives near the other: across a turn or a jerk nothing is known.
    private func isSmooth(across gap: Range<Int>, _ path: [SolvedFrame?]) -> Bool {
        let (last, first) = (gap.lowerBound - 1, gap.upperBound)
        guard let a = path[last]?.corners, let b = path[first]?.corners, let beforeA = path[last - 1]?.corners,
            let afterB = path[first + 1]?.corners
        else { return false }
        let span = seconds[first] - seconds[last]
        let (stepA, stepB) = (seconds[last] - seconds[last - 1], seconds[first + 1] - seconds[first])
        guard span > 0, stepA > 0, stepB > 0 else { return false }
        let forwards = CornerMotion(from: beforeA, to: a).moved(a, frames: span / stepA)
        let backwards = CornerMotion(from: afterB, to: b).moved(b, frames: span / stepB)
        let limit = 0.08 * min(a.diagonal, b.diagonal)
        return forwards.alignmentError(to: b) < limit && backwards.alignmentError(to: a) < limit
    }

    private func fill(_ gap: Range<Int>, _ path: inout [SolvedFrame?]) {
        let (last, first) = (gap.lowerBound - 1, gap.upperBound)
        guard let a = path[last], let b = path[first], let beforeA = path[last - 1], let afterB = path[first + 1] else {
            return
        }
        let span = seconds[first] - seconds[last]
        let (stepA, stepB) = (seconds[last] - seconds[last - 1], seconds[first + 1] - seconds[first])
        guard span > 0, stepA > 0, stepB > 0 else { return }
        for frame in gap {
            let u = (seconds[frame] - seconds[last]) / span
            let (u2, u3) = (u * u, u * u * u)
            func blend(_ corner: KeyPath<Quad, Point2>) -> Point2 {
                let (p, q) = (a.corners[keyPath: corner], b.corners[keyPath: corner])
                let m = (p - beforeA.corners[keyPath: corner]) * (span / stepA)
                let n = (afterB.corners[keyPath: corner] - q) * (span / stepB)
                let fromP = p * (2 * u3 - 3 * u2 + 1) + m * (u3 - 2 * u2 + u)
                return fromP + q * (-2 * u3 + 3 * u2) + n * (u3 - u2)
            }
            let corners = Quad(blend(\.topLeft), blend(\.topRight), blend(\.bottomRight), blend(\.bottomLeft))
            guard corners.isConvexAndFrontFacing else { continue }
            let travel = a.corners.alignmentError(to: b.corners) / Double(gap.count + 1)
            path[frame] = SolvedFrame(
                corners: corners, sigma: max(a.sigma, b.sigma) + 0.1 * travel,
                confidence: min(a.confidence, b.confidence) * 0.5, isMeasured: false)
        }
    }

    // MARK: Noise

    /// The frame with its corners replaced by a quadratic in time, fitted to it and its two neighbours on each side, each
    /// weighed by its own variance: takes off noise, keeps velocity and acceleration. Where the quadratic does not explain the
    /// measurements as well as they are certain, the motion is real and stays: a shake, a spin.
    private func smoothed(_ path: [SolvedFrame?], at frame: Int) -> SolvedFrame? {
        guard let here = path[frame] else { return nil }
        let reach = 2
        var low = frame
        while low > 0, frame - low < reach, path[low - 1] != nil, !isCut[low] { low -= 1 }
        var high = frame
        while high + 1 < path.count, high - frame < reach, path[high + 1] != nil, !isCut[high + 1] { high += 1 }
        // Three parameters: four frames are the least that say anything of noise. At an end, one side alone: leave it.
        guard high - low >= 3, low < frame, high > frame else { return here }
        let used = low...high
        let offsets = used.map { seconds[$0] - seconds[frame] }
        let unit = max(offsets.map(abs).max() ?? 1, 1e-6)
        let weights = used.map { frame -> Double in
            let sigma = max(path[frame]?.sigma ?? 1e3, 0.02)
            return 1 / (sigma * sigma)
        }
        guard let mixing = quadraticAtZero(times: offsets.map { $0 / unit }, weights: weights) else { return here }
        let quads = used.compactMap { path[$0]?.corners }
        let fitted = zip(quads, mixing).reduce(Quad(.zero, .zero, .zero, .zero)) { sum, next in
            Quad(
                sum.topLeft + next.0.topLeft * next.1, sum.topRight + next.0.topRight * next.1,
                sum.bottomRight + next.0.bottomRight * next.1, sum.bottomLeft + next.0.bottomLeft * next.1)
        }
        guard fitted.alignmentError(to: here.corners) < 3 * here.sigma + 0.05 else { return here }
        var result = here
        result.corners = fitted
        return result
    }

    /// How much each sample counts in the value at 0 of the quadratic that fits them best; the shares add up to 1.
    private func quadraticAtZero(times: [Double], weights: [Double]) -> [Double]? {
        var normal = SquareMatrix(size: 3)
        for (time, weight) in zip(times, weights) {
            let basis = [1, time, time * time]
            for row in 0..<3 { for column in 0..<3 { normal[row, column] += weight * basis[row] * basis[column] } }
        }
        guard let first = normal.solve([1, 0, 0]) else { return nil }
        return zip(times, weights).map { $1 * (first[0] + first[1] * $0 + first[2] * $0 * $0) }
    }
}
