import Foundation
import Geometry
import Imaging
import MediaIO
import TestSupport
import Testing

/// Reads `input` and writes its frames as they are.
@discardableResult
func rewrite(
    _ input: String, to output: String, settings: EncoderSettings = EncoderSettings(), soundtrack: Soundtrack = .none,
    frameCount: Int = .max
) throws -> ClipWriter {
    let reader = try ClipReader(path: input)
    let container = try #require(Container(fileExtension: URL(fileURLWithPath: output).pathExtension))
    let writer = try ClipWriter(
        path: output, container: container, source: reader.info, frameFormat: reader.video.format, settings: settings,
        soundtrack: soundtrack)
    var count = 0
    while count < frameCount, let frame = try reader.nextFrame() {
        try writer.append(frame)
        count += 1
    }
    try writer.finish()
    return writer
}

private let lossless = EncoderSettings(codec: "libx264", crf: 0, preset: "ultrafast")
private let quick = EncoderSettings(preset: "ultrafast")

@Suite struct ClipWriterTests {
    @Test(
        .enabled(if: SharedData.isPresent, Comment(rawValue: SharedData.missing)),
        arguments: [
            ("rotation/portrait.MOV", "mov", lossless), ("rotation/sample_rotate_and_reflect.mp4", "mp4", lossless),
            ("timing/fire2.mp4", "mp4", lossless), ("timing/sample_sef_slow_motion.mp4", "mp4", lossless),
            ("timing/sample_shorter_audio.mp4", "mov", lossless),
            ("phone-hdr/dolbyVision-hdr.MOV", "mov", EncoderSettings(codec: "ffv1")),
            (
                "timing/edit_list_positive_shift.mp4", "mp4",
                EncoderSettings(codec: "libx264", crf: 0, preset: "superfast")
            ),
        ])
    func `a lossless round trip keeps every sample, time, turn and colour`(
        clip: String, container: String, settings: EncoderSettings
    ) throws {
        let folder = try TemporaryFolder()
        let output = folder("out.\(container)")
        try rewrite(SharedData.path(clip), to: output, settings: settings, frameCount: 65)
        let (before, after) = try (ClipReader(path: SharedData.path(clip)), ClipReader(path: output))
        #expect(after.video.timeBase == before.video.timeBase)
        #expect(after.video.orientation == before.video.orientation)
        #expect(after.video.sampleAspectRatio == before.video.sampleAspectRatio)
        #expect(after.video.format == before.video.format)
        #expect(after.video.colour.transfer == before.video.colour.transfer)
        #expect(after.video.colour.matrix == before.video.colour.matrix)
        #expect(after.video.colour.primaries == before.video.colour.primaries)
        #expect((after.video.colour.range == .full) == (before.video.colour.range == .full))
        var (count, last): (Int, Frame?) = (0, nil)
        while count < 65, let frame = try before.nextFrame() {
            let written = try #require(try after.nextFrame())
            #expect(written.presentationTime == frame.presentationTime)
            #expect(samples(written) == samples(frame))
            (count, last) = (count + 1, frame)
        }
        #expect(try after.nextFrame() == nil)
        #expect(try #require(last).presentationTime.ticks > 0)
        #expect(after.damage == nil)
        #expect(FileManager.default.fileExists(atPath: output))
    }

    @Test(.enabled(if: SharedData.isPresent, Comment(rawValue: SharedData.missing)))
    func `FFV1 in Matroska keeps every sample of ten bits`() throws {
        let folder = try TemporaryFolder()
        let clip = SharedData.path("phone-hdr/hlg10-color-test.mp4")
        try rewrite(clip, to: folder("out.mkv"), settings: EncoderSettings(codec: "ffv1"))
        let (before, after) = try (frames(clip), frames(folder("out.mkv")))
        #expect(before.count == after.count)
        #expect(after[0].format.name == "yuv420p10le")
        #expect(after[0].colour.isHDR)
        for (a, b) in zip(before, after) {
            #expect(samples(a) == samples(b))
            #expect(abs(a.presentationTime.seconds - b.presentationTime.seconds) <= 0.0005)
        }
    }

