package import Imaging

/// Reads a clip's presented frames in order, each once with its own timestamp, in the decoder's own pixel format.
///
/// Frames refer to the decoder's memory and copy nothing; they may outlive the reader. Undecodable stretches are passed
/// over and told by `damage`. One thread at a time; not `Sendable`: open it on the thread that reads.
package final class ClipReader: FrameSource {
    package let info: ClipInfo
    private let threadCount: Int
    private var decoder: PictureDecoder
    /// The frame to come: decoded to learn about the clip, or how long the frame before it is shown.
    private var ahead: Frame?
    private var lastInterval: Int64 = 0
    private var converter: FrameScaler?
    private var earlierDamage: Damage?

    /// Opens the clip with that many decoding threads and decodes its first frame.
    ///
    /// Only the file itself is read, whatever it refers to. `path` is a name in the file system, never a URL.
    package init(
        path: String, tracks: ClipTracks = ClipTracks(), threadCount: Int = 2
    ) throws(MediaError) {
        let file = try LocalFile(path)
        let decoder = try PictureDecoder(path: path, track: tracks.video, threadCount: threadCount)
        guard let first = try decoder.next() else {
            throw MediaError(
                path: path, step: .decode,
                detail: "no frame of its video can be decoded" + (decoder.damage.map { " (\($0.detail))" } ?? ""),
                remedy: "copy the file again from where it comes, or convert it first")
        }
        (self.threadCount, self.decoder, ahead) = (threadCount, decoder, first)
        info = try decoder.describe(byteCount: file.byteCount, tracks: tracks, first: first)
    }

    /// Opens a clip again, as it was opened before.
    package convenience init(_ info: ClipInfo, threadCount: Int = 2) throws(MediaError) {
        try self.init(path: info.path, tracks: info.tracks, threadCount: threadCount)
    }

    package var video: VideoDescription { info.video }

    /// What could not be decoded so far; `nil` while all is well.
    package var damage: Damage? {
        guard let earlier = earlierDamage else { return decoder.damage }
        return Damage(errorCount: earlier.errorCount + (decoder.damage?.errorCount ?? 0), detail: earlier.detail)
    }

    /// The next presented frame with the time to the one after it as its duration, or `nil` at the end.
    package func nextFrame() throws(MediaError) -> Frame? {
        if ahead == nil { ahead = try decode() }
        guard let frame = ahead else { return nil }
        ahead = try decode()
        guard let next = ahead else { return frame.lasting(durationOfLast(frame)) }
        lastInterval = next.presentationTime.ticks - frame.presentationTime.ticks
        return frame.lasting(lastInterval)
    }

    private func decode() throws(MediaError) -> Frame? {
        guard let frame = try decoder.next() else { return nil }
        return try conform(frame)
    }

    /// A packet's own duration is that of its place in decoding order: the end of the stream tells better, unless the
    /// file is damaged and this is not the last frame at all.
    private func durationOfLast(_ frame: Frame) -> Int64 {
        if damage == nil, let end = info.endTicks, end > frame.presentationTime.ticks {
            return end - frame.presentationTime.ticks
        }
        return frame.duration > 0 ? frame.duration : lastInterval
    }

    /// Goes to a frame at or before `ticks` from which decoding gives the same pictures as from the start; to the first
    /// frame when `ticks` lies before it.
    package func seek(toFrameAtOrBefore ticks: Int64) throws(MediaError) {
        let wanted = max(ticks, info.firstTicks)
        var target = wanted
        var step = max(1, Int64(1 / info.video.timeBase.seconds(1)))
        // A container's index may lead behind the frame that was asked for: then ask for one earlier.
        while decoder.seek(to: target) {
            if let frame = try decoder.next(), frame.presentationTime.ticks <= wanted {
                ahead = try conform(frame)
                return
            }
            guard target > info.firstTicks else { break }
            target = max(info.firstTicks, target - step)
            step = min(step, 1 << 58) * 4
        }
        try restart()
    }

    private func restart() throws(MediaError) {
        earlierDamage = damage
        decoder = try PictureDecoder(path: info.path, track: info.tracks.video, threadCount: threadCount)
        ahead = nil
    }

    /// Brings a frame to the clip's size and format where a stream changes them on the way.
    private func conform(_ frame: Frame) throws(MediaError) -> Frame {
        let source = FrameScaler.Kind(frame)
        let expected = FrameScaler.Kind(
            format: video.format, width: video.width, height: video.height, colour: video.colour)
        if source.isLaidOut(like: expected) { return frame }
        if let scaler = converter, scaler.source == source { return try scaler.scale(frame) }
        let scaler = try FrameScaler(from: source, to: expected, path: info.path)
        converter = scaler
        return try scaler.scale(frame)
    }
}

extension Frame {
    /// The same frame, shown for that many ticks.
    fileprivate func lasting(_ ticks: Int64) -> Frame {
        Frame(
            format: format, width: width, height: height, colour: colour, presentationTime: presentationTime,
            duration: ticks, planes: planes)
    }
}
