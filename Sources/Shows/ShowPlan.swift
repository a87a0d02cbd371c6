/// When a frame is presented, and which references have an anchor in it.
package struct Sighting: Hashable, Sendable {
    /// Clip time in seconds; frames come in its order.
    package let seconds: Double
    /// Names, compared in NFC, in any order.
    package let references: Set<String>

    package init(seconds: Double, references: Set<String>) { (self.seconds, self.references) = (seconds, references) }
}

/// What one anchor shows in one frame.
package struct Showing: Hashable, Sendable {
    package let reference: String
    /// The show's number, counted from 0 for each reference.
    package let number: Int
    /// Index into the items of the run.
    package let item: Int
    /// Seconds since the show began: the film's own time, before it loops.
    package let showSeconds: Double
    /// Above 0, at most 1.
    package let opacity: Double
}

/// An item that plays for a stretch of the clip: a whole show or, when an item failed in the middle or the show paused, a part
/// of one.
package struct Show: Hashable, Sendable {
    package let reference: String
    /// The show's number, counted from 0 for each reference; the parts of one show share it.
    package let number: Int
    /// Index into the items of the run.
    package let item: Int
    /// Clip time at which the show's clock, and so the film's, is at zero.
    package let clockStartSeconds: Double
    /// Clip time from and until which the item plays; cut at the end of the clip.
    package let startSeconds, endSeconds: Double
    package let timing: ShowTiming
    /// Whether it goes on there after a pause; and whether it breaks off there, because the drawing goes out of sight.
    package let goesOn, breaksOff: Bool
}

/// What plays where and when over a whole clip, and what to play instead when an item fails.
package struct ShowPlan: Sendable {
    /// For each presented frame what its anchors show, by reference; what is not opaque at all is left out.
    package let frames: [[Showing]]
    /// Everything that plays, by the time at which it starts, then by reference: what the sound follows.
    package let shows: [Show]
    private let planner: ShowPlanner
    private let failures: [ItemFailure]

    init(planner: ShowPlanner, failures: [ItemFailure]) {
        var run = PlannedRun(planner: planner, failures: failures)
        (frames, shows) = run.play()
        (self.planner, self.failures) = (planner, failures)
    }

    /// The plan for an item that turns out not to play when `frame` needs it: the next pick takes its place from there,
    /// and it is never picked again. What was shown before `frame` stays as it was.
    package func replacing(item: Int, fromFrame frame: Int) -> ShowPlan {
        ShowPlan(planner: planner, failures: failures + [ItemFailure(item: item, frame: frame)])
    }

    /// Clip time from the beginning of a show to its end, its pauses included; `nil` when there is no such show.
    package func span(of reference: String, number: Int) -> Range<Double>? {
        let parts = shows.filter { $0.reference == reference && $0.number == number }
        guard let start = parts.map(\.startSeconds).min(), let end = parts.map(\.endSeconds).max() else { return nil }
        return start..<end
    }

    /// How many items have not failed.
    package var playableItemCount: Int { planner.items.subtracting(failures.map(\.item)).count }

    /// Whether the reference has items that have not failed.
    package func isPlayable(_ reference: String) -> Bool {
        !Set(planner.rule(for: reference).items).isSubset(of: failures.map(\.item))
    }
}

/// An item that could not be played from a frame on.
struct ItemFailure: Hashable, Sendable {
    let item, frame: Int
}
