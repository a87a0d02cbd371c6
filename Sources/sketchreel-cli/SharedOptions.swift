internal import Arguments
internal import Sketchreel

/// What every command understands.
struct CommonOptions: ParsableArguments {
    @Flag(help: "Print a summary as JSON on standard output, and nothing else there.") var json = false
    @Flag(name: [.customShort("q"), .long], help: "Show no progress and print no summary; errors and warnings only.")
    var quiet = false

    /// The choices as a value.
    struct Choice: Hashable, Sendable { let json, quiet: Bool }

    var choice: Choice { Choice(json: json, quiet: quiet) }
}

/// Where the drawings are.
struct CatalogOptions: ParsableArguments {
    @Option(help: ArgumentHelp("The folder of registered drawings.", valueName: "dir")) var references =
        "ReferenceImages"
}

/// A page about the tracking.
struct ReportOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Also write a page (HTML, one file) that shows where each drawing was found, how surely, and why not elsewhere.",
            valueName: "file"))
    var report: String?
}

/// Which pictures of a clip that has several.
struct VideoTrackOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Of a clip with several video tracks, the one to work on, counted from 1. Left out: the one that players show.",
            valueName: "number"))
    var videoTrack: Int?

    mutating func validate() throws { try checkTrack(videoTrack, "--video-track") }
}

/// Which sound of a clip that has several, and what goes along into the result.
struct SourceOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Of a clip with several audio tracks, the one that is mixed, counted from 1. The others go along as they are.",
            valueName: "number"))
    var audioTrack: Int?
    @Flag(
        help:
            "Leave out what the clip tells besides pictures and sound: date, place, phone, languages, chapters, timecode, subtitles."
    )
    var stripMetadata = false

    mutating func validate() throws { try checkTrack(audioTrack, "--audio-track") }
}

private func checkTrack(_ number: Int?, _ option: String) throws {
    if let number, !(1...1_000).contains(number) {
        throw ValidationError("'\(option)' counts from 1; \(option) \(number) does not name a track")
    }
}

/// Whether results may replace what is there.
struct OverwriteOptions: ParsableArguments {
    @Flag(help: "Replace results that are there already.") var overwrite = false
}

/// What becomes of the work of a run that was stopped.
struct ResumeOptions: ParsableArguments {
    @Flag(help: "Find the drawings anew, even where an earlier run was stopped in the middle of it.") var fresh = false
}

/// Where the focal length comes from.
struct CameraOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "A camera file: of 'sketchreel calibrate', or of OpenCV (YAML, XML, JSON).", valueName: "file"))
    var camera: String?
    @Option(
        name: .customLong("focal-length-35mm"),
        help: ArgumentHelp("The focal length in millimetres for 35 mm film.", valueName: "mm"))
    var focalLength35mm: Double?

    mutating func validate() throws {
        if camera != nil, focalLength35mm != nil {
            throw ValidationError("'--camera' and '--focal-length-35mm' both name a focal length; give one of them")
        }
        if let focalLength35mm, !(1...2000).contains(focalLength35mm) {
            throw ValidationError(
                "'--focal-length-35mm' lies between 1 and 2000 mm; a phone's main camera has about 26")
        }
    }

    /// The files that are read for it.
    var files: [String] { camera.map { [$0] } ?? [] }

    var choice: TrackRequest.CameraChoice {
        if let camera { return .file(camera) }
        return focalLength35mm.map { .focalLength35mm($0) } ?? .automatic
    }
}

extension RenderRequest.Fit: ExpressibleByArgument {}
extension RenderRequest.Sound: ExpressibleByArgument {}
extension RenderRequest.OnLoss: ExpressibleByArgument {}

/// What there is to play.
struct AlbumOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "A folder of films and photos; several are one album. Needed without --program.", valueName: "dir"))
    var album: [String] = []
    @Option(
        help: ArgumentHelp(
            "A file that says per drawing what plays and how; --album and the options of the show hold where it is silent.",
            valueName: "file"))
    var program: String?

    mutating func validate() throws {
        if album.isEmpty, program == nil {
            throw ValidationError("'--album' is missing; add --album <dir>, or --program <file>")
        }
    }
}

/// What plays when.
struct ShowOptions: ParsableArguments {
    @Option(help: ArgumentHelp("Until a film is fully there.", valueName: "seconds")) var fadeIn = 3.0
    @Option(help: ArgumentHelp("How long it stays.", valueName: "seconds")) var hold = 15.0
    @Option(help: ArgumentHelp("Until it is gone.", valueName: "seconds")) var fadeOut = 3.0
    @Option(
        help: ArgumentHelp(
            "Picks the films; the same number picks the same ones. Drawn and printed when left out.",
            valueName: "number"))
    var seed: UInt64?
    @Option(
        help: ArgumentHelp(
            "How a film of another shape fills the drawing: whole over a blurred copy of itself, cut, or stretched.",
            valueName: "how"))
    var fit = RenderRequest.Fit.whole
    @Option(
        help: ArgumentHelp(
            "When the drawing goes out of sight: film and sound run on, pause until it returns, or the show ends.",
            valueName: "what"))
    var onLoss = RenderRequest.OnLoss.continues
    @Flag(help: "Play one show on each drawing, then nothing.") var once = false
    @Option(help: ArgumentHelp("What is heard: both, the clip's sound, the films', or nothing.", valueName: "what"))
    var audio = RenderRequest.Sound.mix
    @Option(help: ArgumentHelp("How much louder the films are; less than 0 is softer.", valueName: "decibels"))
    var albumGain = 0.0
    @Option(
        help: ArgumentHelp("How much softer the clip's sound gets while a film is heard.", valueName: "decibels"))
    var duck = 0.0

