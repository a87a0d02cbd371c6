internal import CFFmpegShim

/// Reads a file's samples by place, in a format that is asked for. Places count in samples from the zero of the file's
/// clock and only go forward. One thread at a time.
final class SoundReader {
    let format: SoundFormat
    private let file: SoundFile
    private var stretch = media_stretch()
    private(set) var isAtEnd = false
    /// Place of the first sample; `nil` for a file whose sound holds none.
    private(set) var start: Int64?

    /// Takes over a file that decodes; its first samples are read.
    init(_ file: SoundFile, as format: SoundFormat) throws(MediaError) {
        (self.file, self.format) = (file, format)
        try MediaError.check(
            unsafe media_sound_convert_to(file.handle, Int32(clamping: format.rate), format.layout), path: file.path)
        while stretch.count == 0 && !isAtEnd { try advance() }
        if stretch.count > 0 { start = stretch.position }
    }

    /// Place behind the last sample that was read: the end of the sound once `isAtEnd`.
    var end: Int64 { stretch.position + Int64(stretch.count) }

    /// What could not be decoded so far: it is silent.
    var damage: Damage? { file.damage }

    /// Adds the samples of `range` to `block` at `offset`, each times its gain where there are `gains`; where the file has
    /// none, nothing is added.
    func add(_ range: Range<Int64>, to block: inout SoundBlock, at offset: Int, gains: [Float]? = nil)
        throws(MediaError)
    {
        var next = range.lowerBound
        while next < range.upperBound {
            while end <= next && !isAtEnd { try advance() }
            let from = max(next, stretch.position)
            let to = min(range.upperBound, end)
            guard from < to else { return }
            copy(
                from..<to, to: &block, at: offset + Int(from - range.lowerBound), gains: gains,
                Int(from - range.lowerBound))
            next = to
        }
    }

    private func copy(
        _ part: Range<Int64>, to block: inout SoundBlock, at offset: Int, gains: [Float]?, _ firstGain: Int
    ) {
        let skipped = Int(part.lowerBound - stretch.position)
        for channel in 0..<format.channelCount {
            guard let samples = unsafe media_sound_samples(file.handle, Int32(channel)) else { continue }
            if let gains {
                unsafe gains.withUnsafeBufferPointer { buffer in
                    guard let base = buffer.baseAddress else { return }
                    unsafe block.add(
                        samples + skipped, count: part.count, channel: channel, at: offset, gains: base + firstGain)
                }
            } else {
                unsafe block.add(samples + skipped, count: part.count, channel: channel, at: offset, gains: nil)
            }
        }
    }

    private func advance() throws(MediaError) {
        let status = unsafe media_sound_next(file.handle, &stretch)
        try MediaError.check(status, path: file.path)
        if status.code == Int32(media_end) { isAtEnd = true }
    }
}
