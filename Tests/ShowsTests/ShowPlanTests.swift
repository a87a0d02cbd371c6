import Shows
import Testing

@Suite struct ShowPlanTests {
    @Test func `a drawing that stays in sight plays one show after the other without a gap`() throws {
        let plan = try plan(clip(seconds: 50) { _ in ["Cat"] })
        #expect(plan.shows.map(\.number) == [0, 1, 2])
        #expect(plan.shows.map(\.startSeconds) == [0, 21, 42])
        #expect(plan.shows.map(\.endSeconds) == [21, 42, 50])
        #expect(zip(plan.shows, plan.shows.dropFirst()).allSatisfy { $0.item != $1.item })
        #expect(plan.frames.count == 1500)
        #expect(plan.frames[0].isEmpty, "nothing is opaque at the first moment of a fade")
        let middle = try #require(plan.frames[45].first)
        #expect(middle.showSeconds == 1.5 && abs(middle.opacity - 0.5) < 1e-12)
        #expect(plan.frames[21 * 30].isEmpty)
        #expect(abs(try #require(plan.frames[22 * 30].first).showSeconds - 1) < 1e-9)
    }

    @Test func `the next show begins at the moment at which the last one ends, not at the next frame`() throws {
        let timing = try ShowTiming(fadeIn: 0, hold: 0.95, fadeOut: 0)
        let plan = try plan(clip(seconds: 2, rate: 10) { _ in ["Cat"] }, timing: timing)
        #expect(abs(plan.shows[1].startSeconds - 0.95) < 1e-12)
        #expect(abs(try #require(plan.frames[10].first).showSeconds - 0.05) < 1e-12)
    }

    @Test func `the clock runs on while the drawing is out of sight`() throws {
        let plan = try plan(clip(seconds: 12) { (4..<10).contains($0) ? [] : ["Cat"] })
        #expect(plan.shows.count == 1)
        #expect(plan.frames[5 * 30].isEmpty)
        #expect(try #require(plan.frames[10 * 30].first).showSeconds == 10)
    }

    @Test func `a show that ends out of sight is followed when the drawing returns`() throws {
        let plan = try plan(clip(seconds: 40) { (20..<30).contains($0) ? [] : ["Cat"] })
        #expect(plan.shows.map(\.startSeconds) == [0, 30])
        #expect(plan.shows[0].endSeconds == 21)
        #expect(try #require(plan.frames[31 * 30].first).showSeconds == 1)
    }

    @Test func `shows are cut at the end of the clip without an early fade`() throws {
        let plan = try plan(clip(seconds: 10) { _ in ["Cat"] })
        #expect(plan.shows.map(\.endSeconds) == [10])
        #expect(try #require(plan.frames.last?.first).opacity == 1)
    }

    @Test(arguments: 0..<40 as Range<UInt64>)
    func `two drawings in sight never show the same film while there are others`(seed: UInt64) throws {
        // The shows of the two begin at different times, so that each has to look at what the other is showing.
        let plan = try plan(clip(seconds: 120, rate: 5) { $0 < 7 ? ["Cat"] : ["Cat", "Dog"] }, items: 3, seed: seed)
        #expect(plan.frames.contains { $0.count == 2 })
        #expect(plan.frames.allSatisfy { Set($0.map(\.item)).count == $0.count })
        for name in ["Cat", "Dog"] {
            let items = plan.shows.filter { $0.reference == name }.map(\.item)
            #expect(zip(items, items.dropFirst()).allSatisfy { $0 != $1 })
        }
    }

    @Test func `drawings that appear together show different films`() throws {
        for seed in 0..<40 as Range<UInt64> {
            let plan = try plan(clip(seconds: 2) { _ in ["A", "B", "C"] }, items: 3, seed: seed)
            #expect(Set(plan.shows.map(\.item)) == [0, 1, 2])
        }
    }

    @Test func `a single item is shown again and again, by every drawing`() throws {
        let plan = try plan(clip(seconds: 45) { _ in ["Cat", "Dog"] }, items: 1)
        #expect(plan.shows.count == 6)
        #expect(plan.shows.allSatisfy { $0.item == 0 })
    }

    @Test func `an empty album shows nothing`() throws {
        let plan = try plan(clip(seconds: 45) { _ in ["Cat"] }, items: 0)
        #expect(plan.shows.isEmpty)
        #expect(plan.frames.allSatisfy { $0.isEmpty })
    }

    @Test func `every item gets its turn`() throws {
        let timing = try ShowTiming(fadeIn: 0, hold: 1, fadeOut: 0)
        let plan = try plan(clip(seconds: 2000, rate: 2) { _ in ["Cat"] }, items: 5, timing: timing)
        let turns = (0..<5).map { item in plan.shows.count { $0.item == item } }
        // 2000 picks: 400 expected, standard deviation under 20.
        #expect(turns.allSatisfy { abs($0 - 400) < 100 }, "\(turns)")
    }

    @Test func `the same seed gives the same plan, another seed another`() throws {
        let sightings = clip(seconds: 300, rate: 4) { Int($0) % 11 < 8 ? ["Cat", "Dog"] : ["Dog"] }
        let first = try plan(sightings, items: 9, seed: 7)
        #expect(try plan(sightings, items: 9, seed: 7).shows == first.shows)
        #expect(try plan(sightings, items: 9, seed: 8).shows.map(\.item) != first.shows.map(\.item))
    }

