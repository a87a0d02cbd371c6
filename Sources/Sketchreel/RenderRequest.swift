package import OrderedJSON

/// *Put films onto the drawings that a track file has found in a clip.*
package struct RenderRequest: Hashable, Sendable {
    /// How a film whose shape differs from the drawing's is laid onto it.
    package enum Fit: String, CaseIterable, Hashable, Sendable {
        /// Whole, over a blurred, enlarged copy of itself.
        case whole
        /// Covering the drawing, its edges cut off.
        case fill
        /// Pulled into the drawing's shape.
        case stretch
    }

    /// What is heard.
    package enum Sound: String, CaseIterable, Hashable, Sendable {
        /// The clip's sound with the films' sound under the pictures' envelope.
        case mix
        /// The clip's sound as it is.
        case clip
        /// The films' sound alone.
        case album
        /// Nothing.
        case none
    }

    /// What plays when.
    package struct Show: Hashable, Sendable {
        /// Seconds of a show's three parts.
        package let fadeIn, hold, fadeOut: Double
        /// Picks the films; the same seed picks the same ones.
        package let seed: UInt64
        /// How the films are laid onto the drawings.
        package let fit: Fit
        /// What is heard.
        package let sound: Sound

        /// Creates a choice.
        package init(fadeIn: Double, hold: Double, fadeOut: Double, seed: UInt64, fit: Fit, sound: Sound) {
            (self.fadeIn, self.hold, self.fadeOut) = (fadeIn, hold, fadeOut)
            (self.seed, self.fit, self.sound) = (seed, fit, sound)
        }
    }

    /// How the items of the album are read and shown.
    package struct Items: Hashable, Sendable {
        /// What the colours of transparent films are.
        package enum Alpha: String, CaseIterable, Hashable, Sendable {
            /// What the file says, else what its pictures tell.
            case auto
            /// As they would be without alpha.
            case straight
            /// Multiplied by alpha.
            case premultiplied
        }

        /// How photos are shown.
        package enum PhotoMove: String, CaseIterable, Hashable, Sendable {
            /// As they are.
            case none
            /// With a slow move: a little closer and aside.
            case slow
        }

        package let alpha: Alpha
        /// The colour of the screen that is taken out of the films; `nil`: none is.
        package let chromaKey: KeyColour?
        package let photoMove: PhotoMove

        /// Creates a choice.
        package init(alpha: Alpha = .auto, chromaKey: KeyColour? = nil, photoMove: PhotoMove = .slow) {
            (self.alpha, self.chromaKey, self.photoMove) = (alpha, chromaKey, photoMove)
        }
    }

    /// How the result is encoded; `nil` is the default of DESIGN §3 or the encoder's own.
    package struct Encoding: Hashable, Sendable {
        /// "h264", "hevc", "av1", "ffv1", "prores", or the name of an encoder of libav.
        package let codec: String?
        /// Constant rate factor.
        package let crf: Int?
        /// The encoder's preset.
        package let preset: String?
        /// The encoder of mixed sound.
        package let audioCodec: String?

        /// Creates a choice.
        package init(codec: String? = nil, crf: Int? = nil, preset: String? = nil, audioCodec: String? = nil) {
            (self.codec, self.crf, self.preset, self.audioCodec) = (codec, crf, preset, audioCodec)
        }
    }

    /// The clip's path.
    package let clip: String
    /// The clip's track file.
    package let track: String
    /// The folders whose films and photos are one album.
    package let albums: [String]
    /// What plays when.
    package let show: Show
    /// How the items are read and shown.
    package let items: Items
    /// How the result is encoded.
    package let encoding: Encoding
    /// The video that is written; its extension names the container.
    package let output: String
    /// Whether `output` may exist.
    package let overwrite: Bool

    /// Creates a request.
    package init(
        clip: String, track: String, albums: [String], show: Show, items: Items = Items(), encoding: Encoding,
        output: String, overwrite: Bool
    ) {
        (self.clip, self.track, self.albums, self.show, self.items) = (clip, track, albums, show, items)
        (self.encoding, self.output, self.overwrite) = (encoding, output, overwrite)
    }
}

/// What a rendered clip shows.
package struct RenderSummary: Hashable, Sendable {
    /// One film on one drawing.
    package struct Show: Hashable, Sendable {
        /// The drawing's name.
        package let reference: String
        /// The film's path, relative to its album where that is one folder.
        package let item: String
        /// Clip time.
        package let startSeconds, endSeconds: Double

        /// Creates a show.
        package init(reference: String, item: String, startSeconds: Double, endSeconds: Double) {
            (self.reference, self.item) = (reference, item)
            (self.startSeconds, self.endSeconds) = (startSeconds, endSeconds)
        }
    }

    /// The video.
    package let output: String
    /// Presented frames, and those of them that show a film.
    package let frameCount, composedFrameCount: Int
    /// The films that played; none: the clip's streams were copied as they are (exit status 2).
    package let shows: [Show]
    /// The seed, to repeat the run with.
    package let seed: UInt64
    /// The encoder's name; `nil` when the streams were copied.
    package let codec: String?
    /// Sentences about what was converted.
    package let notes: [String]
    /// Sentences about what was skipped or failed.
    package let warnings: [String]

    /// Creates a summary.
    package init(
        output: String, frameCount: Int, composedFrameCount: Int, shows: [Show], seed: UInt64, codec: String?,
        notes: [String], warnings: [String]
    ) {
        (self.output, self.frameCount, self.composedFrameCount) = (output, frameCount, composedFrameCount)
        (self.shows, self.seed, self.codec, self.notes, self.warnings) = (shows, seed, codec, notes, warnings)
    }

    /// Whether anything plays in the result.
    package var showsAnything: Bool { !shows.isEmpty }

    /// The `film` object of the summary (docs/formats.md).
    package var json: JSON {
        [
            "file": .string(output), "frames": .integer(frameCount), "composedFrames": .integer(composedFrameCount),
            "codec": codec.map { .string($0) } ?? .null, "seed": .integer(seed),
            "shows": .array(
                shows.map { show in
                    [
                        "reference": .string(show.reference), "item": .string(show.item),
                        "startSeconds": .decimal(show.startSeconds, places: 4),
                        "endSeconds": .decimal(show.endSeconds, places: 4),
                    ]
                }),
            "notes": .array(notes.map { .string($0) }),
        ]
    }
}
