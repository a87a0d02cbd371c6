/// How the result is to be encoded, as the user asked; what is `nil` is chosen.
package struct EncoderSettings: Hashable, Sendable {
    /// `h264`, `hevc`, `av1`, `ffv1`, `prores`, or the name of any libav encoder.
    package var codec: String?
    /// Constant rate factor: smaller is better and larger; its range is the encoder's own.
    package var crf: Int?
    /// The encoder's own word for its effort (`medium`).
    package var preset: String?
    /// A libav encoder or codec for mixed sound; AAC where it is not given.
    package var audioCodec: String?
    /// Threads of the video encoder; 0 leaves it to the encoder.
    package var threadCount: Int

    package init(
        codec: String? = nil, crf: Int? = nil, preset: String? = nil, audioCodec: String? = nil, threadCount: Int = 0
    ) {
        (self.codec, self.crf, self.preset, self.audioCodec) = (codec, crf, preset, audioCodec)
        self.threadCount = threadCount
    }
}

/// Which sound goes with the pictures.
package enum Soundtrack: Hashable, Sendable {
    case none
    /// The clip's own packets, as they are.
    case copy
    /// The clip's sound where `includingClip`, and the films' under their envelopes. While they are heard the clip's goes down
    /// by up to `duckDecibels`.
    case mix(includingClip: Bool, cues: [SoundCue], duckDecibels: Double = 0)
}

/// A stretch of a clip in which a film's sound is heard.
package struct SoundCue: Hashable, Sendable {
    /// A corner of the envelope: linear amplitude at a time of the clip. Between two it runs straight.
    package struct GainPoint: Hashable, Sendable {
        package var seconds, gain: Double
        package init(seconds: Double, gain: Double) { (self.seconds, self.gain) = (seconds, gain) }
    }

    package var filmPath: String
    /// Presentation time of the clip, with the zero of its frames' times.
    package var startSeconds, endSeconds: Double
    /// The film's time at `startSeconds`, from its first picture. The film begins again at its end.
    package var filmOffsetSeconds: Double
    /// In order of time; before the first and behind the last the gain is theirs.
    package var gain: [GainPoint]

    package init(
        filmPath: String, startSeconds: Double, endSeconds: Double, filmOffsetSeconds: Double = 0, gain: [GainPoint]
    ) {
        (self.filmPath, self.startSeconds, self.endSeconds) = (filmPath, startSeconds, endSeconds)
        (self.filmOffsetSeconds, self.gain) = (filmOffsetSeconds, gain)
    }
}
