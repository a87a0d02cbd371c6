internal import Foundation
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
    package let audio: AudioDescription?
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
        audio: AudioDescription?, firstTicks: Int64, endTicks: Int64?, startSeconds: Double, durationSeconds: Double,
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

    /// The video stream's own entries.
    package var videoMetadata: [String: String] { streams.isEmpty ? [:] : streams[videoStream].metadata }

    /// Whether the file itself is what `container` means, as its `name` says, too.
    package func isWritten(as container: Container, name: String) -> Bool {
        let ending = name.split(separator: ".").last.map { $0.lowercased() }
        let formats = self.container.split(separator: ",")
        return ending == container.rawValue
            && (container.isQuickTime ? formats.contains("mp4") : formats.contains("matroska"))
    }

    /// Sentences about how the file is read where there was a choice, or where something of it is not shown.
    package var notes: [String] {
        var notes: [String] = []
        for (kind, chosen, option) in [
            (StreamDescription.Kind.video, Optional(videoStream), "--video-track"),
            (.audio, audio?.stream, "--audio-track"),
        ] {
            let all = streams.filter { $0.kind == kind }
            guard all.count > 1, let taken = all.first(where: { $0.index == chosen }) else { continue }
            notes.append("of \(all.count) \(kind) tracks, \(taken.words) is used (\(option))")
        }
        switch scan {
        case .progressive: break
        case .deinterlaced: notes.append("its pictures are interlaced: they are made progressive")
        case .interlaced:
            notes.append(
                "its pictures are interlaced and are left so, since libavfilter is not installed or does not take them")
        }
        if hasSlowMotionNote {
            notes.append("its slow motion is known to the phone's own player alone: it runs as fast as it was filmed")
        }
        if let profile = dolbyVisionProfile {
            notes.append(
                "its Dolby Vision (profile \(profile)) is not kept in the result: what shows is the \(video.colour.isHDR ? "HDR" : "SDR") picture beneath it"
            )
        }
        return notes
    }

    /// How the lines of a frame were taken.
    package enum Scan: Hashable, Sendable {
        case progressive
        /// Interlaced; frames are given out progressive.
        case deinterlaced
        /// Interlaced, and given out so.
        case interlaced
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
    /// Which of the clip's streams it is, and its number among those of sound.
    let stream: Int
    package let track: Int
    /// Samples a second of each channel.
    package let sampleRate: Int
    package let channelCount: Int
    /// As the container states it; 0 where it does not.
    package let durationSeconds: Double
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
    /// Frames that the file has but that could not be decoded, once it has been read from start to end; `nil` before.
    package let lostFrameCount: Int?

    package init(errorCount: Int, detail: String, lostFrameCount: Int? = nil) {
        (self.errorCount, self.detail, self.lostFrameCount) = (errorCount, detail, lostFrameCount)
    }

    /// A sentence for the user about a clip that was read as far as it could be.
    package func sentence(of path: String, frameRate: Double) -> String {
        let errors = "\(errorCount) \(errorCount == 1 ? "error" : "errors") while decoding: \(detail)"
        guard let lost = lostFrameCount, lost > 0 else { return "\(path): damaged (\(errors)); the rest was used" }
        let seconds = frameRate > 0 ? String(format: " (about %.1f s)", Double(lost) / frameRate) : ""
        let frames = lost == 1 ? "1 frame" : "\(lost) frames"
        return "\(path): damaged, \(frames)\(seconds) could not be decoded (\(errors)); the rest was used"
    }
}
