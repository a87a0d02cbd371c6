internal import CFFmpegShim
internal import Geometry
internal import Imaging

/// Owns a file that is being written and its encoders, and closes them. Used by one thread at a time.
@safe final class Muxer {
    private let handle: OpaquePointer
    /// What errors call the output.
    private let name: String
    /// Bits a second of mixed sound, where the encoder loses anything.
    private static let soundBitRate: Int64 = 192_000

    init(path: String, name: String, container: Container) throws(MediaError) {
        var created: OpaquePointer?
        let status = unsafe media_writer_create(path, container.libavName, &created)
        guard status.code >= 0, let handle = unsafe created else { throw MediaError(status, path: name) }
        self.name = name
        unsafe self.handle = handle
    }

    deinit { unsafe media_writer_close(handle) }

    /// Adds the pictures' stream and opens its encoder.
    func addVideo(
        _ choice: EncoderChoice, source: ClipInfo, threadCount: Int, metadata: ClipMetadata
    ) throws(MediaError) {
        let video = source.video
        let isHEVC = choice.encoder.contains("265") || choice.encoder.contains("hevc")
        let settings = media_video_settings(
            width: Int32(choice.kind.width), height: Int32(choice.kind.height), format: choice.kind.format.libavNumber,
            colour: choice.kind.colour.libav, hdr: choice.kind.colour.isHDR ? source.hdr.libav : media_hdr(),
            time_base_numerator: video.timeBase.numerator,
            time_base_denominator: video.timeBase.denominator,
            frame_rate: video.estimatedFrameRate > 0 ? video.estimatedFrameRate : 30,
            sample_aspect_ratio: video.sampleAspectRatio, thread_count: Int32(clamping: threadCount),
            codec_tag: isHEVC ? Self.tag("hvc1") : 0)
        try check(unsafe media_writer_add_video(handle, choice.encoder, settings))
        set(metadata, ofFile: false)
        var options = choice.options
        if choice.kind.colour.isHDR, let (name, value) = source.hdr.options(for: choice.encoder) {
            options[name] = options[name].map { "\($0):\(value)" } ?? value
        }
        for (option, value) in options { unsafe media_writer_set_video_option(handle, option, value) }
        let matrix = video.orientation.displayMatrix(width: choice.kind.width, height: choice.kind.height)
        try check(
            video.orientation == .upright
                ? unsafe media_writer_open_video(handle, nil) : unsafe media_writer_open_video(handle, matrix))
    }

    /// Sets the container's options and metadata and writes the header; `soundRate` is that of the sound, where there is any.
    func start(
        source: ClipInfo, container: Container, soundRate: Int?, metadata: ClipMetadata
    ) throws(MediaError) {
        set(metadata, ofFile: true)
        if container.isQuickTime {
            let flags = "+faststart" + (metadata.hasNamedKeys ? "+use_metadata_tags" : "")
            let timescale = Int(source.video.timeBase.denominator)
            unsafe media_writer_set_option(handle, "movflags", flags)
            unsafe media_writer_set_option(handle, "video_track_timescale", String(timescale))
            let movie = Self.movieTimescale(video: timescale, sound: soundRate)
            unsafe media_writer_set_option(handle, "movie_timescale", String(movie))
        }
        try check(unsafe media_writer_start(handle))
    }

    /// Encodes a frame, of which the part of that size is taken. The planes live until the encoder has read them.
    func write(_ frame: Frame, size: FrameScaler.Kind, duration: Int64) throws(MediaError) {
        let info = media_frame_info(
            width: Int32(size.width), height: Int32(size.height), format: size.format.libavNumber,
            colour: size.colour.libav, pts: frame.presentationTime.ticks, duration: duration,
            matrix: media_display_matrix())
        guard let picture = unsafe media_frame_create(info) else {
            throw MediaError(media_status(code: -12, step: media_step_encode), path: name)
        }
        for (index, plane) in frame.planes.enumerated() {
            let owner = unsafe Unmanaged.passRetained(plane)
            let base = unsafe plane.base.assumingMemoryBound(to: UInt8.self)
            let code = unsafe media_frame_lend_plane(
                picture, Int32(index), base, Int32(plane.bytesPerRow), Int32(plane.rows), owner.toOpaque(),
                { unsafe Unmanaged<PlaneStorage>.fromOpaque($0).release() })
            guard code >= 0 else {
                unsafe media_frame_free(picture)
                throw MediaError(media_status(code: code, step: media_step_encode), path: name)
            }
        }
        try check(unsafe media_writer_write_frame(handle, picture))
    }

