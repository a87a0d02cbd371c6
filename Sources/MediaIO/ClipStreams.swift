internal import CFFmpegShim

/// Which tracks of a clip are taken, counted from 1 in the order of the file; `nil` is the one that a player takes.
package struct ClipTracks: Hashable, Sendable {
    package var video, audio: Int?
    package init(video: Int? = nil, audio: Int? = nil) { (self.video, self.audio) = (video, audio) }
}

/// One of a file's streams.
package struct StreamDescription: Hashable, Sendable {
    package enum Kind: Hashable, Sendable {
        case video, audio, subtitle
        /// A cover, or the pictures of chapters.
        case picture
        case attachment
        /// A clock that counts frames; where it begins stands among the pictures' metadata.
        case timecode
        /// The names of chapters.
        case chapters
        /// Timed metadata, and whatever else is no medium.
        case data
    }

    let index: Int
    package let kind: Kind
    /// 1 for the first of its kind.
    package let number: Int
    /// libav's name of the codec ("hevc"), or the container's four letters ("mebx").
    package let codecName: String
    package let metadata: [String: String]
    /// Whether players take it by themselves.
    package let isDefault: Bool
    /// Of sound: samples a second of each channel, and channels; 0 for others.
    package let sampleRate, channelCount: Int
    /// As the container states it; 0 where it does not.
    package let durationSeconds: Double
    private let width, height: Int

    init(_ streams: OpaquePointer, at index: Int) {
        let number = Int32(index)
        let info = unsafe media_streams_describe(streams, number)
        self.index = index
        kind = Kind(info.kind)
        self.number = Int(info.number)
        isDefault = info.is_default
        codecName = unsafe String.fromC(capacity: 64) { unsafe media_streams_name(streams, number, $0, $1) }
        metadata = unsafe tags(streams, of: number)
        durationSeconds = info.duration
        (width, height) = (Int(info.width), Int(info.height))
        (sampleRate, channelCount) = (Int(info.sample_rate), Int(info.channel_count))
    }

    /// What a user calls it: "audio track 2 (aac)".
    package var words: String {
        switch kind {
        case .video: "video track \(number) (\(codecName), \(width) × \(height))"
        case .audio: "audio track \(number) (\(codecName))"
        case .subtitle: "subtitles \(number) (\(codecName))"
        case .picture: "a cover picture (\(codecName))"
        case .attachment: "an attachment (\(metadata["filename"] ?? codecName))"
        case .timecode: "the timecode"
        case .chapters: "the chapters' track"
        case .data: "timed metadata (\(codecName))"
        }
    }
}

extension StreamDescription.Kind {
    fileprivate init(_ kind: media_stream_kind) {
        switch kind {
        case media_stream_video: self = .video
        case media_stream_audio: self = .audio
        case media_stream_subtitle: self = .subtitle
        case media_stream_picture: self = .picture
        case media_stream_attachment: self = .attachment
        case media_stream_timecode: self = .timecode
        case media_stream_chapters: self = .chapters
        default: self = .data
        }
    }
}

/// What each stream of `streams` is.
func descriptions(_ streams: OpaquePointer) -> [StreamDescription] {
    (0..<Int(unsafe media_streams_count(streams))).map { unsafe StreamDescription(streams, at: $0) }
}

/// The metadata of a stream, or of the file for −1.
func tags(_ streams: OpaquePointer, of stream: Int32) -> [String: String] {
    var result: [String: String] = [:]
    var (key, value): (UnsafePointer<CChar>?, UnsafePointer<CChar>?)
    var entry: Int32 = 0
    while unsafe media_streams_tag(streams, stream, entry, &key, &value), let name = unsafe key, let text = unsafe value
    {
        unsafe result[String(cString: name)] = unsafe String(cString: text)
        entry += 1
    }
    return result
}

/// Owns a demuxer whose packets are copied, and closes it. Used by one thread at a time.
@safe final class StreamFile {
    let path: String
    let handle: OpaquePointer
    let streams: [StreamDescription]

    init(path: String) throws(MediaError) {
        var opened: OpaquePointer?
        let status = unsafe media_streams_open(path, MotionPhoto.opened(path), &opened)
        guard status.code >= 0, let handle = unsafe opened else { throw MediaError(status, path: path) }
        self.path = path
        unsafe self.handle = handle
        streams = unsafe descriptions(handle)
    }

    deinit { unsafe media_streams_close(handle) }

    /// The stream of a kind that is taken for `number`; `nil` where there is none.
    func stream(_ kind: StreamDescription.Kind, number: Int?) -> StreamDescription? {
        let index = unsafe media_streams_find(
            handle, kind == .video ? media_stream_video : media_stream_audio, Int32(clamping: number ?? 0))
        return index < 0 ? nil : streams[Int(index)]
    }
}
