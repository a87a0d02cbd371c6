/// Keeps a mix below full scale: a limiter that looks one block ahead, so that it turns down before a peak comes.
///
/// The gain runs straight from one edge of a block to the other. At an edge it is at most what either neighbour may have
/// (ceiling / peak), so no sample exceeds the ceiling, whatever comes. After the last peak it waits for `hold`, so that it
/// does not follow the waves of a low tone, and then rises by at most the full range in `release`.
/// Below the ceiling nothing is changed, bit for bit.
struct PeakLimiter {
    /// −0.3 dB: a lossy codec overshoots a little.
    static let ceiling: Float = 0.966
    /// Seconds from the last peak on for which the gain does not rise: more than half a wave of 20 Hz.
    static let hold: Float = 0.06
    /// Seconds in which the gain may then rise from 0 to 1.
    static let release: Float = 0.5

    private let rise: Float
    private let holdCount: Int
    private var heldCount = 0
    private var waiting: SoundBlock?
    private var gain: Float = 1

    /// For blocks of `count` samples at `rate` samples a second.
    init(blockCount count: Int, rate: Int) {
        let seconds = Float(count) / Float(rate)
        (rise, holdCount) = (seconds / Self.release, Int((Self.hold / seconds).rounded(.up)))
    }

    /// Takes the next block and gives the one before it, limited; `nil` for the first.
    mutating func push(_ block: SoundBlock) -> SoundBlock? {
        let allowed = Self.allowed(block)
        if waiting == nil { gain = min(gain, allowed) }
        defer { waiting = block }
        return limited(before: allowed)
    }

    private mutating func limited(before next: Float) -> SoundBlock? {
        guard var block = waiting else { return nil }
        let target = follow(min(Self.allowed(block), next))
        block.ramp(from: gain, to: target)
        gain = target
        return block
    }

    private mutating func follow(_ allowed: Float) -> Float {
        if allowed <= gain {
            heldCount = 0
            return allowed
        }
        heldCount += 1
        return heldCount <= holdCount ? gain : min(allowed, gain + rise)
    }

    private static func allowed(_ block: SoundBlock) -> Float {
        let peak = block.peak
        return peak > ceiling ? ceiling / peak : 1
    }
}
