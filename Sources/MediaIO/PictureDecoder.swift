internal import CFFmpegShim
internal import Geometry
internal import Imaging

/// Owns a file's demuxer and the decoder of its pictures, and closes both. Used by one thread at a time.
@safe final class PictureDecoder {
    private let path: String
    private let handle: OpaquePointer
    private let timeBase: TimeBase
    /// The format of the last frame and its number: it rarely changes.
    private var format: (number: Int32, value: PixelFormat)?
    /// The turn that the last frame itself stated: a picture's EXIF, or a message in the stream.
    private(set) var orientationOfLastFrame: Orientation?
    private var isAtEnd = false

    /// Opens the video track of that number, or the one to show for `nil`.
    init(path: String, track: Int?, threadCount: Int) throws(MediaError) {
        var opened: OpaquePointer?
        let status = unsafe media_reader_open(
            path, MotionPhoto.opened(path), Int32(clamping: track ?? 0), Int32(clamping: threadCount), &opened)
        if status.code == Int32(media_error_no_stream), let track {
            throw MediaError.noTrack(.video, track, of: path, streams: try StreamFile(path: path).streams)
        }
        guard status.code >= 0, let handle = unsafe opened else { throw MediaError(status, path: path) }
        let video = unsafe media_reader_video(handle)
        guard let timeBase = TimeBase(video.time_base_numerator, video.time_base_denominator) else {
            unsafe media_reader_close(handle)
            throw MediaError(
                path: path, step: .read, detail: "the video states no unit of time",
                remedy: "convert the file first, for example with ffmpeg")
        }
        (self.path, self.timeBase) = (path, timeBase)
        unsafe self.handle = handle
    }

    deinit { unsafe media_reader_close(handle) }

    /// The next presented frame, or `nil` at the end.
    func next() throws(MediaError) -> Frame? {
        var decoded: OpaquePointer?
        let status = unsafe media_reader_next(handle, &decoded)
        try MediaError.check(status, path: path)
        guard let picture = unsafe decoded else {
            isAtEnd = true
            return nil
        }
        let info = unsafe media_frame_describe(picture)
        orientationOfLastFrame = Orientation(info.matrix)
        let format: PixelFormat
        if let known = self.format, known.number == info.format {
            format = known.value
        } else if let found = PixelFormat(libavNumber: info.format) {
            format = found
            self.format = (info.format, found)
        } else {
            unsafe media_frame_free(picture)
            throw MediaError(
                path: path, step: .decode, detail: "its pixel format is unknown",
                remedy: "convert the file first, for example with ffmpeg")
        }
        return try unsafe Frame(taking: picture, format: format, timeBase: timeBase, path: path)
    }

    /// Goes to a keyframe near and mostly before `ticks`; returns false when the file cannot do so.
    func seek(to ticks: Int64) -> Bool { unsafe media_reader_seek(handle, ticks).code >= 0 }

    /// What could not be decoded since the file was opened.
    var damage: Damage? {
        var count: Int64 = 0
        let text = unsafe String.fromC(capacity: 160) { unsafe count = media_reader_damage(handle, $0, $1) }
        guard count > 0 else { return nil }
        let lost = unsafe media_reader_lost(handle)
        return Damage(errorCount: Int(count), detail: text, lostFrameCount: isAtEnd && lost >= 0 ? Int(lost) : nil)
    }

    /// What the container and the codec say of the file, with its `first` frame's size, format and colour.
    ///
    /// - Throws: when the sound track that `tracks` asks for is not there, or the pictures cannot be shown as they are meant.
    func describe(byteCount: Int64, tracks: ClipTracks, first: Frame) throws(MediaError) -> ClipInfo {
        let streams = unsafe descriptions(media_reader_streams(handle))
        let video = unsafe media_reader_video(handle)
        let orientation = Orientation(video.matrix) ?? orientationOfLastFrame ?? .upright
        let frames = video.frame_count > 0 ? Double(video.frame_count) : video.duration * video.frame_rate
        let metadata = unsafe tags(media_reader_streams(handle), of: -1)
        let videoStream = Int(unsafe media_reader_stream(handle))
        let container = unsafe String(cString: media_reader_container_name(handle))
        let focalLength35mm =
            LensNote.focalLength35mm(in: streams[videoStream].metadata) ?? LensNote.focalLength35mm(in: metadata)
            ?? (container.contains("mov") ? LensNote.focalLength35mm(inFile: path) : nil)
        return ClipInfo(
            path: path, byteCount: byteCount, container: container, tracks: tracks, streams: streams,
            videoStream: videoStream,
            video: VideoDescription(
                width: first.width, height: first.height, format: first.format, colour: first.colour,
                orientation: orientation, timeBase: timeBase, sampleAspectRatio: video.sample_aspect_ratio,
                estimatedFrameRate: video.frame_rate, estimatedFrameCount: Int(clamping: frames)),
            hdr: unsafe HDRMetadata(media_reader_hdr(handle)), scan: scan,
            hasSlowMotionNote: container.contains("mov") && SlowMotionNote.isInFile(path),
            dolbyVisionProfile: try dolbyVisionProfile(),
            audio: try audio(tracks.audio, among: streams), firstTicks: first.presentationTime.ticks,
            endTicks: video.end == .min ? nil : video.end,
            startSeconds: unsafe media_reader_start(handle),
            durationSeconds: video.duration, metadata: metadata,
            focalLength35mm: focalLength35mm)
    }

    private var scan: ClipInfo.Scan {
        switch unsafe media_reader_scan(handle) {
        case media_deinterlaced: .deinterlaced
        case media_interlaced: .interlaced
        default: .progressive
        }
    }

    /// Throws for a profile without a picture of its own beneath it: as it is decoded here, it would be green and purple.
    private func dolbyVisionProfile() throws(MediaError) -> Int? {
        var (profile, base): (Int32, Int32) = (0, 0)
        guard unsafe media_reader_dolby_vision(handle, &profile, &base) else { return nil }
        if profile == 5 || profile == 8 && base == 0 {
            throw MediaError(
                path: path, step: .decode,
                detail: "its pictures are Dolby Vision profile \(profile), which has no ordinary picture beneath it",
                remedy: "convert it first with a program of Dolby's, or export it without Dolby Vision")
        }
        return Int(profile)
    }

    private func audio(_ number: Int?, among streams: [StreamDescription]) throws(MediaError) -> StreamDescription? {
        let index = unsafe media_streams_find(
            media_reader_streams(handle), media_stream_audio, Int32(clamping: number ?? 0))
        if index >= 0 { return streams[Int(index)] }
        if let number { throw MediaError.noTrack(.audio, number, of: path, streams: streams) }
        return nil
    }
}

extension MediaError {
    /// A track was asked for that is not there.
    fileprivate static func noTrack(
        _ kind: StreamDescription.Kind, _ number: Int, of path: String, streams: [StreamDescription]
    ) -> MediaError {
        let there = streams.filter { $0.kind == kind }.map(\.words)
        return MediaError(
            path: path, step: .open,
            detail:
                "there is no \(kind) track \(number); it has \(there.isEmpty ? "none" : there.joined(separator: ", "))",
            remedy: "name one of its tracks, or leave --\(kind)-track out")
    }
}

extension Int {
    /// The nearest integer, within the range; 0 for what is no number.
    fileprivate init(clamping value: Double) {
        self = value.isNaN ? 0 : Int(Swift.min(Swift.max(value.rounded(), -1e15), 1e15))
    }
}
