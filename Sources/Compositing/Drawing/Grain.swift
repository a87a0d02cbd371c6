internal import CPixelKernels
internal import Imaging

/// The noise of a clip's camera, as it is laid on a film: its variance by brightness, its coarseness, and where in an
/// endless pattern a frame's noise lies.
struct Grain: Sendable {
    /// Variance in codes² of a luma (or RGB) sample: `base` + `slope` · height above black; of a chroma sample.
    var base, slope, chroma: Float
    /// The code of white.
    let white: Float
    let pattern: GrainPattern
    /// Where the frame's pattern begins.
    let shift: UInt64

    /// Fills a row with noise for `codes` of a component.
    func fill(
        _ row: RowBuffer, for codes: RowBuffer, scale: pixel_scale, isChroma: Bool, plane: Int, y: Int,
        _ samples: Range<Int>
    ) {
        let (base, slope) = isChroma ? (chroma, 0) : (base, slope)
        let start = Int(truncatingIfNeeded: shift >> UInt64(8 * plane)) & 0xFFFF
        var x = samples.lowerBound
        while x < samples.upperBound {
            let column = (x + start) % GrainPattern.size
            let count = min(samples.upperBound - x, GrainPattern.size - column)
            unsafe pattern.withRow(y + start / 7 + 91 * plane) { noise in
                unsafe pixel_grain_row(
                    noise + column, codes.at(x), scale.black, isChroma ? scale.maximum : white, base, slope,
                    Int32(count),
                    row.at(x))
            }
            x += count
        }
    }
}

/// Gaussian noise of variance 1, in a square that repeats without a seam.
final class GrainPattern: Sendable {
    static let size = 256
    let correlation: Double
    private let noise: [Float]

    /// - Parameter correlation: of neighbours along both axes, 0 … 0.6.
    init(correlation: Double, seed: UInt64) {
        self.correlation = correlation
        let white = Self.white(seed: seed)
        let side = Self.tap(correlation: correlation)
        let taps = [side, 1, side].map { Float($0 / (1 + 2 * side * side).squareRoot()) }
        let size = Self.size
        func filtered(_ source: [Float], across: Bool) -> [Float] {
            source.indices.map { index in
                let (x, y) = (index % size, index / size)
                return (-1...1).reduce(Float(0)) { sum, offset in
                    let column = across ? (x + offset + size) % size : x
                    let row = across ? y : (y + offset + size) % size
                    return sum + taps[offset + 1] * source[row * size + column]
                }
            }
        }
        noise = filtered(filtered(white, across: true), across: false)
    }

    /// The side tap t of a filter t 1 t whose output's neighbours have that correlation, 2 t / (1 + 2 t²).
    private static func tap(correlation: Double) -> Double {
        let wanted = min(max(correlation, 0), 0.66)
        guard wanted > 1e-3 else { return 0 }
        return (1 - (1 - 2 * wanted * wanted).squareRoot()) / (2 * wanted)
    }

    private static func white(seed: UInt64) -> [Float] {
        var random = SplitMix64(seed: seed)
        // The sum of twelve even draws has variance 1 and is nearly Gaussian.
        return (0..<size * size).map { _ in Float((0..<12).reduce(-6.0) { sum, _ in sum + random.share() }) }
    }

    /// Reads a row of the pattern, which repeats.
    func withRow(_ row: Int, _ body: (UnsafePointer<Float>) -> Void) {
        unsafe noise.withUnsafeBufferPointer { noise in
            guard let base = noise.baseAddress else { return }
            unsafe body(base + (row % Self.size) * Self.size)
        }
    }
}
