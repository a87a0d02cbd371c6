/// One quantity over clip time, as a curve that is broken where there is no value.
struct Lane: Hashable, Sendable {
    /// What it is, in which unit, and in words for those who cannot see it.
    let name, unit, spoken: String
    let scale: Scale
    /// The curve as an SVG path in a box of 1000 × `height` units.
    let path: String

    /// Units of a curve's height, and the rim that keeps a curve's width inside it.
    static let height = 100.0, rim = 4.0
    /// Over so many columns a curve is drawn; where several frames fall into one, from the least to the greatest of them.
    static let columns = 600

    /// Confidence, error bar, size and motion; empty where there is nothing to draw.
    static func all(of samples: [Sample], axis: TimeAxis) -> [Lane] {
        guard !samples.isEmpty else { return [] }
        let motions = samples.compactMap(\.motion)
        return [
            Lane("Confidence", "0 to 1", samples, axis, .linear(top: 1)) { $0.confidence },
            Lane("Error bar", "px, by powers of ten", samples, axis, .decades(around: samples.lazy.map(\.sigma))) {
                $0.sigma
            },
            Lane("Size", "px", samples, axis, .linear(upTo: samples.lazy.map(\.size).max() ?? 0)) { $0.size },
            Lane("Motion", "px a frame", samples, axis, .linear(upTo: motions.max() ?? 0)) { $0.motion },
        ]
    }

    /// - Parameter value: what is drawn; `nil` breaks the curve.
    init(
        _ name: String, _ unit: String, _ samples: [Sample], _ axis: TimeAxis, _ scale: Scale,
        value: (Sample) -> Double?
    ) {
        (self.name, self.unit, self.scale) = (name, unit, scale)
        var curve = CurvePath()
        var values: [Double] = []
        for sample in samples {
            guard let value = value(sample) else { continue }
            values.append(value)
            let middle = (axis.x(of: sample.frame) + axis.x(of: sample.frame + 1)) / 2
            curve.add(
                x: middle, y: Self.height - Self.rim - scale.height(of: value) * (Self.height - 2 * Self.rim),
                frame: sample.frame)
        }
        path = curve.finished()
        values.sort()
        spoken =
            values.isEmpty
            ? "No value."
            : "Least \(Numbers.measure(values[0])), median \(Numbers.measure(values[values.count / 2])), "
                + "greatest \(Numbers.measure(values[values.count - 1]))."
    }

    /// Where the lines of the scale lie, in units from the top.
    var lines: [Double] { scale.lines.map { Self.height - Self.rim - $0 * (Self.height - 2 * Self.rim) } }
}

/// Draws a curve with at most four points in each column, however many frames there are.
private struct CurvePath {
    /// What has fallen into the column that is being filled.
    private struct Column {
        let number: Int
        let x: Double
        let first: Double
        var last, least, greatest: Double
    }

    private var text = ""
    private var column: Column?
    private var lastFrame: Int?
    private var isBroken = true

    mutating func add(x: Double, y: Double, frame: Int) {
        // A track's times may be beyond all reason, and its places with them.
        let share = x / TimeAxis.width
        let number = Int((share.isFinite ? min(max(share, 0), 1) : 0) * Double(Lane.columns))
        let follows = lastFrame == frame - 1
        lastFrame = frame
        if var filling = column, filling.number == number {
            (filling.last, filling.least, filling.greatest) = (y, min(filling.least, y), max(filling.greatest, y))
            column = filling
            return
        }
        flush()
        if !follows { isBroken = true }
        column = Column(number: number, x: x, first: y, last: y, least: y, greatest: y)
    }

    private mutating func flush() {
        guard let done = column else { return }
        point(done.x, done.first)
        if done.least != done.greatest {
            for y in [done.least, done.greatest, done.last] { text += "V\(Numbers.decimal(y, 1))" }
        }
        column = nil
    }

    private mutating func point(_ x: Double, _ y: Double) {
        // A point by itself shows as a dot: its line has no length, but round ends.
        text += "\(isBroken ? "M" : "L")\(Numbers.decimal(x, 1)) \(Numbers.decimal(y, 1))\(isBroken ? "h0" : "")"
        isBroken = false
    }

    mutating func finished() -> String {
        flush()
        return text
    }
}
