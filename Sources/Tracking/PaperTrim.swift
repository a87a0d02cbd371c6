internal import Geometry

/// How far the edges of the paper lie from those of the registered image, learnt while its drawing tells where it is: a page is
/// not cut exactly where its picture ends.
///
/// One offset for each side, inwards positive, in units of half the page's diagonal.
struct PaperTrim: Hashable, Sendable {
    /// Where nothing is known yet: a page is cut to a four-hundredth of its diagonal.
    private static let first = 0.005 * 0.005
    /// What may change from frame to frame: blur and light move an edge a little.
    private static let drift = 1e-8

    private var offsets = [Double](repeating: 0, count: 4)
    private var variances = [Double](repeating: first, count: 4)

    func offset(of side: Int) -> Double { offsets[side] }
    func variance(of side: Int) -> Double { variances[side] }

    /// Learns from a frame in which, by the drawing alone, the edge lies at `offset` with that variance (a Kalman filter).
    mutating func learn(_ side: Int, offset: Double, variance: Double) {
        let predicted = variances[side] + Self.drift
        let surprise = offset - offsets[side]
        guard surprise * surprise < 9 * (predicted + variance) else { return }
        let gain = predicted / (predicted + variance)
        offsets[side] += gain * surprise
        variances[side] = predicted * (1 - gain)
    }
}
