import Foundation
import MediaIO
import TestSupport
import Testing

@Suite struct BrokenFileTests {
    /// Whether the sentence names the file and ends with what to do.
    private func isHelpful(_ error: MediaError?, path: String) -> Bool {
        guard let error else { return false }
        return error.description.hasPrefix("\(path): cannot ") && error.description.contains("; ")
            && !error.description.contains("\n")
    }

    @Test func `a missing file, a folder, a pipe and an empty file are told apart`() throws {
        let folder = try TemporaryFolder()
        let empty = try folder.write([], "empty.mp4")
        mkfifo(folder("pipe.mp4"), 0o600)
        let cases = [
            (folder("none.mp4"), "No such file"), (folder.path, "folder"), (folder("pipe.mp4"), "not a file"),
            (empty, "empty"),
        ]
        for (path, words) in cases {
            let error = mediaError { _ = try ClipReader(path: path) }
            #expect(isHelpful(error, path: path))
            #expect(error?.description.contains(words) == true)
            #expect(isHelpful(mediaError { _ = try StillReader.image(path: path) }, path: path))
            #expect(MediaProbe.kind(of: path) == .none)
        }
    }

    @Test(arguments: [
        "hello\nthis is a text\n", "#EXTM3U\n#EXTINF:1,\n/etc/passwd\n", "ffconcat version 1.0\nfile /etc/passwd\n",
    ])
    func `a text or a playlist is no clip`(text: String) throws {
        let folder = try TemporaryFolder()
        let path = try folder.write(Array(text.utf8), "clip.mp4")
        let error = mediaError { _ = try ClipReader(path: path) }
        #expect(isHelpful(error, path: path))
        #expect(MediaProbe.kind(of: path) == .none)
    }

    @Test(
        .enabled(if: SharedData.isPresent, Comment(rawValue: SharedData.missing)),
        arguments: ["broken/broken.mp4", "broken/WrongFile.mp4", "broken/empty.flv", "photos/corrupted.heic"])
    func `broken files are refused in one sentence`(name: String) {
        let error = mediaError { _ = try ClipReader(path: SharedData.path(name)) }
        #expect(isHelpful(error, path: SharedData.path(name)))
    }

    @Test(.enabled(if: Tool.isPresent, Tool.missing))
    func `sound alone, even with a cover, is no video`() throws {
        let folder = try TemporaryFolder()
        try Tool.make(folder("sound.m4a"), "-f lavfi -i sine=d=1")
        try Tool.make(folder("cover.png"), "-f lavfi -i testsrc2=s=64x64 -frames:v 1")
        try Tool.make(
            folder("covered.mp3"),
            "-f lavfi -i sine=d=1 -i \(folder("cover.png")) -map 0 -map 1 -c:v copy -disposition:v attached_pic")
        for name in ["sound.m4a", "covered.mp3"] {
            let error = mediaError { _ = try ClipReader(path: folder(name)) }
            #expect(error?.description.contains("has no video") == true)
            #expect(MediaProbe.kind(of: folder(name)) == .audio)
        }
    }

    /// Every cut of a short clip, at both ends of the index, either opens or is refused; it never hangs or crashes.
    @Test(.enabled(if: Tool.isPresent, Tool.missing), arguments: ["mp4", "mkv", "avi", "ts", "gif"])
    func `a clip that is cut off gives its good frames or a sentence`(container: String) throws {
        let folder = try TemporaryFolder()
        let whole = folder("whole.\(container)")
        let faststart = container == "mp4" ? "-movflags +faststart" : ""
        try Tool.make(whole, "-f lavfi -i testsrc2=s=96x64:r=25:d=1 \(faststart)")
        let bytes = try Data(contentsOf: URL(fileURLWithPath: whole))
        for share in stride(from: 1, to: 20, by: 2) {
            let path = try folder.write(bytes.prefix(bytes.count * share / 20), "cut\(share).\(container)")
            let error = mediaError {
                let count = try frames(path).count
                #expect((1...25).contains(count))
            }
            #expect(error == nil || isHelpful(error, path: path))
        }
    }

