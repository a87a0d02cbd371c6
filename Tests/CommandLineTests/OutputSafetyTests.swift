import Foundation
import Testing

/// What is written, where it may be written, and that nothing half-made stays.
@Suite(.needsFFmpeg) struct OutputSafetyTests {
    private let party: Party
    private let augment = ["augment", "brief.mp4", "--album", "Album", "--fade-in", "0"]

    init() throws { party = try Party() }

    @Test(arguments: ["brief.mp4", "./brief.mp4", "Album/../brief.mp4", "link.mp4", "hard.mp4"])
    func `the clip is never written to, whatever it is called`(output: String) throws {
        symlink("brief.mp4", party("link.mp4"))
        link(party("brief.mp4"), party("hard.mp4"))
        try party.refuses(
            augment + ["-o", output, "--overwrite"],
            saying: ["\(output): an input is never written to; choose another output"])
    }

    @Test func `the album, the track and the camera are never written to`() throws {
        try party.write(Data("{}".utf8), "camera.json")
        try party.refuses(
            augment + ["-o", "Album/red.mp4", "--overwrite"],
            saying: ["Album/red.mp4: ", "an input is never written to"])
        try party.refuses(
            [
                "render", "clip.mp4", "--track", "clip.track.jsonl", "--album", "Album", "-o", "clip.track.jsonl",
                "--overwrite",
            ],
            saying: ["clip.track.jsonl: an input is never written to"])
        try party.refuses(
            ["track", "clip.mp4", "--camera", "camera.json", "-o", "camera.json", "--overwrite"],
            saying: ["camera.json: an input is never written to"])
    }

    @Test func `an output that exists is kept unless it may be replaced`() throws {
        try party.write(Data("mine".utf8), "film.mp4")
        symlink("nowhere.mp4", party("dangling.mp4"))
        for output in ["film.mp4", "dangling.mp4"] {
            try party.refuses(augment + ["-o", output], saying: ["\(output): exists already; give --overwrite"])
        }
        #expect(try party.run(augment + ["-o", "film.mp4", "--overwrite"]).status == 0)
        #expect(try DecodedClip(party("film.mp4")).frames.count == 6)
    }

    @Test(arguments: [
        ("/dev/null", "this is not a regular file"), ("Album", "this is a folder"), ("new/", "this names a folder"),
        ("", "cannot write a file without a name"), ("pipe.mp4", "this is not a regular file"),
        ("nowhere/film.mp4", "there is no folder"),
        (String(repeating: "x", count: 245) + ".mp4", "its name is too long"),
    ])
    func `a name that cannot be an output is refused`(output: String, reason: String) throws {
        mkfifo(party("pipe.mp4"), 0o600)
        try party.refuses(
            ["track", "clip.mp4", "-o", output, "--overwrite"],
            saying: [output.isEmpty ? "cannot write" : "\(output): cannot write", reason])
        #expect(access("/dev/null.track.jsonl", F_OK) != 0)
    }

    // MARK: Space

    /// Whether a small file system can be mounted for a run.
    private static let canMount =
        getuid() == 0 && (try? Tool.run(["unshare", "--mount", "mount", "-t", "tmpfs", "tmpfs", "/mnt"])) != nil

    @Test(.enabled(if: canMount, "a small disk can be mounted by root alone"), arguments: [16, 64])
    func `a full disk is said, and leaves nothing`(kilobytes: Int) throws {
        try FileManager.default.createDirectory(atPath: party("disk"), withIntermediateDirectories: true)
        let script = """
            mount -t tmpfs -o size=\(kilobytes)k tmpfs disk || exit 99
            "$@"; status=$?
            [ -z "$(ls -A disk)" ] || exit 98
            exit $status
            """
        try party.refuses(
            augment + ["--codec", "ffv1", "-o", "disk/film.mkv"],
            saying: ["disk/film.", "No space left on device; free some space or choose another folder"],
            through: ["unshare", "--mount", "sh", "-c", script, "sh"])
    }

    @Test func `a limit on the size of files is said, and leaves nothing`() throws {
        try party.refuses(
            augment + ["--codec", "ffv1", "-o", "film.mkv"], saying: ["film.", "File too large"],
            through: ["sh", "-c", "ulimit -f 64; exec \"$@\"", "sh"])
    }

    // MARK: Two runs

    @Test func `of two runs with one output one makes it and the other is refused`() throws {
        try party.ffmpeg("-stream_loop 4 -i @/clip.mp4 -c copy @/long.mp4")
        let line = "augment long.mp4 --album Album --fade-in 0 -o film.mp4 --overwrite"
        let first = try party.start(line)
        while first.isRunning, access(party(".film.track.jsonl.partial.jsonl"), F_OK) != 0 { usleep(2000) }
        let second = try party.run(line)
        #expect(second.status == 1)
        #expect(second.errors.contains("cannot write: another run is writing it; wait for its end, or give another -o"))
        #expect(first.ending().status == 0)
        #expect(try DecodedClip(party("film.mp4")).frames.count == 120)
        #expect(try party.contents().keys.allSatisfy { !$0.contains("partial") })
    }

    @Test func `what a killed run left is gone after the next`() throws {
        try party.write(Data("half".utf8), ".film.mp4.partial.mp4")
        try party.write(Data("half".utf8), ".film.track.jsonl.partial.jsonl")
        #expect(try party.run(augment + ["-o", "film.mp4"]).status == 0)
        #expect(try party.contents().keys.allSatisfy { !$0.contains("partial") })
        #expect(try DecodedClip(party("film.mp4")).frames.count == 6)
    }

    @Test func `a run that fails in its second pass leaves no track either`() throws {
        try party.remove("clip.track.jsonl")
        // The album is good when it is looked through, but its only film has no picture that can be decoded.
        try party.ffmpeg("-i @/Album/red.mp4 -an -c copy -f mpegts @/Album/broken.ts")
        try party.remove("Album/red.mp4")
        var bytes = try party.read("Album/broken.ts")
        for packet in stride(from: 188 * 3, to: bytes.count, by: 188) {
            for index in packet + 40..<packet + 188 { bytes[index] = 0x55 }
        }
        try party.write(bytes, "Album/broken.ts")
        try party.refuses(augment + ["-o", "film.mp4"], saying: ["Album"])
    }
}
