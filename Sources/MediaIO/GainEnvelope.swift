/// A gain over time that runs straight from corner to corner; before the first and behind the last it is theirs.
struct GainEnvelope: Sendable {
    private let points: [SoundCue.GainPoint]

    init(_ points: [SoundCue.GainPoint]) {
        self.points = points.filter { $0.seconds.isFinite && $0.gain.isFinite }.sorted { $0.seconds < $1.seconds }
    }

    /// Linear amplitude at `seconds`; 1 where there are no corners.
    func gain(at seconds: Double) -> Double {
        guard let first = points.first, let last = points.last else { return 1 }
        if seconds <= first.seconds { return first.gain }
        guard let next = points.firstIndex(where: { $0.seconds > seconds }) else { return last.gain }
        let (a, b) = (points[next - 1], points[next])
        return a.gain + (b.gain - a.gain) * (seconds - a.seconds) / (b.seconds - a.seconds)
    }
}
