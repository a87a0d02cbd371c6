/// A gain over time that runs straight from corner to corner; before the first and behind the last it is theirs. Two corners
/// at one time are a step.
///
/// Made to be read forwards: each corner is passed once.
struct GainEnvelope: Sendable {
    private let points: [SoundCue.GainPoint]
    /// The first corner that lies behind what was read last.
    private var next = 0

    init(_ points: [SoundCue.GainPoint]) {
        self.points = points.filter { $0.seconds.isFinite && $0.gain.isFinite }.sorted { $0.seconds < $1.seconds }
    }

    /// Linear amplitude of each sample of `range`, at `rate` samples a second from the zero of the corners' times; 1 where
    /// there are no corners.
    mutating func gains(_ range: Range<Int64>, rate: Int) -> [Float] {
        if next > 0, let first = range.first, points[next - 1].seconds > Double(first) / Double(rate) { next = 0 }
        var gains: [Float] = []
        gains.reserveCapacity(range.count)
        for sample in range { gains.append(Float(gain(at: Double(sample) / Double(rate)))) }
        return gains
    }

    private mutating func gain(at seconds: Double) -> Double {
        while next < points.count && points[next].seconds <= seconds { next += 1 }
        guard next < points.count else { return points.last?.gain ?? 1 }
        guard next > 0 else { return points[0].gain }
        let (a, b) = (points[next - 1], points[next])
        return a.gain + (b.gain - a.gain) * (seconds - a.seconds) / (b.seconds - a.seconds)
    }
}
