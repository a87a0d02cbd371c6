#if canImport(Glibc)
    internal import Glibc
#endif

/// Turns the room – the clip's own sound – down while films are heard, and adds them to it.
///
/// It knows what comes: the room is down when a film begins to speak, and comes up again after a pause that is more than one
/// between two words. How far it goes down follows how loud the films are, their fades included; where they have no sound the
/// room is left as it is, bit for bit.
struct Ducker {
    /// Seconds in which the room goes all the way down, before it has to be there.
    static let attack = 0.2
    /// Seconds for which it stays down in a pause, and in which it then comes all the way up.
    static let hold = 0.3, release = 0.6
    /// A film that is no louder than this (decibels below full scale, root mean square) does not count; one as loud as that
    /// counts wholly.
    static let quiet = -50.0, loud = -30.0

    private struct Waiting {
        var room: SoundBlock
        let films: SoundBlock
        /// How much the films want the room to be down, 0 … 1.
        let wish: Double
    }

    private let decibels: Double
    /// Blocks that are looked ahead.
    private let outlook: Int
    /// What the room may come up by from one edge of a block to the other, and for how many blocks it stays down before.
    private let rise: Double
    private let holdCount: Int
    private var waiting: [Waiting] = []
    /// How far the room is down, 0 … 1, at the beginning of the first block that waits; `nil` at first.
    private var depth: Double?
    private var heldCount = 0

    /// Goes down by `decibels` at most, for blocks of `count` samples at `rate` samples a second.
    init(decibels: Double, blockCount count: Int, rate: Int) {
        self.decibels = decibels
        let seconds = Double(count) / Double(rate)
        (outlook, rise) = (Int((Self.attack / seconds).rounded(.up)), seconds / Self.release)
        holdCount = Int((Self.hold / seconds).rounded(.up))
    }

    /// Takes the next block of the room and of the films, and gives the one that is `attack` before it; `nil` at first.
    mutating func push(room: SoundBlock, films: SoundBlock) -> SoundBlock? {
        waiting.append(Waiting(room: room, films: films, wish: Self.wish(films)))
        guard waiting.count > outlook else { return nil }
        let start = depth ?? demand(from: 0)
        let end = follow(start, max(waiting[0].wish, demand(from: 1)))
        depth = end
        var (block, films) = (waiting[0].room, waiting.removeFirst().films)
        block.ramp(from: gain(start), to: gain(end))
        block.add(films)
        return block
    }

    /// How far down the room has to be where the block at `index` begins, so that it comes down in time for each that waits.
    private func demand(from index: Int) -> Double {
        waiting[index...].enumerated().map { $0.element.wish - Double($0.offset) / Double(outlook) }.max() ?? 0
    }

    private mutating func follow(_ depth: Double, _ demand: Double) -> Double {
        if demand >= depth {
            heldCount = 0
            return demand
        }
        heldCount += 1
        return heldCount <= holdCount ? depth : max(demand, depth - rise, 0)
    }

    private func gain(_ depth: Double) -> Float { depth > 0 ? Float(pow(10, -decibels * depth / 20)) : 1 }

    private static func wish(_ films: SoundBlock) -> Double {
        let level = Double(films.loudness)
        guard level > 0 else { return 0 }
        return min(max((20 * log10(level) - quiet) / (loud - quiet), 0), 1)
    }
}
