/// Decides what plays where, when and how opaque (DESIGN §4). Pure: equal input gives an equal plan, on every machine.
package struct ShowPlanner: Hashable, Sendable {
    package let sightings: [Sighting]
    /// Clip time at which the last frame has been shown: everything is cut there.
    package let endSeconds: Double
    package let itemCount: Int
    package let seed: UInt64
    package let timing: ShowTiming

    /// - Parameters:
    ///   - sightings: every presented frame of the clip, in order.
    ///   - itemCount: how many items the album holds, sorted by the NFC bytes of their paths by the caller.
    package init(sightings: [Sighting], endSeconds: Double, itemCount: Int, seed: UInt64, timing: ShowTiming) {
        precondition(itemCount >= 0, "an album holds no less than nothing")
        (self.sightings, self.endSeconds, self.itemCount) = (sightings, endSeconds, itemCount)
        (self.seed, self.timing) = (seed, timing)
    }

    /// The plan while no item has failed.
    package func plan() -> ShowPlan { ShowPlan(planner: self, failures: []) }
}

/// One pass over the clip, frame by frame, that plays the shows.
struct PlannedRun {
    /// A show that one reference has begun. It may have ended: then it only says what was shown last.
    private struct Current {
        let number: Int
        let startSeconds, endSeconds: Double
        let previousItem: Int?
        /// The first frame that can show it.
        let firstFrame: Int
        var item: Int
        /// Since when `item` plays.
        var itemStartSeconds: Double

        func isRunning(at seconds: Double) -> Bool { startSeconds <= seconds && seconds < endSeconds }
    }

    /// More shows than this are not begun while one frame stands: a timestamp that leaps by years must not hang us.
    private static let mostShowsPerFrame = 1000

    private let planner: ShowPlanner
    private let failures: [ItemFailure]
    private var failed: Set<Int> = []
    private var current: [String: Current] = [:]
    private var shows: [Show] = []

    init(planner: ShowPlanner, failures: [ItemFailure]) { (self.planner, self.failures) = (planner, failures) }

    mutating func play() -> (frames: [[Showing]], shows: [Show]) {
        var frames: [[Showing]] = []
        frames.reserveCapacity(planner.sightings.count)
        for (frame, sighting) in planner.sightings.enumerated() {
            replaceFailures(at: frame, sighting)
            for reference in sighting.references.sorted() where !isRunning(reference, at: sighting.seconds) {
                begin(reference, at: sighting.seconds, firstFrame: frame, beside: sighting)
            }
            frames.append(showings(in: sighting))
            followOn(after: frame, sighting)
        }
        for reference in current.keys { record(reference, until: .infinity) }
        shows.sort { ($0.startSeconds, $0.reference, $0.number) < ($1.startSeconds, $1.reference, $1.number) }
        return (frames, shows)
    }

    private func isRunning(_ reference: String, at seconds: Double) -> Bool {
        current[reference]?.isRunning(at: seconds) ?? false
    }

    private func showings(in sighting: Sighting) -> [Showing] {
        sighting.references.sorted().compactMap { reference in
            guard let show = current[reference], show.isRunning(at: sighting.seconds) else { return nil }
            let seconds = sighting.seconds - show.startSeconds
            let opacity = planner.timing.opacity(atSeconds: seconds)
            guard opacity > 0 else { return nil }
            return Showing(
                reference: reference, number: show.number, item: show.item, showSeconds: seconds, opacity: opacity)
        }
    }

    /// Begins the next show of every anchor whose show ends while the frame stands, in the order of their ends.
    private mutating func followOn(after frame: Int, _ sighting: Sighting) {
        let isLast = frame + 1 == planner.sightings.count
        let nextSeconds = isLast ? planner.endSeconds : planner.sightings[frame + 1].seconds
        for _ in 0..<Self.mostShowsPerFrame {
            let ends = sighting.references.compactMap { name in current[name].map { ($0.endSeconds, name) } }
            let due = ends.filter { sighting.seconds < $0.0 && $0.0 < nextSeconds }.min { $0 < $1 }
            guard let (end, reference) = due else { return }
            begin(reference, at: end, firstFrame: frame + 1, beside: sighting)
        }
    }

    /// Begins the reference's next show, or none when no item is left.
    private mutating func begin(_ reference: String, at seconds: Double, firstFrame: Int, beside sighting: Sighting) {
        let last = current[reference]
        let number = last.map { $0.number + 1 } ?? 0
        record(reference, until: seconds)
        let item = pick(for: reference, number, justShown: last?.item, at: seconds, beside: sighting)
        current[reference] = item.map { item in
            Current(
                number: number, startSeconds: seconds, endSeconds: seconds + planner.timing.durationSeconds,
                previousItem: last?.item, firstFrame: firstFrame, item: item, itemStartSeconds: seconds)
        }
    }

    /// Gives each show whose item fails at `frame` another one. Its clock runs on.
    private mutating func replaceFailures(at frame: Int, _ sighting: Sighting) {
        let new = failures.filter { $0.frame == frame }.map(\.item)
        guard !new.isEmpty else { return }
        failed.formUnion(new)
        for (reference, show) in current.sorted(by: { $0.key < $1.key })
        where failed.contains(show.item) && show.isRunning(at: sighting.seconds) {
            let change = show.firstFrame == frame ? show.startSeconds : sighting.seconds
            let item = pick(
                for: reference, show.number, justShown: show.previousItem, at: sighting.seconds, beside: sighting)
            record(reference, until: change)
            current[reference] = item.map { item in
                var replaced = show
                (replaced.item, replaced.itemStartSeconds) = (item, change)
                return replaced
            }
        }
    }

    private func pick(
        for reference: String, _ number: Int, justShown: Int?, at seconds: Double, beside sighting: Sighting
    ) -> Int? {
        let others = sighting.references.filter { $0 != reference && isRunning($0, at: seconds) }
        return pickItem(
            of: planner.itemCount,
            avoiding: Avoided(
                justShown: justShown, shownByOthers: Set(others.compactMap { current[$0]?.item }), failed: failed),
            with: SplitMix64(seed: planner.seed, reference: reference, number: number))
    }

    /// Writes down what the reference's item has played, if it has played at all.
    private mutating func record(_ reference: String, until seconds: Double) {
        guard let show = current[reference] else { return }
        let end = min(show.endSeconds, seconds, planner.endSeconds)
        guard end > show.itemStartSeconds else { return }
        shows.append(
            Show(
                reference: reference, number: show.number, item: show.item, clockStartSeconds: show.startSeconds,
                startSeconds: show.itemStartSeconds, endSeconds: end, timing: planner.timing))
    }
}
