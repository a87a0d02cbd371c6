internal import Tracking

/// Consecutive frames in which a drawing is in one state.
struct Stretch: Hashable, Sendable {
    enum State: String, Hashable, Sendable {
        /// Measured in each of its frames.
        case tracked
        /// Bridged between two measured ends.
        case held
        /// The track has no place for it.
        case gone = "not seen"
    }

    let state: State
    let frames: Range<Int>
    /// Of its frames; `nil` where it is not seen.
    let meanConfidence: Double?

    /// The stretches of a clip of `frameCount` frames: they follow each other and cover all of it.
    static func all(of samples: [Sample], frameCount: Int) -> [Stretch] {
        var stretches: [Stretch] = []
        var run: [Sample] = []
        func close() {
            guard let first = run.first, let last = run.last else { return }
            stretches.append(
                Stretch(
                    state: first.state == .tracked ? .tracked : .held, frames: first.frame..<last.frame + 1,
                    meanConfidence: run.map(\.confidence).reduce(0, +) / Double(run.count)))
            run = []
        }
        func leaveOut(upTo end: Int) {
            let start = stretches.last?.frames.upperBound ?? 0
            if end > start { stretches.append(Stretch(state: .gone, frames: start..<end, meanConfidence: nil)) }
        }
        for sample in samples {
            if let last = run.last, last.frame != sample.frame - 1 || last.state != sample.state { close() }
            if run.isEmpty { leaveOut(upTo: sample.frame) }
            run.append(sample)
        }
        close()
        leaveOut(upTo: frameCount)
        return stretches
    }
}
