import Shows
import Testing

@Suite struct ShowTimingTests {
    @Test(arguments: [
        (-0.5, 0), (0, 0), (1.5, 0.5), (3, 1), (10, 1), (18, 1), (19.5, 0.5), (20.97, 0.01), (21, 0), (50, 0),
    ])
    func `the standard show rises, holds and falls`(seconds: Double, opacity: Double) {
        #expect(abs(ShowTiming.standard.opacity(atSeconds: seconds) - opacity) < 1e-9)
    }

    @Test func `without fades a show is opaque from its first moment until its end`() throws {
        let timing = try ShowTiming(fadeIn: 0, hold: 2, fadeOut: 0)
        #expect([0, 1, 1.999].allSatisfy { timing.opacity(atSeconds: $0) == 1 })
        #expect(timing.opacity(atSeconds: 2) == 0)
        #expect(timing.opacity(atSeconds: -0.001) == 0)
    }

    @Test(arguments: [(3.0, 15.0, 3.0), (0, 2, 0), (1, 0, 1), (0, 0, 2), (2, 0, 0), (0, 5, 1), (0.25, 3, 0)])
    func `straight lines between the breakpoints are the opacity`(fadeIn: Double, hold: Double, fadeOut: Double) throws
    {
        let timing = try ShowTiming(fadeIn: fadeIn, hold: hold, fadeOut: fadeOut)
        let points = timing.breakpoints
        #expect(points.first?.seconds == 0)
        #expect(points.last?.seconds == timing.durationSeconds)
        for (a, b) in zip(points, points.dropFirst()) {
            #expect(a.seconds < b.seconds)
            for share in [0.01, 0.5, 0.99] {
                let seconds = a.seconds + share * (b.seconds - a.seconds)
                let line = a.opacity + share * (b.opacity - a.opacity)
                #expect(abs(timing.opacity(atSeconds: seconds) - line) < 1e-9, "at \(seconds) s")
            }
        }
    }

    @Test(arguments: [(-1.0, 15.0, 3.0), (3, .infinity, 3), (3, 15, .nan), (100_000, 1, 1)])
    func `a part that is negative, endless or no number is refused by name`(
        fadeIn: Double, hold: Double, fadeOut: Double
    ) {
        let error = #expect(throws: ShowError.self) { try ShowTiming(fadeIn: fadeIn, hold: hold, fadeOut: fadeOut) }
        #expect(error?.description.contains("from 0 to 86400 s") == true)
    }

    @Test func `a show that takes no time is refused`() {
        let error = #expect(throws: ShowError.self) { try ShowTiming(fadeIn: 0, hold: 0.01, fadeOut: 0) }
        #expect(error?.description.contains("--hold") == true)
    }
}
