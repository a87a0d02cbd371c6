import Foundation
import OrderedJSON
import Testing
import Tracking

@Suite(.needsFFmpeg) struct AugmentTests {
    private let party: Party

    init() throws { party = try Party() }

    private let show = "--album Album --overwrite --seed 7 --fade-in 0 --fit stretch"

    @Test func `a registered drawing plays a film, and the summary says the truth`() throws {
        let (ending, whole, clip) = try party.summary("augment clip.mp4 \(show)")
        #expect(ending.status == 0, "\(ending.errors)")
        #expect(whole["schema"] == "sketchreel.summary" && whole["command"] == "augment" && whole["status"] == 0)
        #expect(clip["clip"] == "clip.mp4")
        let (track, film) = (try #require(clip["track"]), try #require(clip["film"]))
        #expect(track["file"] == "clip.track.jsonl" && track["frames"] == 24)
        #expect(film["file"] == "clip.sketchreel.mp4" && film["frames"] == 24 && film["seed"] == 7)
        let seen = try #require(track["references"]?.array?.first)
        let sightings = try Track.read(party("clip.track.jsonl")).frames.flatMap(\.anchors)
        #expect(seen["name"] == "page")
        #expect((seen["tracked"]?.integer ?? 0) + (seen["held"]?.integer ?? 0) == Int64(sightings.count))
        #expect(film["composedFrames"]?.integer == Int64(sightings.count) && sightings.count >= 23)
        #expect(film["shows"]?.array?.first?["item"] == "red.mp4")
        let decoded = try DecodedClip(party("clip.sketchreel.mp4"))
        #expect(decoded.frames.count == 24)
    }

    @Test func `times, metadata and the kind of file are as in the clip`() throws {
        let ending = try party.run("augment clip.mp4 \(show) --audio clip")
        #expect(ending.status == 0, "\(ending.errors)")
        let times = "-select_streams v -show_entries frame=pts_time"
        let made = party("clip.sketchreel.mp4")
        #expect(try Tool.ffprobe(times, made) == Tool.ffprobe(times, party("clip.mp4")))
        let tags = "-show_entries format_tags=title,comment"
        #expect(try Tool.ffprobe(tags, made) == Tool.ffprobe(tags, party("clip.mp4")))
        #expect(try Tool.ffprobe("-select_streams v -show_entries stream=codec_name", made) == ["h264"])
        let sound = "-select_streams a -show_entries packet=pts,size,data_hash -show_data_hash md5"
        #expect(try Tool.ffprobe(sound, made) == Tool.ffprobe(sound, party("clip.mp4")))
        // The index lies before the pictures, so that a player can start while the file is loading.
        let bytes = try party.read("clip.sketchreel.mp4")
        let (index, pictures) = (bytes.range(of: Data("moov".utf8)), bytes.range(of: Data("mdat".utf8)))
        #expect(try #require(index).lowerBound < #require(pictures).lowerBound)
    }

    @Test func `without sound nothing is heard`() throws {
        #expect(try party.run("augment clip.mp4 \(show) --audio none").status == 0)
        #expect(try Tool.ffprobe("-show_entries stream=codec_type", party("clip.sketchreel.mp4")) == ["video"])
    }

    @Test func `track and then render make what augment makes, and each run makes it again`() throws {
        let lossless = "--album Album --seed 5 --fade-in 0 --codec ffv1 --audio none"
        func composed(_ film: String) throws -> [String] {
            try Tool.run(["ffmpeg", "-v", "error", "-i", party(film), "-f", "framemd5", "-"])
                .split(separator: "\n").map(String.init).filter { !$0.hasPrefix("#") }
        }
        #expect(try party.run("augment clip.mp4 \(lossless) -o one.mkv").status == 0)
        #expect(try party.run("augment clip.mp4 \(lossless) -o two.mkv").status == 0)
        #expect(try party.run("track clip.mp4 -o three.track.jsonl").status == 0)
        #expect(try party.run("render clip.mp4 --track three.track.jsonl \(lossless) -o three.mkv").status == 0)
        #expect(try party.read("one.track.jsonl") == party.read("three.track.jsonl"))
        #expect(try party.read("one.track.jsonl") == party.read("two.track.jsonl"))
        let frames = try composed("one.mkv")
        #expect(frames.count == 24)
        #expect(try composed("two.mkv") == frames)
        #expect(try composed("three.mkv") == frames)
    }

    @Test func `a clip without the drawing is copied packet by packet, with status 2 and the reason`() throws {
        let (ending, whole, clip) = try party.summary("augment empty.mp4 --album Album")
        #expect(ending.status == 2 && whole["status"] == 2)
        #expect(
            ending.errors.contains(
                "sketchreel augment: warning: empty.mp4: no drawing was found in it, so its streams were copied as they are\n"
            ))
        #expect(clip["film"]?["composedFrames"] == 0 && clip["film"]?["codec"] == .null)
        #expect(clip["film"]?["shows"] == .array([]))
        let packets = "-show_entries packet=stream_index,pts,dts,size,data_hash -show_data_hash md5"
        #expect(
            try Tool.ffprobe(packets, party("empty.sketchreel.mp4")) == Tool.ffprobe(packets, party("empty.mp4")))
    }

    @Test func `of several clips one that fails does not stop the others`() throws {
        try party.write(Data("no film".utf8), "bad.mp4")
        let (ending, whole, _) = try party.summary("augment bad.mp4 empty.mp4 clip.mp4 \(show)")
        #expect(ending.status == 1 && whole["status"] == 1)
        let clips = try #require(whole["clips"]?.array)
        #expect(clips.map { $0["clip"] } == ["bad.mp4", "empty.mp4", "clip.mp4"])
        #expect(clips[0]["error"]?.string?.hasPrefix("bad.mp4: cannot open: ") == true)
        #expect(clips[1]["film"]?["composedFrames"] == 0)
        #expect(clips[2]["film"]?["composedFrames"]?.integer ?? 0 > 20)
        #expect(ending.failures.count == 1)
        // A person is told once more at the end.
        let told = try party.run("augment bad.mp4 empty.mp4 clip.mp4 \(show)")
        #expect(told.output.contains("1 of 3 failed:\n  bad.mp4: cannot open: "))
    }

    @Test func `an item that ends too early gives way to another and is named`() throws {
        // Its header promises 20 seconds, and what follows the first of them was lost.
        try party.remove("Album/red.mp4")
        try party.ffmpeg(
            "-f lavfi -i testsrc2=s=64x48:r=30:d=20 -c:v libx264 -crf 4 -movflags +faststart @/Album/long.mp4")
        let whole = try party.read("Album/long.mp4")
        try party.write(whole.prefix(whole.count / 4), "Album/long.mp4")
        try party.ffmpeg("-f lavfi -i color=red:s=64x48 -frames:v 1 @/Album/photo.png")
        // One picture in three seconds.
        try party.ffmpeg("-i @/brief.mp4 -vf setpts=N*3/TB -vsync passthrough @/slow.mp4")
        let items = try (1...4).map { seed in
            let (ending, _, clip) = try party.summary(
                "augment slow.mp4 --album Album --seed \(seed) --fade-in 0 -o \(seed).mp4")
            #expect(ending.status == 0, "\(ending.errors)")
            #expect(clip["film"]?["frames"] == 6)
            let shows = clip["film"]?["shows"]?.array?.compactMap { $0["item"]?.string } ?? []
            #expect(shows.contains("photo.png"))
            return ending.errors.contains("Album/long.mp4: cannot decode: its pictures end too early")
        }
        // Some seed picks it.
        #expect(items.contains(true))
    }

    @Test func `an item that cannot be opened is left out and named`() throws {
        try party.write(Data("no film".utf8), "Album/a.mp4")
        let (ending, _, clip) = try party.summary("augment clip.mp4 \(show)")
        #expect(ending.status == 0)
        #expect(ending.errors.contains("Album/a.mp4: left out of the album: "))
        #expect(clip["warnings"]?.array?.contains { $0.string?.hasPrefix("Album/a.mp4: ") == true } == true)
        #expect(clip["film"]?["shows"]?.array?.first?["item"] == "red.mp4")
    }

    @Test func `a broken entry of the catalog is named and the others are found`() throws {
        try party.write(
            Data("{ no json".utf8), "ReferenceImages/Sketchbook.arresourcegroup/Bad.arreferenceimage/Contents.json")
        let ending = try party.run("augment clip.mp4 \(show)")
        #expect(ending.status == 0)
        #expect(ending.errors.contains("Bad.arreferenceimage"))
        #expect(ending.output.contains("'page' in 24 frames"))
    }
}
