import Foundation
import Imaging
import OrderedJSON
import SceneRendering
import TestSupport
import Testing

/// Runs that are stopped while they look for drawings, and what the next one makes of it.
@Suite(.needsFFmpeg) struct ResumeTests {
    private let party: Party

    init() throws {
        party = try Party()
    }

    private static let often = ["SKETCHREEL_CHECKPOINT_SECONDS": "0"]

    private func run(_ line: String) throws -> Program.Ending {
        try party.run(line.split(separator: " ").map(String.init), environment: Self.often)
    }

    /// When a run is killed: after some seconds, or when its journal has grown so large.
    private enum Moment { case seconds(Double), bytes(Int) }

    /// Starts a run and kills it; whether it was still running then.
    private func kill(_ line: String, at moment: Moment) throws -> Bool {
        let run = try party.start(line, environment: Self.often)
        switch moment {
        case .seconds(let seconds): usleep(UInt32(1e6 * seconds))
        case .bytes(let bytes): while run.isRunning, journalSize < bytes { usleep(500) }
        }
        let wasRunning = run.isRunning
        run.send(SIGKILL)
        _ = run.ending()
        return wasRunning
    }

    private var journalSize: Int {
        var status = stat()
        guard let name = journals.first, stat(party("cache/sketchreel/tracks/" + name), &status) == 0 else { return 0 }
        return Int(status.st_size)
    }

    /// Journals that are there.
    private var journals: [String] {
        ((try? FileManager.default.contentsOfDirectory(atPath: party("cache/sketchreel/tracks"))) ?? []).sorted()
    }

    private func partialFiles() throws -> [String] { try party.contents().keys.filter { $0.contains("partial") } }

    private static func resumedAt(_ ending: Program.Ending) throws -> Int64? {
        try JSON(parsing: ending.output.utf8)["clips"]?.array?.first?["track"]?["resumedAtFrame"]?.integer
    }

