import Foundation
import Geometry
import Imaging
import MediaIO
import TestSupport
import Testing

/// What `ffprobe` says of a clip's frames: times in ticks.
private func probedTimes(_ path: String) throws -> [Int64] {
    let printed = try Tool.ffprobe?.run(
        "-v", "error", "-select_streams", "V:0", "-show_frames", "-show_entries", "frame=best_effort_timestamp", "-of",
        "compact=p=0", path)
    return String(decoding: printed ?? Data(), as: UTF8.self).split(separator: "\n").compactMap { line in
        let name = "best_effort_timestamp="
        guard line.hasPrefix(name) else { return nil }
        return Int64(line.dropFirst(name.count).prefix { $0 != "|" })
    }
}

/// The times as we give them: one that repeats or steps back becomes the next tick.
private func rising(_ times: [Int64]) -> [Int64] {
    times.reduce(into: []) { $0.append(max($1, ($0.last ?? .min + 1) + 1)) }
}

@Suite struct ClipReaderTests {
    @Test(
        .enabled(if: SharedData.isPresent, Comment(rawValue: SharedData.missing)),
        .enabled(if: Tool.isPresent, Tool.missing),
        arguments: SharedData.clips)
    func `every presented frame comes once, with the time that ffprobe gives`(clip: String) throws {
        let path = SharedData.path(clip)
        let reader = try ClipReader(path: path)
        var times: [Int64] = []
        while let frame = try reader.nextFrame() { times.append(frame.presentationTime.ticks) }
        #expect(try times == rising(probedTimes(path)))
        #expect(zip(times, times.dropFirst()).allSatisfy { $0 < $1 })
        // A whole clip is not called damaged, not even after a jump into its middle.
        if !clip.hasPrefix("planar-box") && !clip.hasPrefix("broken") {
            #expect(reader.damage == nil)
            try reader.seek(toFrameAtOrBefore: times[times.count / 2])
            for _ in 0..<10 { _ = try reader.nextFrame() }
            #expect(reader.damage == nil)
        }
    }

    @Test(.enabled(if: SharedData.isPresent, Comment(rawValue: SharedData.missing)))
    func `a clip whose first picture is damaged gives all others and says so`() throws {
        let reader = try ClipReader(path: SharedData.path("planar-box/box.mp4"))
        var count = 0
        while try reader.nextFrame() != nil { count += 1 }
        #expect(count == 455)
        let damage = try #require(reader.damage)
        #expect(damage.errorCount == 2)
        #expect(damage.detail == "A non-intra slice in an IDR NAL unit.")
        #expect(reader.info.audio?.codecName == "mp3")
    }

    @Test(
        .enabled(if: SharedData.isPresent, Comment(rawValue: SharedData.missing)),
        arguments: [
            ("rotation/portrait.MOV", Orientation.rotatedClockwise), ("rotation/ios9.mov", .rotatedClockwise),
            ("rotation/sample_portrait.mp4", .upright), ("rotation/sample_rotate_and_reflect.mp4", .transposed),
            ("timing/fire2.mp4", .rotated180), ("phone-hdr/dolbyVision-hdr.MOV", .rotatedClockwise),
        ])
    func `the display matrix becomes the orientation`(clip: String, orientation: Orientation) throws {
        #expect(try ClipReader(path: SharedData.path(clip)).video.orientation == orientation)
    }

    @Test(.enabled(if: SharedData.isPresent, Comment(rawValue: SharedData.missing)))
    func `an HDR phone clip keeps its depth, colours and metadata`() throws {
        let info = try ClipReader(path: SharedData.path("phone-hdr/sample_with_color_info.mp4")).info
        #expect(info.video.format == PixelFormat.named("yuv420p10le"))
        #expect(info.video.colour.isHDR)
        #expect((info.video.colour.primaries, info.video.colour.transfer, info.video.colour.matrix) == (9, 18, 9))
        #expect(info.video.colour.range == .limited)
        #expect(info.metadata["com.apple.quicktime.model"] == "iPhone 12 Pro Max")
        #expect(info.video.timeBase == TimeBase(1, 600))
        #expect(info.videoCodec == "hevc")
    }

    @Test(.enabled(if: SharedData.isPresent, Comment(rawValue: SharedData.missing)))
    func `libav's full-range formats become plain ones of full range`() throws {
        let reader = try ClipReader(path: SharedData.path("timing/sample_shorter_audio.mp4"))
        let frame = try #require(try reader.nextFrame())
        #expect(frame.format.name == "yuv420p")
        #expect(frame.colour.range == .full)
        #expect(reader.video.colour == frame.colour)
    }

    @Test(.enabled(if: SharedData.isPresent, Comment(rawValue: SharedData.missing)))
    func `frames share the decoder's memory until they are written`() throws {
        let reader = try ClipReader(path: SharedData.path("rotation/ios9.mov"))
        var frame = try #require(try reader.nextFrame())
        let original = frame
        #expect(frame.planes.map(\.isShared) == [true, true, true])
        frame.withMutablePlane(0) { base, _ in base.storeBytes(of: 77, as: UInt8.self) }
        #expect(frame.planes.map(\.isShared) == [false, true, true])
        #expect(samples(original)[0][0] != 77)
        #expect(samples(original)[0].dropFirst() == samples(frame)[0].dropFirst())
    }

    @Test(.enabled(if: SharedData.isPresent, Comment(rawValue: SharedData.missing)))
    func `the number of threads does not change the pictures`() throws {
        let path = SharedData.path("rotation/portrait.MOV")
        let (one, many) = try (frames(path, threadCount: 1), frames(path, threadCount: 4))
        #expect(one.map(\.presentationTime) == many.map(\.presentationTime))
        #expect(one.map(samples) == many.map(samples))
    }

