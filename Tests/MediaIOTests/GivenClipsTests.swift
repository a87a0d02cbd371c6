import Foundation
import Geometry
import Imaging
import MediaIO
import TestSupport
import Testing

/// What a given clip is, by ffprobe and by looking at it.
struct GivenClip: Sendable, CustomTestStringConvertible {
    let file: String
    let frameCount: Int
    /// Presentation times of the first and the last frame in seconds.
    let first, last: Double
    let upright: (width: Int, height: Int)
    let orientation: Orientation
    let format: String
    /// H.273's numbers.
    let primaries, transfer, matrix: Int
    let range: ColourDescription.Range
    /// Codec, samples a second, channels; `nil` without sound.
    let sound: String?
    let soundSeconds: Double
    /// What goes along from the file into a result of its own kind, and what that cannot hold.
    let kept: [String: String]
    let lost: String?

    var testDescription: String { file }

    private static let bt2020 = (9, 18, 9), bt709 = (1, 1, 1), untold = (2, 2, 2)

    private init(
        _ file: String, _ frameCount: Int, _ times: ClosedRange<Double>, _ width: Int, _ height: Int,
        _ orientation: Orientation, _ format: String, _ colour: (Int, Int, Int), _ range: ColourDescription.Range,
        sound: String?, _ soundSeconds: Double = 0, kept: [String: String] = [:], lost: String? = nil
    ) {
        (self.file, self.frameCount, first, last) = (file, frameCount, times.lowerBound, times.upperBound)
        (upright, self.orientation, self.format) = ((width, height), orientation, format)
        (primaries, transfer, matrix, self.range) = (colour.0, colour.1, colour.2, range)
        (self.sound, self.soundSeconds, self.kept, self.lost) = (sound, soundSeconds, kept, lost)
    }

