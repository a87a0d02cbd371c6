/// Numbers that pass smoothly through given values: a cubic between each two, which never leaves their range (Fritsch and
/// Butland, 1984). Rests before the first and after the last.
package struct Keyframes: Sendable {
    private let times: [Double]
    private let values: [[Double]]
    private let slopes: [[Double]]

    /// At least one key; seconds rise, and each key has equally many numbers.
    package init(_ keys: [(seconds: Double, numbers: [Double])]) {
        precondition(!keys.isEmpty, "a path has a first key")
        let (times, values) = (keys.map(\.seconds), keys.map(\.numbers))
        precondition(zip(times, times.dropFirst()).allSatisfy { $0 < $1 }, "the seconds of keys rise")
        (self.times, self.values) = (times, values)
        slopes = keys.indices.map { index in
            values[index].indices.map { channel in
                guard index > 0, index < keys.count - 1 else { return 0 }
                let before = (values[index][channel] - values[index - 1][channel]) / (times[index] - times[index - 1])
                let after = (values[index + 1][channel] - values[index][channel]) / (times[index + 1] - times[index])
                return before * after <= 0 ? 0 : 2 * before * after / (before + after)
            }
        }
    }

    package func callAsFunction(_ seconds: Double) -> [Double] {
        guard let next = times.firstIndex(where: { $0 > seconds }) else { return values[values.count - 1] }
        guard next > 0 else { return values[0] }
        let length = times[next] - times[next - 1]
        let t = (seconds - times[next - 1]) / length
        let (t2, t3) = (t * t, t * t * t)
        return values[next].indices.map { channel in
            values[next - 1][channel] * (2 * t3 - 3 * t2 + 1) + slopes[next - 1][channel] * length * (t3 - 2 * t2 + t)
                + values[next][channel] * (3 * t2 - 2 * t3) + slopes[next][channel] * length * (t3 - t2)
        }
    }
}