    @Test func `picks are these on every machine`() throws {
        let items = try plan(clip(seconds: 210, rate: 2) { _ in ["Cat"] }, items: 100, seed: 42).shows.map(\.item)
        #expect(items == [8, 63, 1, 55, 45, 90, 5, 61, 75, 95])
    }

    @Test func `a name counts by its canonical form, however it is composed`() throws {
        let composed = try plan(clip(seconds: 100, rate: 2) { _ in ["Caf\u{E9}"] }, items: 50)
        let decomposed = try plan(clip(seconds: 100, rate: 2) { _ in ["Cafe\u{301}"] }, items: 50)
        #expect(composed.shows == decomposed.shows)
    }

    @Test func `frames of uneven length and a clip that does not begin at zero keep their own times`() throws {
        let times = [5.0, 5.4, 5.41, 7, 12.5, 26.1, 26.2]
        let sightings = times.map { Sighting(seconds: $0, references: ["Cat"]) }
        let plan = ShowPlanner(
            sightings: sightings, endSeconds: 27, seed: 1, rule: ShowRule(timing: .standard, items: [0, 1, 2])
        ).plan()
        #expect(plan.shows.map(\.startSeconds) == [5, 26])
        #expect(plan.shows.map(\.endSeconds) == [26, 27])
        #expect(plan.frames.map { $0.first?.showSeconds ?? 0 } == zip(times, [5, 5, 5, 5, 5, 26, 26]).map { $0 - $1 })
    }

    @Test func `a timestamp that leaps by ages does not hang`() throws {
        let sightings = [0, 1e15].map { Sighting(seconds: $0, references: ["Cat"]) }
        let plan = ShowPlanner(
            sightings: sightings, endSeconds: 2e15, seed: 1, rule: ShowRule(timing: .standard, items: [0, 1, 2])
        ).plan()
        #expect(plan.frames.count == 2)
        #expect(plan.shows.count < 3000)
    }

    @Test func `the gain of the sound follows the clock of the show`() throws {
        let plan = try plan(clip(seconds: 30, from: 100) { $0 < 102 ? [] : ["Cat"] })
        let show = try #require(plan.shows.first)
        #expect(show.gain.map(\.seconds) == [102, 105, 120, 123])
        #expect(show.gain.map(\.gain) == [0, 1, 1, 0])
    }
}

@Suite struct ItemFailureTests {
    private let sightings = clip(seconds: 100, rate: 5) { $0 < 30 ? ["Cat"] : ["Cat", "Dog"] }

    @Test(arguments: 0..<20 as Range<UInt64>)
    func `an item that fails in the middle is replaced from there, and what was before stays`(seed: UInt64) throws {
        let before = try plan(sightings, items: 6, seed: seed)
        let frame = 5 * 50  // 50 s: in the middle of the third show
        let failing = try #require(before.frames[frame].first)
        let after = before.replacing(item: failing.item, fromFrame: frame)
        #expect(after.frames[..<frame] == before.frames[..<frame])
        #expect(after.playableItemCount == 5)
        let replacement = try #require(after.frames[frame].first)
        #expect(replacement.item != failing.item)
        #expect(replacement.showSeconds == failing.showSeconds)
        #expect(after.frames[frame...].allSatisfy { $0.allSatisfy { $0.item != failing.item } })
        #expect(after.frames.allSatisfy { Set($0.map(\.item)).count == $0.count })

        let parts = after.shows.filter { $0.reference == "Cat" && $0.number == failing.number }
        #expect(parts.map(\.item) == [failing.item, replacement.item])
        #expect(parts.map(\.startSeconds) == [42, 50])
        #expect(parts.map(\.endSeconds) == [50, 63])
        #expect(parts.allSatisfy { $0.clockStartSeconds == 42 })
    }

    @Test func `an item that fails at its first frame has not played at all`() throws {
        let before = try plan(sightings, items: 4)
        let item = try #require(before.shows.first).item
        let after = before.replacing(item: item, fromFrame: 0)
        #expect(after.shows.allSatisfy { $0.item != item })
        #expect(after.shows.first?.startSeconds == 0)
    }

    @Test func `a show that began between two frames is replaced from its beginning`() throws {
        let timing = try ShowTiming(fadeIn: 0, hold: 0.95, fadeOut: 0)
        let before = try plan(clip(seconds: 2, rate: 10) { _ in ["Cat"] }, timing: timing)
        let after = before.replacing(item: before.shows[1].item, fromFrame: 10)
        #expect(after.shows.map(\.startSeconds) == before.shows.map(\.startSeconds))
        #expect(after.shows[0] == before.shows[0])
        #expect(after.shows[1].item != before.shows[1].item)
    }

    @Test func `items fail one after the other until nothing is left to show`() throws {
        var plan = try plan(sightings, items: 3)
        for round in 1...3 {
            let item = try #require(plan.frames[100].first).item
            plan = plan.replacing(item: item, fromFrame: 100)
            #expect(plan.playableItemCount == 3 - round)
        }
        #expect(plan.frames[100...].allSatisfy { $0.isEmpty })
        #expect(plan.shows.allSatisfy { $0.endSeconds <= 20 })
        #expect(plan.frames[99].count == 1)
    }
}
