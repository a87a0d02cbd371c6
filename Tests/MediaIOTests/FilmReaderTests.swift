import Foundation
import Geometry
import Imaging
import MediaIO
import TestSupport
import Testing

@Suite struct FilmReaderTests {
    @Test(.enabled(if: Tool.isPresent, Tool.missing))
    func `the frame at a time is the last whose time has come, in any order, and the film loops`() throws {
        let folder = try TemporaryFolder()
        try Tool.make(folder("film.mp4"), "-f lavfi -i testsrc2=s=64x48:r=10:d=6 -g 20 -bf 2")
        let all = try frames(folder("film.mp4"))
        let film = try FilmReader(path: folder("film.mp4"))
        #expect(abs(film.durationSeconds - 6) < 1e-6)
        for seconds in [0, 0.05, 0.1, 0.1, 0.19, 0.2, 1.55, 5.99, 6.0, 6.31, 2.2, 0.3, 5.05, 0, 12.1, 18.95] {
            let frame = try #require(try film.frame(atSeconds: seconds))
            let index = Int(((seconds + 1e-6) * 10).rounded(.down)) % 60
            #expect(frame.presentationTime == all[index].presentationTime, "at \(seconds) s")
            #expect(samples(frame) == samples(all[index]), "at \(seconds) s")
        }
    }

    @Test(.enabled(if: SharedData.isPresent, Comment(rawValue: SharedData.missing)))
    func `each frame's own time leads to it`() throws {
        let path = SharedData.path("timing/awesome_movie.mov")
        let film = try FilmReader(path: path)
        for frame in try frames(path) {
            let seconds = frame.presentationTime.seconds
            #expect(try film.frame(atSeconds: seconds)?.presentationTime == frame.presentationTime)
        }
    }

    @Test func `a photo is a film of one picture without end`() throws {
        let folder = try TemporaryFolder()
        let image = RGBAImage(width: 5, height: 3, pixels: (0..<60).map { UInt8($0) })
        try StillWriter.writePNG(image, to: folder("a.png"))
        let film = try FilmReader(path: folder("a.png"))
        #expect((film.hasVideo, film.hasAudio) == (true, false))
        #expect(film.durationSeconds == 0)
        #expect(film.video?.width == 5)
        for seconds in [0, 7.5, 1e9] {
            let frame = try #require(try film.frame(atSeconds: seconds))
            #expect(try StillReader.image(of: frame, orientation: .upright, path: "a") == image)
        }
    }

    @Test(.enabled(if: Tool.isPresent, Tool.missing))
    func `films that do not say how long they are get measured, and sound has no picture`() throws {
        let folder = try TemporaryFolder()
        try Tool.make(folder("a.h264"), "-f lavfi -i testsrc2=s=64x48:r=25:d=2 -c:v libx264")
        try Tool.make(folder("a.wav"), "-f lavfi -i sine=d=3")
        try Tool.make(folder("a.gif"), "-f lavfi -i testsrc=s=64x48:r=10:d=1")
        #expect(try abs(FilmReader(path: folder("a.h264")).durationSeconds - 2) < 0.1)
        let sound = try FilmReader(path: folder("a.wav"))
        #expect((sound.hasVideo, sound.hasAudio) == (false, true))
        #expect(abs(sound.durationSeconds - 3) < 0.01)
        #expect(try sound.frame(atSeconds: 1) == nil)
        #expect(MediaProbe.kind(of: folder("a.gif")) == .video)
        #expect(try FilmReader(path: folder("a.gif")).frame(atSeconds: 0.95) != nil)
    }

    @Test(.enabled(if: Tool.isPresent, Tool.missing))
    func `a film that is cut off plays to its end and then says so`() throws {
        let folder = try TemporaryFolder()
        try Tool.make(folder("whole.mp4"), "-f lavfi -i testsrc2=s=96x64:r=25:d=6 -movflags +faststart")
        let bytes = try Data(contentsOf: URL(fileURLWithPath: folder("whole.mp4")))
        let film = try FilmReader(path: folder.write(bytes.prefix(bytes.count / 2), "cut.mp4"))
        #expect(try film.frame(atSeconds: 1) != nil)
        let error = mediaError { _ = try film.frame(atSeconds: 5.5) }
        #expect(error?.description.contains("end too early") == true)
    }

