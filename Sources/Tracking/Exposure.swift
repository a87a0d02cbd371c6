/// The share of the frame time for which the clip's shutter is open, learnt from frames that move.
///
/// A rendering that is blurred too much or too little agrees less with the frame; the share that agreed best so far is used.
struct ExposureEstimate: Sendable {
    static let candidates = [0.1, 0.3, 0.5, 0.7, 0.9]
    /// Motion in pixels a frame from which blur tells anything.
    static let leastMotion = 5.0

    private var scores = [Double](repeating: 0, count: candidates.count)
    private(set) var observations = 0

    /// The best share so far, between the candidates where the parabola through the best one and its neighbours peaks; half
    /// before anything was seen.
    var share: Double {
        guard observations > 0, let best = scores.indices.max(by: { scores[$0] < scores[$1] }) else { return 0.5 }
        // At an end the parabola through the last three tells as well.
        let middle = min(max(best, 1), scores.count - 2)
        let (before, here, after) = (scores[middle - 1], scores[middle], scores[middle + 1])
        let curvature = before - 2 * here + after
        let step = Self.candidates[1] - Self.candidates[0]
        let offset = curvature < 0 ? (before - after) / (2 * curvature) : Double(best - middle)
        return min(1, max(0.02, Self.candidates[middle] + max(-1.3, min(1.3, offset)) * step))
    }

    /// Whether another frame should be compared: often at first, then now and then, since light changes exposure.
    func isDue(frame: Int) -> Bool { observations < 12 || frame % 6 == 0 }

    /// Adds how well each candidate agreed with one frame. Older frames fade.
    mutating func add(_ agreements: [Double]) {
        for index in scores.indices { scores[index] = 0.93 * scores[index] + agreements[index] }
        observations += 1
    }
}
