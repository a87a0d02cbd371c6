import Foundation
import Testing

/// What goes wrong around a run while it works: files that change under it, folders that vanish.
@Suite(.needsFFmpeg) struct FaultTests {
    private let party: Party

    init() throws {
        party = try Party()
        // Long enough that a fault comes in the middle.
        try party.ffmpeg("-stream_loop 6 -i @/clip.mp4 -c copy -movflags faststart @/long.mp4")
        try FileManager.default.createDirectory(atPath: party("out"), withIntermediateDirectories: true)
    }

    /// The first pass is at work when the first of these is there, the second with the other.
    enum Moment: String, CaseIterable {
        case tracking = "out/.film.track.jsonl.partial.jsonl"
        case rendering = "out/film.track.jsonl"
    }

    /// Starts `augment` and waits for the moment, and a little more.
    private func start(until moment: Moment) throws -> Program.Run {
        let run = try party.start("augment long.mp4 --album Album --fade-in 0 --preset slow -o out/film.mp4")
        while run.isRunning, access(party(moment.rawValue), F_OK) != 0 { usleep(2000) }
        usleep(100_000)
        try #require(run.isRunning)
        return run
    }

    /// Waits for the end of a run that cannot come to a good one, and expects one sentence and nothing left behind.
    private func expectFailure(_ run: Program.Run, mentioning words: [String]) throws {
        let ending = run.ending()
        #expect(ending.status == 1, "\(ending.errors)")
        #expect(ending.failures.count == 1, "\(ending.errors)")
        #expect(words.contains { ending.failures.first?.contains($0) == true }, "\(ending.errors)")
        let left = (try? FileManager.default.contentsOfDirectory(atPath: party("out"))) ?? []
        #expect(left.isEmpty, "\(left)")
    }

    @Test(arguments: Moment.allCases)
    func `an output folder that vanishes ends the run with its name`(moment: Moment) throws {
        let run = try start(until: moment)
        try party.remove("out")
        try expectFailure(run, mentioning: ["out/film"])
    }

    @Test(arguments: Moment.allCases)
    func `a clip that shrinks while it is read ends in what is left of it, or in one sentence`(moment: Moment) throws {
        let size = try party.read("long.mp4").count
        let run = try start(until: moment)
        #expect(truncate(party("long.mp4"), off_t(size / 5)) == 0)
        let ending = run.ending()
        let left = try FileManager.default.contentsOfDirectory(atPath: party("out")).sorted()
        if ending.status == 0 {
            #expect(ending.errors.contains("damaged"), "\(ending.errors)")
            #expect(left == ["film.mp4", "film.track.jsonl"])
        } else {
            #expect(ending.status == 1 && ending.failures.count == 1, "\(ending.status) \(ending.errors)")
            #expect(ending.failures.first?.contains("long.mp4") == true, "\(ending.errors)")
            #expect(left.isEmpty, "\(left)")
        }
    }

    @Test func `a clip that becomes another one between the passes is not given the first one's films`() throws {
        let run = try start(until: .tracking)
        // Of another length, under the same name.
        try party.write(party.read("clip.mp4"), "other.mp4")
        #expect(rename(party("other.mp4"), party("long.mp4")) == 0)
        try expectFailure(run, mentioning: ["long.mp4"])
    }

    @Test func `a film that is emptied while it plays is replaced, or named`() throws {
        let run = try start(until: .rendering)
        #expect(truncate(party("Album/red.mp4"), 100) == 0)
        let ending = run.ending()
        #expect(
            ending.status == 0 || ending.status == 1 && ending.failures.count == 1, "\(ending.status) \(ending.errors)")
        if ending.status == 1 { #expect(ending.failures.first?.contains("red.mp4") == true) }
    }
}