    @Test func `a text in an album is refused in one sentence`() throws {
        let folder = try TemporaryFolder()
        let path = try folder.write(Array("no film".utf8), "film.mp4")
        #expect(mediaError { _ = try FilmReader(path: path) }?.description.hasPrefix(path) == true)
    }
}

/// Times and turns as ffprobe tells them: real files, and rates that are odd.
@Suite struct FilmTimeTests {
    private static let real = [
        "timing/awesome_movie.mov", "timing/edit_list_positive_shift.mp4", "timing/sample_sef_slow_motion.mp4",
        "timing/sample_shorter_audio.mp4", "rotation/sample_portrait.mp4", "rotation/sample_rotate_and_reflect.mp4",
        "rotation/portrait.MOV", "rotation/ios9.mov",
    ]

    @Test(.enabled(if: SharedData.isPresent, Comment(rawValue: SharedData.missing)), arguments: real)
    func `at each moment the picture is seen whose time has come`(name: String) throws {
        try check(SharedData.path(name))
    }

    @Test(
        .enabled(if: Tool.isPresent, Tool.missing),
        arguments: ["24000/1001", "12.5", "60000/1001", "7", "1000/33", "119.88"])
    func `odd rates keep their times`(rate: String) throws {
        let folder = try TemporaryFolder()
        for ending in ["mp4", "mkv", "mov"] {
            try Tool.make(
                folder("a.\(ending)"), "-f lavfi -i testsrc2=s=64x48:r=\(rate) -frames:v 45 -g 12 -bf 2 -c:v libx264")
            try check(folder("a.\(ending)"))
        }
    }

    @Test(.enabled(if: Tool.isPresent, Tool.missing))
    func `frames of uneven length are each seen for their own time`() throws {
        let folder = try TemporaryFolder()
        try Tool.make(
            folder("a.mp4"),
            "-f lavfi -i testsrc2=s=64x48:r=30:d=2 -vf select='not(mod(n\\,3))+not(mod(n\\,7))' -vsync vfr -bf 2")
        try check(folder("a.mp4"))
    }

    /// Asks forwards, then here and there, just after each frame's time and just before the next one's.
    private func check(_ path: String) throws {
        let all = try frames(path)
        let times = all.map(\.presentationTime.seconds)
        let film = try FilmReader(path: path)
        let start = try #require(times.first)
        var generator = SystemRandomNumberGenerator()
        let order = Array(times.indices) + times.indices.shuffled(using: &generator).prefix(12)
        for index in order {
            let end = index + 1 < times.count ? times[index + 1] : times[index] + 0.001
            for seconds in [times[index], times[index] + (end - times[index]) * 0.98] {
                // What lies beyond the film's stated end belongs to its next round.
                guard seconds - start < film.durationSeconds - 2e-6 else { continue }
                let frame = try #require(try film.frame(atSeconds: seconds - start))
                #expect(
                    frame.presentationTime == all[index].presentationTime,
                    "frame \(index) at \(seconds - start) s of \(film.durationSeconds)")
            }
        }
    }

    // ffprobe's display matrices: a quarter turn clockwise; a transposition; none.
    @Test(
        .enabled(if: SharedData.isPresent, Comment(rawValue: SharedData.missing)),
        arguments: [
            ("portrait.MOV", Orientation.rotatedClockwise), ("ios9.mov", .rotatedClockwise),
            ("sample_rotate_and_reflect.mp4", .transposed), ("sample_portrait.mp4", .upright),
        ])
    func `a film is turned as it says`(name: String, orientation: Orientation) throws {
        let video = try #require(try FilmReader(path: SharedData.path("rotation/" + name)).video)
        #expect(video.orientation == orientation)
        #expect(video.uprightSize.height > video.uprightSize.width)
    }
}
