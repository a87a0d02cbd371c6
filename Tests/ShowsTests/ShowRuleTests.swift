import Shows
import Testing

@Suite struct LossTests {
    /// In sight until 4 s and from 10 s on.
    private let sightings = clip(seconds: 40) { (4..<10).contains($0) ? [] : ["Cat"] }

    private func rule(_ onLoss: OnLoss, once: Bool = false, timing: ShowTiming = .standard) -> ShowRule {
        ShowRule(timing: timing, onLoss: onLoss, once: once, items: Array(0..<5))
    }

    /// The gain at a time, on straight lines between the corners.
    private func gain(_ show: Show, at seconds: Double) throws -> Double {
        let after = try #require(show.gain.firstIndex { $0.seconds >= seconds })
        let (a, b) = (show.gain[max(0, after - 1)], show.gain[after])
        return b.seconds > a.seconds
            ? a.gain + (b.gain - a.gain) * (seconds - a.seconds) / (b.seconds - a.seconds) : b.gain
    }

    @Test func `a show that pauses stops out of sight and goes on where it was`() throws {
        let plan = try plan(sightings, rule: rule(.pauses))
        #expect(plan.shows.map(\.number) == [0, 0, 1])
        #expect(plan.shows.map(\.startSeconds) == [0, 10, 27])
        #expect(plan.shows.map(\.endSeconds) == [4, 27, 40])
        #expect(plan.shows.map(\.clockStartSeconds) == [0, 6, 27])
        #expect(plan.shows[0].item == plan.shows[1].item)
        #expect(
            plan.shows.map(\.breaksOff) == [true, false, false] && plan.shows.map(\.goesOn) == [false, true, false])
        #expect(try #require(plan.frames[4 * 30 - 1].first).showSeconds == 119.0 / 30)
        #expect(plan.frames[(4 * 30)..<(10 * 30)].allSatisfy { $0.isEmpty })
        #expect(try #require(plan.frames[10 * 30].first).showSeconds == 4)
        #expect(plan.span(of: "Cat", number: 0) == 0..<27)
    }

    @Test func `a paused show's sound goes and comes within moments, and between them is that of the curve`() throws {
        let shows = try plan(sightings, rule: rule(.pauses)).shows
        #expect(try abs(gain(shows[0], at: 3.9) - 1) < 1e-9 && gain(shows[0], at: 4) == 0)
        #expect(try abs(gain(shows[0], at: 3.98) - 0.5) < 1e-9)
        #expect(try gain(shows[1], at: 10) == 0 && abs(gain(shows[1], at: 10.02) - 0.5) < 1e-9)
        #expect(try abs(gain(shows[1], at: 10.05) - 1) < 1e-9 && abs(gain(shows[1], at: 25.5) - 0.5) < 1e-9)
        for show in shows { #expect(zip(show.gain, show.gain.dropFirst()).allSatisfy { $0.seconds <= $1.seconds }) }
    }

    @Test func `a pause within a fade keeps the curve's height`() throws {
        let shows = try plan(clip(seconds: 20) { (1..<10).contains($0) ? [] : ["Cat"] }, rule: rule(.pauses)).shows
        #expect(try abs(gain(shows[0], at: 0.6) - 0.2) < 1e-9)
        #expect(try abs(gain(shows[1], at: 10.5) - 0.5) < 1e-9)
    }

    @Test(arguments: [0.0, 2])
    func `a show that pauses for one frame again and again is as long as it is in sight`(fade: Double) throws {
        let timing = try ShowTiming(fadeIn: fade, hold: 6, fadeOut: fade)
        let flicker = clip(seconds: 30) { Int(($0 * 30).rounded()) % 3 == 1 ? [] : ["Cat"] }
        let plan = try plan(flicker, rule: rule(.pauses, timing: timing))
        let first = plan.shows.filter { $0.number == 0 }
        let played = first.reduce(0) { $0 + $1.endSeconds - $1.startSeconds }
        #expect(abs(played - timing.durationSeconds) < 1e-6)
        #expect(plan.shows.allSatisfy { $0.gain.allSatisfy { (0...1).contains($0.gain) } })
    }

    @Test func `a show that ends with its drawing is followed by the next when it returns`() throws {
        let plan = try plan(sightings, rule: rule(.ends))
        #expect(plan.shows.map(\.number) == [0, 1, 2])
        #expect(plan.shows.map(\.startSeconds) == [0, 10, 31])
        #expect(plan.shows.map(\.endSeconds) == [4, 31, 40])
        #expect(plan.shows[0].item != plan.shows[1].item)
        #expect(plan.frames[10 * 30].isEmpty, "it fades in anew")
        #expect(try gain(plan.shows[0], at: 4) == 0 && abs(gain(plan.shows[0], at: 3.95) - 1) < 1e-9)
    }

    @Test(arguments: OnLoss.allCases)
    func `played once, a show has no other after it`(onLoss: OnLoss) throws {
        let plan = try plan(sightings, rule: rule(onLoss, once: true))
        #expect(Set(plan.shows.map(\.number)) == [0])
        #expect(plan.shows.map(\.endSeconds).max() == [.continues: 21, .pauses: 27, .ends: 4][onLoss])
        #expect(plan.frames[(28 * 30)...].allSatisfy { $0.isEmpty })
    }

    @Test func `a show that ends just when its drawing goes is followed when it returns, whatever the rule`() throws {
        let timing = try ShowTiming(fadeIn: 0, hold: 4, fadeOut: 0)
        for onLoss in OnLoss.allCases {
            let plan = try plan(sightings, rule: rule(onLoss, timing: timing))
            #expect(plan.shows.prefix(2).map(\.startSeconds) == [0, 10])
            #expect(plan.shows.prefix(2).map(\.endSeconds) == [4, 14])
        }
    }

    @Test func `an item that fails while its show pauses is replaced, and what was before stays`() throws {
        let two = clip(seconds: 30) { (4..<10).contains($0) ? ["Dog"] : ["Cat", "Dog"] }
        let before = try plan(two, rule: ShowRule(timing: .standard, onLoss: .pauses, items: [0, 1]))
        let item = try #require(before.shows.first { $0.reference == "Cat" }).item
        let after = before.replacing(item: item, fromFrame: 6 * 30)
        #expect(after.frames[..<(6 * 30)] == before.frames[..<(6 * 30)])
        let cat = after.shows.filter { $0.reference == "Cat" && $0.number == 0 }
        #expect(cat.map(\.item) == [item, 1 - item])
        #expect(cat.map(\.startSeconds) == [0, 10] && cat.map(\.goesOn) == [false, true])
    }
}

