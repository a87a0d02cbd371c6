/// Mixes a clip's sound with films' sound, block by block, below full scale. One thread at a time.
final class SoundMixer {
    /// Samples of a block: a hundredth of a second, the limiter's outlook.
    static let blockCount = 512

    let format: SoundFormat
    private var notesOfFilms: [String] = []
    /// Place of the next sample that `next` gives, in samples of the clip's clock.
    private(set) var position: Int64
    private var mixedPosition: Int64
    private let clip: SoundReader?
    /// Sound that begins farther from the pictures is not theirs: hours of silence would lie between.
    private static let mostSecondsApart = 3600.0
    private var cues: [SoundCue]
    private let films: [String: FilmSound.Film]
    private var playing: [FilmSound] = []
    /// Films that have played to the end of their cues, by path; some of them go on with the next.
    private var played: [String: FilmSound] = [:]
    /// So many files stay open for that.
    private static let mostPlayed = 8
    /// `nil` where the room stays as it is.
    private var ducker: Ducker?
    private var limiter: PeakLimiter

    /// Mixes `clip`, where there is one, with the cues whose films are in `films`, by path. The mix begins where the clip's
    /// sound or its pictures do, whichever is earlier.
    ///
    /// - Parameter duck: how many decibels the clip's sound goes down by while films are heard.
    init(
        clip: SoundReader?, cues: [SoundCue], films: [String: FilmSound.Film], duck: Double, format: SoundFormat,
        videoStart: Double
    ) {
        let first = format.sample(atSeconds: videoStart)
        let apart = Double(clip?.start ?? first) - Double(first)
        let isNear = abs(apart) <= Self.mostSecondsApart * Double(format.rate)
        if !isNear { notesOfFilms = ["the clip's sound begins hours before or after its pictures and was left out"] }
        let clip = isNear ? clip : nil
        (self.clip, self.films, self.format) = (clip, films, format)
        self.cues = cues.filter { films[$0.filmPath] != nil }.sorted { $0.startSeconds < $1.startSeconds }
        position = min(clip?.start ?? .max, first)
        mixedPosition = position
        let isDucked = clip != nil && duck > 0 && !self.cues.isEmpty
        ducker = isDucked ? Ducker(decibels: duck, blockCount: Self.blockCount, rate: format.rate) : nil
        limiter = PeakLimiter(blockCount: Self.blockCount, rate: format.rate)
    }

    /// Sentences about sound that is missing, wholly or in parts.
    var notes: [String] {
        guard let damage = clip?.damage else { return notesOfFilms }
        return ["parts of the clip's sound cannot be decoded and are silent (\(damage.detail))"] + notesOfFilms
    }

    /// Where the clip's own sound ends; `nil` while that is not known.
    var clipEnd: Int64? {
        guard let clip else { return .min }
        return clip.isAtEnd ? clip.end : nil
    }

    /// The next block: `blockCount` samples from `position` on.
    func next() throws(MediaError) -> SoundBlock {
        while true {
            // Ducker and limiter look ahead: each gives an earlier block than the one that it takes.
            if let mixed = try mix(), let block = limiter.push(mixed) {
                position += Int64(block.count)
                return block
            }
        }
    }

    /// The next block before it is limited; `nil` while the ducker still looks ahead.
    private func mix() throws(MediaError) -> SoundBlock? {
        var room = SoundBlock(channelCount: format.channelCount, count: Self.blockCount)
        let range = mixedPosition..<mixedPosition + Int64(room.count)
        try clip?.add(range, to: &room, at: 0)
        startFilms(before: range.upperBound)
        mixedPosition = range.upperBound
        guard ducker != nil else {
            addFilms(to: &room, range)
            room.silenceNonsense()
            return room
        }
        var films = SoundBlock(channelCount: format.channelCount, count: Self.blockCount)
        addFilms(to: &films, range)
        room.silenceNonsense()
        films.silenceNonsense()
        return ducker?.push(room: room, films: films)
    }

    private func addFilms(to block: inout SoundBlock, _ range: Range<Int64>) {
        playing = playing.filter { film in
            do throws(MediaError) { try film.add(to: &block, at: range.lowerBound) } catch {
                notesOfFilms.append("\(error); it is silent from there")
                return false
            }
            return film.range.upperBound > range.upperBound || !finish(film)
        }
    }

    private func startFilms(before end: Int64) {
        while let cue = cues.first, let film = films[cue.filmPath] {
            let sound = FilmSound(cue, film: film, format: format)
            guard sound.range.lowerBound < end else { return }
            if let earlier = played.removeValue(forKey: cue.filmPath) { sound.goOn(from: earlier) }
            playing.append(sound)
            cues.removeFirst()
        }
    }

    /// Tells of a film that has played to its end; always true.
    private func finish(_ film: FilmSound) -> Bool {
        if played.count >= Self.mostPlayed { played = [:] }
        played[film.path] = film
        if let damage = film.damage {
            let note = "\(film.path): parts of its sound cannot be decoded and are silent (\(damage.detail))"
            if !notesOfFilms.contains(note) { notesOfFilms.append(note) }
        }
        return true
    }
}
