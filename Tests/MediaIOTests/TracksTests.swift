import Foundation
import Imaging
import MediaIO
import TestSupport
import Testing

private let quick = EncoderSettings(preset: "ultrafast")

/// A clip of two pictures, two sounds in two languages, subtitles, chapters and a timecode.
private func richClip(in folder: TemporaryFolder) throws -> String {
    let subtitles = "1\n00:00:00,200 --> 00:00:00,600\nHello\n\n2\n00:00:01,000 --> 00:00:01,400\nWorld\n"
    let chapters = """
        ;FFMETADATA1
        title=Party
        [CHAPTER]
        TIMEBASE=1/1000
        START=0
        END=800
        title=One
        [CHAPTER]
        TIMEBASE=1/1000
        START=800
        END=2000
        title=Two
        """
    let (words, marks) = try (folder.write(subtitles.utf8, "s.srt"), folder.write(chapters.utf8, "c.txt"))
    try Tool.make(
        folder("rich.mp4"),
        "-f lavfi -i testsrc2=s=128x96:r=25:d=2 -f lavfi -i mandelbrot=s=64x48:r=25 -f lavfi -i sine=440:d=2 "
            + "-f lavfi -i sine=880:d=2 -i \(words) -i \(marks) -map 0:v -map 1:v -map 2:a -map 3:a -map 4 "
            + "-map_metadata 5 -t 2 -c:v libx264 -preset ultrafast -c:a aac -c:s mov_text -metadata:s:a:0 language=eng "
            + "-metadata:s:a:1 language=deu -metadata:s:s:0 language=fra -timecode 01:02:03:04 "
            + "-metadata creation_time=2024-05-06T07:08:09Z -metadata location=+12.3456-012.3456/ -disposition:v:1 0 -disposition:a:1 0"
    )
    return folder("rich.mp4")
}

/// What ffprobe says of a file, a line for each stream or chapter.
private func probed(_ path: String, _ question: String) throws -> [String] {
    let printed = try Tool.ffprobe?.run(
        ["-v", "error", "-of", "compact=p=0:nk=1"] + question.split(separator: " ").map(String.init) + [path])
    return String(decoding: printed ?? Data(), as: UTF8.self).split(separator: "\n").map(String.init)
}

/// Checksums of a stream's packets as they lie in the file.
private func packets(_ path: String, _ stream: String) throws -> [String] {
    try probed(
        path, "-select_streams \(stream) -show_packets -show_data_hash md5 -show_entries packet=pts_time,data_hash")
}

