internal import CFFmpegShim
package import Imaging

/// A film of an album, asked for by time: which picture is to be seen at a moment. A photo is a film of one picture.
///
/// Asking in order decodes each frame once; going back seeks. One thread at a time.
package final class FilmReader {
    package let path: String
    /// From the first picture to the end of the last (of the sound, where there are no pictures); 0 for a photo, which
    /// does not end.
    package let durationSeconds: Double
    /// Where the first picture lies on the file's own clock, in seconds.
    let startSeconds: Double
    package let hasVideo, hasAudio: Bool
    /// The pictures, their orientation included; `nil` for sound alone.
    package let video: VideoDescription?
    /// What the file says of its alpha; `nil` where it says nothing.
    let toldAlphaMeaning: AlphaMeaning?
    private let source: Source
    /// The frame that was shown last, and the one after it, which has been decoded already.
    private var current, upcoming: Frame?

    private enum Source { case photo(Frame), moving(any MovingPictures), sound }

    /// Farther ahead than this, a seek costs less than decoding what lies between.
    private static let seekAheadSeconds = 4.0
    /// A film that ends this much before its time is damaged.
    private static let missingSeconds = 1.0

    /// Opens a film, a photo or a sound file, told by its content.
    ///
    /// - Parameters:
    ///   - prefersVideo: of a motion photo its video is opened, not its picture.
    ///   - photoLongSide: as that of `StillReader.still`.
    package init(
        path: String, threadCount: Int = 1, prefersVideo: Bool = false, photoLongSide: Int = StillReader.enough
    ) throws(MediaError) {
        self.path = path
        let kind = MediaProbe.kind(of: path)
        switch kind == .photo && prefersVideo && MotionPhoto.video(inFile: path) != nil ? .video : kind {
        case .photo:
            let still = try StillReader.still(path: path, longSide: photoLongSide)
            let (frame, orientation) = (still.frame, still.orientation)
            (source, toldAlphaMeaning) = (.photo(frame), .straight)
            (startSeconds, durationSeconds, hasVideo, hasAudio) = (0, 0, true, false)
            video = VideoDescription(
                width: frame.width, height: frame.height, format: frame.format, colour: frame.colour,
                orientation: orientation, timeBase: frame.presentationTime.timeBase, estimatedFrameRate: 0,
                estimatedFrameCount: 1)
        case .video where StillKind(ofFile: path) == .animatedWebP:
            let animation = try WebPAnimation(try StillReader.contents(path), path: path)
            (source, toldAlphaMeaning) = (.moving(animation), .straight)
            (startSeconds, durationSeconds, hasVideo, hasAudio) = (0, animation.durationSeconds, true, false)
            video = animation.video
        case .video:
            let reader = try ClipReader(path: path, threadCount: threadCount)
            source = .moving(reader)
            toldAlphaMeaning = AlphaMeaning(
                ofFile: path, container: reader.info.container, codec: reader.info.videoCodec)
            let stated = reader.info.durationSeconds
            startSeconds = reader.video.timeBase.seconds(reader.info.firstTicks)
            durationSeconds = try stated > 0 ? stated : FilmReader.measure(path)
            (hasVideo, hasAudio, video) = (true, reader.info.audio != nil, reader.video)
        case .audio:
            (source, toldAlphaMeaning) = (.sound, nil)
            (startSeconds, durationSeconds) = (0, try FilmReader.measure(path))
            (hasVideo, hasAudio, video) = (false, true, nil)
        case .none:
            _ = try LocalFile(path)
            throw MediaError(
                path: path, step: .open, detail: "this is no video, photo or sound that can be read",
                remedy: "remove it from the album, or save it in another format")
        }
    }

    /// Where in the film a moment of its endless repetition lies, in seconds from the first picture.
    package func filmTime(atSeconds seconds: Double) -> Double {
        guard durationSeconds > 0 else { return 0 }
        let rest = max(0, seconds).truncatingRemainder(dividingBy: durationSeconds)
        return rest.isFinite ? rest : 0
    }

    /// The last frame whose time has come at `seconds` of the film, which begins again at its end; `nil` for sound alone.
    ///
    /// - Throws: when the film cannot be decoded up to there.
    package func frame(atSeconds seconds: Double) throws(MediaError) -> Frame? {
        switch source {
        case .photo(let frame): return frame
        case .sound: return nil
        case .moving(let reader):
            let timeBase = reader.video.timeBase
            // A microsecond of grace: seconds that were made from ticks must lead back to them.
            let offset = ((filmTime(atSeconds: seconds) + 1e-6) / timeBase.seconds(1)).rounded(.down)
            return try frame(atTicks: reader.firstTicks + Int64(min(offset, 1e18)), of: reader)
        }
    }

    private func frame(atTicks ticks: Int64, of reader: any MovingPictures) throws(MediaError) -> Frame? {
        let ahead = Int64(Self.seekAheadSeconds / reader.video.timeBase.seconds(1))
        if let shown = current, ticks < shown.presentationTime.ticks || ticks - shown.presentationTime.ticks > ahead {
            try reader.seek(toFrameAtOrBefore: ticks)
            (current, upcoming) = (nil, nil)
        }
        if current == nil { current = try reader.nextFrame() }
        while true {
            if upcoming == nil { upcoming = try reader.nextFrame() }
            guard let next = upcoming else {
                try checkEnd(of: reader, before: ticks)
                return current
            }
            guard next.presentationTime.ticks <= ticks else { return current }
            (current, upcoming) = (next, nil)
        }
    }

    /// A film whose pictures end well before `ticks`, and not by their own duration, is cut off or damaged.
    private func checkEnd(of reader: any MovingPictures, before ticks: Int64) throws(MediaError) {
        guard let last = current, let damage = reader.damage else { return }
        let missing = reader.video.timeBase.seconds(ticks - last.presentationTime.ticks - last.duration)
        guard missing > Self.missingSeconds else { return }
        throw MediaError(
            path: path, step: .decode, detail: "its pictures end too early (\(damage.detail))",
            remedy: "copy the file again from where it comes")
    }

    private static func measure(_ path: String) throws(MediaError) -> Double {
        var seconds = 0.0
        try MediaError.check(unsafe media_measure(path, MotionPhoto.opened(path), &seconds), path: path)
        return seconds
    }
}
