internal import Foundation
package import Imaging

/// What a clip is, known when it is opened.
package struct ClipInfo: Hashable, Sendable {
    package let path: String
    package let byteCount: Int64
    /// libav's names of the container ("mov,mp4,m4a,3gp,3g2,mj2") and of the video codec ("hevc").
    package let container, videoCodec: String
    package let video: VideoDescription
    /// The sound that goes with the pictures; `nil` for a silent clip.
    package let audio: AudioDescription?
    /// Presentation time of the first frame in ticks of the video's time base.
    package let firstTicks: Int64
    /// When the last frame ends, in the same ticks; `nil` where the container does not say.
    package let endTicks: Int64?
    /// Where the earliest of the streams starts, in seconds of the same clock as the frames' times.
    package let startSeconds: Double
    /// Of the pictures, in seconds, as the container states it: 0 where it does not.
    package let durationSeconds: Double
    /// The container's entries, QuickTime's (`com.apple.quicktime.…`) among them, and the video stream's own.
    package let metadata, videoMetadata: [String: String]
    /// The lens's focal length as on 35 mm film, in millimetres, where the phone noted it.
    package let focalLength35mm: Double?

    /// A clip that is rendered rather than read: it has no file and no sound, and starts at 0.
    package init(rendered video: VideoDescription, metadata: [String: String] = [:]) {
        self.init(
            path: "", byteCount: 0, container: "", videoCodec: "", video: video, audio: nil, firstTicks: 0,
            endTicks: nil,
            startSeconds: 0, durationSeconds: 0, metadata: metadata, videoMetadata: [:], focalLength35mm: nil)
    }

    init(
        path: String, byteCount: Int64, container: String, videoCodec: String, video: VideoDescription,
        audio: AudioDescription?, firstTicks: Int64, endTicks: Int64?, startSeconds: Double, durationSeconds: Double,
        metadata: [String: String], videoMetadata: [String: String], focalLength35mm: Double?
    ) {
        (self.path, self.byteCount, self.container, self.videoCodec) = (path, byteCount, container, videoCodec)
        (self.video, self.audio, self.firstTicks, self.endTicks) = (video, audio, firstTicks, endTicks)
        (self.startSeconds, self.durationSeconds) = (startSeconds, durationSeconds)
        (self.metadata, self.videoMetadata, self.focalLength35mm) = (metadata, videoMetadata, focalLength35mm)
    }

    /// Finds the focal length under the names that phones give it: Apple's, or EXIF's in XMP.
    static func focalLength35mm(in metadata: [String: String]) -> Double? {
        let names = ["focal_length.35mm_equivalent", "focallengthin35mmfilm", "focallengthin35mmformat"]
        return metadata.sorted { $0.key < $1.key }.lazy
            .filter { entry in names.contains { entry.key.lowercased().hasSuffix($0) } }
            .compactMap { millimetres($0.value) }.first
    }

    /// Reads "26", "26.0 mm" or EXIF's "26/1"; `nil` for what is no focal length.
    static func millimetres(_ text: String) -> Double? {
        let number = text.lowercased().replacing("mm", with: "").trimmingCharacters(in: .whitespaces)
        let parts = number.split(separator: "/", omittingEmptySubsequences: false).map { Double($0) }
        guard let first = parts.first ?? nil, let divisor = parts.count == 1 ? 1 : parts.count == 2 ? parts[1] : nil
        else { return nil }
        return (1...1000).contains(first / divisor) ? first / divisor : nil
    }
}

/// What a clip's sound is.
package struct AudioDescription: Hashable, Sendable {
    /// Samples a second of each channel.
    package let sampleRate: Int
    package let channelCount: Int
    /// libav's name of the codec ("aac").
    package let codecName: String
    /// The stream's own entries: its language.
    package let metadata: [String: String]
}

/// Stretches of a file that could not be decoded; decoding went on after them.
package struct Damage: Hashable, Sendable {
    /// Errors that libav has reported since the file was opened: at least one for each picture that suffered.
    package let errorCount: Int
    /// libav's words for the first.
    package let detail: String
}
