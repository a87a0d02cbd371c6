import Foundation
import OrderedJSON
import Testing

/// Names, streams, environment and caches that are not as one expects.
@Suite(.needsFFmpeg) struct SurroundingsTests {
    private let party: Party
    private let options = ["--album", "Album", "--fade-in", "0", "--overwrite"]

    init() throws { party = try Party() }

    @Test(arguments: [
        "it's \"quoted\".mp4", "new\nline.mp4", "100%d %s.mp4", "😀🎨.mp4", "./-dash.mp4", "a:b.mp4", "pipe:0.mp4",
        "http:x.mp4", "%03d.mp4", " blank .mp4", "\u{1B}[31mred.mp4",
    ])
    func `a clip may have any name`(name: String) throws {
        try party.write(party.read("brief.mp4"), name)
        let ending = try party.run(["augment", name, "--json"] + options)
        #expect(ending.status == 0, "\(ending.errors)")
        let clip = try JSON(parsing: ending.output.utf8)["clips"]?.array?.first
        #expect(clip?["clip"] == .string(name) && clip?["film"]?["frames"] == 6)
        let film = String(name.dropLast(4)) + ".sketchreel.mp4"
        #expect(FileManager.default.fileExists(atPath: party(film)))
        // One warning on one line, without codes that a terminal would obey.
        #expect(ending.errors.split(separator: "\n").allSatisfy { $0.hasPrefix("sketchreel augment: ") })
        #expect(!ending.errors.contains("\u{1B}"))
    }

    @Test func `a file whose name begins with a dash follows two dashes`() throws {
        try party.write(party.read("brief.mp4"), "-dash.mp4")
        #expect(try party.run(["track"] + ["--", "-dash.mp4"]).status == 0)
        #expect(FileManager.default.fileExists(atPath: party("-dash.track.jsonl")))
    }

    @Test(arguments: ["a folder that cannot be made", "no home", "garbage", "pipes", "folders"])
    func `a cache that cannot be used changes nothing`(kind: String) throws {
        let kept = try FileManager.default.contentsOfDirectory(atPath: party("cache/sketchreel/features"))
        try #require(!kept.isEmpty)
        var environment = ["XDG_CACHE_HOME": party("bad")]
        for name in kept {
            let path = "bad/sketchreel/features/" + name
            switch kind {
            case "garbage": try party.write(Data((0..<5000).map { UInt8(truncatingIfNeeded: $0 &* 31) }), path)
            case "pipes":
                try party.write(Data(), path)
                try party.remove(path)
                mkfifo(party(path), 0o600)
            case "folders": try party.write(Data(), path + "/file")
            case "no home": environment = ["XDG_CACHE_HOME": "", "HOME": ""]
            default: environment = ["XDG_CACHE_HOME": "/proc/nowhere"]
            }
        }
        let ending = try party.run(["track", "brief.mp4", "-o", "new.track.jsonl"], environment: environment)
        #expect(ending.status == 0, "\(ending.errors)")
        #expect(try party.read("new.track.jsonl") == party.read("brief.track.jsonl"))
    }

    @Test(arguments: ["C", "tr_TR.UTF-8", ""])
    func `the locale changes no file`(locale: String) throws {
        let ending = try party.run(
            ["track", "brief.mp4", "-o", "new.track.jsonl"], environment: ["LANG": locale, "LC_ALL": locale])
        #expect(ending.status == 0, "\(ending.errors)")
        #expect(try party.read("new.track.jsonl") == party.read("brief.track.jsonl"))
    }

    @Test func `standard streams that are closed are not mixed up with files`() throws {
        // With nothing open, the first files of the run would be the standard streams.
        let ending = try party.run(
            ["augment", "brief.mp4"] + options, through: ["sh", "-c", "exec \"$@\" <&- >&- 2>&-", "sh"])
        #expect(ending.status == 1)
        #expect(try DecodedClip(party("brief.sketchreel.mp4")).frames.count == 6)
        #expect(try party.read("brief.track.jsonl").first == UInt8(ascii: "{"))
    }

    @Test func `a reader of the output that goes away does not stop the run`() throws {
        let pipe = Pipe()
        let run = try Program.start(
            ["augment", "brief.mp4"] + options, in: party.folder, output: pipe.fileHandleForWriting,
            environment: ["XDG_CACHE_HOME": party("cache")])
        try pipe.fileHandleForWriting.close()
        try pipe.fileHandleForReading.close()
        let ending = run.ending()
        #expect(ending.status == 0, "\(ending.errors)")
        #expect(try DecodedClip(party("brief.sketchreel.mp4")).frames.count == 6)
    }

    @Test func `an album of strange things plays what can be played`() throws {
        mkfifo(party("Album/pipe.mp4"), 0o600)
        symlink("../clip.mp4", party("Album/link.mp4"))
        symlink("round", party("Album/round"))
        try FileManager.default.createDirectory(atPath: party("Album/folder.mp4"), withIntermediateDirectories: true)
        try party.write(Data(), "Album/nothing.mp4")
        let (ending, _, clip) = try party.summary("augment brief.mp4 \(options.joined(separator: " "))")
        #expect(ending.status == 0)
        for name in ["pipe.mp4", "link.mp4", "round", "nothing.mp4"] {
            #expect(ending.errors.contains("Album/\(name): left out of the album: "))
        }
        #expect(clip["film"]?["shows"]?.array?.first?["item"] == "red.mp4")
    }
}
