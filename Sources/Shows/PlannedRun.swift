internal import Imaging

/// One pass over the clip, frame by frame, that plays the shows.
struct PlannedRun {
    /// A show that one reference has begun.
    private struct Current {
        let number: Int
        let previousItem: Int?
        /// The first frame that can show it.
        let firstFrame: Int
        var item: Int
        var clock: Clock
    }

    private enum Clock {
        /// The show runs, or has come to its end.
        case running(Stretch)
        /// Its drawing is out of sight, and the show's clock stands.
        case paused(atSeconds: Double)
        /// It was ended before its time, or none may follow it: it only says what was shown last.
        case over

        var stretch: Stretch? { if case .running(let stretch) = self { stretch } else { nil } }
    }

    /// Clip time in which a show's clock runs.
    private struct Stretch {
        /// When the clock is at zero, and at its end.
        let startSeconds, endSeconds: Double
        /// Since when the item plays.
        var itemStartSeconds: Double
        /// Whether it goes on then after a pause.
        var goesOn = false

        func covers(_ seconds: Double) -> Bool { startSeconds <= seconds && seconds < endSeconds }
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
        var inSight: Set<String> = []
        for (frame, sighting) in planner.sightings.enumerated() {
            for reference in inSight.subtracting(sighting.references) { lose(reference, at: sighting.seconds) }
            for reference in sighting.references { resume(reference, at: sighting.seconds) }
            inSight = sighting.references
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
        current[reference]?.clock.stretch?.covers(seconds) ?? false
    }

    private func showings(in sighting: Sighting) -> [Showing] {
        sighting.references.sorted().compactMap { reference in
            guard let show = current[reference], let stretch = show.clock.stretch, stretch.covers(sighting.seconds)
            else { return nil }
            let timing = planner.rule(for: reference).timing
            // Rounded, the difference may come to the show's whole length just before its end: no frame goes dark for that.
            let seconds = min(sighting.seconds - stretch.startSeconds, timing.durationSeconds.nextDown)
            let opacity = timing.opacity(atSeconds: seconds)
            guard opacity > 0 else { return nil }
            return Showing(
                reference: reference, number: show.number, item: show.item, showSeconds: seconds, opacity: opacity)
        }
    }

    // MARK: Out of sight and back

    private mutating func lose(_ reference: String, at seconds: Double) {
        guard let stretch = current[reference]?.clock.stretch, stretch.covers(seconds) else { return }
        switch planner.rule(for: reference).onLoss {
        case .continues: return
        case .pauses:
            record(reference, until: seconds, breaksOff: true)
            current[reference]?.clock = .paused(atSeconds: seconds - stretch.startSeconds)
        case .ends:
            record(reference, until: seconds, breaksOff: true)
            current[reference]?.clock = .over
        }
    }

    private mutating func resume(_ reference: String, at seconds: Double) {
        guard case .paused(let showSeconds) = current[reference]?.clock else { return }
        let start = seconds - showSeconds
        current[reference]?.clock = .running(
            Stretch(
                startSeconds: start, endSeconds: start + planner.rule(for: reference).timing.durationSeconds,
                itemStartSeconds: seconds, goesOn: true))
    }

    // MARK: Beginning

    /// Begins the next show of every anchor whose show ends while the frame stands, in the order of their ends.
    private mutating func followOn(after frame: Int, _ sighting: Sighting) {
        let isLast = frame + 1 == planner.sightings.count
        let nextSeconds = isLast ? planner.endSeconds : planner.sightings[frame + 1].seconds
        for _ in 0..<Self.mostShowsPerFrame {
            let ends = sighting.references.compactMap { name in
                current[name]?.clock.stretch.map { ($0.endSeconds, name) }
            }
            let due = ends.filter { sighting.seconds < $0.0 && $0.0 < nextSeconds }.min { $0 < $1 }
            guard let (end, reference) = due else { return }
            begin(reference, at: end, firstFrame: frame + 1, beside: sighting)
        }
    }

    /// Begins the reference's next show, or none when no item is left or one show was to be all.
    private mutating func begin(_ reference: String, at seconds: Double, firstFrame: Int, beside sighting: Sighting) {
        let last = current[reference]
        let rule = planner.rule(for: reference)
        record(reference, until: seconds)
        if last != nil && rule.once {
            current[reference]?.clock = .over
            return
        }
        let number = last.map { $0.number + 1 } ?? 0
        let item = pick(for: reference, number, justShown: last?.item, at: seconds, beside: sighting)
        current[reference] = item.map { item in
            let stretch = Stretch(
                startSeconds: seconds, endSeconds: seconds + rule.timing.durationSeconds, itemStartSeconds: seconds)
            return Current(
                number: number, previousItem: last?.item, firstFrame: firstFrame, item: item, clock: .running(stretch))
        }
    }

    // MARK: Items

    /// Gives each show whose item fails at `frame` another one. Its clock runs on.
    private mutating func replaceFailures(at frame: Int, _ sighting: Sighting) {
        let new = failures.filter { $0.frame == frame }.map(\.item)
        guard !new.isEmpty else { return }
        failed.formUnion(new)
        for (reference, show) in current.sorted(by: { $0.key < $1.key }) where failed.contains(show.item) {
            switch show.clock {
            case .running(let stretch) where stretch.covers(sighting.seconds):
                let change = show.firstFrame == frame ? stretch.startSeconds : sighting.seconds
                record(reference, until: change)
                var rest = stretch
                rest.goesOn = stretch.goesOn && stretch.itemStartSeconds == change
                rest.itemStartSeconds = change
                replaceItem(of: reference, show, clock: .running(rest), beside: sighting)
            case .paused: replaceItem(of: reference, show, clock: show.clock, beside: sighting)
            default: break
            }
        }
    }

    private mutating func replaceItem(
        of reference: String, _ show: Current, clock: Clock, beside sighting: Sighting
    ) {
        let item = pick(
            for: reference, show.number, justShown: show.previousItem, at: sighting.seconds, beside: sighting)
        current[reference] = item.map { item in
            var replaced = show
            (replaced.item, replaced.clock) = (item, clock)
            return replaced
        }
    }

    private func pick(
        for reference: String, _ number: Int, justShown: Int?, at seconds: Double, beside sighting: Sighting
    ) -> Int? {
        let others = sighting.references.filter { $0 != reference && isRunning($0, at: seconds) }
        return pickItem(
            from: planner.rule(for: reference).items,
            avoiding: Avoided(
                justShown: justShown, shownByOthers: Set(others.compactMap { current[$0]?.item }), failed: failed),
            with: SplitMix64(seed: planner.seed, reference: reference, number: number))
    }

    /// Writes down what the reference's item has played, if it has played at all.
    private mutating func record(_ reference: String, until seconds: Double, breaksOff: Bool = false) {
        guard let show = current[reference], let stretch = show.clock.stretch else { return }
        let end = min(stretch.endSeconds, seconds, planner.endSeconds)
        guard end > stretch.itemStartSeconds else { return }
        shows.append(
            Show(
                reference: reference, number: show.number, item: show.item, clockStartSeconds: stretch.startSeconds,
                startSeconds: stretch.itemStartSeconds, endSeconds: end,
                timing: planner.rule(for: reference).timing, goesOn: stretch.goesOn, breaksOff: breaksOff))
    }
}
