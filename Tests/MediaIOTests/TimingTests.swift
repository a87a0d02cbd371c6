import Foundation
import Imaging
import MediaIO
import TestSupport
import Testing

/// Times as phones, screen recorders and editors write them come out as they went in.
@Suite(.enabled(if: Tool.isPresent, Tool.missing)) struct TimingTests {
    /// What `ffmpeg` is told, and in which file the clip lies.
    private static let clips = [
        // Gaps from 5 ms to 2 s, in no order.
        (
            "uneven.mp4",
            "-f lavfi -i testsrc2=s=64x48:r=200:d=8 -vf select='not(mod(n\\,7))+eq(n\\,1)+gt(n\\,1190)*lt(n\\,1195)+eq(n\\,1598)',"
                + "select='lt(n\\,60)+gt(t\\,5.9)' -vsync passthrough -video_track_timescale 90000 -bf 3"
        ),
        // Pictures that begin after the sound, and before it.
        (
            "late.mp4",
            "-f lavfi -i testsrc2=s=64x48:r=25:d=1 -f lavfi -i sine=d=3 -vf setpts=PTS+1.5/TB -vsync passthrough -c:a aac -bf 2"
        ),
        (
            "early.mov",
            "-f lavfi -i testsrc2=s=64x48:r=25:d=1 -f lavfi -i sine=d=1 -af asetpts=PTS+0.3/TB -c:a aac -bf 2"
        ),
        // Fragments, with the times of pictures in each alone.
        (
            "fragments.mp4",
            "-f lavfi -i testsrc2=s=64x48:r=30000/1001:d=2 -movflags frag_keyframe+empty_moov -g 12 -bf 2"
        ),
        (
            "pieces.mp4",
            "-f lavfi -i testsrc2=s=64x48:r=24:d=2 -movflags frag_keyframe+empty_moov+default_base_moof+dash -g 10 -bf 3"
        ),
        // Groups of pictures that lean on the one before.
        ("open.mp4", "-f lavfi -i testsrc2=s=64x48:r=25:d=2 -x264-params open-gop=1:keyint=10:bframes=3"),
        (
            "screen.mkv",
            "-f lavfi -i testsrc2=s=64x48:r=60:d=1 -vf setpts=(N*17+mod(N*N\\,11))/1000/TB -vsync passthrough"
        ),
        ("first.mkv", "-f lavfi -i testsrc2=s=64x48:r=25:d=1 -output_ts_offset 3600"),
    ]

    @Test(arguments: clips.indices)
    func `each time and each length comes out as it went in`(index: Int) throws {
        let (name, arguments) = Self.clips[index]
        let folder = try TemporaryFolder()
        try Tool.make(folder(name), arguments + " -pix_fmt yuv420p -preset ultrafast")
        let ending = name.hasSuffix("mkv") ? "mkv" : name.hasSuffix("mov") ? "mov" : "mp4"
        try rewrite(
            folder(name), to: folder("out.\(ending)"), settings: EncoderSettings(preset: "ultrafast"), soundtrack: .copy
        )
        let (before, after) = try (frames(folder(name)), frames(folder("out.\(ending)")))
        try #require(before.count > 10 && before.count == after.count)
        for (one, two) in zip(before, after) {
            #expect(abs(one.presentationTime.seconds - two.presentationTime.seconds) < 1e-9)
        }
        for (one, two) in zip(before, after).dropLast() { #expect(one.duration == two.duration) }
        #expect(zip(before, before.dropFirst()).allSatisfy { $0.presentationTime.ticks < $1.presentationTime.ticks })
        if name == "uneven.mp4" {
            let gaps = before.dropLast().map { Double($0.duration) / 90_000 }
            #expect(abs(try #require(gaps.min()) - 0.005) < 1e-4)
            #expect(try #require(gaps.max()) > 1.9)
        }
        if name == "late.mp4" { #expect(before[0].presentationTime.seconds > 1.4) }
    }

    /// A clip whose head was cut off by an edit list: frames before the cut are decoded and not shown.
    @Test(arguments: [1.0, 0.52, 0.04])
    func `a trimmed head stays trimmed, with the sound where it was`(start: Double) throws {
        let folder = try TemporaryFolder()
        try Tool.make(
            folder("whole.mp4"),
            "-f lavfi -i testsrc2=s=64x48:r=25:d=3 -f lavfi -i sine=d=3 -c:a aac -pix_fmt yuv420p -g 50 -bf 2")
        try Tool.make(folder("in.mp4"), "-ss \(start) -i \(folder("whole.mp4")) -c copy")
        try rewrite(
            folder("in.mp4"), to: folder("out.mp4"),
            settings: EncoderSettings(codec: "libx264", crf: 0, preset: "ultrafast"),
            soundtrack: .copy)
        let (before, after) = try (frames(folder("in.mp4")), frames(folder("out.mp4")))
        #expect(before.count == after.count)
        for (one, two) in zip(before, after) {
            #expect(one.presentationTime == two.presentationTime)
            #expect(samples(one) == samples(two))
        }
        let question = "-select_streams a -show_entries packet=pts_time,size -of csv=p=0".split(separator: " ").map(
            String.init)
        let sound = try ["in.mp4", "out.mp4"].map { try Tool.ffprobe?.run(["-v", "error"] + question + [folder($0)]) }
        #expect(sound[0] == sound[1])
    }
}
