internal import Geometry
internal import Tracking

/// A frame that is worth a look, and what is to be seen in it.
package struct Moment: Hashable, Sendable {
    /// Presented frame, from 0.
    package let frame: Int
    /// What it is: "Lost", "Least sure".
    let title: String
    /// What the track says of it.
    let caption: String
    /// The drawing's outline in this frame.
    let outline: Quad?
    /// Where the outline was when it was last seen, or will be next; drawn where there is no `outline`.
    let remembered: Quad?
}

/// Chooses the moments of one drawing.
struct MomentFinder {
    let samples: [Sample]
    let stretches: [Stretch]
    let teller: ReasonTeller
    let track: Track

    /// How many gaps are shown with their ends, and how many frames of each kind of doubt.
    private static let gapCount = 3, leastSureCount = 3, leastExactCount = 2
    /// From this confidence on a frame is in no doubt.
    private static let sureConfidence = 0.8
    /// Moments of doubt lie at least this far apart, in seconds.
    private static let spacing = 0.4

    /// Each frame once, the most telling first.
    func moments() -> [Moment] {
        guard !samples.isEmpty else { return [] }
        let (unsure, inexact) = (leastSure(), leastExact())
        let gaps = gaps
        let worst = longestGap(of: gaps) + gaps.prefix(1).flatMap(ends) + unsure.prefix(1) + inexact.prefix(1)
        let others = gaps.dropFirst().prefix(1).flatMap(ends) + longestHeld() + unsure.dropFirst() + inexact.dropFirst()
        let rest = gaps.dropFirst(2).prefix(Self.gapCount - 2).flatMap(ends)
        var seen: Set<Int> = []
        return (worst + others + rest).filter { seen.insert($0.frame).inserted }
    }

    // MARK: Gaps

    /// Stretches without the drawing, the longest first.
    private var gaps: [Stretch] {
        stretches.filter { $0.state == .gone }.sorted {
            ($0.frames.count, $1.frames.lowerBound) > ($1.frames.count, $0.frames.lowerBound)
        }
    }

    private func longestGap(of gaps: [Stretch]) -> [Moment] {
        guard let gap = gaps.first else { return [] }
        let length = Numbers.count(gap.frames.count, "frame")
        return [
            absent(
                in: gap, at: (gap.frames.lowerBound + gap.frames.upperBound) / 2, "Longest stretch without it",
                "in the middle of \(length)")
        ]
    }

    /// The last frame before a gap and the first in it, the last one in it and the first after it.
    private func ends(of gap: Stretch) -> [Moment] {
        var ends: [Moment] = []
        if let last = teller.sample(of: gap.frames.lowerBound - 1) {
            ends.append(seen(last, "Last frame before it is lost"))
            ends.append(absent(in: gap, at: gap.frames.lowerBound, "Lost", "first frame without it"))
        }
        if let next = teller.sample(of: gap.frames.upperBound) {
            ends.append(absent(in: gap, at: gap.frames.upperBound - 1, "Last frame before it is found", ""))
            ends.append(seen(next, "Found"))
        }
        return ends
    }

    private func absent(in gap: Stretch, at frame: Int, _ title: String, _ words: String) -> Moment {
        let before = teller.sample(of: gap.frames.lowerBound - 1)
        let after = teller.sample(of: gap.frames.upperBound)
        let isNearerToStart = frame - gap.frames.lowerBound <= gap.frames.upperBound - frame
        let nearest = (isNearerToStart ? before : after) ?? before ?? after
        let memory = nearest.map {
            $0.frame < frame ? "dashed: where it was last seen" : "dashed: where it is seen next"
        }
        return Moment(
            frame: frame, title: title, caption: [words, memory ?? ""].filter { !$0.isEmpty }.joined(separator: "; "),
            outline: nil, remembered: nearest?.corners)
    }

    // MARK: Doubts

    /// The least sure frame, and others of which the track itself is in doubt.
    private func leastSure() -> [Moment] {
        apart(samples.filter { $0.state == .tracked }, count: Self.leastSureCount) { $0.confidence < $1.confidence }
            .enumerated().filter { $0.offset == 0 || $0.element.confidence < Self.sureConfidence }
            .map { seen($0.element, $0.offset == 0 ? "Least sure" : "Among the least sure") }
    }

    /// The frame with the longest error bar, and others with a much longer one than most.
    private func leastExact() -> [Moment] {
        let median = samples.map(\.sigma).sorted()[samples.count / 2]
        return apart(samples, count: Self.leastExactCount) { $0.sigma > $1.sigma }
            .enumerated().filter { $0.offset == 0 || $0.element.sigma > 2 * median }
            .map { seen($0.element, $0.offset == 0 ? "Least exact" : "Among the least exact") }
    }

    private func longestHeld() -> [Moment] {
        let held = stretches.filter { $0.state == .held }.max { $0.frames.count < $1.frames.count }
        guard let held, let sample = teller.sample(of: (held.frames.lowerBound + held.frames.upperBound) / 2) else {
            return []
        }
        return [seen(sample, "Bridged over \(Numbers.count(held.frames.count, "frame"))")]
    }

    private func seen(_ sample: Sample, _ title: String) -> Moment {
        let motion = sample.motion.map { ", moving \(Numbers.measure($0)) px a frame" } ?? ""
        let why = teller.reason(at: sample).shortText.map { "; \($0)" } ?? ""
        return Moment(
            frame: sample.frame, title: title,
            caption:
                "confidence \(Numbers.decimal(sample.confidence, 2)), error bar \(Numbers.measure(sample.sigma)) px, "
                + "size \(Numbers.measure(sample.size)) px, tilted \(Numbers.decimal(sample.tilt, 0))°\(motion)\(why)",
            outline: sample.corners, remembered: nil)
    }

    /// The first `count` samples in an order that lie apart from each other.
    private func apart(_ candidates: [Sample], count: Int, by order: (Sample, Sample) -> Bool) -> [Sample] {
        var chosen: [Sample] = []
        for sample in candidates.sorted(by: order) {
            let time = track.seconds(ofFrame: sample.frame)
            if chosen.allSatisfy({ abs(track.seconds(ofFrame: $0.frame) - time) >= Self.spacing }) {
                chosen.append(sample)
            }
            if chosen.count == count { break }
        }
        return chosen
    }
}
