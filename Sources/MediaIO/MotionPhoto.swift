internal import CFFmpegShim

/// A photo that carries the video of its moment: a JPEG with an MP4 behind its picture, or a HEIC with one in a box.
///
/// As a still it is read by `StillReader`; where a clip or a film is wanted, the shim opens its video.
package enum MotionPhoto {
    /// Where the video lies in the file, in bytes; `nil` for what is no motion photo.
    package static func video(inFile path: String) -> Range<UInt64>? {
        guard (try? LocalFile(path)) != nil else { return nil }
        var range = media_range()
        guard unsafe media_inner_video(path, &range), range.start >= 0, range.end > range.start else { return nil }
        return UInt64(range.start)..<UInt64(range.end)
    }
}