@Suite(.enabled(if: Tool.isPresent, Tool.missing)) struct TracksTests {
    @Test func `tracks are numbered, and the one that players show is taken`() throws {
        let folder = try TemporaryFolder()
        let clip = try richClip(in: folder)
        let info = try ClipReader(path: clip).info
        #expect((info.video.width, info.audio?.number, info.audio?.metadata["language"]) == (128, 1, "eng"))
        #expect(
            info.notes == [
                "of 2 video tracks, video track 1 (h264, 128 × 96) is used (--video-track)",
                "of 2 audio tracks, audio track 1 (aac) is used (--audio-track)",
            ])
        let other = try ClipReader(path: clip, tracks: ClipTracks(video: 2, audio: 2)).info
        #expect((other.video.width, other.audio?.number, other.audio?.metadata["language"]) == (64, 2, "deu"))
        // Opened again, it is the same.
        #expect(try ClipReader(other).info == other)
    }

    @Test func `a track that is not there is refused with those that are`() throws {
        let folder = try TemporaryFolder()
        let clip = try richClip(in: folder)
        let error = mediaError { _ = try ClipReader(path: clip, tracks: ClipTracks(video: 3)) }
        #expect(
            error?.description
                == "\(clip): cannot open: there is no video track 3; it has video track 1 (h264, 128 × 96), "
                + "video track 2 (h264, 64 × 48); name one of its tracks, or leave --video-track out")
        let silent = mediaError { _ = try ClipReader(path: clip, tracks: ClipTracks(audio: 9)) }
        #expect(
            silent?.detail.hasPrefix("there is no audio track 9; it has audio track 1 (aac), audio track 2") == true)
    }

    @Test(arguments: ["mp4", "mov"], [true, false])
    func `other tracks, subtitles, chapters and timecode go along as they are`(container: String, mixes: Bool) throws {
        let folder = try TemporaryFolder()
        let clip = try richClip(in: folder)
        let output = folder("out.\(container)")
        let writer = try rewrite(
            clip, to: output, settings: quick, soundtrack: mixes ? .mix(includingClip: true, cues: []) : .copy)
        #expect(writer.notes.isEmpty)
        for (after, before) in [("v:1", "v:1"), ("a:1", "a:1"), ("s:0", "s:0")] {
            #expect(try packets(output, after) == packets(clip, before))
        }
        if !mixes { #expect(try packets(output, "a:0") == packets(clip, "a:0")) }
        #expect(
            try probed(output, "-show_streams -select_streams a -show_entries stream_tags=language").map {
                $0.suffix(3)
            } == ["eng", container == "mov" ? "ger" : "deu"])
        #expect(
            try probed(output, "-show_streams -select_streams s -show_entries stream_tags=language").map {
                $0.suffix(3)
            } == ["fra"])
        #expect(
            try probed(output, "-show_chapters -show_entries chapter=start_time,end_time:chapter_tags=title") == [
                "0.000000|0.800000|One", "0.800000|2.000000|Two",
            ])
        #expect(try probed(output, "-select_streams v:0 -show_entries stream_tags=timecode") == ["01:02:03:04"])
        let info = try ClipReader(path: output).info
        #expect(info.metadata["location"] == "+12.3456-012.3456/")
        #expect(info.metadata["creation_time"] == "2024-05-06T07:08:09.000000Z")
        #expect((info.video.width, info.audio?.number) == (128, 1))
    }

    @Test func `the tracks that were worked on are those that players take`() throws {
        let folder = try TemporaryFolder()
        let clip = try richClip(in: folder)
        let reader = try ClipReader(path: clip, tracks: ClipTracks(video: 2, audio: 2))
        let writer = try ClipWriter(
            path: folder("out.mp4"), container: .mp4, source: reader.info, frameFormat: reader.video.format,
            settings: quick, soundtrack: .copy)
        while let frame = try reader.nextFrame() { try writer.append(frame) }
        try writer.finish()
        let info = try ClipReader(path: folder("out.mp4")).info
        #expect((info.video.width, info.audio?.metadata["language"]) == (64, "deu"))
        #expect(try packets(folder("out.mp4"), "v:1") == packets(clip, "v:0"))
    }

    @Test func `Matroska keeps attachments, chapters and subtitles`() throws {
        let folder = try TemporaryFolder()
        let note = try folder.write("a note".utf8, "note.txt")
        try Tool.make(
            folder("in.mkv"),
            "-i \(try richClip(in: folder)) -map 0:v:0 -map 0:a -map 0:s -c:v copy -c:a copy -c:s srt -attach \(note) "
                + "-metadata:s:t mimetype=text/plain")
        let writer = try rewrite(folder("in.mkv"), to: folder("out.mkv"), settings: quick, soundtrack: .copy)
        #expect(!writer.notes.contains { $0.contains("left out") })
        let kinds = try probed(folder("out.mkv"), "-show_entries stream=codec_name,codec_type")
        #expect(kinds == ["h264|video", "aac|audio", "aac|audio", "subrip|subtitle", "unknown|attachment"])
        #expect(try packets(folder("out.mkv"), "s:0") == packets(folder("in.mkv"), "s:0"))
        #expect(
            try probed(folder("out.mkv"), "-show_chapters -show_entries chapter=start_time:chapter_tags=title")
                == ["0.000000|One", "0.800000|Two"])
        #expect(try probed(folder("out.mkv"), "-show_entries stream_tags=filename").contains("note.txt"))
    }

    @Test func `what a container does not hold is named`() throws {
        let folder = try TemporaryFolder()
        let writer = try rewrite(try richClip(in: folder), to: folder("out.mkv"), settings: quick, soundtrack: .copy)
        #expect(writer.notes.contains("the .mkv file does not hold, so it was left out: subtitles 1 (mov_text)"))
    }

    @Test(arguments: ["mp4", "mov", "mkv"], [true, false])
    func `without metadata nothing tells when, where and by what a clip was made`(ending: String, copies: Bool) throws {
        let folder = try TemporaryFolder()
        let clip = try richClip(in: folder)
        let container = try #require(Container(fileExtension: ending))
        let output = folder("out.\(ending)")
        let reader = try ClipReader(path: clip)
        if copies {
            _ = try ClipCopy.copy(
                reader.info, to: output, name: output, container: container, keepsMetadata: false,
                isCancelled: { false })
        } else {
            let writer = try ClipWriter(
                path: output, container: container, source: reader.info, frameFormat: reader.video.format,
                settings: quick, soundtrack: .mix(includingClip: true, cues: []), keepsMetadata: false)
            while let frame = try reader.nextFrame() { try writer.append(frame) }
            try writer.finish()
        }
        let info = try ClipReader(path: output).info
        #expect(info.streams.allSatisfy { [.video, .audio].contains($0.kind) })
        let all = info.streams.map(\.metadata) + [info.metadata]
        for key in ["location", "creation_time", "title", "timecode"] { #expect(all.allSatisfy { $0[key] == nil }) }
        #expect(all.allSatisfy { ["und", nil].contains($0["language"]) })
        #expect(try probed(output, "-show_chapters").isEmpty)
        // The colours' meaning is none of it.
        #expect(info.video.colour == reader.video.colour)
    }

    @Test(arguments: ["libx265", "libsvtav1", "libx264"])
    func `HDR10's mastering display and content light are kept`(encoder: String) throws {
        let folder = try TemporaryFolder()
        try Tool.make(
            folder("in.mp4"),
            "-f lavfi -i testsrc2=s=128x96:r=25:d=0.4 -vf format=yuv420p10le,"
                + "setparams=color_primaries=bt2020:color_trc=smpte2084:colorspace=bt2020nc:range=tv -c:v libx265 "
                + "-preset ultrafast -tag:v hvc1 -x265-params "
                + "log-level=none:pools=1:colorprim=bt2020:transfer=smpte2084:colormatrix=bt2020nc:"
                + "master-display=G(13250,34500)B(7500,3000)R(34000,16000)WP(15635,16450)L(10000000,50):max-cll=1000,400"
        )
        let hdr = try ClipReader(path: folder("in.mp4")).info.hdr
        #expect((hdr.light?.most, hdr.light?.mostAverage) == (1000, 400))
        #expect(hdr.mastering?.luminance == 0.005...1000)
        #expect((hdr.mastering?.primaries?.first?.x, hdr.mastering?.primaries?.first?.y) == (0.68, 0.32))
        for ending in ["mp4", "mkv"] {
            let output = folder("out.\(ending)")
            let preset = encoder == "libsvtav1" ? "12" : "ultrafast"
            try rewrite(folder("in.mp4"), to: output, settings: EncoderSettings(codec: encoder, preset: preset))
            #expect(try ClipReader(path: output).info.hdr == hdr)
            let frame = try probed(
                output,
                "-select_streams v -show_frames -read_intervals %+#1 -show_entries side_data=max_content,max_average")
            #expect(frame.joined().contains("1000|400"), "\(frame)")
        }
    }
}