    @Test func `track that is killed at random moments ends with the same file as if it had not been`() throws {
        let begin = ContinuousClock.now
        #expect(try run("track clip.mp4 -o whole.jsonl").status == 0)
        let seconds = Double((ContinuousClock.now - begin) / .milliseconds(1)) / 1000
        let whole = try party.read("whole.jsonl")
        var random = SplitMix(seed: 20)
        var (killed, resumed) = (0, 0)
        for turn in 0..<14 {
            let share = Double(random.next() % 1000) / 1000
            let moment = turn % 2 == 0 ? Moment.seconds(share * seconds) : .bytes(1 + Int(share * 150_000))
            if try kill("track clip.mp4 -o again.jsonl --overwrite", at: moment) { killed += 1 }
            // Several kills in a row are one run as well.
            if random.next() % 2 == 0 { continue }
            let ending = try run("track clip.mp4 -o again.jsonl --overwrite --json")
            #expect(ending.status == 0, "\(ending.errors)")
            if let frame = try Self.resumedAt(ending) {
                resumed += 1
                #expect((1...24).contains(frame))
                #expect(
                    ending.errors.contains(
                        "clip.mp4: track: going on at frame \(frame) of 24 (an earlier run was stopped there)"))
            }
            #expect(try party.read("again.jsonl") == whole)
            #expect(try partialFiles() == [])
            #expect(journals == [])
            try party.remove("again.jsonl")
        }
        #expect(killed >= 6 && resumed >= 2, "\(killed) killed, \(resumed) resumed in runs of \(seconds) s")
    }

    @Test func `augment that is killed at random moments ends with the same frames as if it had not been`() throws {
        let line = "augment brief.mp4 --album Album --seed 4 --fade-in 0 --light none --codec ffv1 --output-dir"
        func frames(_ folder: String) throws -> String {
            try Tool.run(
                [
                    "ffmpeg", "-v", "error", "-i", party("\(folder)/brief.sketchreel.mkv"), "-map", "0:v", "-f",
                    "framemd5", "-",
                ])
        }
        for folder in ["Whole", "Again"] {
            try FileManager.default.createDirectory(atPath: party(folder), withIntermediateDirectories: true)
        }
        let begin = ContinuousClock.now
        #expect(try run("\(line) Whole").status == 0)
        let seconds = Double((ContinuousClock.now - begin) / .milliseconds(1)) / 1000
        let whole = try frames("Whole")
        var random = SplitMix(seed: 21)
        var killed = 0
        for _ in 0..<6 {
            let moment = Moment.seconds(Double(random.next() % 1000) / 1000 * seconds)
            if try kill("\(line) Again --overwrite", at: moment) { killed += 1 }
            #expect(try run("\(line) Again --overwrite").status == 0)
            #expect(try frames("Again") == whole)
            #expect(try party.read("Again/brief.track.jsonl") == party.read("Whole/brief.track.jsonl"))
            #expect(try partialFiles() == [])
            #expect(journals == [])
        }
        #expect(killed >= 2)
    }

    // MARK: What a journal is taken for

    /// Leaves the journal of a run over `clip.mp4` that was stopped in the middle.
    private func leaveJournal() throws {
        let run = try party.start("track clip.mp4 -o stopped.jsonl", environment: Self.often)
        while run.isRunning, journalSize < 4000 { usleep(1000) }
        run.send(SIGINT)
        #expect(run.ending().status == 130)
        try #require(journals.count == 1, "the run was stopped in time")
        #expect(try partialFiles() == [])
    }

    /// The frame at which tracking with `line` went on, after `leaveJournal`.
    private func resumedAt(_ line: String) throws -> Int64? {
        let ending = try run(line + " --json")
        #expect(ending.status == 0, "\(ending.errors)")
        return try Self.resumedAt(ending)
    }

    @Test func `an interrupted run is gone on with, by a copy of the clip as well, and --fresh begins anew`() throws {
        try leaveJournal()
        #expect(try Tool.run(["cp", "-p", party("clip.mp4"), party("copy.mp4")]) == "")
        #expect(try resumedAt("track copy.mp4") ?? 0 > 0)
        #expect(journals == [])
        #expect(try resumedAt("track copy.mp4 -o second.jsonl") == nil)
        try leaveJournal()
        #expect(try resumedAt("track clip.mp4 -o third.jsonl --fresh") == nil)
        #expect(journals == [])
        #expect(try party.read("third.jsonl") != Data())
    }

    @Test func `another clip, other drawings, widths or another focal length are not gone on with`() throws {
        try leaveJournal()
        #expect(try resumedAt("track clip.mp4 -o a.jsonl --focal-length-35mm 27") == nil)
        // The same frames, another file.
        try party.ffmpeg("-i @/clip.mp4 -c copy -metadata title=Other @/other.mp4")
        #expect(try resumedAt("track other.mp4 -o b.jsonl") == nil)
        #expect(try party.run("register page.png --width 20cm --name second --references Two").status == 0)
        #expect(try party.run("register page.png --width 21cm --name page --references Wide").status == 0)
        #expect(try resumedAt("track clip.mp4 -o c.jsonl --references Two") == nil)
        #expect(try resumedAt("track clip.mp4 -o d.jsonl --references Wide") == nil)
        // It is still there for the run that it belongs to.
        #expect(journals.count == 1)
        #expect(try resumedAt("track clip.mp4 -o e.jsonl") ?? 0 > 0)
    }

    @Test func `a journal that is not as it was written is dropped, as far as it is not`() throws {
        #expect(try run("track clip.mp4 -o whole.jsonl").status == 0)
        try leaveJournal()
        let name = "cache/sketchreel/tracks/" + (journals.first ?? "")
        let journal = try party.read(name)
        var random = SplitMix(seed: 3)
        for turn in 0..<5 {
            var changed = journal
            switch turn {
            case 0: changed = Data("not a journal".utf8)
            case 1: changed = journal.prefix(journal.count / 2)
            case 2: changed = journal + Data(repeating: 0xFF, count: 100)
            default: changed[Int(random.next() % UInt64(changed.count))] ^= UInt8(1 << (random.next() % 8))
            }
            try party.write(changed, name)
            #expect(try run("track clip.mp4 -o again.jsonl --overwrite").status == 0)
            #expect(try party.read("again.jsonl") == party.read("whole.jsonl"))
            #expect(journals == [])
        }
    }

    @Test func `two runs over one clip do not share a journal, and both end well`() throws {
        try leaveJournal()
        let runs = try (0..<2).map { try party.start("track clip.mp4 -o \($0).jsonl", environment: Self.often) }
        for run in runs { #expect(run.ending().status == 0) }
        #expect(try party.read("0.jsonl") == party.read("1.jsonl"))
        #expect(journals == [])
    }

    @Test func `a cache that cannot be written changes nothing`() throws {
        #expect(try run("track clip.mp4 -o whole.jsonl").status == 0)
        try party.write(Data("no folder".utf8), "file")
        let ending = try party.run(
            ["track", "clip.mp4", "-o", "again.jsonl"],
            environment: Self.often.merging(["XDG_CACHE_HOME": party("file")]) { $1 })
        #expect(ending.status == 0)
        #expect(ending.failures == [])
        #expect(try party.read("again.jsonl") == party.read("whole.jsonl"))
    }

    @Test func `journals that nobody came back to for a month are removed`() throws {
        try party.write(Data("old".utf8), "cache/sketchreel/tracks/old.journal")
        try party.write(Data("new".utf8), "cache/sketchreel/tracks/new.journal")
        let month = Date(timeIntervalSinceNow: -31 * 86_400)
        try FileManager.default.setAttributes(
            [.modificationDate: month], ofItemAtPath: party("cache/sketchreel/tracks/old.journal"))
        #expect(try run("track clip.mp4 -o a.jsonl").status == 0)
        #expect(journals == ["new.journal"])
    }
}
