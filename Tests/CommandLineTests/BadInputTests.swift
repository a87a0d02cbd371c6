import Foundation
import Testing

/// Bad input ends in one sentence and the right status, and changes nothing.
@Suite(.needsFFmpeg) struct BadInputTests {
    private let party: Party
    private let augment = ["augment", "brief.mp4", "--album", "Album"]

    init() throws { party = try Party() }

    // MARK: Clips

    @Test(arguments: [
        ("missing.mp4", "No such file or directory"), ("Album", "this is a folder"), ("text.mp4", "cannot open"),
        ("empty-file.mp4", "the file is empty"), ("sound.mp4", "the file has no video"),
        ("cover.m4a", "the file has no video"), ("frameless.mp4", "no frame of its video can be decoded"),
        ("pipe.mp4", "this is not a file"),
        ("loop.mp4", "symbolic links"),
    ])
    func `a clip that is none is refused`(clip: String, reason: String) throws {
        switch clip {
        case "text.mp4": try party.write(Data("This is a letter.\n".utf8), clip)
        case "empty-file.mp4": try party.write(Data(), clip)
        case "sound.mp4": try party.ffmpeg("-i @/clip.mp4 -vn -c copy @/sound.mp4")
        case "cover.m4a":
            try party.ffmpeg(
                "-i @/clip.mp4 -i @/page.png -map 0:a -map 1 -c copy -disposition:v attached_pic @/cover.m4a")
        case "frameless.mp4": try party.write(try frameless(), clip)
        case "pipe.mp4": mkfifo(party(clip), 0o600)
        case "loop.mp4": symlink("loop.mp4", party(clip))
        default: break
        }
        for command in [
            "augment \(clip) --album Album", "track \(clip)", "render \(clip) --album Album --track clip.track.jsonl",
        ] {
            let output = command.hasPrefix("track") ? "new.track.jsonl" : "new.mp4"
            try party.refuses(
                command.split(separator: " ").map(String.init) + ["-o", output],
                saying: ["\(clip): cannot ", reason])
        }
    }

    /// The clip with an index that lists no sample: the boxes of its tables are renamed to free space.
    private func frameless() throws -> Data {
        var bytes = try party.read("clip.mp4")
        for name in ["stts", "stsz", "stsc", "stco"] {
            while let place = bytes.range(of: Data(name.utf8)) { bytes.replaceSubrange(place, with: Data("free".utf8)) }
        }
        return bytes
    }

    @Test(.enabled(if: Program.runsAsAnotherUser, "the program cannot be run as another user here"))
    func `a clip that may not be read is refused`() throws {
        chmod(party("brief.mp4"), 0)
        chmod(party.folder, 0o777)
        defer { chmod(party("brief.mp4"), 0o644) }
        try party.refuses(
            augment + ["-o", "film.mp4"], saying: ["brief.mp4: cannot open: Permission denied; check the permissions"],
            through: Program.asAnotherUser)
    }

    @Test func `a clip that is cut off gives the frames that it has, with a warning`() throws {
        let whole = try party.read("clip.mp4")
        try party.write(whole.prefix(whole.count * 2 / 3), "cut.mp4")
        let (ending, _, clip) = try party.summary("augment cut.mp4 --album Album --fade-in 0")
        #expect(ending.status == 0, "\(ending.errors)")
        #expect(ending.errors.contains("warning: cut.mp4: damaged, "))
        let frames = try #require(clip["film"]?["frames"]?.integer)
        #expect((4..<24).contains(frames))
        #expect(try DecodedClip(party("cut.sketchreel.mp4")).frames.count == frames)
    }

    // MARK: Albums

    @Test func `a missing album is refused before any work`() throws {
        try party.refuses(
            ["augment", "brief.mp4", "--album", "Nowhere", "--overwrite"],
            saying: ["Nowhere: there is no such folder; give --album a folder of videos and photos"])
    }

    @Test func `an album with nothing to show is refused before any work`() throws {
        try party.remove("Album/red.mp4")
        try party.write(Data("no film".utf8), "Album/letter.mp4")
        try party.ffmpeg("-f lavfi -i sine=d=0.2 @/Album/song.m4a")
        mkfifo(party("Album/pipe.mp4"), 0o600)
        symlink("../clip.mp4", party("Album/link.mp4"))
        try FileManager.default.createDirectory(atPath: party("Album/folder.mp4"), withIntermediateDirectories: true)
        try party.refuses(
            augment + ["--overwrite"],
            saying: ["Album: the album holds nothing to show; put videos or photos into it", "left out"])
    }