    mutating func validate() throws {
        for (name, seconds) in [("--fade-in", fadeIn), ("--hold", hold), ("--fade-out", fadeOut)]
        where !(0...86_400).contains(seconds) {
            throw ValidationError("'\(name)' lies between 0 and 86400 seconds; \(name) \(seconds) does not")
        }
        if fadeIn + hold + fadeOut < 0.1 {
            throw ValidationError("a show of less than 0.1 seconds cannot be seen; give a longer '--hold'")
        }
        if !RenderRequest.levels.contains(albumGain) {
            throw ValidationError("'--album-gain' lies between -60 and 24 decibels; --album-gain \(albumGain) does not")
        }
        if !(0...60).contains(duck) {
            throw ValidationError("'--duck' lies between 0 and 60 decibels; --duck \(duck) does not")
        }
    }

    /// The choice for all clips of a run; without `--seed` one is drawn, short enough to be typed again.
    ///
    /// - Throws: when the program among `sources` cannot be read or says something wrong.
    func choice(_ sources: AlbumOptions) throws -> RenderRequest.Show {
        var show = RenderRequest.Show(
            fadeIn: fadeIn, hold: hold, fadeOut: fadeOut, seed: seed ?? UInt64.random(in: 1...999_999), fit: fit,
            sound: audio, onLoss: onLoss, once: once, albumGain: albumGain, duck: duck)
        show.program = try sources.program.map {
            try ProgramFile(path: $0, over: show.presentation(albums: sources.album))
        }
        return show
    }
}

extension RenderRequest.Items.Alpha: ExpressibleByArgument {}
extension RenderRequest.Items.PhotoMove: ExpressibleByArgument {}
extension RenderRequest.Items.LivePhotos: ExpressibleByArgument {}
extension ProgramColour: ExpressibleByArgument {
    package init?(argument: String) {
        guard let colour = ProgramColour.screen(argument) else { return nil }
        self = colour
    }
    package static var expectedValueDescription: String? {
        "green, blue, or a colour that is not grey, such as #00ff00"
    }
}

/// How the items of the album are read and shown.
struct ItemOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Take a screen of this colour out of the films: green, blue, or a colour such as #00ff00.",
            valueName: "colour"))
    var chromaKey: ProgramColour?
    @Option(
        help: ArgumentHelp(
            "What the colours of transparent films are: straight, premultiplied, or what the film tells.",
            valueName: "what"))
    var alpha = RenderRequest.Items.Alpha.auto
    @Option(help: ArgumentHelp("How photos are shown: with a slow move, or none.", valueName: "how"))
    var photoMove = RenderRequest.Items.PhotoMove.slow

    @Option(
        help: ArgumentHelp(
            "What is shown of photos that were taken with a short video (Live Photos, motion photos): the photo, or the video.",
            valueName: "what"))
    var livePhotos = RenderRequest.Items.LivePhotos.photo

    var choice: RenderRequest.Items {
        RenderRequest.Items(alpha: alpha, chromaKey: chromaKey, photoMove: photoMove, livePhotos: livePhotos)
    }
}

extension RenderRequest.Following: ExpressibleByArgument {}
extension RenderRequest.Occlusion: ExpressibleByArgument {}

/// How a film is made to look as if it had been filmed on its page.
struct LookOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Whether hands and pens in front of the drawing stay in front of the film.", valueName: "how"))
    var occlusion = RenderRequest.Occlusion.auto
    @Option(help: ArgumentHelp("Whether the light on the drawing falls on the film.", valueName: "how"))
    var light = RenderRequest.Following.match
    @Option(help: ArgumentHelp("Whether the film gets noise like the clip's.", valueName: "how"))
    var grain = RenderRequest.Following.match

    var choice: RenderRequest.Look { RenderRequest.Look(occlusion: occlusion, light: light, grain: grain) }
}

/// How the result is encoded.
struct EncodingOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "h264, hevc, av1, ffv1, prores, or an encoder of libav by its name. Left out: H.264, or HEVC for HDR.",
            valueName: "name"))
    var codec: String?
    @Option(help: ArgumentHelp("Quality of the picture; less is better.", valueName: "number")) var crf: Int?
    @Option(help: ArgumentHelp("The encoder's preset, such as veryfast or medium.", valueName: "name")) var preset:
        String?
    @Option(help: ArgumentHelp("The encoder of mixed sound. Left out: AAC at 192 kbit/s.", valueName: "name"))
    var audioCodec: String?

    mutating func validate() throws {
        if let crf, !(0...63).contains(crf) {
            throw ValidationError("'--crf' lies between 0 and 63; --crf \(crf) does not")
        }
    }

    var choice: RenderRequest.Encoding {
        RenderRequest.Encoding(codec: codec, crf: crf, preset: preset, audioCodec: audioCodec)
    }
}
