internal import CPixelKernels
internal import Geometry

/// How a texture is sampled in a small part of the frame: at which level, and at which places around each sample.
///
/// The aim is one and the same sharpness everywhere. A picture's texel stands for a blur of variance 1/4 texel², and a
/// sample of the frame for one of `spread` samples²: so the filter adds what lies between the two, an ellipse in the
/// texture, and the variance of the way that the page moves while the shutter is open. Part of it is in the level, part
/// in bilinear sampling (1/6 texel² on average); the taps make up the rest. So it is continuous: no seam or jump shows
/// where the level or the number of taps changes. Nothing is added where texels and samples agree.
struct SampleFilter {
    /// Where a level's texels lie among those of level 0: level = base · `scale` + `shift`, along both axes.
    struct Place {
        let scale, shift: Double
    }

    /// The level of the pyramid.
    let level: Int
    /// Gaps between taps along the two axes of the ellipse, and the steps over them in texels of the level.
    private let major, minor: (gaps: Int, step: Point2)

    private static let texelVariance = 0.25
    private static let bilinearVariance = 1.0 / 6
    /// Taps lie at most this far apart, in texels of the level: farther apart, fine lines would fall between them.
    private static let widestStep = 1.1
    /// What may be left out of a filter, in texel² of the level: less is not seen.
    private static let slightVariance = 0.08
    /// At most this many gaps along an axis: a longer way is followed in a coarser level.
    private static let mostGaps = 24

    /// - Parameters:
    ///   - x, y: how the place in the texture, in texels of level 0, changes from sample to sample and from row to row.
    ///   - motion: the way in the texture while the shutter is open.
    ///   - spread: the variance of the frame's own blur along its rows and columns, in its samples².
    init(x: Point2, y: Point2, motion: Point2, spread: Point2, levels: ClosedRange<Int>) {
        // The covariance that a sample stands for, and its axes.
        let squares = x * x * spread.x + y * y * spread.y + motion * motion / 12
        let mixed = x.x * x.y * spread.x + y.x * y.y * spread.y + motion.x * motion.y / 12
        let (mean, half) = ((squares.x + squares.y) / 2, (squares.x - squares.y) / 2)
        let radius = (half * half + mixed * mixed).squareRoot()
        let axis = half >= 0 ? Point2(half + radius, mixed) : Point2(mixed, radius - half)
        let direction = axis.length > 0 ? axis / axis.length : Point2(1, 0)
        let (longer, shorter) = (mean + radius - Self.texelVariance, mean - radius - Self.texelVariance)

        var level = levels.lowerBound
        while level < levels.upperBound && shorter >= Self.leastVariance(ofLevel: level + 1) { level += 1 }
        while level < levels.upperBound && Self.gapCount(longer, level) > Self.mostGaps { level += 1 }
        self.level = level
        major = Self.axis(longer, level, direction)
        minor = Self.axis(shorter, level, Point2(-direction.y, direction.x))
    }

    var place: Place {
        guard level >= 0 else { return Place(scale: 2, shift: 0) }
        let scale = 1 / Double(1 << level)
        return Place(scale: scale, shift: 0.5 * scale - 0.5)
    }

    /// The least variance, in texel² of level 0, for which `level` is fine enough: its own, and half of what sampling it
    /// once adds.
    private static func leastVariance(ofLevel level: Int) -> Double {
        let texel = Double(1 << (2 * level))
        return texelVariance * (texel - 1) + 0.5 * bilinearVariance * texel
    }

    /// What taps at `level` have to add to its own variance, in texel² of the level.
    private static func rest(_ wanted: Double, _ level: Int) -> Double {
        guard level >= 0 else { return 4 * wanted - bilinearVariance }
        let texel = Double(1 << (2 * level))
        return (wanted - texelVariance * (texel - 1)) / texel - bilinearVariance
    }

    /// Taps at s apart with shares 1 2 2 … 2 1 over m gaps have the variance s² (m² + 2) / 12. The halves at the ends
    /// keep fine patterns from shining through the gaps.
    private static func gapCount(_ wanted: Double, _ level: Int) -> Int {
        let rest = rest(wanted, level)
        guard rest > slightVariance else { return 0 }
        return Int(min(max(1, (12 * rest / (widestStep * widestStep) - 2).squareRoot().rounded(.up)), 1e6))
    }

    private static func axis(_ wanted: Double, _ level: Int, _ direction: Point2) -> (gaps: Int, step: Point2) {
        let gaps = min(gapCount(wanted, level), mostGaps)
        guard gaps > 0 else { return (0, .zero) }
        let step = (12 * rest(wanted, level) / Double(gaps * gaps + 2)).squareRoot()
        return (gaps, direction * min(step, 1000))
    }

    /// Adds the taps to `list`. Their shares add up to 1.
    func appendTaps(to list: inout [pixel_tap]) {
        for i in 0...major.gaps {
            for j in 0...minor.gaps {
                let offset =
                    major.step * (Double(i) - Double(major.gaps) / 2) + minor.step
                    * (Double(j) - Double(minor.gaps) / 2)
                let share = Self.share(i, of: major.gaps) * Self.share(j, of: minor.gaps)
                list.append(
                    pixel_tap(u: Int32((offset.x * 256).rounded()), v: Int32((offset.y * 256).rounded()), share: share)
                )
            }
        }
    }

    private static func share(_ tap: Int, of gaps: Int) -> Float {
        guard gaps > 0 else { return 1 }
        return (tap == 0 || tap == gaps ? 0.5 : 1) / Float(gaps)
    }
}