    @Test(.enabled(if: Tool.isPresent, Tool.missing), arguments: ["mp4", "mov"], ["libx264", "mpeg4"])
    func `the last frame is shown as long as it says, and again after another round`(container: String, codec: String)
        throws
    {
        let folder = try TemporaryFolder()
        try Tool.make(folder("in.mp4"), "-f lavfi -i testsrc2=s=64x48:r=25:d=0.4 -video_track_timescale 600")
        let reader = try ClipReader(path: folder("in.mp4"))
        let first = folder("first.\(container)")
        let writer = try ClipWriter(
            path: first, container: #require(Container(fileExtension: container)), source: reader.info,
            frameFormat: reader.video.format, settings: EncoderSettings(codec: codec), soundtrack: .none)
        while let frame = try reader.nextFrame() {
            // 9 frames of 40 ms, the last of one second.
            let isLast = frame.presentationTime.ticks == 9 * 24
            try writer.append(
                Frame(
                    format: frame.format, width: frame.width, height: frame.height, colour: frame.colour,
                    presentationTime: frame.presentationTime, duration: isLast ? 600 : 24, planes: frame.planes))
        }
        try writer.finish()
        try rewrite(first, to: folder("second.\(container)"), settings: EncoderSettings(codec: codec))
        for name in ["first", "second"] {
            let info = try ClipReader(path: folder("\(name).\(container)")).info
            #expect(abs(info.durationSeconds - 1.36) < 1e-6, "\(name)")
        }
    }

    @Test(.enabled(if: SharedData.isPresent, Comment(rawValue: SharedData.missing)))
    func `HDR is encoded as Main 10 with its colours, tagged for QuickTime`() throws {
        let folder = try TemporaryFolder()
        let writer = try rewrite(
            SharedData.path("phone-hdr/sample_with_color_info.mp4"), to: folder("out.mp4"), settings: quick)
        #expect(writer.choice.encoder == "libx265")
        #expect(writer.notes.map { $0.hasSuffix("left out: timed metadata (mebx) × 3") } == [true])
        let info = try ClipReader(path: folder("out.mp4")).info
        #expect(info.videoCodec == "hevc")
        #expect(info.video.format.name == "yuv420p10le")
        #expect((info.video.colour.primaries, info.video.colour.transfer, info.video.colour.matrix) == (9, 18, 9))
        #expect(info.video.colour.range == .limited)
        #expect(info.video.orientation == .rotatedClockwise)
        #expect(info.metadata["com.apple.quicktime.model"] == "iPhone 12 Pro Max")
        #expect(info.metadata["creation_time"] == "2021-05-25T16:21:51.000000Z")
        let bytes = try Data(contentsOf: URL(fileURLWithPath: folder("out.mp4")))
        #expect(bytes.range(of: Data("hvc1".utf8)) != nil)
        #expect(bytes.range(of: Data("colrnclx".utf8)) != nil)
    }

    @Test(.enabled(if: SharedData.isPresent, Comment(rawValue: SharedData.missing)), arguments: ["mp4", "mov"])
    func `a phone's metadata is carried on and the index stands at the front`(container: String) throws {
        let folder = try TemporaryFolder()
        try rewrite(SharedData.path("rotation/ios9.mov"), to: folder("out.\(container)"), settings: quick)
        let before = try ClipReader(path: SharedData.path("rotation/ios9.mov")).info.metadata
        let after = try ClipReader(path: folder("out.\(container)")).info.metadata
        for (key, value) in before where key.hasPrefix("com.apple") || key == "creation_time" {
            #expect(after[key] == value, "\(key)")
        }
        let bytes = try Data(contentsOf: URL(fileURLWithPath: folder("out.\(container)")))
        let index = try #require(bytes.range(of: Data("moov".utf8)))
        let media = try #require(bytes.range(of: Data("mdat".utf8)))
        #expect(index.lowerBound < media.lowerBound)
    }

    @Test(.enabled(if: Tool.isPresent, Tool.missing))
    func `a language is carried on`() throws {
        let folder = try TemporaryFolder()
        try Tool.make(
            folder("in.mp4"), "-f lavfi -i testsrc2=s=64x48:r=25:d=0.2 -metadata:s:v:0 language=swe -metadata title=Hej"
        )
        try rewrite(folder("in.mp4"), to: folder("out.mp4"), settings: quick)
        let info = try ClipReader(path: folder("out.mp4")).info
        #expect(info.videoMetadata["language"] == "swe")
        #expect(info.metadata["title"] == "Hej")
    }

