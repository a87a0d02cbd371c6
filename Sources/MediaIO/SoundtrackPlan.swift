internal import CFFmpegShim
internal import Imaging

/// What becomes of a clip's sound, once the files have been asked.
enum SoundtrackPlan {
    case silent
    /// The clip's own packets.
    case copy(rate: Int)
    case mix(SoundMixer, encoder: String)

    /// Decides on the soundtrack of a result; what is converted is added to `notes`.
    ///
    /// `.copy` falls back to encoding where the container does not hold the clip's codec. There is no soundtrack where
    /// neither the clip nor any film has sound.
    init(
        _ soundtrack: Soundtrack, source: ClipInfo, container: Container, settings: EncoderSettings, name: String,
        notes: inout [String]
    ) throws(MediaError) {
        switch soundtrack {
        case .none:
            self = .silent
        case .copy:
            guard let audio = source.audio else {
                self = .silent
                return
            }
            if container.takes(codec: audio.codecName) {
                self = .copy(rate: audio.sampleRate)
                return
            }
            notes.append("a .\(container) file does not hold \(audio.codecName): the sound is encoded anew")
            self = try .mixing(true, [], 0, source, container, settings, name: name, notes: &notes)
        case .mix(let includingClip, let cues, let duck):
            self = try .mixing(includingClip, cues, duck, source, container, settings, name: name, notes: &notes)
        }
    }

    /// Samples a second; `nil` without sound.
    var rate: Int? {
        switch self {
        case .silent: nil
        case .copy(let rate): rate
        case .mix(let mixer, _): mixer.format.rate
        }
    }

    private static func mixing(
        _ includesClip: Bool, _ cues: [SoundCue], _ duck: Double, _ source: ClipInfo, _ container: Container,
        _ settings: EncoderSettings,
        name: String, notes: inout [String]
    ) throws(MediaError) -> SoundtrackPlan {
        let file =
            includesClip && source.audio != nil ? try SoundFile(path: source.path, track: source.audio?.number) : nil
        let films = audible(cues, notes: &notes)
        if file == nil && films.isEmpty { return .silent }
        let encoder = try encoder(settings.audioCodec ?? "aac", container: container, name: name)
        var format = file?.format ?? .standard
        // More than stereo is kept where all of the common encoders and players know it.
        if format.channelCount > 2, !["5.1", "5.1(side)", "7.1"].contains(format.layout) {
            (format.layout, format.channelCount) = ("stereo", 2)
        }
        format.rate = unsafe Int(media_encoder_sample_rate(encoder, Int32(clamping: format.rate)))
        let clip: SoundReader? = if let file { try SoundReader(file, as: format) } else { nil }
        let start = source.video.timeBase.seconds(source.firstTicks)
        return .mix(
            SoundMixer(clip: clip, cues: cues, films: films, duck: duck, format: format, videoStart: start),
            encoder: encoder)
    }

    /// The films that have sound, by path; those that cannot be opened are noted.
    private static func audible(_ cues: [SoundCue], notes: inout [String]) -> [String: FilmSound.Film] {
        var films: [String: FilmSound.Film] = [:]
        for path in Set(cues.map(\.filmPath)).sorted() {
            do throws(MediaError) { films[path] = try FilmSound.Film(path: path) } catch {
                notes.append("\(error); it is silent")
            }
        }
        return films
    }

    private static func encoder(_ codec: String, container: Container, name: String) throws(MediaError) -> String {
        guard let found = unsafe media_encoder_name(codec, false) else {
            throw MediaError(
                path: name, step: .encode, detail: "there is no sound encoder \(codec)",
                remedy: "leave --audio-codec out: AAC plays everywhere")
        }
        let encoder = unsafe String(cString: found)
        guard container.takes(encoder: encoder) else {
            throw MediaError(
                path: name, step: .encode, detail: "a .\(container) file does not hold \(codec) sound",
                remedy: "leave --audio-codec out: AAC plays everywhere")
        }
        return encoder
    }
}
