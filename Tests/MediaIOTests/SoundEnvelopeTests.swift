import Foundation
import Imaging
import MediaIO
import Testing

/// One channel of a file's sound, not resampled: its loudest, with the time of its first sample.
private struct Heard {
    let rate: Int
    let start: Double
    let samples: [Float]

    init(_ path: String) throws {
        let audio = try #require(try ClipReader(path: path).info.audio)
        rate = audio.sampleRate
        let asked = "-v error -select_streams a -show_entries stream=start_time -of csv=p=0"
        let printed = try Tool.ffprobe?.run(asked.split(separator: " ").map(String.init) + ["file:" + path])
        start = Double(String(decoding: printed ?? Data(), as: UTF8.self).trimmingCharacters(in: .newlines)) ?? 0
        let bytes = try Tool.ffmpeg?.run("-v", "error", "-i", "file:" + path, "-map", "0:a:0", "-f", "f32le", "-")
        let all = (bytes ?? Data()).withUnsafeBytes { Array($0.bindMemory(to: Float.self)) }
        let channels = (0..<audio.channelCount).map { channel in
            stride(from: channel, to: all.count, by: audio.channelCount).map { all[$0] }
        }
        samples = channels.max { $0.reduce(0) { $0 + abs($1) } < $1.reduce(0) { $0 + abs($1) } } ?? []
    }

    /// Where the line through the samples between two times has the value `level`, in seconds; fitted by least squares.
    func time(ofLevel level: Double, onLineFrom first: Double, to last: Double) -> Double {
        let part = Int((first - start) * Double(rate))..<Int((last - start) * Double(rate))
        let count = Double(part.count)
        let middle = Double(part.lowerBound + part.upperBound - 1) / 2
        let mean = part.reduce(0) { $0 + Double(samples[$1]) } / count
        let slope =
            part.reduce(0) { $0 + (Double($1) - middle) * Double(samples[$1]) }
            / part.reduce(0) { $0 + (Double($1) - middle) * (Double($1) - middle) }
        return start + (middle + (level - mean) / slope) / Double(rate)
    }

    /// When each sample louder than `level` comes that is the first one for 50 ms.
    func clicks(above level: Float) -> [Double] {
        var times: [Double] = []
        var quietUntil = 0
        for index in samples.indices where abs(samples[index]) > level && index >= quietUntil {
            let group = index..<min(samples.count, index + rate / 100)
            let loudest = group.max { abs(samples[$0]) < abs(samples[$1]) } ?? index
            times.append(start + Double(loudest) / Double(rate))
            quietUntil = index + rate / 20
        }
        return times
    }
}