    @Test(
        .enabled(if: Tool.isPresent, Tool.missing),
        arguments: [
            ("yuv420p", "mp4", nil, "libx264", "yuv420p"), ("gray", "mp4", nil, "libx264", "yuv420p"),
            ("yuv422p", "mp4", nil, "libx265", "yuv420p10le"), ("yuv420p10le", "mov", nil, "libx265", "yuv420p10le"),
            ("yuv444p", "mkv", "h264", "libx264", "yuv444p"), ("gbrp", "mkv", "ffv1", "ffv1", "bgr0"),
            ("yuv420p", "mov", "prores", "prores_ks", "yuv422p10le"),
            ("yuv420p10le", "mp4", "h264", "libx264", "yuv420p10le"),
            ("yuv422p10le", "mp4", "av1", "libsvtav1", "yuv420p10le"), ("yuv420p", "mkv", "mpeg4", "mpeg4", "yuv420p"),
        ] as [(String, String, String?, String, String)])
    func `each encoder gets what it takes, and a conversion is said`(
        format: String, container: String, codec: String?, encoder: String, encoded: String
    ) throws {
        let folder = try TemporaryFolder()
        try Tool.make(folder("in.mkv"), "-f lavfi -i testsrc2=s=64x64:r=25:d=0.2 -pix_fmt \(format) -c:v ffv1")
        // MPEG-4 has no room for the milliseconds' clock of Matroska, but for this one.
        let settings = EncoderSettings(codec: codec)
        let writer = try rewrite(folder("in.mkv"), to: folder("out.\(container)"), settings: settings)
        #expect(writer.choice.encoder == encoder)
        #expect(writer.choice.kind.format.name == encoded)
        #expect(writer.notes.contains { $0.hasPrefix("pixel format") } == (writer.choice.source.format.name != encoded))
        let all = try frames(folder("out.\(container)"))
        #expect(all.count == 5)
        // The picture is the same: mean luma (or green) within two steps of 255.
        func mean(_ frame: Frame) -> Double {
            let wide = frame.format.bytesPerSample == 2
            let plane = samples(frame)[0]
            let values =
                wide
                ? stride(from: 0, to: plane.count, by: 2).map { Double(Int(plane[$0]) | Int(plane[$0 + 1]) << 8) }
                : plane.map(Double.init)
            return values.reduce(0, +) / Double(values.count) / Double(1 << frame.format.bitDepth) * 255
        }
        if format != "gbrp" { #expect(try abs(mean(all[2]) - mean(frames(folder("in.mkv"))[2])) < 2) }
    }

    @Test(.enabled(if: Tool.isPresent, Tool.missing))
    func `odd sizes lose a column and a row, and it is said`() throws {
        let folder = try TemporaryFolder()
        try Tool.make(folder("in.gif"), "-f lavfi -i testsrc=s=65x49:r=10:d=0.5")
        let writer = try rewrite(folder("in.gif"), to: folder("out.mp4"), settings: EncoderSettings(codec: "h264"))
        #expect(writer.notes.count == 2)
        let all = try frames(folder("out.mp4"))
        #expect(all.count == 5)
        #expect((all[0].width, all[0].height) == (64, 48))
    }

    @Test(.enabled(if: Tool.isPresent, Tool.missing))
    func `Matroska keeps the pictures at their times`() throws {
        let folder = try TemporaryFolder()
        try Tool.make(folder("in.mp4"), "-f lavfi -i testsrc2=s=64x48:r=30:d=1 -bf 2")
        let writer = try rewrite(folder("in.mp4"), to: folder("out.mkv"), settings: quick)
        #expect(writer.notes.contains { $0.contains("milliseconds") })
        let (before, after) = try (frames(folder("in.mp4")), frames(folder("out.mkv")))
        #expect(after.count == 30)
        #expect(
            zip(before, after).allSatisfy { abs($0.presentationTime.seconds - $1.presentationTime.seconds) <= 0.0006 })
    }

