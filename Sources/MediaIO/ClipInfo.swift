package import Imaging

/// What a clip is, known when it is opened.
package struct ClipInfo: Hashable, Sendable {
    package let path: String
    package let byteCount: Int64
    /// libav's name of the container ("mov,mp4,m4a,3gp,3g2,mj2").
    package let container: String
    /// The tracks that were asked for, and all streams of the file.
    package let tracks: ClipTracks
    package let streams: [StreamDescription]
    /// Which of `streams` the pictures are.
    let videoStream: Int
    package let video: VideoDescription
    /// How bright the pictures are meant to be, where HDR files note it.
    package let hdr: HDRMetadata
    /// Whether each frame was made of two fields, of two moments.
    package let scan: Scan
    /// Whether the phone's own player slows parts of it down.
    let hasSlowMotionNote: Bool
    /// Dolby Vision's profile, where the pictures come with its dynamic metadata.
    package let dolbyVisionProfile: Int?
    /// The sound that goes with the pictures; `nil` for a silent clip.
    package let audio: StreamDescription?
    /// Presentation time of the first frame in ticks of the video's time base.
    package let firstTicks: Int64
    /// When the last frame ends, in the same ticks; `nil` where the container does not say.
    package let endTicks: Int64?
    /// Where the earliest of the streams starts, in seconds of the same clock as the frames' times.
    package let startSeconds: Double
    /// Of the pictures, in seconds, as the container states it: 0 where it does not.
    package let durationSeconds: Double
    /// The container's entries, QuickTime's (`com.apple.quicktime.…`) among them.
    package let metadata: [String: String]
    /// The lens's focal length as on 35 mm film, in millimetres, where the phone noted it.
    package let focalLength35mm: Double?

    /// A clip that is rendered rather than read: it has no file and no sound, and starts at 0.
    package init(rendered video: VideoDescription, metadata: [String: String] = [:]) {
        self.init(
            path: "", byteCount: 0, container: "", tracks: ClipTracks(), streams: [], videoStream: 0, video: video,
            hdr: HDRMetadata(), scan: .progressive, hasSlowMotionNote: false, dolbyVisionProfile: nil, audio: nil,
            firstTicks: 0, endTicks: nil,
            startSeconds: 0, durationSeconds: 0, metadata: metadata, focalLength35mm: nil)
    }

    init(
        path: String, byteCount: Int64, container: String, tracks: ClipTracks, streams: [StreamDescription],
        videoStream: Int, video: VideoDescription, hdr: HDRMetadata, scan: Scan, hasSlowMotionNote: Bool,
        dolbyVisionProfile: Int?,
        audio: StreamDescription?, firstTicks: Int64, endTicks: Int64?, startSeconds: Double, durationSeconds: Double,
        metadata: [String: String], focalLength35mm: Double?
    ) {
        (self.path, self.byteCount, self.container) = (path, byteCount, container)
        (self.tracks, self.streams, self.videoStream, self.video) = (tracks, streams, videoStream, video)
        (self.hdr, self.scan, self.dolbyVisionProfile) = (hdr, scan, dolbyVisionProfile)
        self.hasSlowMotionNote = hasSlowMotionNote
        (self.audio, self.firstTicks, self.endTicks) = (audio, firstTicks, endTicks)
        (self.startSeconds, self.durationSeconds) = (startSeconds, durationSeconds)
        (self.metadata, self.focalLength35mm) = (metadata, focalLength35mm)
    }

    /// libav's name of the video codec ("hevc"); "" for a clip that is rendered.
    package var videoCodec: String { streams.isEmpty ? "" : streams[videoStream].codecName }

    /// Which of the tracks of pictures is read, where the file has several; counted from 1.
    package var pictureTrack: Int? {
        streams.count { $0.kind == .video } > 1 ? streams[videoStream].number : nil
    }

    /// The video stream's own entries.
    package var videoMetadata: [String: String] { streams.isEmpty ? [:] : streams[videoStream].metadata }

    /// Whether the file itself is what `container` means, as its `name` says, too.
    package func isWritten(as container: Container, name: String) -> Bool {
        let ending = name.split(separator: ".").last.map { $0.lowercased() }
        let formats = self.container.split(separator: ",")
        return ending == container.rawValue
            && (container.isQuickTime ? formats.contains("mp4") : formats.contains("matroska"))
    }

    /// How the lines of a frame were taken.
    package enum Scan: Hashable, Sendable {
        case progressive
        /// Interlaced; frames are given out progressive.
        case deinterlaced
        /// Interlaced, and given out so.
        case interlaced
    }
}
