internal import CPixelKernels
package import Geometry
package import Imaging

/// Two pictures of one size that should show the same: what the page is expected to look like, and the frame. Both locally
/// normalised, so that grey levels can be compared; 32 levels are one standard deviation.
package struct Alignment {
    private let fixed: GreyImage
    private let moving: GreyImage
    private let samples: [px_sample]
    private let centre: Point2
    private let scale: Double

    /// Chooses the pixels that will be compared: in each `cell` × `cell` square of the mask the `perCell` of strongest gradient.
    package init(expected: GreyImage, seen: GreyImage, mask: GreyImage, cell: Int, perCell: Int, limit: Int = 24_000) {
        precondition(expected.width == seen.width && expected.height == seen.height, "pictures of one size")
        (fixed, moving) = (expected, seen)
        var chosen = [px_sample](repeating: px_sample(), count: limit)
        let count = unsafe px_align_select(
            expected.pixels, mask.pixels, Int32(expected.width), Int32(expected.height), Int32(cell), Int32(perCell), 10,
            &chosen, Int32(limit))
        samples = Array(chosen.prefix(Int(count)))
        centre = Point2(Double(expected.width - 1) / 2, Double(expected.height - 1) / 2)
        scale = Double(max(expected.width, expected.height)) / 2
    }

    package var sampleCount: Int { samples.count }

    /// What a refinement found.
    package struct Result: Sendable {
        /// Pixels of the seen picture from pixels of the expected one.
        package let seenFromExpected: Homography
        /// Inverse of the normal equations' matrix times the residuals' variance: the covariance of the eight parameters of
        /// a small homography in coordinates (x − centre) / scale.
        package let covariance: SquareMatrix
        package let centre: Point2
        package let scale: Double
        /// Share of the samples' weight that agrees, 0…1.
        package let agreement: Double
    }

    /// Refines by Gauss–Newton from `start`, at most `iterations` steps; `nil` when too few pixels bear it or it runs away.
    ///
    /// ESM (Benhimane and Malis 2004) with Tukey's biweight of `cutoff` grey levels.
    package func refined(
        from start: Homography, iterations: Int, cutoff: Double
    ) throws(VisionError) -> Result? {
        guard samples.count >= 60 else { return nil }
        var map = start
        var equations = px_normal_equations()
        for _ in 0..<iterations {
            let warped = try moving.warped(by: [map], width: fixed.width, height: fixed.height)
            unsafe px_align_accumulate(
                fixed.pixels, warped.pixels, Int64(fixed.width), samples, Int32(samples.count), centre.x, centre.y, scale,
                cutoff, &equations)
            guard let step = step(equations), let next = map * step.map else { return nil }
            map = next
            if step.largestShift < 0.01 { break }
        }
        guard let inverse = SquareMatrix(upperTriangle: equations.hessianElements, size: 8)?.inverse else { return nil }
        let variance = equations.squares / max(equations.weight - 8, 1)
        return Result(
            seenFromExpected: map, covariance: inverse.scaled(by: variance), centre: centre, scale: scale,
            agreement: equations.offered > 0 ? equations.weight / equations.offered : 0)
    }

    /// The small homography that the normal equations ask for, in pixels, and how far it moves the picture's edge.
    private func step(_ equations: px_normal_equations) -> (map: Homography, largestShift: Double)? {
        guard let matrix = SquareMatrix(upperTriangle: equations.hessianElements, size: 8),
            let p = matrix.damped(by: 1e-6).solve(equations.gradientElements.map { -$0 })
        else { return nil }
        let small = Matrix3(SIMD3(1 + p[0], p[1], p[2]), SIMD3(p[3], 1 + p[4], p[5]), SIMD3(p[6], p[7], 1))
        let toUnit = Matrix3(
            SIMD3(1 / scale, 0, -centre.x / scale), SIMD3(0, 1 / scale, -centre.y / scale), SIMD3(0, 0, 1))
        guard let fromUnit = toUnit.inverse, let map = Homography(fromUnit * small * toUnit) else { return nil }
        let shift = p.map(abs).reduce(0, +) * scale
        guard shift.isFinite, shift < scale else { return nil }
        return (map, shift)
    }

    /// Normalised cross-correlation in each of `columns` × `rows` cells after `seenFromExpected`; `cellOf` gives a pixel's cell.
    package func correlations(
        under seenFromExpected: Homography, cellCount: Int, cellOf: (Point2) -> Int?
    ) throws(VisionError) -> [(correlation: Double, samples: Int)] {
        let warped = try moving.warped(by: [seenFromExpected], width: fixed.width, height: fixed.height)
        let cells = samples.map { UInt16(cellOf(Point2(Double($0.x), Double($0.y))) ?? cellCount) }
        var correlations = [Float](repeating: 0, count: cellCount)
        var counts = [Int32](repeating: 0, count: cellCount)
        unsafe px_align_correlate(
            fixed.pixels, warped.pixels, Int64(fixed.width), samples, cells, Int32(samples.count), Int32(cellCount),
            &correlations, &counts)
        return zip(correlations, counts).map { (Double($0), Int($1)) }
    }
}

extension px_normal_equations {
    fileprivate var hessianElements: [Double] { elements(of: hessian) }
    fileprivate var gradientElements: [Double] { elements(of: gradient) }

    /// C's fixed arrays come as tuples.
    private func elements<Tuple>(of tuple: Tuple) -> [Double] {
        unsafe withUnsafeBytes(of: tuple) { unsafe Array($0.bindMemory(to: Double.self)) }
    }
}
