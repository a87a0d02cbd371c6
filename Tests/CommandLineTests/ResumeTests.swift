import Foundation
import OrderedJSON
import TestSupport
import Testing

/// Runs that are stopped while they look for drawings, and what the next one makes of it.
@Suite(.needsFFmpeg) struct ResumeTests {
    private let party: Party

    init() throws {
        party = try Party()
        // Shots with the page, one without it: enough to be stopped in.
        try party.ffmpeg("-stream_loop 3 -i @/clip.mp4 -an -c copy @/long.mp4")
    }

    private static let often = ["SKETCHREEL_CHECKPOINT_SECONDS": "0.02"]

    private func run(_ line: String) throws -> Program.Ending {
        try party.run(line.split(separator: " ").map(String.init), environment: Self.often)
    }

    /// Starts a run, and kills it after so many seconds; whether it was still running then.
    private func kill(_ line: String, after seconds: Double, with signal: Int32 = SIGKILL) throws -> Bool {
        let run = try party.start(line, environment: Self.often)
        usleep(UInt32(1e6 * seconds))
        let wasRunning = run.isRunning
        run.send(signal)
        _ = run.ending()
        return wasRunning
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
        #expect(try run("track long.mp4 -o whole.jsonl").status == 0)
        let seconds = Double((ContinuousClock.now - begin) / .milliseconds(1)) / 1000
        let whole = try party.read("whole.jsonl")
        var random = SplitMix(seed: 20)
        var (killed, resumed) = (0, 0)
        for _ in 0..<16 {
            let share = Double(random.next() % 1000) / 1000
            if try kill("track long.mp4 -o again.jsonl", after: share * seconds) { killed += 1 }
            // Several kills in a row are one run as well.
            if random.next() % 3 == 0 { continue }
            let ending = try run("track long.mp4 -o again.jsonl --overwrite --json")
            #expect(ending.status == 0, "\(ending.errors)")
            if let frame = try Self.resumedAt(ending) {
                resumed += 1
                #expect((1...96).contains(frame))
                #expect(
                    ending.errors.contains(
                        "long.mp4: track: going on at frame \(frame) of 96 (an earlier run was stopped there)"))
            }
            #expect(try party.read("again.jsonl") == whole)
            #expect(try partialFiles() == [])
            #expect(journals == [])
            try party.remove("again.jsonl")
        }
        #expect(killed >= 8 && resumed >= 3, "\(killed) killed, \(resumed) resumed in runs of \(seconds) s")
    }

    @Test func `augment that is killed at random moments ends with the same frames as if it had not been`() throws {
        let line = "augment long.mp4 --album Album --seed 4 --fade-in 0 --codec ffv1 --output-dir"
        func frames(_ folder: String) throws -> String {
            try Tool.run(
                [
                    "ffmpeg", "-v", "error", "-i", party("\(folder)/long.sketchreel.mkv"), "-map", "0:v", "-f",
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
        for _ in 0..<4 {
            if try kill("\(line) Again --overwrite", after: Double(random.next() % 1000) / 1000 * seconds) {
                killed += 1
            }
            #expect(try run("\(line) Again --overwrite").status == 0)
            #expect(try frames("Again") == whole)
            #expect(try party.read("Again/long.track.jsonl") == party.read("Whole/long.track.jsonl"))
            #expect(try partialFiles() == [])
            #expect(journals == [])
        }
        #expect(killed >= 2)
    }

    // MARK: What a journal is taken for

    /// Leaves the journal of a run over `long.mp4` that was stopped in the middle.
    private func leaveJournal() throws {
        let run = try party.start("track long.mp4 -o stopped.jsonl", environment: Self.often)
        func size() -> Int {
            let name = journals.first.map { "cache/sketchreel/tracks/" + $0 } ?? ""
            return (try? party.read(name).count) ?? 0
        }
        while run.isRunning, size() < 4000 { usleep(1000) }
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
        #expect(try Tool.run(["cp", "-p", party("long.mp4"), party("copy.mp4")]) == "")
        #expect(try resumedAt("track copy.mp4") ?? 0 > 0)
        #expect(journals == [])
        #expect(try resumedAt("track copy.mp4 -o second.jsonl") == nil)
        try leaveJournal()
        #expect(try resumedAt("track long.mp4 -o third.jsonl --fresh") == nil)
        #expect(journals == [])
        #expect(try party.read("third.jsonl") != Data())
    }

    @Test func `another clip, other drawings, widths or another focal length are not gone on with`() throws {
        try leaveJournal()
        #expect(try resumedAt("track long.mp4 -o a.jsonl --focal-length-35mm 27") == nil)
        // The same frames, another file.
        try party.ffmpeg("-i @/long.mp4 -c copy -metadata title=Other @/other.mp4")
        #expect(try resumedAt("track other.mp4 -o b.jsonl") == nil)
        #expect(try party.run("register page.png --width 20cm --name second --references Two").status == 0)
        #expect(try party.run("register page.png --width 21cm --name page --references Wide").status == 0)
        #expect(try resumedAt("track long.mp4 -o c.jsonl --references Two") == nil)
        #expect(try resumedAt("track long.mp4 -o d.jsonl --references Wide") == nil)
        // It is still there for the run that it belongs to.
        #expect(journals.count == 1)
        #expect(try resumedAt("track long.mp4 -o e.jsonl") ?? 0 > 0)
    }

    @Test func `a journal that is not as it was written is dropped, as far as it is not`() throws {
        #expect(try run("track long.mp4 -o whole.jsonl").status == 0)
        try leaveJournal()
        let name = "cache/sketchreel/tracks/" + (journals.first ?? "")
        let journal = try party.read(name)
        var random = SplitMix(seed: 3)
        for turn in 0..<6 {
            var changed = journal
            switch turn {
            case 0: changed = Data("not a journal".utf8)
            case 1: changed = journal.prefix(journal.count / 2)
            case 2: changed = journal + Data(repeating: 0xFF, count: 100)
            default: changed[Int(random.next() % UInt64(changed.count))] ^= UInt8(1 << (random.next() % 8))
            }
            try party.write(changed, name)
            #expect(try run("track long.mp4 -o again.jsonl --overwrite").status == 0)
            #expect(try party.read("again.jsonl") == party.read("whole.jsonl"))
            #expect(journals == [])
        }
    }

    @Test func `two runs over one clip do not share a journal, and both end well`() throws {
        try leaveJournal()
        let runs = try (0..<2).map { try party.start("track long.mp4 -o \($0).jsonl", environment: Self.often) }
        for run in runs { #expect(run.ending().status == 0) }
        #expect(try party.read("0.jsonl") == party.read("1.jsonl"))
        #expect(journals == [])
    }

    @Test func `a cache that cannot be written changes nothing`() throws {
        #expect(try run("track long.mp4 -o whole.jsonl").status == 0)
        try party.write(Data("no folder".utf8), "file")
        let ending = try party.run(
            ["track", "long.mp4", "-o", "again.jsonl"],
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
        #expect(try run("track long.mp4 -o a.jsonl").status == 0)
        #expect(journals == ["new.journal"])
    }
}