@Suite(.enabled(if: Tool.isPresent, Tool.missing)) struct SoundEnvelopeTests {
    private let corners = [(0.5123, 0.0), (1.0456, 1.0), (1.7, 1.0), (2.2, 0.0)]

    /// A clip whose pictures begin at `pictures` and whose sound begins at `sound`, of that rate and layout.
    private func clip(
        _ rate: Int, _ layout: String, pictures: Double, sound: Double, in folder: TemporaryFolder
    ) throws -> String {
        try Tool.make(
            folder("in.mov"),
            "-itsoffset \(pictures) -f lavfi -i testsrc2=s=64x48:r=25:d=2.6 -itsoffset \(sound) "
                + "-f lavfi -i anullsrc=r=\(rate):cl=\(layout):d=2 -map 0 -map 1 -preset ultrafast -c:a pcm_s16le")
        return folder("in.mov")
    }

    @Test(arguments: [
        (48_000, "stereo", 48_000, 0.0, 0.0, "mov", "pcm_f32le"), (44_100, "mono", 48_000, 0, 0.7, "mov", "pcm_s16le"),
        (48_000, "5.1", 22_050, 0.4, 0, "mov", "pcm_f32le"), (22_050, "mono", 96_000, 0.4, 0.45, "mov", "pcm_s16le"),
        (96_000, "stereo", 44_100, 0, 0.3, "mkv", "pcm_f32le"), (44_100, "5.1", 44_100, 0.2, 0, "mkv", "pcm_s16le"),
    ])
    func `the corners of the envelope are exact to the sample, whatever the clip and the film are`(
        rate: Int, layout: String, filmRate: Int, pictures: Double, sound: Double, container: String, codec: String
    ) throws {
        let folder = try TemporaryFolder()
        let clip = try clip(rate, layout, pictures: pictures, sound: sound, in: folder)
        try Tool.make(
            folder("film.wav"),
            "-f lavfi -i aevalsrc=exprs='0.5':s=\(filmRate):d=4 -c:a pcm_f32le")
        // Its sound is even from end to end: what is heard is the envelope.
        let cue = SoundCue(
            filmPath: folder("film.wav"), startSeconds: 0.5123, endSeconds: 2.2, filmOffsetSeconds: 0.7,
            gain: corners.map { SoundCue.GainPoint(seconds: $0.0, gain: $0.1) })
        let output = folder("out.\(container)")
        var settings = EncoderSettings(preset: "ultrafast")
        settings.audioCodec = codec
        try rewrite(clip, to: output, settings: settings, soundtrack: .mix(includingClip: true, cues: [cue]))
        let (before, after) = try (ClipReader(path: clip).info, ClipReader(path: output).info)
        // Matroska may move all of it.
        let moved =
            after.video.timeBase.seconds(after.firstTicks) - before.video.timeBase.seconds(before.firstTicks)
        #expect(container == "mkv" || moved == 0)
        let heard = try Heard(output)
        #expect(heard.rate == rate)
        let top = Double(heard.samples[Int((1.4 + moved - heard.start) * Double(rate))])
        #expect(top > 0.2)
        let measured = [
            heard.time(ofLevel: 0, onLineFrom: 0.6 + moved, to: 1.0 + moved),
            heard.time(ofLevel: top, onLineFrom: 0.6 + moved, to: 1.0 + moved),
            heard.time(ofLevel: top, onLineFrom: 1.75 + moved, to: 2.15 + moved),
            heard.time(ofLevel: 0, onLineFrom: 1.75 + moved, to: 2.15 + moved),
        ]
        // Matroska states times in milliseconds: there the whole sound may lie half of one beside its place.
        let tolerance = 1 / Double(rate) + (container == "mkv" ? 0.0011 : 0)
        for (time, corner) in zip(measured, corners) {
            #expect(abs(time - moved - corner.0) < tolerance, "\((time - moved - corner.0) * Double(rate)) samples")
        }
        // And within the sound itself, which has no such clock, to the sample.
        for (time, corner) in zip(measured, corners) {
            #expect(abs(time - measured[0] - (corner.0 - corners[0].0)) < 1 / Double(rate))
        }
    }

    @Test func `the sound of a film that loops stays with its pictures`() throws {
        let folder = try TemporaryFolder()
        // 13 frames are 20,820.8 samples: rounded, they would leave the pictures by 27 samples in a minute.
        try Tool.make(
            folder("film.mov"),
            "-f lavfi -i testsrc2=s=64x48:r=30000/1001 -f lavfi -i aevalsrc=exprs='0.8*eq(n,8008)':s=48000:d=0.5 "
                + "-frames:v 13 -preset ultrafast -c:a pcm_s16le")
        try Tool.make(folder("in.mov"), "-f lavfi -i testsrc2=s=64x48:r=10:d=60 -preset ultrafast")
        let film = try FilmReader(path: folder("film.mov"))
        #expect(abs(film.durationSeconds - 13 * 1001 / 30_000.0) < 1e-9)
        let cue = SoundCue(
            filmPath: folder("film.mov"), startSeconds: 0.25, endSeconds: 60, filmOffsetSeconds: 0.1, gain: [])
        var settings = EncoderSettings(preset: "ultrafast")
        settings.audioCodec = "pcm_s16le"
        try rewrite(
            folder("in.mov"), to: folder("out.mov"), settings: settings,
            soundtrack: .mix(includingClip: true, cues: [cue]))
        let clicks = try Heard(folder("out.mov")).clicks(above: 0.3)
        #expect(clicks.count == 138)
        for (turn, click) in clicks.enumerated() {
            let expected = 0.15 + Double(turn) * film.durationSeconds + 5 * 1001 / 30_000.0
            #expect(abs(click - expected) < 1.01 / 48_000, "turn \(turn)")
            // The frame that the click belongs to has just come.
            let frame = try #require(try film.frame(atSeconds: click - 0.15 + 0.001))
            let reader = try ClipReader(path: folder("film.mov"))
            let fifth = reader.video.timeBase.seconds(frame.presentationTime.ticks - reader.info.firstTicks)
            #expect(abs(fifth - 5 * 1001 / 30_000.0) < 1e-4)
        }
    }

    @Test func `a film that pauses goes on at the sample at which it stopped, and two of them at once do not mix`()
        throws
    {
        let folder = try TemporaryFolder()
        try Tool.make(folder("in.mov"), "-f lavfi -i testsrc2=s=64x48:r=10:d=4 -preset ultrafast")
        // Each sample of the film tells its place.
        try Tool.make(folder("film.wav"), "-f lavfi -i aevalsrc=exprs='mod(n\\,977)/2000':s=48000:d=3 -c:a pcm_f32le")
        // Four parts of one show, then its beginning again beside a part of another show of the same film.
        let parts = [(0.5, 0.0), (1.0, 0.3), (1.5, 0.6), (2.0, 0.9), (2.5, 0.0), (2.6, 1.2), (3.4, 0.2)]
        let cues = parts.map {
            SoundCue(
                filmPath: folder("film.wav"), startSeconds: $0.0, endSeconds: $0.0 + 0.3, filmOffsetSeconds: $0.1,
                gain: [])
        }
        var settings = EncoderSettings(preset: "ultrafast")
        settings.audioCodec = "pcm_f32le"
        try rewrite(
            folder("in.mov"), to: folder("out.mov"), settings: settings,
            soundtrack: .mix(includingClip: true, cues: cues))
        let heard = try Heard(folder("out.mov"))
        var expected = [Float](repeating: 0, count: 4 * 48_000)
        for (start, offset) in parts {
            for n in 0..<14_400 {
                expected[Int((start * 48_000).rounded()) + n] +=
                    Float((Int((offset * 48_000).rounded()) + n) % 977) / 2000
            }
        }
        #expect(heard.rate == 48_000 && heard.samples.count == expected.count)
        let wrong = zip(heard.samples, expected).enumerated().first { abs($0.element.0 - $0.element.1) > 1e-5 }
        #expect(wrong == nil, "\(wrong.map { Double($0.offset) / 48_000 } ?? 0) s")
    }

    @Test func `sound whose clock runs slow is followed, and stays within ten milliseconds`() throws {
        let folder = try TemporaryFolder()
        // A click a second by the timestamps, which count 48,048 samples to the second.
        try Tool.make(
            folder("in.mkv"),
            "-f lavfi -i testsrc2=s=64x48:r=10:d=60 -f lavfi -i aevalsrc=exprs='0.8*eq(mod(n\\,48048)\\,24024)':s=48000:d=60.06 "
                + "-af asetpts=N/48048/TB -enc_time_base:a 1/48048 -preset ultrafast -c:a pcm_s16le")
        var settings = EncoderSettings(preset: "ultrafast")
        settings.audioCodec = "pcm_s16le"
        try rewrite(
            folder("in.mkv"), to: folder("out.mkv"), settings: settings, soundtrack: .mix(includingClip: true, cues: [])
        )
        let clicks = try Heard(folder("out.mkv")).clicks(above: 0.3)
        #expect(clicks.count >= 58)
        for click in clicks { #expect(abs(click - click.rounded(.down) - 0.5) < 0.01, "\(click)") }
    }

    @Test func `a film that is silent leaves the room alone, to the last bit, and its sound where it is`() throws {
        let folder = try TemporaryFolder()
        try Tool.make(
            folder("in.mov"),
            "-f lavfi -i testsrc2=s=64x48:r=25:d=3 -f lavfi -i anoisesrc=r=48000:d=3:a=0.5:seed=3 -preset ultrafast "
                + "-c:a pcm_f32le")
        try Tool.make(folder("film.wav"), "-f lavfi -i anullsrc=r=48000:cl=mono:d=3 -c:a pcm_f32le")
        let cue = SoundCue(filmPath: folder("film.wav"), startSeconds: 1, endSeconds: 2, gain: [])
        var settings = EncoderSettings(preset: "ultrafast")
        settings.audioCodec = "pcm_f32le"
        try rewrite(
            folder("in.mov"), to: folder("out.mov"), settings: settings,
            soundtrack: .mix(includingClip: true, cues: [cue], duckDecibels: 12))
        let (before, after) = try (Heard(folder("in.mov")), Heard(folder("out.mov")))
        #expect(before.start == after.start)
        #expect(before.samples == after.samples)
    }
}
