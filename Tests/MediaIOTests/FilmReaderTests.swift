import Foundation
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
