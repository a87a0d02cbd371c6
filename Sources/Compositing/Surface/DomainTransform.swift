internal import CPixelKernels

/// Smoothing along surfaces of one colour: the recursive filter of Gastal and Oliveira's domain transform (2011).
enum DomainTransform {
    /// Smooths `plane` where the pictures of `guide`, luma and perhaps both chromas, are even.
    ///
    /// - Parameters:
    ///   - reach: standard deviation on an even surface, in samples.
    ///   - contrast: the difference over which it ends, in codes.
    ///   - rounds: passes along both axes.
    static func smooth(_ plane: FloatPlane, along guide: [FloatPlane], reach: Float, contrast: Float, rounds: Int) {
        let (width, height) = (plane.width, plane.height)
        let across = FloatPlane(width: width, height: height)
        let down = FloatPlane(width: width, height: height)
        for round in 0..<rounds {
            // Each round reaches half as far as the one before; together their variances make up the whole.
            let part = Float(1 << (rounds - round - 1)) / Float((1 << (2 * rounds)) - 1).squareRoot()
            let decay = -Float(2).squareRoot() / (reach * Float(3).squareRoot() * part)
            for y in 0..<height {
                let rows = unsafe guide.map { unsafe $0.row(y) }
                let (u, v) = unsafe rows.count == 3 ? (rows[1], rows[2]) : (nil, nil)
                unsafe observe_affinity(rows[0], u, v, 1, decay, reach / contrast, Int32(width - 1), across.row(y))
                if y + 1 < height {
                    unsafe observe_affinity(
                        rows[0], u, v, Int32(width), decay, reach / contrast, Int32(width), down.row(y))
                }
                unsafe observe_smooth_row(across.row(y), Int32(width), plane.row(y))
            }
            for y in 1..<max(height, 2) where y < height {
                unsafe observe_smooth_step(down.row(y - 1), plane.row(y - 1), Int32(width), plane.row(y))
            }
            for y in stride(from: height - 2, through: 0, by: -1) {
                unsafe observe_smooth_step(down.row(y), plane.row(y + 1), Int32(width), plane.row(y))
            }
        }
    }
}
