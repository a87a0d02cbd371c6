import Foundation
import Testing

@Suite(.needsFFmpeg) struct SoundInStepTests {
    private let party: Party

    init() throws { party = try Party() }

    /// A film whose length is a whole number of neither samples nor the clip's frames flashes and clicks at once; it loops over
    /// and over. Its click comes with the first frame of the clip on which the flash can be seen: never more than a frame's
    /// time before it.
    @Test func `pictures and sound of a film that loops stay together`() throws {
        let clipFrame = 1 / 25.0
        try party.ffmpeg(
            "-f lavfi -i color=0x202020:s=96x64:r=25:d=40 -f lavfi -i anullsrc=r=44100:cl=stereo -shortest "
                + "-c:v libx264 -preset ultrafast -pix_fmt yuv420p -c:a aac @/long.mp4")
        try party.ffmpeg(
            "-f lavfi -i color=black:s=64x64:r=30000/1001 -f lavfi -i aevalsrc=exprs='0.8*eq(n,8008)':s=48000:d=0.5 "
                + "-frames:v 13 -vf geq=lum='if(between(N,5,7),235,16)':cb=128:cr=128 -c:v libx264 -preset ultrafast "
                + "-pix_fmt yuv420p -c:a pcm_s16le @/flash.mov")
        try party.track("long.mp4") { _ in ["A"] }
        try party.write(Data(#"{"default": {"files": "flash.mov"}}"#.utf8), "show.json")
        let ending = try party.run(
            "render long.mp4 --track long.mp4.jsonl --program show.json --fade-in 0 --hold 100 --fit stretch --seed 1 --occlusion none --light none --grain none "
                + "--preset ultrafast --audio-codec pcm_s16le -o film.mov")
        try #require(ending.status == 0, "\(ending.errors)")

        let lumas = try party.lumas("film.mov")
        let flashes = lumas.indices.filter { lumas[$0] > 120 && ($0 == 0 || lumas[$0 - 1] <= 120) }.map {
            Double($0) * clipFrame
        }
        let (rate, start, sound) = try party.sound("film.mov")
        let clicks = sound.indices.filter { index in
            sound[index] > 0.3 && (index == 0 || sound[max(0, index - 200)..<index].allSatisfy { $0 <= 0.3 })
        }.map { start + Double($0) / Double(rate) }
        #expect(flashes.count == 92 && clicks.count == 92)
        let late = zip(flashes, clicks).map { $0 - $1 }
        #expect(late.allSatisfy { (-0.001..<clipFrame + 0.001).contains($0) }, "\(late)")
        // Over all phases of film and clip the lateness goes from nothing to a whole frame, at the end as at the beginning.
        for part in [late.prefix(45), late.suffix(45)] {
            #expect(abs((part.min() ?? 1) + (part.max() ?? 1) - clipFrame) < 0.005)
        }
    }

    @Test(arguments: ["mp4", "mov", "mkv"])
    func `of a clip of uneven times no timestamp is missing and none comes twice`(container: String) throws {
        // Frames of 1, 2 and 3 ticks of a thirtieth in turn.
        try party.ffmpeg(
            "-f lavfi -i testsrc2=s=96x64:r=30:d=6 -f lavfi -i sine=d=6 -vf select='eq(mod(n,6),0)+eq(mod(n,6),1)+eq(mod(n,6),3)' "
                + "-fps_mode passthrough -c:v libx264 -bf 2 -preset veryfast -pix_fmt yuv420p -c:a aac @/uneven.mp4")
        try party.track("uneven.mp4") { ($0 > 2 && $0 < 3) ? [] : ["A"] }
        let ending = try party.run(
            "render uneven.mp4 --track uneven.mp4.jsonl --album Album --on-loss pause --fade-in 0.5 --hold 1 --fade-out 0.5 "
                + "--preset veryfast -o film.\(container)")
        try #require(ending.status == 0, "\(ending.errors)")
        let times = { (path: String, of: String) in
            try Tool.ffprobe("-select_streams \(of) -show_entries packet=pts_time", party(path)).compactMap(Double.init)
                .sorted()
        }
        let (before, after) = try (times("uneven.mp4", "v"), times("film.\(container)", "v"))
        #expect(before.count > 60 && before.count == after.count)
        let moved = (after.first ?? 0) - (before.first ?? 0)
        #expect(zip(before, after).allSatisfy { abs($1 - $0 - moved) < (container == "mkv" ? 0.0011 : 1e-6) })
        #expect(zip(after, after.dropFirst()).allSatisfy { $0 < $1 })
        // The sound's packets follow each other without a gap or a step back.
        let sound = try times("film.\(container)", "a")
        let steps = zip(sound, sound.dropFirst()).map { $1 - $0 }
        #expect(sound.count > 100 && steps.allSatisfy { abs($0 - 1024.0 / 44_100) < 0.0012 })
    }
}
