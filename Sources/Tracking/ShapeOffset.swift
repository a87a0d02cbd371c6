internal import Geometry

/// How far a page's own shape is off the registered image's: a scan that is not quite square, a box that bulges. Learnt while its
/// drawing tells where it is, as a skew and a stretch (`Rigidity.misfit`) that stay as they are.
struct ShapeOffset: Hashable, Sendable {
    /// Where nothing is known yet.
    private static let first = 0.02 * 0.02
    private static let drift = 1e-7

    private(set) var offset = SIMD2<Double>.zero
    private(set) var variance = SIMD2<Double>(repeating: first)

    /// Learns from a frame in which, without rigidity, the page is `moved` from `corners` (a Kalman filter for each number).
    mutating func learn(
        _ rigidity: Rigidity, at corners: Quad, moved: [Double], _ covariance: SquareMatrix,
        unit: (centre: Point2, scale: Double)
    ) {
        guard let seen = rigidity.seen(at: corners, moved: moved, covariance, unit: unit) else { return }
        for index in 0..<2 {
            let predicted = variance[index] + Self.drift
            let surprise = seen.misfit[index] - offset[index]
            guard surprise * surprise < 9 * (predicted + seen.variance[index]) else { continue }
            let gain = predicted / (predicted + seen.variance[index])
            offset[index] += gain * surprise
            variance[index] = predicted * (1 - gain)
        }
    }
}

/// What is learnt of a page while it is followed.
struct PageEstimate: Sendable {
    var trim = PaperTrim()
    var shape = ShapeOffset()
    var points = ChosenPoints()
}
