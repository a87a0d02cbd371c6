internal import Geometry

/// How far a page's own shape is off the registered image's: a scan that is not quite square, a box that bulges. Learnt while its
/// drawing tells where it is, as a skew and a stretch (`Rigidity.misfit`) that stay as they are.
struct ShapeOffset: Hashable, Sendable {
    private var skew = LearntNumber(variance: 0.02 * 0.02, drift: 1e-7)
    private var stretch = LearntNumber(variance: 0.02 * 0.02, drift: 1e-7)

    var offset: SIMD2<Double> { SIMD2(skew.value, stretch.value) }
    var variance: SIMD2<Double> { SIMD2(skew.variance, stretch.variance) }

    /// Learns from a frame in which, without rigidity, the page is `moved` from `corners`.
    mutating func learn(
        _ rigidity: Rigidity, at corners: Quad, moved: [Double], _ covariance: SquareMatrix,
        unit: (centre: Point2, scale: Double)
    ) {
        guard let seen = rigidity.seen(at: corners, moved: moved, covariance, unit: unit) else { return }
        skew.learn(seen.misfit.x, variance: seen.variance.x)
        stretch.learn(seen.misfit.y, variance: seen.variance.y)
    }
}

extension ShapeOffset: Stored {
    mutating func pass(_ archive: inout StateArchive) throws(StateArchive.Malformed) {
        try archive.pass(&skew)
        try archive.pass(&stretch)
    }
}