    @Test(
        .enabled(if: SharedData.isPresent, Comment(rawValue: SharedData.missing)),
        arguments: ["timing/awesome_movie.mov", "rotation/portrait.MOV", "timing/sample_shorter_audio.mp4"])
    func `after a seek the pictures are those of a run from the start`(clip: String) throws {
        let path = SharedData.path(clip)
        let all = try frames(path)
        let reader = try ClipReader(path: path)
        for wanted in [all.count - 1, all.count / 2, 0, all.count / 3] {
            let ticks = all[wanted].presentationTime.ticks
            try reader.seek(toFrameAtOrBefore: ticks)
            let first = try #require(try reader.nextFrame())
            #expect(first.presentationTime.ticks <= ticks)
            let index = try #require(all.firstIndex { $0.presentationTime == first.presentationTime })
            for expected in all[index...wanted].prefix(40) {
                let frame = expected.presentationTime == first.presentationTime ? first : try reader.nextFrame()
                #expect(frame?.presentationTime == expected.presentationTime)
                #expect(try samples(#require(frame)) == samples(expected))
            }
        }
    }

    @Test(.enabled(if: SharedData.isPresent, Comment(rawValue: SharedData.missing)))
    func `a seek before the first frame leads to it, even when it is damaged`() throws {
        let reader = try ClipReader(path: SharedData.path("planar-box/box.mp4"))
        let first = try #require(try reader.nextFrame()?.presentationTime)
        for _ in 0..<100 { _ = try reader.nextFrame() }
        try reader.seek(toFrameAtOrBefore: -1_000_000)
        #expect(try reader.nextFrame()?.presentationTime == first)
    }

    @Test(.enabled(if: Tool.isPresent, Tool.missing))
    func `frames before the start of an edit list are not presented`() throws {
        let folder = try TemporaryFolder()
        try Tool.make(folder("whole.mp4"), "-f lavfi -i testsrc2=s=128x96:r=25:d=4 -g 50 -bf 2")
        try Tool.make(folder("trimmed.mp4"), "-ss 1.0 -i \(folder("whole.mp4")) -c copy")
        let (whole, trimmed) = try (frames(folder("whole.mp4")), frames(folder("trimmed.mp4")))
        let start = try #require(trimmed.first)
        #expect(start.presentationTime.ticks >= 0)
        #expect(try trimmed.map(\.presentationTime.ticks) == probedTimes(folder("trimmed.mp4")))
        // The picture at one second of the whole is the first that is shown.
        #expect(samples(start) == samples(whole[25]))
        #expect(trimmed.count == 75)
    }

    @Test(.enabled(if: Tool.isPresent, Tool.missing))
    func `a transport stream's clock starts at zero`() throws {
        let folder = try TemporaryFolder()
        try Tool.make(folder("clip.ts"), "-f lavfi -i testsrc2=s=128x96:r=25:d=1 -output_ts_offset 100 -muxdelay 0")
        let times = try frames(folder("clip.ts")).map(\.presentationTime.seconds)
        #expect(times.count == 25)
        #expect(abs(times[0]) < 1e-9)
        #expect(abs(times[24] - 0.96) < 1e-3)
    }

    @Test(.enabled(if: Tool.isPresent, Tool.missing))
    func `a stream that changes its size on the way keeps the size it began with`() throws {
        let folder = try TemporaryFolder()
        try Tool.make(folder("a.h264"), "-f lavfi -i testsrc2=s=128x96:r=25:d=0.4 -bsf:v h264_mp4toannexb")
        try Tool.make(folder("b.h264"), "-f lavfi -i testsrc2=s=192x128:r=25:d=0.4 -bsf:v h264_mp4toannexb")
        let both = try ["a.h264", "b.h264"].map { try Data(contentsOf: URL(fileURLWithPath: folder($0))) }
        let path = try folder.write(both[0] + both[1], "both.h264")
        let all = try frames(path)
        #expect(all.count == 20)
        #expect(all.allSatisfy { $0.width == 128 && $0.height == 96 })
    }

    @Test(.enabled(if: Tool.isPresent, Tool.missing), arguments: ["-clip.mp4", "a:b.mp4", "a%03d.mp4", "http:x.mp4"])
    func `names that mean something elsewhere are names`(name: String) throws {
        let folder = try TemporaryFolder()
        try Tool.make(folder(name), "-f lavfi -i testsrc2=s=64x48:r=25:d=0.2")
        #expect(try frames(folder(name)).count == 5)
    }

    @Test(.enabled(if: Tool.isPresent, Tool.missing))
    func `a QuickTime focal length is found`() throws {
        let folder = try TemporaryFolder()
        try Tool.make(
            folder("clip.mov"),
            "-f lavfi -i testsrc2=s=64x48:r=25:d=0.2 -movflags use_metadata_tags "
                + "-metadata com.apple.quicktime.camera.focal_length.35mm_equivalent=26")
        #expect(try ClipReader(path: folder("clip.mov")).info.focalLength35mm == 26)
    }

    @Test(.enabled(if: Tool.isPresent, Tool.missing))
    func `oblong pixels are told`() throws {
        let folder = try TemporaryFolder()
        try Tool.make(folder("clip.mp4"), "-f lavfi -i testsrc2=s=64x48:r=25:d=0.2 -vf setsar=4/3")
        #expect(abs(try ClipReader(path: folder("clip.mp4")).video.sampleAspectRatio - 4.0 / 3) < 1e-9)
    }
}
