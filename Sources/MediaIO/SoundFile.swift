internal import CFFmpegShim

/// How sound is arranged: samples a second, and libav's name of the channels ("stereo", "5.1").
struct SoundFormat: Hashable, Sendable {
    var rate: Int
    var layout: String
    var channelCount: Int

    /// The sample at a time: what lies beyond centuries is moved there.
    func sample(atSeconds seconds: Double) -> Int64 {
        seconds.isNaN ? 0 : Int64(min(max((seconds * Double(rate)).rounded(), -1e15), 1e15))
    }

    static let standard = SoundFormat(rate: 48_000, layout: "stereo", channelCount: 2)
}

/// Owns the demuxer and the decoder of a file's sound, and closes them. Used by one thread at a time.
@safe final class SoundFile {
    let path: String
    /// The file's own format.
    let format: SoundFormat
    let handle: OpaquePointer

    /// Opens the sound track of that number, or the one to play for `nil`; returns `nil` when there is none.
    init?(path: String, track: Int? = nil) throws(MediaError) {
        _ = try LocalFile(path)
        var opened: OpaquePointer?
        let status = unsafe media_sound_open(path, MotionPhoto.opened(path), Int32(clamping: track ?? 0), &opened)
        if status.code == Int32(media_error_no_stream) { return nil }
        guard status.code >= 0, let handle = unsafe opened else { throw MediaError(status, path: path) }
        self.path = path
        unsafe self.handle = handle
        format = SoundFormat(
            rate: unsafe max(1, Int(media_sound_rate(handle))),
            layout: unsafe String.fromC(capacity: 64) { unsafe media_sound_layout(handle, $0, $1) },
            channelCount: unsafe Int(media_sound_channel_count(handle)))
    }

    deinit { unsafe media_sound_close(handle) }

    /// Errors that libav has reported so far; `nil` while all is well.
    var damage: Damage? {
        var count: Int64 = 0
        let text = unsafe String.fromC(capacity: 160) { unsafe count = media_sound_damage(handle, $0, $1) }
        return count > 0 ? Damage(errorCount: Int(count), detail: text) : nil
    }
}
