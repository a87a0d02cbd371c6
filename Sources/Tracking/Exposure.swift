/// The share of the frame time for which the clip's shutter is open, learnt from frames that move.
///
/// A rendering that is blurred too much or too little agrees less with the frame. The first frames that move are compared with
/// shares over the whole range; later ones with three about the estimate, which moves to where the parabola through them peaks.
struct ExposureEstimate: Sendable {
    /// Motion in pixels a frame from which blur tells anything.
    static let leastMotion = 5.0
    private static let coarse = [0.1, 0.3, 0.5, 0.7, 0.9]
    private static let coarseObservations = 3
    private static let step = 0.1

    private var coarseScores = [Double](repeating: 0, count: coarse.count)
    private(set) var observations = 0
    /// The best share so far; half before anything was seen.
    private(set) var share = 0.5

    /// Whether another frame should be compared: often at first, then now and then, since light changes exposure.
    func isDue(frame: Int) -> Bool { observations < 8 || frame % 16 == 0 }

    /// The shares to compare the next frame with.
    var candidates: [Double] {
        if observations < Self.coarseObservations { return Self.coarse }
        let middle = min(max(share, Self.step), 1 - Self.step)
        return [middle - Self.step, middle, middle + Self.step]
    }

    /// Adds how well each of `candidates` agreed with one frame.
    mutating func add(_ agreements: [Double]) {
        let compared = candidates
        observations += 1
        if compared.count == coarseScores.count {
            for index in coarseScores.indices { coarseScores[index] += agreements[index] }
            share = Self.peak(Self.coarse, coarseScores)
        } else {
            let gain = max(0.15, 1 / Double(observations - Self.coarseObservations + 1))
            share += gain * (Self.peak(compared, agreements) - share)
        }
    }

    /// Where the parabola through the best score and its neighbours peaks, at most one step beyond them.
    private static func peak(_ shares: [Double], _ scores: [Double]) -> Double {
        guard let best = scores.indices.max(by: { scores[$0] < scores[$1] }) else { return 0.5 }
        let middle = min(max(best, 1), scores.count - 2)
        let step = shares[1] - shares[0]
        let curvature = scores[middle - 1] - 2 * scores[middle] + scores[middle + 1]
        let offset = curvature < 0 ? (scores[middle - 1] - scores[middle + 1]) / (2 * curvature) : Double(best - middle)
        return min(1, max(0, shares[middle] + max(-2, min(2, offset)) * step))
    }
}

extension ExposureEstimate: Stored {
    mutating func pass(_ archive: inout StateArchive) throws(StateArchive.Malformed) {
        try archive.passEach(&coarseScores)
        try archive.pass(&observations)
        try archive.pass(&share)
    }
}
