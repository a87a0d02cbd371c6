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

    /// What becomes of a show whose drawing goes out of sight.
    package enum OnLoss: String, CaseIterable, Hashable, Sendable {
        /// Film and sound run on.
        case continues = "continue"
        /// They stop, and go on when it returns.
        case pauses = "pause"
        /// The show ends; the next one starts when it returns.
        case ends = "end"
    }

    /// Decibels that a level may be set to.
    package static let levels = -60.0...24.0

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
        /// What becomes of a show whose drawing goes out of sight.
        package let onLoss: OnLoss
        /// Whether each drawing plays one show alone.
        package let once: Bool
        /// Decibels on the films' sound, and those by which the clip's goes down while it is heard.
        package let albumGain, duck: Double
        /// What plays on each drawing; `nil`: the album on all of them.
        package var program: ProgramFile?

        /// Creates a choice.
        package init(
            fadeIn: Double, hold: Double, fadeOut: Double, seed: UInt64, fit: Fit, sound: Sound,
            onLoss: OnLoss = .continues, once: Bool = false, albumGain: Double = 0, duck: Double = 0
        ) {
            (self.fadeIn, self.hold, self.fadeOut) = (fadeIn, hold, fadeOut)
            (self.seed, self.fit, self.sound) = (seed, fit, sound)
            (self.onLoss, self.once, self.albumGain, self.duck) = (onLoss, once, albumGain, duck)
        }

        /// What plays on a drawing of which no program says anything, from these folders.
        package func presentation(albums: [String]) -> Presentation {
            Presentation(
                source: albums.isEmpty ? nil : Presentation.Source(albums: albums), fadeIn: fadeIn, hold: hold,
                fadeOut: fadeOut, onLoss: onLoss, once: once, look: PageLook(fit: fit))
        }
    }

    /// Whether something of the clip is followed.
    package enum Following: String, CaseIterable, Hashable, Sendable {
        /// As the clip has it.
        case match
        /// Not at all.
        case none
    }

    /// What becomes of things in front of a page.
    package enum Occlusion: String, CaseIterable, Hashable, Sendable {
        /// They are found, and stay in front of the film.
        case auto
        /// The film lies over everything.
        case none
    }

    /// How a film is made to look as if it had been filmed on its page.
    package struct Look: Hashable, Sendable {
        /// What becomes of things in front of a page.
        package let occlusion: Occlusion
        /// Whether the page's light falls on the film, and whether the film gets the clip's noise.
        package let light, grain: Following

        /// Creates a choice.
        package init(occlusion: Occlusion, light: Following, grain: Following) {
            (self.occlusion, self.light, self.grain) = (occlusion, light, grain)
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

        /// What is shown of photos that carry a video.
        package enum LivePhotos: String, CaseIterable, Hashable, Sendable {
            /// The photo.
            case photo
            /// The video, with its sound.
            case video
        }

        package let alpha: Alpha
        /// The colour of the screen that is taken out of the films; `nil`: none is.
        package let chromaKey: ProgramColour?
        package let photoMove: PhotoMove
        package let livePhotos: LivePhotos

        /// Creates a choice.
        package init(
            alpha: Alpha = .auto, chromaKey: ProgramColour? = nil, photoMove: PhotoMove = .slow,
            livePhotos: LivePhotos = .photo
        ) {
            (self.alpha, self.chromaKey, self.photoMove, self.livePhotos) = (alpha, chromaKey, photoMove, livePhotos)
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

    /// The clip's path, and which of its tracks are taken; pictures that are not asked for are those of the track file.
    package let clip: String, tracks: SourceTracks
    /// The clip's track file.
    package let track: String
    /// The folders whose films and photos are one album: what plays where no program says otherwise.
    package let albums: [String]
    /// What plays when.
    package let show: Show
    /// The catalog in which the drawings are registered; what it does not hold is neither lit nor hidden.
    package let catalog: String
    /// How the films are made to look.
    package let look: Look
    /// How the items are read and shown.
    package let items: Items
    /// How the result is encoded.
    package let encoding: Encoding
    /// Whether the clip's metadata, subtitles, chapters and the like go along into the result.
    package let keepsMetadata: Bool
    /// The video that is written; its extension names the container.
    package let output: String
    /// Whether `output` may exist.
    package let overwrite: Bool

    /// Creates a request.
    package init(
        clip: String, tracks: SourceTracks = SourceTracks(), track: String, catalog: String, albums: [String],
        show: Show, look: Look, items: Items = Items(), encoding: Encoding, keepsMetadata: Bool = true, output: String,
        overwrite: Bool
    ) {
        (self.tracks, self.keepsMetadata) = (tracks, keepsMetadata)
        (self.catalog, self.look, self.items) = (catalog, look, items)
        (self.clip, self.track, self.albums, self.show) = (clip, track, albums, show)
        (self.encoding, self.output, self.overwrite) = (encoding, output, overwrite)
    }

    /// All folders that films are taken from.
    package var filmFolders: [String] { albums + (show.program?.folders ?? []) }
    /// The files that are read, but those in `filmFolders`.
    package var inputs: [String] { [clip, track] + (show.program?.files ?? []) }
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
    /// Whether a drawing is seen, be it one that nothing plays on.
    package let seesDrawings: Bool
    /// Sentences about what was converted.
    package let notes: [String]
    /// Sentences about what was skipped or failed.
    package let warnings: [String]

    /// Creates a summary.
    package init(
        output: String, frameCount: Int, composedFrameCount: Int, shows: [Show], seed: UInt64, codec: String?,
        seesDrawings: Bool, notes: [String], warnings: [String]
    ) {
        self.seesDrawings = seesDrawings
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
