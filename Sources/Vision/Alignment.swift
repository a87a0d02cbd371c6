internal import CPixelKernels
package import Geometry
package import Imaging

/// Two pictures of one size that should show the same: what the page is expected to look like, and the frame. Both locally
/// normalised, so that grey levels can be compared; 32 levels are one standard deviation.
package struct Alignment {
    private let fixed: GreyImage
    private let moving: GreyImage
    private var samples: [px_sample]
    private let centre: Point2
    private let scale: Double

    /// Chooses the pixels that will be compared: in each `cell` × `cell` square of the mask the `perCell` of strongest gradient.
    ///
    /// Small homographies about the identity are meant in coordinates (x − centre) / scale of these pictures.
    package init(
        expected: GreyImage, seen: GreyImage, mask: GreyImage, cell: Int, perCell: Int, limit: Int, centre: Point2,
        scale: Double
    ) {
        precondition(expected.width == seen.width && expected.height == seen.height, "pictures of one size")
        (fixed, moving, self.centre, self.scale) = (expected, seen, centre, scale)
        var chosen = [px_sample](repeating: px_sample(), count: limit)
        let count = unsafe px_align_select(
            expected.pixels, mask.pixels, Int32(expected.width), Int32(expected.height), Int32(cell), Int32(perCell),
            10,
            &chosen, Int32(limit))
        samples = Array(chosen.prefix(Int(count)))
    }

    package var sampleCount: Int { samples.count }

    /// What a refinement found.
    package struct Result: Sendable {
        /// Pixels of the seen picture from pixels of the expected one.
        package let seenFromExpected: Homography
        /// Covariance of the small homography, data and prior together.
        package let covariance: SquareMatrix
        /// Share of the samples' weight that agrees, 0…1.
        package let agreement: Double
    }

    /// Refines from `start` by Gauss–Newton, at most `iterations` steps; `nil` when too few pixels bear it or it runs away.
    ///
    /// ESM (Benhimane and Malis 2004) with Tukey's biweight of `cutoff` grey levels. Residuals of neighbouring pixels err
    /// together, and the rendering is not perfect, so one pixel in sixteen counts. What the pixels leave open, `prior` decides.
    package func refined(
        from start: Homography, with prior: HomographyPrior, iterations: Int, cutoff: Double
    ) -> Result? {
        guard samples.count >= 60 else { return nil }
        var map = start
        var equations = px_normal_equations()
        var lastShift = Double.infinity
        for iteration in 0...iterations {
            unsafe withMoving(map) {
                unsafe px_align_accumulate(
                    fixed.pixels, Int64(fixed.width), $0, samples, Int32(samples.count), centre.x, centre.y, scale,
                    cutoff,
                    &equations)
            }
            let variance = max(equations.squares / max(equations.weight, 1), 16) * 16
            guard let data = SquareMatrix(upperTriangle: equations.hessianElements, size: 8) else { return nil }
            let information = data.scaled(by: 1 / variance) + prior.information
            if iteration == iterations || lastShift < 0.02 {
                guard let covariance = information.inverse else { return nil }
                return Result(
                    seenFromExpected: map, covariance: covariance,
                    agreement: equations.offered > 0 ? equations.weight / equations.offered : 0)
            }
            let pull = prior.pull(at: SmallHomography(map, centre: centre, scale: scale))
            let right = zip(equations.gradientElements, pull).map { -$0 / variance - $1 }
            guard let step = information.damped(by: 1e-6).solve(right),
                let small = SmallHomography(step).map(centre: centre, scale: scale), let next = map * small
            else { return nil }
            lastShift = SmallHomography(step).largestShift * scale
            guard lastShift < scale else { return nil }
            map = next
        }
        return nil
    }

    /// The cell of each sample, by `cellOf`; `cellCount` for none.
    package func cells(count cellCount: Int, _ cellOf: (Point2) -> Int?) -> [UInt16] {
        samples.map { UInt16(cellOf(Point2(Double($0.x), Double($0.y))) ?? cellCount) }
    }

    /// Weighs every sample by its cell's weight, 0…1: what is covered by a hand should not pull.
    package mutating func weigh(_ cells: [UInt16], by weights: [Double]) {
        for index in samples.indices {
            samples[index].weight = cells[index] < weights.count ? Float(weights[Int(cells[index])]) : 0
        }
    }

    /// Normalised cross-correlation in each cell after `seenFromExpected`, and how many samples it has.
    package func correlations(
        under seenFromExpected: Homography, cells: [UInt16], cellCount: Int
    ) -> [(correlation: Double, samples: Int)] {
        var correlations = [Float](repeating: 0, count: cellCount)
        var counts = [Int32](repeating: 0, count: cellCount)
        unsafe withMoving(seenFromExpected) {
            unsafe px_align_correlate(
                fixed.pixels, Int64(fixed.width), $0, samples, cells, Int32(samples.count), Int32(cellCount),
                &correlations, &counts)
        }
        return zip(correlations, counts).map { (Double($0), Int($1)) }
    }

    /// How a cell is supposed to be shifted: by `shift` at `place` of the expected picture, and by so much more with each pixel
    /// from there.
    package struct ShiftedCell: Sendable {
        package var place, shift, perX, perY: Point2

        package init(place: Point2 = .zero, shift: Point2 = .zero, perX: Point2 = .zero, perY: Point2 = .zero) {
            (self.place, self.shift, self.perX, self.perY) = (place, shift, perX, perY)
        }

        /// The shift at another place.
        package func shift(at other: Point2) -> Point2 {
            shift + perX * (other.x - place.x) + perY * (other.y - place.y)
        }
    }

    /// What the samples of a cell say of its shift.
    package struct CellShift: Sendable {
        /// Where in the expected picture the cell's contrast lies.
        package let place: Point2
        /// Information on the shift beside the one that it was given, and that times the most likely one: pixels of the seen
        /// picture. `xx`, `xy` and `yy` are the matrix's elements.
        package let xx, xy, yy: Double, pull: Point2
        /// The share of the samples that agree, 0…1.
        package let agreement: Double
    }

    /// Asks each of `count` cells how far it is shifted beside `seenFromExpected` and `shifts`; `nil` for one with too few
    /// samples. `cutoff` in grey levels, as for `refined`; samples' weights do not count.
    package func shifts(
        under seenFromExpected: Homography, cells: [UInt16], count: Int, about shifts: [ShiftedCell], cutoff: Double
    ) -> [CellShift?] {
        var equations = [px_cell_equations](repeating: px_cell_equations(), count: count)
        let starts = shifts.map { cell in
            px_cell_shift(
                x: Float(cell.place.x), y: Float(cell.place.y), dx: Float(cell.shift.x), dy: Float(cell.shift.y),
                dx_per_x: Float(cell.perX.x), dx_per_y: Float(cell.perY.x), dy_per_x: Float(cell.perX.y),
                dy_per_y: Float(cell.perY.y))
        }
        unsafe withMoving(seenFromExpected) {
            unsafe px_align_shifts(
                fixed.pixels, Int64(fixed.width), $0, samples, cells, Int32(samples.count), starts, Int32(count),
                cutoff,
                &equations)
        }
        return equations.map { cell in
            guard cell.weight >= 8, cell.strength > 0 else { return nil }
            let scale = 1 / (max(cell.squares / cell.weight, 16) * 16)
            return CellShift(
                place: Point2(cell.x, cell.y) / cell.strength, xx: cell.xx * scale, xy: cell.xy * scale,
                yy: cell.yy * scale, pull: Point2(cell.gx, cell.gy) * -scale, agreement: cell.weight / cell.offered)
        }
    }

    /// Lends the seen picture under a map to C.
    private func withMoving(_ map: Homography, _ body: (UnsafePointer<px_moving>) -> Void) {
        unsafe moving.pixels.withUnsafeBufferPointer { buffer in
            guard let base = buffer.baseAddress else { return }
            let m = map.matrix
            var lent = unsafe px_moving(
                pixels: base, width: Int32(moving.width), height: Int32(moving.height),
                map: (
                    m.row0.x, m.row0.y, m.row0.z, m.row1.x, m.row1.y, m.row1.z, m.row2.x, m.row2.y, m.row2.z
                ))
            unsafe body(&lent)
        }
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
