internal import CPixelKernels
internal import Foundation
internal import Geometry
internal import Imaging

/// Learns how soft a clip's pictures are, from how steep what is printed on a page comes out.
///
/// The drawing is rendered as two lenses would show it, one sharp and one soft; the frame lies between them, or beyond.
struct FocusEstimate {
    /// Variances of the lens's blur in pixels² that frames have shown, the last ones.
    private var variances: [Double] = []
    private var calls = 0

    private static let sharp = 0.3, soft = 1.5
    private static let range = 0.3...3.0
    /// Parts of a page that are compared, and their size in pixels.
    private static let partCount = 6, partWidth = 96, partHeight = 32
    /// The mean square of the steps that a part must have, in codes² of an 8-bit clip.
    private static let leastSteepness: Float = 12
    /// Frames that are remembered; once there are so many, every eighth is looked at.
    private static let memory = 24
    private static let later = 8

    /// Standard deviation of the lens's blur in pixels, no less than `sharpest`. What a codec takes away looks like a blur of up
    /// to about a pixel, and is none that a film should get: only what goes beyond that counts.
    func softness(atLeast sharpest: Double) -> Double {
        guard !variances.isEmpty else { return sharpest }
        // Shakes and errors make pictures softer, never sharper.
        let seen = variances.sorted()[variances.count / 4]
        return (sharpest * sharpest + max(0, seen - Self.codecVariance)).squareRoot()
    }

    private static let codecVariance = 0.9

    /// Learns from a frame.
    ///
    /// - Parameters:
    ///   - render: luma of the drawing over a row's samples, as a lens of that softness shows it, in the frame's light.
    ///   - noise: variance of the frame's noise in codes².
    mutating func learn(
        from frame: Frame, _ page: ObservedPage, evidence: FloatPlane?, noise: Float,
        render: (_ x: Range<Int>, _ y: Range<Int>, _ softness: Double) -> FloatPlane?
    ) {
        calls += 1
        guard variances.count < Self.memory || calls % Self.later == 0 else { return }
        var (seen, sharp, soft): (Float, Float, Float) = (0, 0, 0)
        for part in parts(page, evidence, frame) {
            guard let crisp = render(part.x, part.y, Self.sharp), let blurred = render(part.x, part.y, Self.soft) else {
                continue
            }
            let steepness = Self.steepness(crisp)
            guard steepness > Self.leastSteepness * page.unit * page.unit else { continue }
            let luma = Self.luma(of: frame, part.x, part.y)
            seen += max(Self.steepness(luma) - 2 * noise, 0)
            sharp += steepness
            soft += Self.steepness(blurred)
        }
        guard seen > 0, sharp > 1.2 * soft else { return }
        // Steepness falls nearly as an exponential of the blur's variance.
        let share = Double(log(sharp / seen) / log(sharp / soft))
        let found = Self.sharp * Self.sharp + share * (Self.soft * Self.soft - Self.sharp * Self.sharp)
        let bounded = min(
            max(found, Self.range.lowerBound * Self.range.lowerBound), Self.range.upperBound * Self.range.upperBound)
        variances.append(bounded)
        if variances.count > Self.memory { variances.removeFirst() }
    }

    /// Parts that are page alone, those with the most contrast first.
    private func parts(_ page: ObservedPage, _ evidence: FloatPlane?, _ frame: Frame) -> [(
        x: Range<Int>, y: Range<Int>
    )] {
        let spacing = page.grid.nodes.spacing
        let (width, height) = (
            Int((Double(Self.partWidth) / spacing).rounded(.up)), Int((Double(Self.partHeight) / spacing).rounded(.up))
        )
        var found: [(contrast: Float, x: Int, y: Int)] = []
        for y in stride(from: 0, through: page.height - height, by: height) {
            for x in stride(from: 0, through: page.width - width, by: width) {
                if let contrast = contrast(page, evidence, x..<x + width, y..<y + height) {
                    found.append((contrast, x, y))
                }
            }
        }
        found.sort { ($1.contrast, $0.y, $0.x) < ($0.contrast, $1.y, $1.x) }
        return found.prefix(Self.partCount).compactMap { part in
            let place = page.grid.grids[0].place(x: part.x, y: part.y)
            let (x, y) = (Int(place.x), Int(place.y))
            guard x >= 0, y >= 0, x + Self.partWidth <= frame.width, y + Self.partHeight <= frame.height else {
                return nil
            }
            return (x..<x + Self.partWidth, y..<y + Self.partHeight)
        }
    }

    /// The variance of the drawing in a part; `nil` where not all of it is page, or as bright as can be.
    private func contrast(_ page: ObservedPage, _ evidence: FloatPlane?, _ xs: Range<Int>, _ ys: Range<Int>) -> Float? {
        var (sum, squares): (Float, Float) = (0, 0)
        for y in ys {
            let (drawing, cover, luma) = unsafe (page.drawing[0].row(y), page.cover.row(y), page.frame[0].row(y))
            let front = unsafe evidence?.row(y)
            for x in xs {
                guard unsafe cover[x] > 0.99, unsafe luma[x] < page.saturated,
                    unsafe front.map({ unsafe $0[x] < -FrontMatte.softness }) ?? true
                else { return nil }
                unsafe sum += drawing[x]
                unsafe squares += drawing[x] * drawing[x]
            }
        }
        let count = Float(xs.count * ys.count)
        return squares / count - sum / count * (sum / count)
    }

    private static func luma(of frame: Frame, _ xs: Range<Int>, _ ys: Range<Int>) -> FloatPlane {
        let plane = FloatPlane(width: xs.count, height: ys.count)
        for y in ys {
            unsafe frame.readMeans(
                of: 0, x: xs.lowerBound, y: y, columns: 1, rows: 1, count: xs.count,
                into: plane.row(y - ys.lowerBound))
        }
        return plane
    }

    /// The mean square of the steps from sample to sample along both axes.
    private static func steepness(_ plane: FloatPlane) -> Float {
        var sum: Float = 0
        for y in 0..<plane.height - 1 {
            let (row, below) = unsafe (plane.row(y), plane.row(y + 1))
            for x in 0..<plane.width - 1 {
                let (across, down) = unsafe (row[x + 1] - row[x], below[x] - row[x])
                sum += across * across + down * down
            }
        }
        return sum / Float(2 * (plane.width - 1) * (plane.height - 1))
    }
}
