/// A run of samples of every channel: 32-bit floats, one channel after the other, 1 as full scale.
struct SoundBlock: Sendable {
    let channelCount: Int
    /// Samples of each channel.
    let count: Int
    var samples: [Float]

    /// Silence.
    init(channelCount: Int, count: Int) {
        (self.channelCount, self.count) = (channelCount, count)
        samples = Array(repeating: 0, count: channelCount * count)
    }

    /// The largest magnitude.
    var peak: Float {
        var peak: Float = 0
        unsafe samples.withUnsafeBufferPointer { buffer in
            for index in buffer.indices { peak = unsafe max(peak, abs(buffer[index])) }
        }
        return peak
    }

    /// The root mean square of the loudest channel.
    var loudness: Float {
        var loudest: Float = 0
        unsafe samples.withUnsafeBufferPointer { buffer in
            for channel in 0..<channelCount {
                var sum: Float = 0
                for index in channel * count..<(channel + 1) * count { unsafe sum += buffer[index] * buffer[index] }
                loudest = max(loudest, sum)
            }
        }
        return count > 0 ? (loudest / Float(count)).squareRoot() : 0
    }

    /// Adds a block of the same size.
    mutating func add(_ other: SoundBlock) {
        precondition(other.channelCount == channelCount && other.count == count, "blocks of one mix")
        unsafe samples.withUnsafeMutableBufferPointer { buffer in
            unsafe other.samples.withUnsafeBufferPointer { added in
                for index in buffer.indices { unsafe buffer[index] += added[index] }
            }
        }
    }

    /// Adds `count` samples of one channel at `offset`, each times its gain; `gains` counts from the same offset.
    mutating func add(
        _ source: UnsafePointer<Float>, count: Int, channel: Int, at offset: Int, gains: UnsafePointer<Float>?
    ) {
        precondition(
            offset >= 0 && count >= 0 && offset + count <= self.count && channel < channelCount, "inside the block")
        let start = channel * self.count + offset
        unsafe samples.withUnsafeMutableBufferPointer { buffer in
            guard let base = buffer.baseAddress else { return }
            let target = unsafe base + start
            if let gains = unsafe gains {
                for index in 0..<count { unsafe target[index] += source[index] * gains[index] }
            } else {
                for index in 0..<count { unsafe target[index] += source[index] }
            }
        }
    }

    /// Makes samples that are no sound (a file of floats may hold anything) silent.
    mutating func silenceNonsense() {
        unsafe samples.withUnsafeMutableBufferPointer { buffer in
            for index in buffer.indices where unsafe !(abs(buffer[index]) < 1e6) { unsafe buffer[index] = 0 }
        }
    }

    /// Multiplies every channel by a gain that runs straight from `first` to `last`.
    mutating func ramp(from first: Float, to last: Float) {
        guard first != 1 || last != 1 else { return }
        let step = (last - first) / Float(count)
        let (channelCount, count) = (channelCount, count)
        unsafe samples.withUnsafeMutableBufferPointer { buffer in
            for channel in 0..<channelCount {
                for index in 0..<count { unsafe buffer[channel * count + index] *= first + step * Float(index) }
            }
        }
    }
}