    static let all = [
        GivenClip(
            "phone-hdr/h265_with_metadata_track.mp4", 3, 0...0.066711, 1080, 1920, .rotatedClockwise, "yuv420p",
            (5, 6, 5), .full, sound: "aac 48000 2", 0.080729,
            kept: ["creation_time": "2023-04-28T17:52:17.000000Z", "com.android.capture.fps": "30.000000"],
            lost: "timed metadata (mett)"),
        GivenClip(
            "phone-hdr/hlg10-color-test.mp4", 9, 0...0.266756, 1920, 1080, .upright, "yuv420p10le", bt2020, .limited,
            sound: "aac 48000 2", 0.288792, kept: ["com.android.version": "14", "location": "+12.3456-012.3456/"]),
        // Five samples; the edit list ends before the last one.
        GivenClip(
            "phone-hdr/dolbyVision-hdr.MOV", 4, 0...0.1, 720, 1280, .rotatedClockwise, "yuv420p10le", bt2020, .limited,
            sound: "aac 44100 2", 0.105011,
            kept: [
                "com.apple.quicktime.make": "Apple", "com.apple.quicktime.model": "iPhone 14 Pro",
                "com.apple.quicktime.location.ISO6709": "+12.3456-012.3456+026.756/",
                "com.apple.quicktime.creationdate": "2023-05-09T12:41:46+0100",
            ], lost: "timed metadata (mebx) × 3"),
        GivenClip(
            "phone-hdr/sample_with_color_info.mp4", 9, 0...0.266667, 1080, 1920, .rotatedClockwise, "yuv420p10le",
            bt2020, .limited, sound: "aac 44100 2", 0.298345,
            kept: [
                "com.apple.quicktime.model": "iPhone 12 Pro Max",
                "com.apple.quicktime.location.ISO6709": "+12.3456-012.3456+066.374/",
            ], lost: "timed metadata (mebx) × 3"),
        // Thirty packets, one of which holds no picture that could be decoded.
        GivenClip(
            "broken/sample_with_invalid_nalu.mp4", 29, 0...0.967633, 1080, 720, .upright, "yuv420p", untold,
            .unspecified, sound: nil),
        GivenClip(
            "broken/sample_mdat_too_long.mp4", 30, 0...0.967633, 1080, 720, .upright, "yuv420p", untold, .unspecified,
            sound: "aac 44100 1", 1.02322),
        GivenClip(
            "two-targets/ponte-estaiada-masp.mp4", 300, 0...11.96, 640, 960, .upright, "yuv420p", (2, 1, 1), .limited,
            sound: "aac 48000 2", 12.01),
        GivenClip(
            "timing/sample_shorter_audio.mp4", 72, 0...1.183333, 320, 240, .upright, "yuv420p", (5, 6, 6), .full,
            sound: "aac 44100 1", 0.766259, kept: ["location": "+12.3456-012.3456/"]),
        GivenClip(
            "timing/fire2.mp4", 25, 0...2.279844, 1280, 720, .rotated180, "yuv420p", untold, .unspecified,
            sound: "aac 48000 1", 2.261292,
            kept: ["creation_time": "2017-01-05T18:32:43.000000Z", "location": "+12.3456-012.3456/"]),
        GivenClip(
            "timing/edit_list_positive_shift.mp4", 270, 1...9.966667, 1920, 1080, .upright, "yuv420p", untold,
            .unspecified, sound: "aac 48000 2", 10.005),
        // Sixty-four samples; the edit list ends before the last one.
        GivenClip(
            "timing/sample_sef_slow_motion.mp4", 63, 0...2.066667, 320, 240, .upright, "yuv420p", untold, .unspecified,
            sound: "aac 12000 2", 2.15175, kept: ["com.android.capture.fps": "240.000000"]),
        GivenClip(
            "timing/awesome_movie.mov", 123, 0...7.278333, 640, 480, .upright, "yuv420p", bt709, .limited,
            sound: "aac 44100 2", 7.476825, kept: ["creation_time": "2010-02-05T16:05:04.000000Z"]),
        GivenClip(
            "rotation/portrait.MOV", 62, 0...2.035, 320, 568, .rotatedClockwise, "yuv420p", bt709, .limited,
            sound: "aac 44100 1", 2.041678,
            kept: ["com.apple.quicktime.model": "iPhone 4S", "com.apple.quicktime.software": "7.0.3"]),
        GivenClip(
            "rotation/sample_rotate_and_reflect.mp4", 30, 0...0.967633, 720, 1080, .transposed, "yuv420p", untold,
            .unspecified, sound: "aac 44100 1", 1.02322, kept: ["creation_time": "2016-05-31T17:01:35.000000Z"]),
        GivenClip(
            "rotation/ios9.mov", 14, 0...0.433333, 720, 1280, .rotatedClockwise, "yuv420p", bt709, .limited,
            sound: "aac 44100 1", 0.466667,
            kept: [
                "com.apple.quicktime.model": "iPhone 6s",
                "com.apple.quicktime.location.ISO6709": "+12.3456-012.3456+1401.883/",
            ], lost: "timed metadata (mebx) × 2"),
        GivenClip(
            "rotation/sample_portrait.mp4", 30, 0...0.967633, 720, 1080, .upright, "yuv420p", untold, .unspecified,
            sound: "aac 44100 1", 1.044898, kept: ["location": "+12.3456-012.3456/"]),
        // Of 456 packets the first cannot be decoded.
        GivenClip(
            "planar-box/box.mp4", 455, 0...15.184001, 640, 480, .upright, "yuv420p", untold, .unspecified,
            sound: "mp3 44100 1", 15.097688),
    ]
}

private let needsData = ConditionTrait.enabled(if: SharedData.isPresent, Comment(rawValue: SharedData.missing))

@Suite(needsData) struct GivenClipsTests {
    @Test(arguments: GivenClip.all)
    func `a given clip is read as its maker meant it`(clip: GivenClip) throws {
        let reader = try ClipReader(path: SharedData.path(clip.file))
        var times: [Double] = []
        while let frame = try reader.nextFrame() { times.append(frame.presentationTime.seconds) }
        let (info, video) = (reader.info, reader.video)
        #expect(times.count == clip.frameCount)
        #expect(abs(try #require(times.first) - clip.first) < 1e-5)
        #expect(abs(try #require(times.last) - clip.last) < 1e-5)
        #expect(video.uprightSize == clip.upright)
        #expect(video.orientation == clip.orientation)
        #expect(video.format.name == clip.format)
        #expect((video.colour.primaries, video.colour.transfer) == (clip.primaries, clip.transfer))
        #expect((video.colour.matrix, video.colour.range) == (clip.matrix, clip.range))
        #expect(info.audio.map { "\($0.codecName) \($0.sampleRate) \($0.channelCount)" } == clip.sound)
        #expect(abs((info.audio?.durationSeconds ?? 0) - clip.soundSeconds) < 1e-5)
        #expect(info.scan == .progressive)
    }