    /// Adds a stream for samples of that format and opens its encoder.
    func addSound(encoder: String, format: SoundFormat, metadata: ClipMetadata) throws(MediaError) {
        try check(
            unsafe media_writer_add_sound_encoder(
                handle, encoder, Int32(clamping: format.rate), format.layout, Self.soundBitRate))
        set(metadata, ofFile: false)
    }

    /// Adds a stream that packets of `file` are copied into; returns false when the container does not hold it.
    ///
    /// - Parameter isDefault: whether players take it by themselves.
    func addCarried(
        _ stream: StreamDescription, of file: StreamFile, isDefault: Bool, metadata: ClipMetadata
    ) throws(MediaError) -> Bool {
        let status = unsafe media_writer_add_copied(handle, file.handle, Int32(stream.index), isDefault)
        try check(status)
        guard status.code == 0 else { return false }
        set(metadata, ofFile: false)
        return true
    }

    func copyChapters(of file: StreamFile) throws(MediaError) {
        try check(unsafe media_writer_copy_chapters(handle, file.handle))
    }

    /// Where copying has come to.
    enum CopyState { case reached, end, more }

    /// Copies packets of `file` that are presented before `seconds`, at most `limit` of them.
    func copyPackets(of file: StreamFile, until seconds: Double, limit: Int32) throws(MediaError) -> CopyState {
        let status = unsafe media_writer_copy_packets(handle, file.handle, seconds, limit)
        try check(status)
        return status.code == Int32(media_end) ? .end : status.code == Int32(media_more) ? .more : .reached
    }

    /// Sets the metadata of the file, or of the stream that was added last.
    private func set(_ metadata: ClipMetadata, ofFile: Bool) {
        for (key, value) in metadata.entries { unsafe media_writer_set_tag(handle, ofFile, key, value) }
    }

    /// Encodes the first `count` samples of `block`, which follow those before; `position` is the place of the first.
    func writeSound(_ block: SoundBlock, count: Int, position: Int64) throws(MediaError) {
        let status = unsafe block.samples.withUnsafeBufferPointer { buffer -> media_status in
            guard let base = buffer.baseAddress else { return media_status(code: 0, step: media_step_encode) }
            let channels = unsafe (0..<block.channelCount).map { unsafe base + $0 * block.count }
            return unsafe media_writer_write_sound(handle, channels, Int32(count), position)
        }
        try check(status)
    }

    /// Writes what the encoders still hold, and the trailer, and closes the file.
    func finish() throws(MediaError) {
        try check(unsafe media_writer_flush_video(handle))
        try check(unsafe media_writer_flush_sound(handle))
        try check(unsafe media_writer_finish(handle))
    }

    /// An encoder or a muxer says in words what it does not like; of the disk, the system's code tells more.
    private func check(_ status: media_status) throws(MediaError) {
        guard status.code < 0 else { return }
        let isOfDisk = status.step == media_step_write && LibavCode(status.code).isOfSystem
        let report = !isOfDisk ? unsafe String.fromC(capacity: 160) { unsafe media_writer_report(handle, $0, $1) } : ""
        throw MediaError(status, path: name, report: report)
    }

    private static func tag(_ letters: String) -> UInt32 { letters.utf8.reversed().reduce(0) { $0 << 8 | UInt32($1) } }

    /// Ticks a second in which an MP4 states when its tracks begin: such that both video and sound begin exactly.
    static func movieTimescale(video: Int, sound: Int?) -> Int {
        guard let sound, sound > 0 else { return video }
        let common = video / greatestCommonDivisor(video, sound) * sound
        // Beyond this the duration of an hour no longer fits into 32 bits: then the sound begins within 10 µs.
        if common <= 1_000_000 { return common }
        return video * max(1, 100_000 / video)
    }

    private static func greatestCommonDivisor(_ a: Int, _ b: Int) -> Int {
        b == 0 ? a : greatestCommonDivisor(b, a % b)
    }
}
