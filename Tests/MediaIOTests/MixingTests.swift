import Foundation
import Testing

@testable import MediaIO

/// Blocks of one channel at 48,000 samples a second that hold `samples(n)`.
private func blocks(seconds: Double, _ samples: (Int) -> Double) -> [SoundBlock] {
    (0..<Int(seconds * 48_000 / 512)).map { index in
        var block = SoundBlock(channelCount: 1, count: 512)
        for n in 0..<512 { block.samples[n] = Float(samples(index * 512 + n)) }
        return block
    }
}

@Suite struct PeakLimiterTests {
    private func limited(_ blocks: [SoundBlock]) -> [Float] {
        var limiter = PeakLimiter(blockCount: 512, rate: 48_000)
        return blocks.flatMap { limiter.push($0)?.samples ?? [] }
    }

    /// A number from −1 to 1 that looks random and is the same in each run.
    private func noise(_ n: Int, _ seed: Int) -> Double {
        let value = sin(Double(n * 131 + seed * 7919)) * 43_758.5453
        return (value - value.rounded(.down)) * 2 - 1
    }

    @Test(arguments: 0..<8)
    func `no sample exceeds the ceiling, and what needs no limit is unchanged`(seed: Int) {
        let input = blocks(seconds: 1) { noise($0, seed) * 0.9 }
        // A block in ten is four times as loud.
        var leaping = input
        for index in leaping.indices where noise(index, seed + 1) > 0.8 {
            leaping[index].samples = leaping[index].samples.map { $0 * 4 }
        }
        #expect(leaping.contains { $0.peak > 1 })
        #expect(limited(leaping).allSatisfy { abs($0) <= PeakLimiter.ceiling * 1.000_001 })
        let output = limited(input)
        #expect(output.count == input.count * 512 - 512)
        #expect(output == Array(input.flatMap(\.samples).prefix(output.count)))
    }

    @Test(arguments: [20.0, 27, 30, 41, 55])
    func `the gain stands still under a low tone instead of following its waves`(frequency: Double) {
        let input = blocks(seconds: 2) { sin(Double($0) * 2 * .pi * frequency / 48_000) * 1.6 }
        let output = limited(input)
        let tone = input.flatMap(\.samples)
        let gains = output.indices.dropFirst(9600).filter { abs(tone[$0]) > 0.1 }.map { output[$0] / tone[$0] }
        let (low, high) = (gains.min() ?? 0, gains.max() ?? 1)
        // A wave's top may fall between two samples.
        #expect(high / low < 1.001, "\(low) … \(high)")
        #expect(abs(high - PeakLimiter.ceiling / 1.6) < 0.001)
    }

    @Test func `it turns down before a peak comes and up again within a second, without a step`() {
        let input = blocks(seconds: 3) { (48_000..<48_010).contains($0) ? 3 : 0.3 }
        let output = limited(input)
        let gains = output.indices.map { output[$0] / ((48_000..<48_010).contains($0) ? 3 : 0.3) }
        #expect(gains[..<46_000].allSatisfy { $0 == 1 })
        #expect(gains[85_000...].allSatisfy { $0 == 1 })
        // 512 samples from 1 to a third: 0.0013 a sample.
        #expect(zip(gains, gains.dropFirst()).allSatisfy { abs($0 - $1) < 0.0015 })
    }
}

@Suite struct DuckerTests {
    /// What becomes of the room at 12 dB, sample for sample, beside a film of a steady level.
    private func gains(seconds: Double, film: (Int) -> Double) -> [Double] {
        var ducker = Ducker(decibels: 12, blockCount: 512, rate: 48_000)
        let (room, films) = (blocks(seconds: seconds) { _ in 0.5 }, blocks(seconds: seconds, film))
        let mixed = zip(room, films).flatMap { ducker.push(room: $0, films: $1)?.samples ?? [] }
        return mixed.indices.map { (Double(mixed[$0]) - film($0)) / 0.5 }
    }

    private func decibels(_ gain: Double) -> Double { 20 * log10(gain) }

    @Test func `the room is down when the film begins and comes up after it`() {
        let gains = gains(seconds: 6) { (96_000..<144_000).contains($0) ? 0.25 : 0 }
        func at(_ seconds: Double) -> Double { decibels(gains[Int(seconds * 48_000)]) }
        #expect(gains[..<Int(1.77 * 48_000)].allSatisfy { $0 == 1 })
        #expect((-9...(-3)).contains(at(1.9)))
        #expect([2.0, 2.3, 2.999, 3.2].allSatisfy { abs(at($0) + 12) < 0.1 })
        #expect((-9...(-3)).contains(at(3.6)))
        #expect(gains[Int(4 * 48_000)...].allSatisfy { $0 == 1 })
        #expect(zip(gains, gains.dropFirst()).allSatisfy { abs($0 - $1) < 2e-4 })
    }

    @Test func `it stays down between two words and is not touched by a film that is next to silent`() {
        let words = gains(seconds: 4) { (48_000..<60_000).contains($0) || (72_000..<96_000).contains($0) ? 0.25 : 0 }
        #expect(words[48_000..<96_000].allSatisfy { abs(decibels($0) + 12) < 0.1 })
        let hiss = gains(seconds: 2) { $0.isMultiple(of: 2) ? 0.002 : -0.002 }
        #expect(hiss.allSatisfy { abs($0 - 1) < 1e-6 })
    }

    @Test func `it follows the film's fade`() {
        let gains = gains(seconds: 4) { Double($0) / 48_000 / 4 * 0.03 }
        let (early, late) = (decibels(gains[48_000]), decibels(gains[150_000]))
        #expect((-9...(-3)).contains(early))
        #expect(late < early - 3)
    }
}
