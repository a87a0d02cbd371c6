import Foundation
import Imaging
import MediaIO
import TestSupport
import Testing

/// The first channel of a file's sound as another player hears it: 48,000 samples a second from time 0 on.
private func heard(_ path: String) throws -> [Float] {
    let bytes = try Tool.ffmpeg?.run(
        "-v", "error", "-i", "file:" + path, "-map", "0:a:0", "-af",
        "aresample=48000:async=1:first_pts=0,pan=mono|c0=c0",
        "-f", "f32le", "-")
    return (bytes ?? Data()).withUnsafeBytes { Array($0.bindMemory(to: Float.self)) }
}

/// When the loudest sample comes, in seconds.
private func clickTime(_ samples: [Float]) -> Double? {
    samples.indices.max { abs(samples[$0]) < abs(samples[$1]) }.map { Double($0) / 48_000 }
}

private func hasSound(_ path: String) throws -> Bool { try ClipReader(path: path).info.audio != nil }

/// A WAV file of 32-bit floats, mono, 48,000 a second.
private func wav(_ samples: [Float], _ name: String, in folder: TemporaryFolder) throws -> String {
    let raw = try folder.write(samples.withUnsafeBytes { Array($0) }, name + ".raw")
    try Tool.make(folder(name), "-f f32le -ar 48000 -ac 1 -i \(raw) -c:a pcm_f32le")
    return folder(name)
}

private let quick = EncoderSettings(preset: "ultrafast")
private let exact = EncoderSettings(preset: "ultrafast", audioCodec: "pcm_f32le")
private let click = "aevalsrc=exprs='0.8*between(t,2,2.0002)':s=48000:d=3"

