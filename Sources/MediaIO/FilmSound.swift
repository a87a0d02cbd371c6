/// The sound of one film while its picture is shown: read in step with the clip, begun again at its end, under the cue's
/// envelope. One thread at a time.
final class FilmSound {
    private let cue: SoundCue
    private let format: SoundFormat
    private let film: Film
    /// The samples of the clip's clock during which it is heard.
    let range: Range<Int64>
    /// The sample of that clock at which the film's clock is at zero.
    private let zero: Int64
    private var envelope: GainEnvelope
    private var reader: SoundReader?
    /// Where the reader has come to, on the file's clock.
    private var lastPlace: Int64 = 0
    private var earlierDamage: Damage?
    /// Whether the film is short and begins again while the cue lasts: then it is read once, however often it does.
    private var isReadOnce = false
    /// All of the sound of such a film, from its first picture on.
    private var whole: SoundBlock?

    /// A film up to so many seconds is short: its sound takes 4 MB at most, in stereo.
    private static let shortSeconds = 10.0

    /// What is to be known of a film before it plays.
    struct Film: Sendable {
        /// Seconds from its first picture to its end, and where the first picture lies in its file's clock.
        let duration, zero: Double

        /// Asks the film; `nil` when it has no sound.
        init?(path: String) throws(MediaError) {
            // Whoever wants the sound of a motion photo plays its video.
            let reader = try FilmReader(path: path, prefersVideo: true)
            guard reader.hasAudio else { return nil }
            (duration, zero) = (reader.durationSeconds, reader.startSeconds)
        }
    }

    init(_ cue: SoundCue, film: Film, format: SoundFormat) {
        (self.cue, self.film, self.format) = (cue, film, format)
        envelope = GainEnvelope(cue.gain)
        let start = format.sample(atSeconds: cue.startSeconds)
        range = start..<max(start, format.sample(atSeconds: cue.endSeconds))
        zero = format.sample(atSeconds: cue.startSeconds - cue.filmOffsetSeconds)
        isReadOnce =
            film.duration <= Self.shortSeconds
            && turn(at: range.lowerBound - zero).upperBound < range.upperBound - zero
    }

    /// Adds what is heard of the film to `block`, which begins at the sample `position` of the clip's clock.
    func add(to block: inout SoundBlock, at position: Int64) throws(MediaError) {
        let part = range.clamped(to: position..<position + Int64(block.count))
        var next = part.lowerBound
        while next < part.upperBound {
            // At the film's end it begins again.
            let turn = turn(at: next - zero)
            let end = min(part.upperBound, zero + turn.upperBound)
            let first = next - zero - turn.lowerBound
            let gains = envelope.gains(next..<end, rate: format.rate)
            if isReadOnce {
                try add(part: Int(first), gains, to: &block, at: Int(next - position))
            } else {
                let place = first + format.sample(atSeconds: film.zero)
                let behind = place + end - next
                try reader(at: place).add(place..<behind, to: &block, at: Int(next - position), gains: gains)
                lastPlace = behind
            }
            next = end
        }
    }

    /// The samples, counted from when the film's clock was at zero, of the run through the film that `sample` lies in. Each
    /// run begins at its own rounded time: rounded lengths added up would leave the pictures behind.
    private func turn(at sample: Int64) -> Range<Int64> {
        let length = film.duration * Double(format.rate)
        guard length >= 1 else { return Int64.min / 2..<Int64.max / 2 }
        func start(_ turn: Double) -> Int64 { Int64(min(max((turn * length).rounded(), -1e15), 1e15)) }
        var turn = (Double(sample) / length).rounded(.down)
        if start(turn) > sample { turn -= 1 } else if start(turn + 1) <= sample { turn += 1 }
        return start(turn)..<max(start(turn + 1), sample + 1)
    }

    var path: String { cue.filmPath }

    /// Goes on with the open file of `other`, a part of the same film that has played to its end, if that comes before: a
    /// show that pauses needs not read its film from the beginning again.
    func goOn(from other: FilmSound) {
        guard other.path == path else { return }
        whole = other.whole
        let first = range.lowerBound - zero
        let place = first - turn(at: first).lowerBound + format.sample(atSeconds: film.zero)
        guard other.lastPlace <= place else { return }
        (reader, lastPlace, earlierDamage) = (other.reader, other.lastPlace, other.earlierDamage)
    }

    /// What could not be decoded so far.
    var damage: Damage? { reader?.damage ?? earlierDamage }

    /// Adds samples of a film that is read once, from the one of that number in its round; one for each of `gains`.
    private func add(part first: Int, _ gains: [Float], to block: inout SoundBlock, at offset: Int) throws(MediaError) {
        let start = format.sample(atSeconds: film.zero)
        if whole == nil {
            // Rounds are rounded to whole samples: some are one longer.
            let length = Int((film.duration * Double(format.rate)).rounded(.up)) + 1
            var read = SoundBlock(channelCount: format.channelCount, count: length)
            try reader(at: start).add(start..<start + Int64(length), to: &read, at: 0)
            lastPlace = start + Int64(length)
            whole = read
        }
        guard let whole, first < whole.count else { return }
        let count = min(gains.count, whole.count - first)
        unsafe whole.samples.withUnsafeBufferPointer { samples in
            unsafe gains.withUnsafeBufferPointer { gains in
                guard let samples = samples.baseAddress, let gains = gains.baseAddress else { return }
                for channel in 0..<format.channelCount {
                    unsafe block.add(
                        samples + channel * whole.count + first, count: count, channel: channel, at: offset,
                        gains: gains)
                }
            }
        }
    }

    /// The reader, opened anew when the film begins again: places only go forward.
    private func reader(at place: Int64) throws(MediaError) -> SoundReader {
        if let reader, place >= lastPlace { return reader }
        earlierDamage = damage
        guard let file = try SoundFile(path: cue.filmPath) else {
            throw MediaError(
                path: cue.filmPath, step: .open, detail: "the file has no sound any more",
                remedy: "leave the album alone")
        }
        let opened = try SoundReader(file, as: format)
        reader = opened
        return opened
    }
}