    @Test(.enabled(if: SharedData.isPresent, Comment(rawValue: SharedData.missing)))
    func `what does not fit is refused with a remedy before anything is encoded`() throws {
        let folder = try TemporaryFolder()
        let clip = SharedData.path("rotation/portrait.MOV")
        let cases: [(String, EncoderSettings, String)] = [
            ("out.mp4", EncoderSettings(codec: "ffv1"), ".mov or .mkv"),
            ("out.mov", EncoderSettings(codec: "av1"), ".mp4"),
            ("out.mp4", EncoderSettings(codec: "nonsense"), "--codec"),
            ("out.mp4", EncoderSettings(codec: "aac"), "--codec"),
            ("out.mov", EncoderSettings(codec: "prores", crf: 20), "--crf"),
            ("out.mkv", EncoderSettings(), ".mp4 or .mov"),
            ("out.mp4", EncoderSettings(preset: "nonsense"), "medium"),
            ("out.mp4", EncoderSettings(codec: "h264_vaapi"), "--codec"),
            ("out.mp4", EncoderSettings(codec: "h264_nvenc"), "--codec"),
        ]
        for (name, settings, words) in cases {
            let error = mediaError { try rewrite(clip, to: folder(name), settings: settings) }
            #expect(error?.description.hasPrefix(folder(name) + ": cannot ") == true, "\(settings)")
            #expect(error?.remedy.contains(words) == true, "\(String(describing: error))")
        }
    }

    @Test(.enabled(if: Tool.isPresent, Tool.missing), arguments: ["mp4", "mkv"])
    func `a full disk is an error that names the output`(container: String) throws {
        let folder = try TemporaryFolder()
        try Tool.make(folder("in.mp4"), "-f lavfi -i testsrc2=s=320x240:r=25:d=2")
        try FileManager.default.createSymbolicLink(atPath: folder("out.\(container)"), withDestinationPath: "/dev/full")
        let error = mediaError { try rewrite(folder("in.mp4"), to: folder("out.\(container)"), settings: lossless) }
        #expect(error?.description.hasPrefix(folder("out.\(container)") + ": cannot write: No space left") == true)
        #expect(error?.remedy.contains("space") == true)
    }

    @Test(.enabled(if: Tool.isPresent, Tool.missing))
    func `a missing folder is an error, and an unfinished writer leaves quietly`() throws {
        let folder = try TemporaryFolder()
        try Tool.make(folder("in.mp4"), "-f lavfi -i testsrc2=s=64x48:r=25:d=1")
        let error = mediaError { try rewrite(folder("in.mp4"), to: folder("none/out.mp4"), settings: quick) }
        #expect(error?.description.contains("No such file") == true)
        let reader = try ClipReader(path: folder("in.mp4"))
        let writer = try ClipWriter(
            path: folder("out.mp4"), container: .mp4, source: reader.info, frameFormat: reader.video.format)
        for _ in 0..<10 { try writer.append(#require(try reader.nextFrame())) }
    }

    @Test(.enabled(if: Tool.isPresent, Tool.missing), arguments: [0, 1, 3, 30])
    func `an AV1 writer that is given up does not wait for ever`(frameCount: Int) throws {
        let folder = try TemporaryFolder()
        try Tool.make(folder("in.mp4"), "-f lavfi -i testsrc2=s=64x64:r=25:d=2")
        let reader = try ClipReader(path: folder("in.mp4"))
        let writer = try ClipWriter(
            path: folder("out.mp4"), container: .mp4, source: reader.info, frameFormat: reader.video.format,
            settings: EncoderSettings(codec: "av1"))
        for _ in 0..<frameCount { try writer.append(#require(try reader.nextFrame())) }
    }

    @Test(.enabled(if: Tool.isPresent, Tool.missing))
    func `planes are released once the encoder has read them`() throws {
        let folder = try TemporaryFolder()
        try Tool.make(folder("in.mp4"), "-f lavfi -i testsrc2=s=64x48:r=25:d=1")
        let reader = try ClipReader(path: folder("in.mp4"))
        weak var plane: PlaneStorage?
        do {
            let writer = try ClipWriter(
                path: folder("out.mp4"), container: .mp4, source: reader.info, frameFormat: reader.video.format)
            var count = 0
            while let frame = try reader.nextFrame() {
                if count == 3 { plane = frame.planes[0] }
                try writer.append(frame)
                count += 1
            }
            try writer.finish()
        }
        #expect(plane == nil)
    }
}