@Suite(.enabled(if: Tool.isPresent, Tool.missing)) struct SoundtrackTests {
    /// The click's time and the first picture's in a file that was written from one of those.
    private func times(_ path: String) throws -> (click: Double, picture: Double) {
        let info = try ClipReader(path: path).info
        return try (#require(clickTime(heard(path))), info.video.timeBase.seconds(info.firstTicks))
    }

    @Test(arguments: ["mp4", "mov", "mkv"], ["aac", "alac", "mp3"])
    func `a click at two seconds stays there`(container: String, codec: String) throws {
        let folder = try TemporaryFolder()
        try Tool.make(
            folder("in.mp4"), "-f lavfi -i testsrc2=s=64x48:r=30:d=4 -f lavfi -i \(click) -c:a \(codec) -bf 2")
        for (name, soundtrack) in [("copy", Soundtrack.copy), ("mix", .mix(includingClip: true, cues: []))] {
            let output = folder("\(name).\(container)")
            try rewrite(folder("in.mp4"), to: output, settings: quick, soundtrack: soundtrack)
            let (click, picture) = try times(output)
            #expect(abs(click - picture - 2) < 0.001, "\(name)")
            // Matroska has no times before zero: it moves all by the encoder's delay instead.
            #expect(container == "mkv" ? picture < 0.03 : picture == 0, "\(name)")
        }
    }

    @Test(arguments: ["mp4", "mov", "mkv"])
    func `sound that starts late or early stays in step with the pictures`(container: String) throws {
        let folder = try TemporaryFolder()
        // Pictures start at 0.4 s in the one, sound at 0.7 s in the other.
        try Tool.make(
            folder("early.mp4"),
            "-f lavfi -i testsrc2=s=64x48:r=25:d=4 -f lavfi -i \(click) -c:v libx264 -vf setpts=PTS+0.4/TB "
                + "-fps_mode passthrough")
        try Tool.make(
            folder("late.mp4"),
            "-f lavfi -i testsrc2=s=64x48:r=25:d=4 -itsoffset 0.7 -f lavfi -i \(click) -map 0 -map 1 -c:v libx264")
        for name in ["early", "late"] {
            let before = try times(folder(name + ".mp4"))
            #expect(abs(before.click - before.picture - (name == "late" ? 2.7 : 1.6)) < 0.001)
            for soundtrack in [Soundtrack.copy, .mix(includingClip: true, cues: [])] {
                let output = folder("out.\(container)")
                try rewrite(folder(name + ".mp4"), to: output, settings: quick, soundtrack: soundtrack)
                let after = try times(output)
                let moved = after.picture - before.picture
                #expect(abs(after.click - before.click - moved) < 0.0015, "\(name) \(soundtrack)")
                #expect(container == "mkv" ? moved < 0.03 : abs(moved) < 1e-9, "\(name) \(soundtrack)")
            }
        }
    }

    @Test(
        .enabled(if: SharedData.isPresent, Comment(rawValue: SharedData.missing)),
        arguments: [
            "timing/fire2.mp4", "timing/awesome_movie.mov", "timing/sample_shorter_audio.mp4", "rotation/portrait.MOV",
            "planar-box/box.mp4",
        ])
    func `copied sound is the same, sample for sample`(clip: String) throws {
        let folder = try TemporaryFolder()
        let output = folder("out." + (clip.lowercased().hasSuffix("mov") ? "mov" : "mp4"))
        try rewrite(SharedData.path(clip), to: output, settings: quick, soundtrack: .copy)
        let (before, after) = try (heard(SharedData.path(clip)), heard(output))
        #expect(before.count == after.count)
        #expect(before == after)
    }

    @Test func `a film is heard under its envelope, from its offset on, and begins again at its end`() throws {
        let folder = try TemporaryFolder()
        try Tool.make(folder("in.mp4"), "-f lavfi -i testsrc2=s=64x48:r=25:d=2 -an")
        // Each sample of the film tells its place.
        let film = (0..<33_600).map { Float($0 % 977) / 2000 }
        let path = try wav(film, "film.wav", in: folder)
        let cue = SoundCue(
            filmPath: path, startSeconds: 0.5, endSeconds: 1.75, filmOffsetSeconds: 0.2,
            gain: [.init(seconds: 0.5, gain: 0), .init(seconds: 1, gain: 1), .init(seconds: 1.75, gain: 0.25)])
        let writer = try rewrite(
            folder("in.mp4"), to: folder("out.mkv"), settings: exact, soundtrack: .mix(includingClip: true, cues: [cue])
        )
        #expect(!writer.notes.contains { $0.contains("film") })
        let sound = try heard(folder("out.mkv"))
        #expect(sound.count == 96_000)
        for n in sound.indices {
            let t = Double(n) / 48_000
            let gain = t < 0.5 || t >= 1.75 ? 0 : t < 1 ? (t - 0.5) * 2 : 1 - (t - 1)
            let expected = Float(gain) * film[(9600 + n - 24_000 + 3 * film.count) % film.count]
            if abs(sound[n] - expected) > 1e-5 {
                Issue.record("sample \(n) is \(sound[n]), not \(expected)")
                break
            }
        }
    }

    @Test func `the clip's sound and a film's are added, and peaks are held below full scale`() throws {
        let folder = try TemporaryFolder()
        let tone = (0..<96_000).map { Float(sin(Double($0) * 0.05)) * 0.8 }
        let path = try wav(tone, "tone.wav", in: folder)
        try Tool.make(folder("in.mov"), "-f lavfi -i testsrc2=s=64x48:r=25:d=2 -i \(path) -c:a pcm_f32le")
        let cue = SoundCue(filmPath: path, startSeconds: 1, endSeconds: 1.5, filmOffsetSeconds: 1, gain: [])
        try rewrite(
            folder("in.mov"), to: folder("out.mov"), settings: exact, soundtrack: .mix(includingClip: true, cues: [cue])
        )
        let sound = try heard(folder("out.mov"))
        #expect(sound.count == 96_000)
        // Before the film nothing is changed, during it the sum would reach 1.6.
        #expect(zip(sound, tone).prefix(47_000).allSatisfy { abs($0 - $1) < 1e-6 })
        let during = sound[48_000..<72_000].map { abs($0) }.max() ?? 0
        #expect(during < 0.967 && during > 0.95)
        // It is the same wave throughout: no sample is cut off flat.
        let shape = (48_600..<71_000).map { abs(tone[$0]) > 0.05 ? sound[$0] / tone[$0] : 1.2 }
        #expect(shape.allSatisfy { (1.1...1.3).contains($0) })
    }

    @Test func `without any sound there is no soundtrack, and films without sound add none`() throws {
        let folder = try TemporaryFolder()
        try Tool.make(folder("in.mp4"), "-f lavfi -i testsrc2=s=64x48:r=25:d=1")
        try StillWriter.writePNG(
            RGBAImage(width: 8, height: 8, pixels: Array(repeating: 9, count: 256)), to: folder("a.png"))
        let broken = try folder.write(Array("no film at all".utf8), "broken.mp4")
        let cues = [folder("in.mp4"), folder("a.png"), broken].map {
            SoundCue(filmPath: $0, startSeconds: 0, endSeconds: 1, gain: [])
        }
        let writer = try rewrite(
            folder("in.mp4"), to: folder("out.mp4"), settings: quick, soundtrack: .mix(includingClip: true, cues: cues))
        #expect(try !hasSound(folder("out.mp4")))
        #expect(writer.notes.count == 1)
        #expect(writer.notes[0].hasPrefix(broken))
        try rewrite(folder("in.mp4"), to: folder("copy.mp4"), settings: quick, soundtrack: .copy)
        #expect(try !hasSound(folder("copy.mp4")))
    }

    @Test func `mixed sound lasts as long as the longer of sound and pictures`() throws {
        let folder = try TemporaryFolder()
        for (pictures, sound) in [(1.0, 2.5), (2.5, 1.0)] {
            try Tool.make(
                folder("in.mp4"),
                "-f lavfi -i testsrc2=s=64x48:r=25:d=\(pictures) -f lavfi -i sine=d=\(sound):r=44100 -c:a aac")
            try rewrite(
                folder("in.mp4"), to: folder("out.mp4"), settings: quick,
                soundtrack: .mix(includingClip: true, cues: []))
            let seconds = try Double(heard(folder("out.mp4")).count) / 48_000
            #expect(abs(seconds - 2.5) < 0.05)
            #expect(try ClipReader(path: folder("out.mp4")).info.audio?.sampleRate == 44_100)
        }
    }

    @Test func `the clip's sound can be left out`() throws {
        let folder = try TemporaryFolder()
        try Tool.make(folder("in.mp4"), "-f lavfi -i testsrc2=s=64x48:r=25:d=1 -f lavfi -i sine=d=1")
        let quiet = try wav(Array(repeating: 0, count: 48_000), "quiet.wav", in: folder)
        let cue = SoundCue(filmPath: quiet, startSeconds: 0, endSeconds: 1, gain: [])
        try rewrite(
            folder("in.mp4"), to: folder("out.mp4"), settings: quick,
            soundtrack: .mix(includingClip: false, cues: [cue]))
        #expect(try heard(folder("out.mp4")).allSatisfy { abs($0) < 1e-3 })
        try rewrite(folder("in.mp4"), to: folder("none.mp4"), settings: quick, soundtrack: .none)
        #expect(try !hasSound(folder("none.mp4")))
    }

    @Test func `what a container cannot hold is encoded as AAC, and it is said`() throws {
        let folder = try TemporaryFolder()
        try Tool.make(
            folder("in.mkv"),
            "-f lavfi -i testsrc2=s=64x48:r=25:d=3 -f lavfi -i \(click) -c:a pcm_s16le -metadata:s:a:0 language=swe")
        let writer = try rewrite(folder("in.mkv"), to: folder("out.mp4"), settings: quick, soundtrack: .copy)
        #expect(writer.notes == ["a .mp4 file does not hold pcm_s16le: the sound is encoded anew"])
        let audio = try #require(try ClipReader(path: folder("out.mp4")).info.audio)
        #expect(audio.codecName == "aac")
        #expect(audio.metadata["language"] == "swe")
        #expect(try abs(#require(clickTime(heard(folder("out.mp4")))) - 2) < 0.001)
    }

    @Test(arguments: ["libopus", "flac", "libmp3lame", "aac"])
    func `any sound encoder may be asked for`(codec: String) throws {
        let folder = try TemporaryFolder()
        try Tool.make(folder("in.mp4"), "-f lavfi -i testsrc2=s=64x48:r=25:d=3 -f lavfi -i \(click):c=mono")
        var settings = quick
        settings.audioCodec = codec
        try rewrite(
            folder("in.mp4"), to: folder("out.mkv"), settings: settings, soundtrack: .mix(includingClip: true, cues: [])
        )
        let (click, picture) = try times(folder("out.mkv"))
        #expect(abs(click - picture - 2) < 0.0015)
    }

    @Test func `a sound encoder that does not exist or does not fit is refused with a remedy`() throws {
        let folder = try TemporaryFolder()
        try Tool.make(folder("in.mp4"), "-f lavfi -i testsrc2=s=64x48:r=25:d=1 -f lavfi -i sine=d=1")
        for codec in ["nonsense", "libx264", "pcm_s16le"] {
            var settings = quick
            settings.audioCodec = codec
            let error = mediaError {
                try rewrite(
                    folder("in.mp4"), to: folder("out.mp4"), settings: settings,
                    soundtrack: .mix(includingClip: true, cues: []))
            }
            #expect(error?.remedy.contains("--audio-codec") == true)
        }
    }

    @Test func `a film whose sound breaks off is silent from there, and it is said`() throws {
        let folder = try TemporaryFolder()
        try Tool.make(folder("in.mp4"), "-f lavfi -i testsrc2=s=64x48:r=25:d=3")
        try Tool.make(
            folder("film.mp4"),
            "-f lavfi -i testsrc2=s=64x48:r=25:d=3 -f lavfi -i sine=d=3 -movflags +faststart -c:a aac")
        let bytes = try Data(contentsOf: URL(fileURLWithPath: folder("film.mp4")))
        let cut = try folder.write(bytes.prefix(bytes.count * 2 / 3), "cut.mp4")
        let cue = SoundCue(filmPath: cut, startSeconds: 0, endSeconds: 3, gain: [])
        let writer = try rewrite(
            folder("in.mp4"), to: folder("out.mp4"), settings: quick, soundtrack: .mix(includingClip: true, cues: [cue])
        )
        #expect(writer.notes.count == 1)
        #expect(writer.notes.first?.contains("cut.mp4") == true)
        let sound = try heard(folder("out.mp4"))
        #expect(sound[24_000..<48_000].contains { abs($0) > 0.05 })
        #expect(sound[130_000...].allSatisfy { abs($0) < 0.01 })
    }

    @Test func `sound whose clock steps back is copied all the same`() throws {
        let folder = try TemporaryFolder()
        try Tool.make(folder("once.ts"), "-f lavfi -i testsrc2=s=64x48:r=25:d=1 -f lavfi -i sine=d=1 -c:a mp2")
        let once = try Data(contentsOf: URL(fileURLWithPath: folder("once.ts")))
        let twice = try folder.write(once + once, "twice.ts")
        for container in ["mp4", "mkv"] {
            try rewrite(twice, to: folder("out.\(container)"), settings: quick, soundtrack: .copy)
            #expect(try hasSound(folder("out.\(container)")))
            #expect(try heard(folder("out.\(container)")).count > 80_000)
        }
    }

    @Test func `films of other rates and channels are converted`() throws {
        let folder = try TemporaryFolder()
        try Tool.make(
            folder("in.mp4"), "-f lavfi -i testsrc2=s=64x48:r=25:d=3 -f lavfi -i anullsrc=r=44100:cl=stereo -shortest")
        try Tool.make(
            folder("film.wav"), "-f lavfi -i aevalsrc=exprs='0.5*between(t,1,1.0005)':s=16000:d=3 -c:a pcm_s16le")
        let cue = SoundCue(filmPath: folder("film.wav"), startSeconds: 0.5, endSeconds: 3, gain: [])
        try rewrite(
            folder("in.mp4"), to: folder("out.mp4"), settings: quick, soundtrack: .mix(includingClip: true, cues: [cue])
        )
        let audio = try #require(try ClipReader(path: folder("out.mp4")).info.audio)
        #expect((audio.sampleRate, audio.channelCount) == (44_100, 2))
        #expect(try abs(#require(clickTime(heard(folder("out.mp4")))) - 1.5) < 0.0015)
    }
}

@Suite(.enabled(if: Tool.isPresent, Tool.missing)) struct ShortFilmSoundTests {
    /// Opening a file can take long, where it is made so: a film of half a second begins again 40 times in a show.
    @Test func `a short film's sound is read once, however often it begins again`() throws {
        let folder = try TemporaryFolder()
        try Tool.make(folder("clip.mp4"), "-f lavfi -i testsrc2=s=64x48:r=10:d=6 -pix_fmt yuv420p")
        try Tool.make(
            folder("film.mov"),
            "-f lavfi -i testsrc2=s=64x48:r=10:d=0.5 -f lavfi -i sine=d=0.5 -c:a pcm_s16le -pix_fmt yuv420p")
        let reader = try ClipReader(path: folder("clip.mp4"))
        let cue = SoundCue(
            filmPath: folder("film.mov"), startSeconds: 0, endSeconds: 6, gain: [.init(seconds: 0, gain: 1)])
        let writer = try ClipWriter(
            path: folder("out.mov"), container: .mov, source: reader.info, frameFormat: reader.video.format,
            settings: EncoderSettings(preset: "ultrafast", audioCodec: "pcm_s16le"),
            soundtrack: .mix(includingClip: true, cues: [cue]))
        var count = 0
        while let frame = try reader.nextFrame() {
            try writer.append(frame)
            count += 1
            if count == 10 { try FileManager.default.removeItem(atPath: folder("film.mov")) }
        }
        try writer.finish()
        #expect(writer.notes.isEmpty)
        let printed = try #require(
            try Tool.ffmpeg?.run("-v", "error", "-i", folder("out.mov"), "-ac", "1", "-f", "s16le", "-"))
        let sound = printed.withUnsafeBytes { Array($0.bindMemory(to: Int16.self)) }
        #expect(abs(sound.count - 6 * 48_000) < 2000)
        // Each half second is the same as the first.
        let round = 48_000 / 2
        for turn in 1..<11 {
            #expect(Array(sound[turn * round..<turn * round + 20_000]) == Array(sound[0..<20_000]), "\(turn)")
        }
    }
}