    @Test(.enabled(if: Tool.isPresent, Tool.missing), arguments: ["mp4", "mkv", "avi"])
    func `a clip with damaged bytes is read to its end`(container: String) throws {
        let folder = try TemporaryFolder()
        let whole = folder("whole.\(container)")
        try Tool.make(whole, "-f lavfi -i testsrc2=s=96x64:r=25:d=2 -g 10")
        var bytes = try Data(contentsOf: URL(fileURLWithPath: whole))
        for index in stride(from: bytes.count / 4, to: bytes.count / 2, by: 37) { bytes[index] ^= 0x5A }
        let path = try folder.write(bytes, "damaged.\(container)")
        let reader = try ClipReader(path: path)
        var last = -1.0
        while let frame = try reader.nextFrame() { last = frame.presentationTime.seconds }
        // AVI has no times of its own: what is lost moves the rest forward.
        #expect(last > (container == "avi" ? 1 : 1.9))
        #expect(reader.damage != nil)
    }

    @Test(.enabled(if: Tool.isPresent, Tool.missing))
    func `a cut-off clip reports that it ends early`() throws {
        let folder = try TemporaryFolder()
        try Tool.make(folder("whole.mp4"), "-f lavfi -i testsrc2=s=96x64:r=25:d=2 -movflags +faststart")
        let bytes = try Data(contentsOf: URL(fileURLWithPath: folder("whole.mp4")))
        let reader = try ClipReader(path: folder.write(bytes.prefix(bytes.count / 2), "cut.mp4"))
        while try reader.nextFrame() != nil {}
        #expect(reader.damage != nil)
    }

    @Test(.enabled(if: Tool.isPresent, Tool.missing))
    func `seeking beyond all time leads to a frame`() throws {
        let folder = try TemporaryFolder()
        try Tool.make(folder("clip.mkv"), "-f lavfi -i testsrc2=s=64x48:r=10:d=0.5 -c:v ffv1")
        let reader = try ClipReader(path: folder("clip.mkv"))
        for ticks in [Int64.max, .min, 1 << 61, -1 << 61, 0] {
            try reader.seek(toFrameAtOrBefore: ticks)
            #expect(try reader.nextFrame() != nil, "\(ticks)")
        }
    }

    /// What a WAV file says of its rate, and whether it can be that of sound.
    @Test(
        .enabled(if: Tool.isPresent, Tool.missing),
        arguments: [
            (1 as UInt32, false), (0, false), (999, false), (1000, true), (1_000_000_000, false), (.max, false),
        ])
    func `sound of a rate that cannot be is left out and said, soon and in little memory`(
        rate: UInt32, isSound: Bool
    ) throws {
        let folder = try TemporaryFolder()
        try Tool.make(folder("whole.wav"), "-f lavfi -i sine=d=0.5")
        try Tool.make(folder("clip.mkv"), "-f lavfi -i testsrc2=s=64x48:r=10:d=0.5 -c:v ffv1")
        var bytes = try Data(contentsOf: URL(fileURLWithPath: folder("whole.wav")))
        // Of the format chunk, behind its name and size and the numbers of the format and the channels.
        bytes.replaceSubrange(24..<28, with: withUnsafeBytes(of: rate.littleEndian) { Data($0) })
        let path = try folder.write(bytes, "absurd.wav")
        let cue = SoundCue(filmPath: path, startSeconds: 0, endSeconds: 0.5, filmOffsetSeconds: 0, gain: [])
        let error = mediaError {
            let writer = try rewrite(
                folder("clip.mkv"), to: folder("out.mkv"), settings: EncoderSettings(codec: "ffv1"),
                soundtrack: .mix(includingClip: false, cues: [cue]))
            #expect(writer.notes.isEmpty == isSound, "\(writer.notes)")
        }
        #expect(error == nil || (!isSound && isHelpful(error, path: path)), "\(error?.description ?? "")")
    }
}
