internal import Geometry
package import Imaging

/// Encodes frames and writes them, with a clip's timing, orientation, colours, metadata and sound, as a new file.
///
/// The file is whole once `finish` returned; before that it is of no use, and removing it is the caller's. Memory is that
/// of the encoder and of a few seconds of packets. One thread at a time.
package final class ClipWriter {
    private let notesOfPictures: [String]
    private let sound: SoundtrackPlan
    private let carried: CarriedStreams?
    /// What the frames become on their way into the encoder.
    package let choice: EncoderChoice
    private let source: ClipInfo
    private let muxer: Muxer
    private var converter: FrameScaler?
    /// The frame that waits for the next one, whose time tells how long it is shown.
    private var waiting: Frame?
    private var lastInterval: Int64 = 0

    /// Creates the file at `path` and writes its header.
    ///
    /// - Parameters:
    ///   - name: what errors call the output: its final name, where `path` is a partial file.
    ///   - source: the clip that the frames come from.
    ///   - keepsMetadata: whether the clip's metadata, subtitles, chapters and the like go along.
    ///   - frameFormat: the pixel format of the frames that will be appended; their size and colours are the clip's.
    package init(
        path: String, name: String? = nil, container: Container, source: ClipInfo, frameFormat: PixelFormat,
        settings: EncoderSettings = EncoderSettings(), soundtrack: Soundtrack = .copy, keepsMetadata: Bool = true
    ) throws(MediaError) {
        let name = name ?? path
        let video = source.video
        let kind = FrameScaler.Kind(
            format: frameFormat, width: video.width, height: video.height, colour: video.colour)
        choice = try EncoderChoice(for: kind, container: container, settings: settings, path: name)
        var notes = choice.notes
        self.source = source
        try Self.check(container, holds: video, name: name)
        muxer = try Muxer(path: path, name: name, container: container)
        try muxer.addVideo(
            choice, source: source, threadCount: settings.threadCount,
            metadata: ClipMetadata(source.videoMetadata, isKept: keepsMetadata, for: container))
        sound = try SoundtrackPlan(
            soundtrack, source: source, container: container, settings: settings, name: name, notes: &notes)
        if case .mix(let mixer, let encoder) = sound {
            let metadata = ClipMetadata(source.audio?.metadata ?? [:], isKept: keepsMetadata, for: container)
            try muxer.addSound(encoder: encoder, format: mixer.format, metadata: metadata)
        }
        carried = try CarriedStreams(of: source, sound: sound, keepsMetadata: keepsMetadata)
        let lost = try carried?.add(to: muxer, container: container, keepsMetadata: keepsMetadata)
        notes += lost.map { [$0] } ?? []
        try muxer.start(
            source: source, container: container, soundRate: sound.rate,
            metadata: ClipMetadata(source.metadata, isKept: keepsMetadata, for: container))
        if container == .mkv && !Self.isMilliseconds(video.timeBase) {
            notes.append("an .mkv file keeps times in whole milliseconds: frames move by up to half of one")
        }
        notesOfPictures = notes
    }

    /// Sentences: what had to be converted, and films that are silent. Complete after `finish`.
    package var notes: [String] {
        if case .mix(let mixer, _) = sound { return notesOfPictures + mixer.notes }
        return notesOfPictures
    }

    private static func check(
        _ container: Container, holds video: VideoDescription, name: String
    ) throws(MediaError) {
        if container == .mkv && video.orientation != .upright {
            throw MediaError(
                path: name, step: .write,
                detail: "an .mkv file does not say that a picture is turned, as this clip's are",
                remedy: "choose an output that ends in .mp4 or .mov")
        }
    }

    /// The pixel format that the encoder will be fed with for frames of `format`, to tell beforehand what is converted.
    ///
    /// - Parameter name: what errors call the output.
    /// - Throws: when a clip like `video` cannot be written like that at all.
    package static func encoderFormat(
        for format: PixelFormat, video: VideoDescription, container: Container, settings: EncoderSettings, name: String
    ) throws(MediaError) -> PixelFormat {
        let kind = FrameScaler.Kind(format: format, width: video.width, height: video.height, colour: video.colour)
        let choice = try EncoderChoice(for: kind, container: container, settings: settings, path: name)
        try check(container, holds: video, name: name)
        return choice.kind.format
    }

    /// Encodes a frame of the clip's size and time base, later than the one before. Its planes are not copied: they are
    /// released when the encoder has read them.
    package func append(_ frame: Frame) throws(MediaError) {
        precondition(frame.presentationTime.timeBase == source.video.timeBase, "frames keep the clip's time base")
        if let earlier = waiting {
            let interval = frame.presentationTime.ticks - earlier.presentationTime.ticks
            precondition(interval > 0, "frames come in order of time")
            lastInterval = interval
            try write(earlier, duration: interval)
        }
        waiting = frame
    }

    /// Writes what is left of pictures and sound, and closes the file.
    package func finish() throws(MediaError) {
        if let last = waiting {
            waiting = nil
            let duration = last.duration > 0 ? last.duration : lastInterval
            try write(last, duration: duration)
            try writeTheRest(until: last.presentationTime.ticks + duration, isLast: true)
        }
        try muxer.finish()
    }

    private func write(_ frame: Frame, duration: Int64) throws(MediaError) {
        try muxer.write(conform(frame), size: choice.kind, duration: duration)
        try writeTheRest(until: frame.presentationTime.ticks)
    }

    /// Brings the sound, and what else is carried, up to the pictures: to `ticks`; after the last picture, which ends there, to its own end if that is
    /// later.
    private func writeTheRest(until ticks: Int64, isLast: Bool = false) throws(MediaError) {
        let seconds = source.video.timeBase.seconds(ticks)
        try carried?.copy(to: muxer, until: isLast ? .infinity : seconds)
        switch sound {
        case .silent, .copy: break
        case .mix(let mixer, _):
            let videoEnd = mixer.format.sample(atSeconds: seconds)
            while isLast || mixer.position + Int64(SoundMixer.blockCount) <= videoEnd {
                let position = mixer.position
                // All of the clip's sound is known to end before `end` once it has been read.
                let end = mixer.clipEnd.map { max($0, videoEnd) } ?? .max
                if isLast && position >= end { return }
                let block = try mixer.next()
                let known = mixer.clipEnd.map { max($0, videoEnd) } ?? .max / 2
                try muxer.writeSound(block, count: Int(min(Int64(block.count), known - position)), position: position)
            }
        }
    }

    /// Converts a frame whose format or range the encoder does not take. A size that is cut needs no conversion.
    private func conform(_ frame: Frame) throws(MediaError) -> Frame {
        guard frame.format != choice.kind.format || !choice.takesCodesAsTheyAre else { return frame }
        let kind = FrameScaler.Kind(frame)
        if let scaler = converter, scaler.source == kind { return try scaler.scale(frame) }
        let whole = FrameScaler.Kind(
            format: choice.kind.format, width: frame.width, height: frame.height, colour: choice.kind.colour)
        let scaler = try FrameScaler(from: kind, to: whole, path: source.path)
        converter = scaler
        return try scaler.scale(frame)
    }

    private static func isMilliseconds(_ timeBase: TimeBase) -> Bool {
        1000 % Int(timeBase.denominator) == 0
    }
}