    // MARK: Catalogs

    @Test(arguments: [
        ("Nowhere", "Nowhere: there is no such catalog; register a drawing first"),
        ("page.png", "page.png: cannot read the catalog: this is no folder"),
        ("Album", "Album: there is no drawing in this catalog that can be tracked; register one"),
    ])
    func `a catalog that is none or holds nothing is refused`(catalog: String, sentence: String) throws {
        try party.refuses(augment + ["--references", catalog, "--overwrite"], saying: [sentence])
        try party.refuses(["track", "clip.mp4", "--references", catalog, "--overwrite"], saying: [sentence])
    }

    @Test(arguments: [
        ("blank.png", "cannot be registered: it is blank"), ("small.png", "at least 100 each way are needed"),
        ("text.png", "cannot open"), ("missing.png", "No such file or directory"),
    ])
    func `a picture that cannot be tracked is not registered`(picture: String, reason: String) throws {
        switch picture {
        case "blank.png": try party.ffmpeg("-f lavfi -i color=white:s=200x200 -frames:v 1 @/blank.png")
        case "small.png": try party.ffmpeg("-i @/page.png -vf scale=80:60 @/small.png")
        case "text.png": try party.write(Data("a letter".utf8), picture)
        default: break
        }
        try party.refuses(["register", picture, "--width", "20cm"], saying: ["\(picture): ", reason])
    }

    @Test func `a name that is taken asks for force`() throws {
        try party.refuses(["register", "page.png", "--width", "20cm"], saying: ["page", "--force"])
        #expect(try party.run("register page.png --width 20cm --force").status == 0)
    }

    // MARK: Usage

    @Test(arguments: [
        (["register", "page.png", "--width", "21"], "'21' has no unit; write 21cm or 21mm"),
        (["register", "page.png", "--width", "-3cm"], "--width"),
        (["augment", "clip.mp4", "--album", "Album", "--loud"], "unknown option '--loud'"),
        (["augment", "--album", "Album"], "clip"),
        (["render", "clip.mp4", "--album", "Album"], "'--track' is missing"),
        (["augment", "clip.mp4", "--album", "Album", "--hold", "nan"], "'nan' is not a value of '--hold'"),
        (["augment", "clip.mp4", "--album", "Album", "--hold", "1e9"], "'--hold' lies between 0 and 86400 seconds"),
        (["augment", "clip.mp4", "--album", "Album", "--seed", "18446744073709551616"], "is not a value of '--seed'"),
        (["augment", "clip.mp4", "--album", "Album", "--fit", "tile"], "--fit"),
    ])
    func `wrong usage ends with status 64`(line: [String], sentence: String) throws {
        try party.refuses(line, status: 64, saying: [sentence])
    }

    @Test(arguments: [
        (["--codec", "libx999"], "there is no video encoder libx999"), (["--codec", "prores"], "does not hold prores"),
        (["--preset", "bogus"], "has no preset bogus"), (["-o", "film.avi"], "cannot write a .avi file"),
        (["-o", "film"], "cannot write a file without an extension; choose an output that ends in .mp4, .mov or .mkv"),
    ])
    func `a film that cannot be written as asked is refused before any work`(options: [String], sentence: String) throws
    {
        let output = options.first == "-o" ? [] : ["-o", "film.mp4"]
        try party.refuses(augment + output + options, saying: ["film", sentence])
    }

    // MARK: Tracks

    @Test(arguments: ["of another clip", "garbage", "empty", "cut off", "of a later version", "missing"])
    func `a track that does not fit is refused`(kind: String) throws {
        let good = try party.read("clip.track.jsonl")
        let text = String(decoding: good, as: UTF8.self)
        switch kind {
        case "of another clip": try party.run("track empty.mp4 -o bad.jsonl --quiet")
        case "garbage":
            try party.write(Data((0..<4000).map { UInt8(truncatingIfNeeded: $0 &* 2_654_435_761 >> 7) }), "bad.jsonl")
        case "empty": try party.write(Data(), "bad.jsonl")
        case "cut off":
            try party.write(Data(text.split(separator: "\n").dropLast(3).joined(separator: "\n").utf8), "bad.jsonl")
        case "of a later version":
            try party.write(
                Data(text.replacingOccurrences(of: "\"version\":1", with: "\"version\":2").utf8), "bad.jsonl")
        default: break
        }
        try party.refuses(
            ["render", "clip.mp4", "--track", "bad.jsonl", "--album", "Album", "-o", "film.mp4"],
            saying: ["bad.jsonl: ", "sketchreel track"])
    }
}
