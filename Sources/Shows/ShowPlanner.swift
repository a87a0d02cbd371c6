/// Decides what plays where, when and how opaque (DESIGN §4). Pure: equal input gives an equal plan, on every machine.
package struct ShowPlanner: Hashable, Sendable {
    package let sightings: [Sighting]
    /// Clip time at which the last frame has been shown: everything is cut there.
    package let endSeconds: Double
    package let seed: UInt64
    /// How those play that have no rule of their own.
    private let usual: ShowRule
    private let rules: [String: ShowRule]

    /// - Parameters:
    ///   - sightings: every presented frame of the clip, in order.
    ///   - rule: how references play their shows.
    ///   - rules: by their names, references that have a rule of their own.
    package init(
        sightings: [Sighting], endSeconds: Double, seed: UInt64, rule: ShowRule, rules: [String: ShowRule] = [:]
    ) {
        (self.sightings, self.endSeconds, self.seed, usual, self.rules) = (sightings, endSeconds, seed, rule, rules)
    }

    /// How a reference plays its shows.
    func rule(for reference: String) -> ShowRule { rules[reference] ?? usual }

    /// What references that are ever in sight may show.
    var items: Set<Int> {
        let seen = sightings.reduce(into: Set<String>()) { $0.formUnion($1.references) }
        return seen.reduce(into: []) { $0.formUnion(rule(for: $1).items) }
    }

    /// The plan while no item has failed.
    package func plan() -> ShowPlan { ShowPlan(planner: self, failures: []) }
}