    @Test(arguments: GivenClip.all)
    func `what a given clip tells goes along, and what cannot is named`(clip: GivenClip) throws {
        let folder = try TemporaryFolder()
        let ending = URL(fileURLWithPath: clip.file).pathExtension.lowercased()
        let writer = try rewrite(
            SharedData.path(clip.file), to: folder("out.\(ending)"), settings: EncoderSettings(preset: "ultrafast"),
            soundtrack: .copy, frameCount: 30)
        let (before, after) = try (
            ClipReader(path: SharedData.path(clip.file)).info, ClipReader(path: folder("out.\(ending)")).info
        )
        for (key, value) in clip.kept {
            #expect(before.metadata[key] == value)
            #expect(after.metadata[key] == value, "\(key)")
        }
        #expect(after.videoMetadata["language"] ?? "und" == before.videoMetadata["language"] ?? "und")
        #expect(after.audio?.metadata["language"] ?? "und" == before.audio?.metadata["language"] ?? "und")
        #expect(after.video.orientation == before.video.orientation)
        #expect(after.audio?.codecName == before.audio?.codecName)
        let lost = clip.lost.map { "the .\(ending) file does not hold, so it was left out: \($0)" }
        #expect(writer.notes.filter { $0.contains("left out") } == (lost.map { [$0] } ?? []))
    }

    @Test(arguments: [
        ("broken/broken.mp4", "this is no video or picture, or it is damaged or incomplete"),
        ("broken/WrongFile.mp4", "this is no video or picture, or it is damaged or incomplete"),
        ("broken/empty.flv", "this is no video or picture, or it is damaged or incomplete"),
    ])
    func `a given file that is no clip is refused with its reason`(file: String, reason: String) {
        let path = SharedData.path(file)
        let error = mediaError { _ = try ClipReader(path: path) }
        #expect(error?.description == "\(path): cannot open: \(reason); copy the file again from where it comes")
    }

    @Test func `slow motion that only its maker's player knows is said`() throws {
        let notes = { try ClipReader(path: SharedData.path($0)).info.notes }
        #expect(
            try notes("timing/sample_sef_slow_motion.mp4")
                == ["its slow motion is known to the phone's own player alone: it runs as fast as it was filmed"])
        #expect(try notes("timing/fire2.mp4").isEmpty)
    }

    @Test func `how much of a damaged clip was lost is said`() throws {
        let reader = try ClipReader(path: SharedData.path("broken/sample_with_invalid_nalu.mp4"))
        while try reader.nextFrame() != nil {}
        // One error or two: libav's threads decide.
        let sentence = try #require(reader.damage?.sentence(of: "a.mp4", frameRate: 29.97))
        #expect(sentence.hasPrefix("a.mp4: damaged, 1 frame (about 0.0 s) could not be decoded ("))
        #expect(sentence.hasSuffix(" while decoding: Error splitting the input into NAL units.); the rest was used"))
    }

    @Test func `of a clip that was cut off, what is left is read and the rest is counted`() throws {
        let folder = try TemporaryFolder()
        // Its index lies at the front: it knows of 300 frames.
        try Tool.make(
            folder("whole.mp4"),
            "-i \(SharedData.path("two-targets/ponte-estaiada-masp.mp4")) -c copy -movflags faststart")
        let bytes = try Data(contentsOf: URL(fileURLWithPath: folder("whole.mp4")))
        let reader = try ClipReader(path: try folder.write(bytes.prefix(bytes.count * 2 / 3), "cut.mp4"))
        var count = 0
        while try reader.nextFrame() != nil { count += 1 }
        let damage = try #require(reader.damage)
        #expect((150..<300).contains(count))
        #expect(damage.lostFrameCount == 300 - count)
        #expect(
            damage.sentence(of: "cut.mp4", frameRate: 25).hasPrefix("cut.mp4: damaged, \(300 - count) frames (about "))
    }
}
