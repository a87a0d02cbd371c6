internal import Imaging
@testable import MediaIO

/// Pictures and animations, with their EXIF and their profiles.
@Sendable func fuzzStills(_ bytes: [UInt8]) {
    let path = scratchFile("still", bytes)
    _ = MotionPhoto.video(inFile: path)
    _ = LivePhoto.isPair(still: path, video: path)
    do throws(MediaError) {
        let (frame, orientation) = try StillReader.frame(path: path)
        _ = try StillReader.image(of: frame, orientation: orientation, longSide: 200, path: path)
    } catch { check(error) }
    guard StillKind(bytes) == .animatedWebP || StillKind(bytes) == .gif else { return }
    do throws(MediaError) {
        let film = try FilmReader(path: path)
        for seconds in [0, 0.1, 5, 0.05] { _ = try film.frame(atSeconds: seconds) }
    } catch { check(error) }
}

/// Clips: opening and decoding them, and, as their length has it, seeking, playing as a film, their sound, or copying.
@Sendable func fuzzClips(_ bytes: [UInt8]) {
    let path = scratchFile("clip", bytes)
    guard MediaProbe.kind(of: path) != .photo else { return }
    do throws(MediaError) {
        switch bytes.count % 4 {
        case 0: try seekPictures(path)
        case 1: try playFilm(path)
        case 2: try readSound(path)
        default:
            let reader = try ClipReader(path: path, threadCount: 1)
            _ = try ClipCopy.copy(
                reader.info, to: scratch + "/copy.mp4", name: "copy.mp4", container: .mp4, isCancelled: { false })
        }
    } catch { check(error) }
}

private func seekPictures(_ path: String) throws(MediaError) {
    let reader = try ClipReader(path: path, threadCount: 1)
    var last = reader.info.firstTicks
    for _ in 0..<6 {
        guard let frame = try reader.nextFrame() else { break }
        last = frame.presentationTime.ticks
    }
    for ticks in [last, reader.info.firstTicks, reader.info.endTicks ?? .max, .min] {
        try reader.seek(toFrameAtOrBefore: ticks)
        _ = try reader.nextFrame()
    }
}

private func playFilm(_ path: String) throws(MediaError) {
    let film = try FilmReader(path: path)
    for seconds in [0, 0.3, film.durationSeconds * 1.5, 0.1] { _ = try film.frame(atSeconds: seconds) }
}

private func readSound(_ path: String) throws(MediaError) {
    guard let file = try SoundFile(path: path) else { return }
    let reader = try SoundReader(file, as: .standard)
    let start = reader.start ?? 0
    for step in 0..<20 {
        var block = SoundBlock(channelCount: 2, count: 512)
        try reader.add(start + 512 * Int64(step)..<start + 512 * Int64(step + 1), to: &block, at: 0)
    }
    let cue = SoundCue(
        filmPath: path, startSeconds: 0.1, endSeconds: 2, filmOffsetSeconds: 0.4,
        gain: [.init(seconds: 0.1, gain: 1), .init(seconds: 2, gain: 1)])
    guard let film = try FilmSound.Film(path: path) else { return }
    let mixer = SoundMixer(
        clip: reader, cues: [cue], films: [path: film], duck: 6, format: .standard, videoStart: 0)
    for _ in 0..<200 { _ = try mixer.next() }
}
