import Foundation
import Geometry
import Imaging
import Testing
import Tracking

/// Clips as phones and programs write them go through `augment` and stay what they are.
@Suite(.needsFFmpeg) struct ClipKindsTests {
    private let party: Party

    init() throws { party = try Party() }

    private func augmented(_ clip: String, to film: String, _ options: String = "") throws -> DecodedClip {
        let ending = try party.run("augment \(clip) --album Album --fade-in 0 --seed 1 -o \(film) \(options)")
        try #require(ending.status == 0, "\(ending.errors)")
        return try DecodedClip(party(film))
    }

    /// Whether the film is seen in the middle of the page in nearly every frame: its colours are pure.
    private func showsFilm(_ film: DecodedClip, _ track: String) throws -> Bool {
        let track = try Track.read(party(track))
        let video = film.info.video
        let storedFromUpright = try #require(
            video.orientation.uprightFromStored(width: video.width, height: video.height).inverse)
        let white = (1 << video.format.bitDepth) - 1
        let count = try zip(film.frames, track.frames).count { frame, solved in
            guard let anchor = solved.anchors.first else { return false }
            let place = try #require(storedFromUpright(anchor.corners.centre))
            let (x, y) = (Int(place.x.rounded()), Int(place.y.rounded()))
            return max(frame.sample(1, x: x, y: y), frame.sample(2, x: x, y: y)) > white * 3 / 4
        }
        return count >= film.frames.count - 3
    }

    @Test(arguments: ["mp4", "mov", "mkv"])
    func `a film is written as the kind of file that its name says`(ending: String) throws {
        let film = try augmented("clip.mp4", to: "film.\(ending)")
        #expect(film.frames.count == 24)
        #expect(film.info.container.contains(ending == "mkv" ? "matroska" : ending))
        #expect(try showsFilm(film, "film.track.jsonl"))
        // Matroska keeps whole milliseconds.
        for (made, given) in zip(film.seconds, try DecodedClip(party("clip.mp4")).seconds) {
            #expect(abs(made - given) <= (ending == "mkv" ? 0.0011 : 1e-9))
        }
    }

    @Test func `a clip of uneven times keeps each of them`() throws {
        try party.ffmpeg(
            "-i @/clip.mp4 -vf setpts=(N*20+mod(N*N\\,17))/600/TB,settb=1/600 -vsync passthrough -enc_time_base 1/600 "
                + "-video_track_timescale 600 -an @/uneven.mp4")
        let film = try augmented("uneven.mp4", to: "film.mp4")
        let clip = try DecodedClip(party("uneven.mp4"))
        #expect(Set(zip(clip.seconds, clip.seconds.dropFirst()).map { Int((($1 - $0) * 600).rounded()) }).count > 3)
        #expect(film.seconds == clip.seconds)
        #expect(film.frames.map(\.duration) == clip.frames.map(\.duration))
        #expect(try showsFilm(film, "film.track.jsonl"))
    }

    @Test func `a clip that is stored turned stays so, and the film stands upright in it`() throws {
        // The picture is turned to the right and a matrix turns it back.
        try party.ffmpeg("-i @/clip.mp4 -vf transpose=1 -c:a copy @/turned.mp4")
        try party.ffmpeg("-i @/turned.mp4 -c copy -metadata:s:v rotate=90 @/rotated.mp4")
        let film = try augmented("rotated.mp4", to: "film.mov", "--codec ffv1")
        #expect(film.info.video.orientation == .rotatedCounterclockwise)
        #expect(film.info.video.width == 240 && film.info.video.height == 320)
        #expect(try showsFilm(film, "film.track.jsonl"))
        // The same film upright: what is outside the picture is bit for bit as it was stored.
        let clip = try DecodedClip(party("rotated.mp4"))
        let corner = film.frames[10].differences(to: clip.frames[10]).filter { $0.x < 8 && $0.y < 8 }
        #expect(corner.isEmpty)
    }

    @Test func `a clip of ten bits keeps them`() throws {
        try party.ffmpeg(
            "-i @/clip.mp4 -c:v libx265 -preset ultrafast -x265-params log-level=none:pools=1 -pix_fmt yuv420p10le "
                + "-tag:v hvc1 -c:a copy @/deep.mp4")
        let film = try augmented("deep.mp4", to: "film.mp4", "--preset ultrafast")
        #expect(film.info.videoCodec == "hevc" && film.info.video.format.bitDepth == 10)
        #expect(
            try Tool.ffprobe("-select_streams v -show_entries stream=codec_tag_string", party("film.mp4")) == ["hvc1"])
        #expect(film.frames.count == 24)
        #expect(try showsFilm(film, "film.track.jsonl"))
    }

    @Test func `a clip of one frame shows the film in it`() throws {
        try party.ffmpeg("-i @/clip.mp4 -frames:v 1 -an @/single.mp4")
        let film = try augmented("single.mp4", to: "film.mp4")
        #expect(film.frames.count == 1)
        let track = try Track.read(party("film.track.jsonl"))
        let centre = try #require(track.frames.first?.anchors.first).corners.centre
        #expect(film.frames[0].sample(2, x: Int(centre.x), y: Int(centre.y)) > 190)
    }

    @Test func `a clip of odd sides keeps all that the encoder takes`() throws {
        try party.ffmpeg("-i @/clip.mp4 -vf crop=251:189:34:26:exact=1 -c:v ffv1 -an @/odd.mkv")
        let lossless = try augmented("odd.mkv", to: "odd-film.mkv", "--codec ffv1")
        #expect(lossless.info.video.width == 251 && lossless.info.video.height == 189)
        let (_, _, clip) = try party.summary("augment odd.mkv --album Album -o even.mp4")
        #expect(
            clip["film"]?["notes"]?.array?.contains { $0.string?.hasPrefix("251 × 189 is cut to 250 × 188") == true }
                == true)
    }
}
