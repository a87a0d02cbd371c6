import Foundation
import Testing

/// Signals in the middle of a run.
@Suite(.needsFFmpeg) struct InterruptionTests {
    private let party: Party

    init() throws {
        party = try Party()
        // Long enough that a signal comes in the middle.
        try party.ffmpeg("-stream_loop 4 -i @/clip.mp4 -c copy @/long.mp4")
    }

    /// Starts `augment` and waits for a file of it: the first pass writes `track`, and the second begins when it is whole.
    private func start(until file: String) throws -> Program.Run {
        let run = try party.start("augment long.mp4 --album Album --fade-in 0 --preset veryslow -o film.mp4")
        while run.isRunning, access(party(file), F_OK) != 0 { usleep(2000) }
        try #require(run.isRunning)
        return run
    }

    private static let (firstPass, secondPass) = (".film.track.jsonl.partial.jsonl", "film.track.jsonl")

    @Test(
        arguments: [
            (SIGINT, 130, firstPass), (SIGTERM, 143, firstPass), (SIGINT, 130, secondPass), (SIGHUP, 129, secondPass),
        ] as [(Int32, Int32, String)])
    func `a signal ends either pass and leaves nothing`(signal: Int32, status: Int32, file: String) throws {
        let before = try party.contents()
        let run = try start(until: file)
        run.send(signal)
        let ending = run.ending()
        #expect(ending.status == status)
        #expect(ending.failures.last == "sketchreel: stopped; nothing half-made was left behind")
        #expect(try party.contents() == before)
    }

    @Test func `a second signal ends the run at once, and leaves nothing`() throws {
        let before = try party.contents()
        let run = try start(until: Self.secondPass)
        usleep(50_000)
        run.send(SIGINT)
        usleep(1000)
        run.send(SIGTERM)
        let ending = run.ending()
        #expect(ending.status == 130 || ending.status == 143)
        let after = try party.contents()
        #expect(after == before, "\(Set(after.keys).symmetricDifference(before.keys)) \(ending.errors)")
    }

    @Test func `a run that was killed is followed by one that cleans up`() throws {
        let run = try start(until: Self.firstPass)
        run.send(SIGKILL)
        _ = run.ending()
        #expect(try party.run("augment clip.mp4 --album Album --fade-in 0 -o film.mp4 --overwrite").status == 0)
        #expect(try party.contents().keys.allSatisfy { !$0.contains("partial") })
    }
}
