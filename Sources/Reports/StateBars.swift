/// The bars of a timeline: one for each stretch, or, where there are more than can be told apart, one for each column by the
/// state that fills most of it.
struct StateBars {
    struct Bar: Hashable {
        let state: Stretch.State
        /// Units of the axis.
        let from, to: Double
        let words: String
    }

    let bars: [Bar]

    /// More stretches than this are drawn by columns.
    static let limit = 1000

    init(_ stretches: [Stretch], axis: TimeAxis) {
        if stretches.count <= Self.limit {
            bars = stretches.map { Self.bar($0.state, $0.frames, axis) }
        } else {
            bars = Self.byColumn(stretches, axis)
        }
    }

    private static func bar(_ state: Stretch.State, _ frames: Range<Int>, _ axis: TimeAxis) -> Bar {
        let (from, to) = axis.text(frames)
        return Bar(
            state: state, from: axis.x(of: frames.lowerBound), to: axis.x(of: frames.upperBound),
            words: "\(state.rawValue), \(from) to \(to), \(Numbers.count(frames.count, "frame"))")
    }

    private static func byColumn(_ stretches: [Stretch], _ axis: TimeAxis) -> [Bar] {
        var bars: [(state: Stretch.State, frames: Range<Int>)] = []
        var next = 0
        for column in 0..<limit {
            let frames = axis.frameCount * column / limit..<axis.frameCount * (column + 1) / limit
            guard !frames.isEmpty else { continue }
            while stretches[next].frames.upperBound <= frames.lowerBound { next += 1 }
            var counts: [Stretch.State: Int] = [:]
            for stretch in stretches[next...].prefix(while: { $0.frames.lowerBound < frames.upperBound }) {
                counts[stretch.state, default: 0] += stretch.frames.clamped(to: frames).count
            }
            let order: [Stretch.State] = [.gone, .held, .tracked]
            guard let state = order.max(by: { counts[$0, default: 0] < counts[$1, default: 0] }) else { continue }
            if let last = bars.last, last.state == state {
                bars[bars.count - 1].frames = last.frames.lowerBound..<frames.upperBound
            } else {
                bars.append((state, frames))
            }
        }
        return bars.map { bar(for: $0, axis) }
    }

    private static func bar(for merged: (state: Stretch.State, frames: Range<Int>), _ axis: TimeAxis) -> Bar {
        let exact = bar(merged.state, merged.frames, axis)
        return Bar(state: exact.state, from: exact.from, to: exact.to, words: "mostly " + exact.words)
    }
}