@Suite struct OwnRuleTests {
    private let sightings = clip(seconds: 60, rate: 10) { _ in ["Cat", "Dog", "Owl"] }

    @Test func `each reference plays its own items by its own times`() throws {
        let rules = [
            "Cat": ShowRule(timing: try ShowTiming(fadeIn: 0, hold: 5, fadeOut: 0), items: [7, 9]),
            "Dog": ShowRule(timing: .standard, once: true, items: [3]),
        ]
        let plan = try plan(sightings, rule: ShowRule(timing: .standard, items: []), rules: rules)
        let cat = plan.shows.filter { $0.reference == "Cat" }
        #expect(cat.count == 12 && Set(cat.map(\.item)) == [7, 9])
        #expect(zip(cat, cat.dropFirst()).allSatisfy { $0.item != $1.item })
        #expect(plan.shows.filter { $0.reference == "Dog" }.map(\.item) == [3])
        #expect(!plan.shows.contains { $0.reference == "Owl" }, "nothing was given to it")
        #expect(plan.playableItemCount == 3)
    }

    @Test func `a rule of its own that says the same changes nothing`() throws {
        let rule = ShowRule(timing: .standard, items: Array(0..<6))
        let usual = try plan(sightings, rule: rule)
        let named = try plan(
            sightings, rule: ShowRule(timing: .standard, items: [0]), rules: ["Cat": rule, "Dog": rule, "Owl": rule])
        #expect(usual.shows == named.shows && usual.frames == named.frames)
    }

    @Test func `a reference whose items have all failed is dark while the others play on`() throws {
        let rules = ["Cat": ShowRule(timing: .standard, items: [4])]
        let before = try plan(sightings, rule: ShowRule(timing: .standard, items: [0, 1, 2]), rules: rules)
        let after = before.replacing(item: 4, fromFrame: 100)
        #expect(!after.isPlayable("Cat") && after.isPlayable("Dog") && after.playableItemCount == 3)
        #expect(after.frames[100...].allSatisfy { !$0.contains { $0.reference == "Cat" } })
        #expect(after.shows.filter { $0.reference != "Cat" } == before.shows.filter { $0.reference != "Cat" })
    }
}
