import Shows
import Testing

/// Frames at `rate` for `seconds`, with the references that `visible` names at each time.
func clip(
    seconds: Double, rate: Double = 30, from start: Double = 0, visible: (Double) -> Set<String>
) -> [Sighting] {
    (0..<Int((seconds * rate).rounded())).map { frame in
        let time = start + Double(frame) / rate
        return Sighting(seconds: time, references: visible(time))
    }
}

func plan(
    _ sightings: [Sighting], items: Int = 5, seed: UInt64 = 1, timing: ShowTiming = .standard
) throws -> ShowPlan {
    try plan(sightings, seed: seed, rule: ShowRule(timing: timing, items: Array(0..<items)))
}

func plan(
    _ sightings: [Sighting], seed: UInt64 = 1, rule: ShowRule, rules: [String: ShowRule] = [:]
) throws -> ShowPlan {
    let last = try #require(sightings.last).seconds
    return ShowPlanner(sightings: sightings, endSeconds: last + 1 / 30.0, seed: seed, rule: rule, rules: rules).plan()
}
