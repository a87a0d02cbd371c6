import Foundation
import Imaging
import MediaIO
import TestSupport
import Testing

@Suite(.enabled(if: Tool.isPresent, Tool.missing)) struct InterlacedTests {
    /// A bar that moves to the right, with the rows of a frame taken at two moments.
    private static let fields =
        "-f lavfi -i color=gray:s=320x240:r=50:d=1 -f lavfi -i color=white:s=40x240:r=50:d=1 "
        + "-filter_complex overlay=x=4*n,"

    /// How much rows differ from the mean of their neighbours: combing.
    private func combing(_ frame: Frame) -> Double {
        let luma = samples(frame)[0].map(Double.init)
        let width = frame.width
        var sum = 0.0
        for y in 1..<frame.height - 1 {
            for x in 0..<width {
                sum += abs(luma[y * width + x] - (luma[(y - 1) * width + x] + luma[(y + 1) * width + x]) / 2)
            }
        }
        return sum / Double(width * (frame.height - 2))
    }

    @Test(arguments: [
        ("clip.mp4", "tinterlace=interleave_top -c:v libx264 -flags +ilme+ildct -x264opts tff=1 -preset ultrafast"),
        ("clip.mov", "tinterlace=interleave_bottom,scale=720:576:interl=1,setsar=16/15,format=yuv420p -c:v dvvideo"),
        ("clip.ts", "tinterlace=interleave_top -c:v mpeg2video -q:v 2 -flags +ilme+ildct -top 1"),
        ("clip.mkv", "tinterlace=interleave_top,setfield=tff -c:v ffv1 -flags +ilme"),
    ])
    func `interlaced frames are made progressive, each at its time`(name: String, encoding: String) throws {
        let folder = try TemporaryFolder()
        try Tool.make(folder(name), Self.fields + encoding)
        let reader = try ClipReader(path: folder(name))
        #expect(reader.info.scan == .deinterlaced)
        #expect(reader.info.notes.contains("its pictures are interlaced: they are made progressive"))
        var (all, times): ([Frame], [Int64]) = ([], [])
        while let frame = try reader.nextFrame() {
            all.append(frame)
            times.append(frame.presentationTime.ticks)
        }
        #expect(all.count == 25)
        let printed = try #require(
            try Tool.ffprobe?.run(
                "-v", "error", "-select_streams", "v:0", "-show_entries", "packet=pts", "-of", "csv=p=0", folder(name)))
        let probed = String(decoding: printed, as: UTF8.self).split(separator: "\n").compactMap {
            Int64($0.prefix { $0 != "," })
        }.sorted()
        let zero = name.hasSuffix("ts") ? (probed.first ?? 0) - (times.first ?? 0) : 0
        #expect(times == probed.map { $0 - zero })
        // The whole frame would have combs along both edges of the bar.
        #expect(all[3..<20].allSatisfy { combing($0) < 0.6 }, "\(all[3..<20].map(combing))")
        #expect(reader.damage == nil)
        // After a jump the pictures come at the same times.
        try reader.seek(toFrameAtOrBefore: times[12])
        let first = try #require(try reader.nextFrame()).presentationTime.ticks
        #expect(first <= times[12] && times.contains(first))
    }

    @Test func `a progressive clip is left as it is`() throws {
        let folder = try TemporaryFolder()
        try Tool.make(folder("clip.mp4"), "-f lavfi -i testsrc2=s=64x48:r=25:d=0.2")
        let info = try ClipReader(path: folder("clip.mp4")).info
        #expect(info.scan == .progressive && info.notes.isEmpty)
    }

    @Test func `the result of an interlaced clip is said to be progressive`() throws {
        let folder = try TemporaryFolder()
        try Tool.make(
            folder("in.mp4"),
            Self.fields + "tinterlace=interleave_top -c:v libx264 -flags +ilme+ildct -x264opts tff=1 -preset ultrafast")
        try rewrite(folder("in.mp4"), to: folder("out.mp4"), settings: EncoderSettings(preset: "ultrafast"))
        #expect(try ClipReader(path: folder("out.mp4")).info.scan == .progressive)
    }
}
