import Foundation
import Geometry
import OrderedJSON
import Testing
import Tracking

/// What phones, cameras and messengers put into a file beside plain pictures, through the whole program.
@Suite(.needsFFmpeg) struct SourceTests {
    private let party: Party

    init() throws { party = try Party() }

    private let show = "--album Album --overwrite --seed 7 --fade-in 0"

    @Test func `a clip without a drawing is copied byte for byte`() throws {
        try party.ffmpeg("-f lavfi -i color=gray:s=160x120:r=10:d=0.5 -metadata title=Empty @/empty.mp4")
        #expect(try party.run("augment empty.mp4 \(show) -o copy.mp4").status == 2)
        #expect(try party.read("copy.mp4") == party.read("empty.mp4"))
        // In another kind of file, or without its metadata, its streams are.
        #expect(try party.run("augment empty.mp4 \(show) -o copy.mov").status == 2)
        #expect(try party.run("augment empty.mp4 \(show) -o bare.mp4 --strip-metadata").status == 2)
        let packets = "-show_packets -show_data_hash md5 -show_entries packet=pts_time,data_hash"
        for name in ["copy.mov", "bare.mp4"] {
            #expect(try Tool.ffprobe(packets, party(name)) == Tool.ffprobe(packets, party("empty.mp4")))
        }
        #expect(try Tool.ffprobe("-show_entries format_tags=title", party("copy.mov")) == ["Empty"])
        #expect(try Tool.ffprobe("-show_entries format_tags=title", party("bare.mp4")).isEmpty)
    }

    @Test func `the track of pictures that is asked for is tracked and rendered, and a track file remembers it`() throws
    {
        try party.ffmpeg(
            "-f lavfi -i color=gray:s=320x240:r=24:d=1 -i @/clip.mp4 -map 0:v -map 1:v -map 1:a -c:v libx264 -preset ultrafast "
                + "-disposition:v:0 default -disposition:v:1 0 -c:a copy -shortest @/two.mp4")
        #expect(try party.run("track two.mp4 -o first.track.jsonl").status == 2)
        #expect(try party.run("track two.mp4 --video-track 2 -o second.track.jsonl").status == 0)
        #expect(try Track.read(party("second.track.jsonl")).clip.videoTrack == 2)
        let ending = try party.run("render two.mp4 --track second.track.jsonl \(show) -o film.mp4 --json")
        #expect(ending.status == 0, "\(ending.errors)")
        let film = try JSON(parsing: ending.output.utf8)["clips"]?.array?.first?["film"]
        #expect(
            film?["notes"]?.array?.first == "of 2 video tracks, video track 2 (h264, 320 × 240) is used (--video-track)"
        )
        #expect((film?["composedFrames"]?.integer ?? 0) >= 22)
        try party.refuses(
            ["render", "two.mp4", "--track", "second.track.jsonl", "--video-track", "1", "--album", "Album"],
            saying: ["second.track.jsonl: this is the track of the clip's video track 2, not of 1"])
        let refusal = try party.run("track two.mp4 --video-track 5 -o third.track.jsonl")
        #expect(refusal.status == 1)
        #expect(
            refusal.failures.first?.contains("there is no video track 5; it has video track 1 (h264, 320 × 240)")
                == true)
        #expect(try party.run("track two.mp4 --video-track 0 -o third.track.jsonl").status == 64)
    }

    @Test func `pixels that are not square change neither the pose nor where the film lies`() throws {
        // The same pictures, squeezed to two thirds of their width and said to be half as wide again.
        try party.ffmpeg("-i @/clip.mp4 -vf scale=480:360 -crf 10 -an @/square.mp4")
        try party.ffmpeg("-i @/clip.mp4 -vf scale=320:360,setsar=3/2 -crf 10 -an @/oblong.mp4")
        #expect(try party.run("track square.mp4 --focal-length-35mm 26").status == 0)
        #expect(try party.run("augment oblong.mp4 --focal-length-35mm 26 \(show)").status == 0)
        let (square, oblong) = try (Track.read(party("square.track.jsonl")), Track.read(party("oblong.track.jsonl")))
        #expect((oblong.clip.width, oblong.clip.height) == (320, 360))
        #expect(abs(oblong.camera.fx / oblong.camera.fy - 2.0 / 3) < 1e-6)
        #expect(abs(oblong.camera.fy - square.camera.fy) < 0.01)
        let stored = Homography.resizing(2.0 / 3, 1)
        var compared = 0
        for (one, two) in zip(square.frames, oblong.frames) {
            guard let seen = one.anchors.first, let also = two.anchors.first else { continue }
            compared += 1
            let expected = try #require(stored(seen.corners)).corners
            #expect(zip(expected, also.corners.corners).allSatisfy { ($0 - $1).length < 1 })
            #expect((seen.cameraFromAnchor.translation - also.cameraFromAnchor.translation).length < 0.02)
        }
        #expect(compared >= 22)
        #expect(
            try Tool.ffprobe(
                "-select_streams v -show_entries stream=sample_aspect_ratio", party("oblong.sketchreel.mp4"))
                == ["3:2"])
    }

    @Test func `an interlaced clip becomes progressive, and it is said`() throws {
        try party.ffmpeg(
            "-i @/clip.mp4 -vf fps=50,tinterlace=interleave_top -c:v libx264 -preset ultrafast -flags +ilme+ildct "
                + "-x264opts tff=1 -c:a copy @/fields.mp4")
        let (ending, _, clip) = try party.summary("augment fields.mp4 \(show)")
        #expect(ending.status == 0, "\(ending.errors)")
        #expect(clip["film"]?["notes"]?.array == ["its pictures are interlaced: they are made progressive"])
        let order = "-select_streams v -show_entries stream=field_order"
        #expect(try Tool.ffprobe(order, party("fields.mp4")) == ["tt"])
        #expect(try Tool.ffprobe(order, party("fields.sketchreel.mp4")) == ["progressive"])
    }
}
