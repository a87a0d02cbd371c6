/// A number that stays as it is, or nearly, learnt from one frame after another (a Kalman filter).
struct LearntNumber: Hashable, Sendable {
    private(set) var value = 0.0
    private(set) var variance: Double
    /// By how much the variance grows from frame to frame.
    private let drift: Double

    /// - Parameter variance: where nothing is known yet.
    init(variance: Double, drift: Double) { (self.variance, self.drift) = (variance, drift) }

    /// Learns from a frame that shows it as `seen` with that variance; what is off by three standard deviations is no such frame.
    mutating func learn(_ seen: Double, variance seenVariance: Double) {
        let predicted = variance + drift
        let surprise = seen - value
        guard surprise * surprise < 9 * (predicted + seenVariance) else { return }
        let gain = predicted / (predicted + seenVariance)
        value += gain * surprise
        variance = predicted * (1 - gain)
    }
}

extension LearntNumber: Stored {
    mutating func pass(_ archive: inout StateArchive) throws(StateArchive.Malformed) {
        try archive.pass(&value)
        try archive.pass(&variance)
    }
}
