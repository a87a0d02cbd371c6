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

    init(path: String, threadCount: Int) throws(MediaError) {
        var opened: OpaquePointer?
        let status = unsafe media_reader_open(path, Int32(clamping: threadCount), &opened)
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
        guard let picture = unsafe decoded else { return nil }
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
        return count > 0 ? Damage(errorCount: Int(count), detail: text) : nil
    }

    /// What the container and the codec say of the file, with its `first` frame's size, format and colour.
    func describe(byteCount: Int64, first: Frame) -> ClipInfo {
        let video = unsafe media_reader_video(handle)
        let orientation = Orientation(video.matrix) ?? orientationOfLastFrame ?? .upright
        let frames = video.frame_count > 0 ? Double(video.frame_count) : video.duration * video.frame_rate
        let metadata = tags(media_tags_container)
        let videoMetadata = tags(media_tags_video)
        let container = unsafe String(cString: media_reader_container_name(handle))
        let focalLength35mm =
            ClipInfo.focalLength35mm(in: videoMetadata) ?? ClipInfo.focalLength35mm(in: metadata)
            ?? (container.contains("mov") ? LensNote.focalLength35mm(inFile: path) : nil)
        return ClipInfo(
            path: path, byteCount: byteCount, container: container,
            videoCodec: unsafe String(cString: media_reader_video_codec(handle)),
            video: VideoDescription(
                width: first.width, height: first.height, format: first.format, colour: first.colour,
                orientation: orientation, timeBase: timeBase, sampleAspectRatio: video.sample_aspect_ratio,
                estimatedFrameRate: video.frame_rate, estimatedFrameCount: Int(clamping: frames)),
            audio: describeAudio(), firstTicks: first.presentationTime.ticks,
            endTicks: video.end == .min ? nil : video.end,
            startSeconds: unsafe media_reader_start(handle),
            durationSeconds: video.duration, metadata: metadata, videoMetadata: videoMetadata,
            focalLength35mm: focalLength35mm)
    }

    private func describeAudio() -> AudioDescription? {
        let audio = unsafe media_reader_audio(handle)
        guard audio.is_present else { return nil }
        return AudioDescription(
            sampleRate: Int(audio.sample_rate), channelCount: Int(audio.channel_count),
            codecName: unsafe String(cString: media_reader_audio_codec(handle)), metadata: tags(media_tags_audio))
    }

    private func tags(_ kind: media_tags) -> [String: String] {
        var result: [String: String] = [:]
        var (key, value): (UnsafePointer<CChar>?, UnsafePointer<CChar>?)
        var index: Int32 = 0
        while unsafe media_reader_tag(handle, kind, index, &key, &value), let name = unsafe key, let text = unsafe value
        {
            unsafe result[String(cString: name)] = unsafe String(cString: text)
            index += 1
        }
        return result
    }
}

extension Int {
    /// The nearest integer, within the range; 0 for what is no number.
    fileprivate init(clamping value: Double) {
        self = value.isNaN ? 0 : Int(Swift.min(Swift.max(value.rounded(), -1e15), 1e15))
    }
}
