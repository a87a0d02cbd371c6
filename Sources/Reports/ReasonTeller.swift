internal import Tracking

/// Says why a stretch is as it is, from the drawing's places at its ends.
struct ReasonTeller: Sendable {
    let samples: [Sample]
    let track: Track

    /// How many samples before a loss (or after a return) tell how the drawing moves.
    private static let reach = 3

    /// One or two sentences; empty where there is nothing to say.
    func reason(for stretch: Stretch) -> String {
        switch stretch.state {
        case .tracked: return ""
        case .held: return held(stretch)
        case .gone: return gone(stretch)
        }
    }

    private func gone(_ stretch: Stretch) -> String {
        let (before, after) = (loss(before: stretch), gain(after: stretch))
        switch (before, after) {
        case (nil, nil):
            return
                "Nowhere in the clip, or too small, too blurred, too steep or too unlike its picture to be recognised."
        case (nil, let after?):
            return "Not in view yet, or not to be recognised."
                + (after.text.map { " When it is first found it is \($0)." } ?? "")
        case (let before?, let after):
            let lost = before.text.map { "Lost while \($0)." } ?? Self.unexplained
            let end = after == nil ? " It is not found again." : ""
            return lost + (after?.text.map { " When it is found again it is \($0)." } ?? end)
        }
    }

    private static let unexplained =
        "Lost while well inside the picture, large enough and slow: perhaps behind something, out of focus, or the scene was cut."

    private func held(_ stretch: Stretch) -> String {
        let cause = [loss(before: stretch), gain(after: stretch)].compactMap { $0?.text }.first
        return cause.map { "Not measured while \($0); its place is known from both sides." }
            ?? "Not measured: perhaps behind something or blurred. Its place is known from both sides."
    }

    /// The drawing's state in the last frame before a stretch.
    private func loss(before stretch: Stretch) -> Reason? {
        guard let index = index(of: stretch.frames.lowerBound - 1) else { return nil }
        return reason(at: index, beside: Array(samples[max(0, index - Self.reach)..<index].reversed()))
    }

    /// The drawing's state in the first frame after a stretch.
    private func gain(after stretch: Stretch) -> Reason? {
        guard let index = index(of: stretch.frames.upperBound) else { return nil }
        return reason(at: index, beside: Array(samples[(index + 1)..<min(samples.count, index + 1 + Self.reach)]))
    }

    /// What makes the drawing hard to find in the frame of a sample.
    func reason(at sample: Sample) -> Reason {
        guard let index = index(of: sample.frame) else { return reason(of: sample, beside: []) }
        return reason(at: index, beside: Array(samples[max(0, index - Self.reach)..<index].reversed()))
    }

    private func reason(at index: Int, beside others: [Sample]) -> Reason { reason(of: samples[index], beside: others) }

    /// Samples at most a few frames away, the nearest first: those behind a gap say nothing.
    private func reason(of sample: Sample, beside others: [Sample]) -> Reason {
        Reason(
            sample, beside: others.filter { abs($0.frame - sample.frame) <= Self.reach }, clip: track.clip,
            exposureShare: track.exposureShare)
    }

    /// The sample of a frame; `nil` where the drawing has no place.
    func sample(of frame: Int) -> Sample? { index(of: frame).map { samples[$0] } }

    private func index(of frame: Int) -> Int? {
        let place = firstIndex(notBefore: frame)
        return place < samples.count && samples[place].frame == frame ? place : nil
    }

    /// The first sample of `frame` or later, by bisection.
    func firstIndex(notBefore frame: Int) -> Int {
        var (low, high) = (0, samples.count)
        while low < high {
            let middle = (low + high) / 2
            if samples[middle].frame < frame { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
