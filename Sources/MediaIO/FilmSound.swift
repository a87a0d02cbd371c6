/// The sound of one film while its picture is shown: read in step with the clip, begun again at its end, under the cue's
/// envelope. One thread at a time.
final class FilmSound {
    private let cue: SoundCue
    private let format: SoundFormat
    private let film: Film
    /// The samples of the clip's clock during which it is heard.
    let range: Range<Int64>
    private var reader: SoundReader?
    /// Where the reader has come to, on the file's clock.
    private var lastPlace: Int64 = 0
    private var earlierDamage: Damage?

    /// What is to be known of a film before it plays.
    struct Film: Sendable {
        /// Seconds from its first picture to its end, and where the first picture lies in its file's clock.
        let duration, zero: Double

        /// Asks the film; `nil` when it has no sound.
        init?(path: String) throws(MediaError) {
            let reader = try FilmReader(path: path)
            guard reader.hasAudio else { return nil }
            (duration, zero) = (reader.durationSeconds, reader.startSeconds)
        }
    }

    init(_ cue: SoundCue, film: Film, format: SoundFormat) {
        (self.cue, self.film, self.format) = (cue, film, format)
        let start = Self.sample(cue.startSeconds, format.rate)
        range = start..<max(start, Self.sample(cue.endSeconds, format.rate))
    }

    /// Adds what is heard of the film to `block`, which begins at the sample `position` of the clip's clock.
    func add(to block: inout SoundBlock, at position: Int64) throws(MediaError) {
        let part = range.clamped(to: position..<position + Int64(block.count))
        let envelope = GainEnvelope(cue.gain)
        let length = Self.sample(film.duration, format.rate)
        var next = part.lowerBound
        while next < part.upperBound {
            var place = Self.sample(cue.filmOffsetSeconds, format.rate) + (next - range.lowerBound)
            if length > 0 { place %= length }
            // At the film's end it begins again.
            let count = min(part.upperBound - next, length > 0 ? length - place : .max)
            place += Self.sample(film.zero, format.rate)
            let gains = (next..<next + count).map { Float(envelope.gain(at: Double($0) / Double(format.rate))) }
            try reader(at: place).add(place..<place + count, to: &block, at: Int(next - position), gains: gains)
            lastPlace = place + count
            next += count
        }
    }

    var path: String { cue.filmPath }

    /// What could not be decoded so far.
    var damage: Damage? { reader?.damage ?? earlierDamage }

    /// The reader, opened anew when the film begins again: places only go forward.
    private func reader(at place: Int64) throws(MediaError) -> SoundReader {
        if let reader, place >= lastPlace { return reader }
        earlierDamage = damage
        guard let file = try SoundFile(path: cue.filmPath, decodes: true) else {
            throw MediaError(
                path: cue.filmPath, step: .open, detail: "the file has no sound any more",
                remedy: "leave the album alone")
        }
        let opened = try SoundReader(file, as: format)
        reader = opened
        return opened
    }

    private static func sample(_ seconds: Double, _ rate: Int) -> Int64 {
        Int64(min(max((seconds * Double(rate)).rounded(), -1e15), 1e15))
    }
}
