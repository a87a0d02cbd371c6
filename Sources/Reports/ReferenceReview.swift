package import Tracking

/// One drawing's way through the clip, digested for a report: what does not grow with the clip's length is kept.
package struct ReferenceReview: Sendable {
    /// The drawing.
    package let reference: Track.Reference
    /// Where it is tracked, held and not seen; they cover the clip.
    let stretches: [Stretch]
    /// Why each stretch is as it is, in words; empty where there is nothing to say.
    let reasons: [String]
    /// The curves of its lanes.
    let lanes: [Lane]
    /// What is worth a look.
    package private(set) var moments: [Moment]
    let trackedCount, heldCount: Int
    let medianSigma, meanConfidence: Double?

    /// Whether it was found anywhere.
    package var isFound: Bool { trackedCount > 0 }

    init(_ reference: Track.Reference, samples: [Sample], in track: Track, axis: TimeAxis) {
        self.reference = reference
        stretches = Stretch.all(of: samples, frameCount: track.frames.count)
        let teller = ReasonTeller(samples: samples, track: track)
        reasons = stretches.map { teller.reason(for: $0) }
        lanes = Lane.all(of: samples, axis: axis)
        moments = MomentFinder(samples: samples, stretches: stretches, teller: teller, track: track).moments()
        trackedCount = samples.count { $0.state == .tracked }
        heldCount = samples.count - trackedCount
        let sigmas = samples.map(\.sigma).sorted()
        medianSigma = sigmas.isEmpty ? nil : sigmas[sigmas.count / 2]
        meanConfidence = samples.isEmpty ? nil : samples.map(\.confidence).reduce(0, +) / Double(samples.count)
    }
}

/// A track digested for its report: which drawing was where, and which frames are to be looked at.
package struct ClipReview: Sendable {
    /// The track itself.
    package let track: Track
    /// In the order of the track's references.
    package let references: [ReferenceReview]
    let axis: TimeAxis
    /// Most stills in a report, those of the strip included; and most of one drawing.
    static let stillLimit = 60, stillLimitOfDrawing = 12
    /// Pictures of the whole clip, evenly over it.
    package let stripFrames: [Int]

    /// Digests a whole track.
    package init(_ track: Track) {
        self.track = track
        let axis = TimeAxis(track)
        let samples = Sample.byReference(in: track)
        var all = track.references.map { ReferenceReview($0, samples: samples[$0.name] ?? [], in: track, axis: axis) }
        let found = all.count { $0.isFound }
        let stripLength = found == 0 ? 24 : 10
        stripFrames = Self.spread(stripLength, over: track.frames.count)
        // Each drawing gets its share; where there are more drawings than stills the first ones do.
        var left = Self.stillLimit - stripFrames.count
        var waiting = found
        for index in all.indices where all[index].isFound {
            let share = min(Self.stillLimitOfDrawing, (left + waiting - 1) / max(1, waiting))
            all[index] = all[index].keeping(moments: share)
            left -= all[index].moments.count
            waiting -= 1
        }
        (references, self.axis) = (all, axis)
    }

    /// Frames whose pictures the report shows, in order, each once.
    package var stillFrames: [Int] {
        Set(references.flatMap { $0.moments.map(\.frame) } + stripFrames).sorted()
    }

    /// The drawings whose own pictures the report shows.
    package var picturedReferences: Set<String> {
        let missing = references.lazy.filter { !$0.isFound }.prefix(TrackReport.missingLimit)
        return Set((references.filter(\.isFound) + missing).map(\.reference.name))
    }

    private static func spread(_ count: Int, over frameCount: Int) -> [Int] {
        let number = min(count, frameCount)
        return (0..<number).map { (2 * $0 + 1) * frameCount / (2 * number) }
    }
}

extension ReferenceReview {
    /// The same with the first `limit` moments, in the order of the clip.
    fileprivate func keeping(moments limit: Int) -> ReferenceReview {
        var copy = self
        copy.moments = moments.prefix(limit).sorted { $0.frame < $1.frame }
        return copy
    }
}
