internal import Imaging
@testable import MediaIO

/// Pictures and animations, with their EXIF and their profiles.
@Sendable func fuzzStills(_ bytes: [UInt8]) {
    let path = scratchFile("still", bytes)
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

/// Clips: opening, decoding, seeking, their sound, and copying their streams.
@Sendable func fuzzClips(_ bytes: [UInt8]) {
    let path = scratchFile("clip", bytes)
    guard MediaProbe.kind(of: path) != .photo else { return }
    do throws(MediaError) { try readPictures(path) } catch { check(error) }
    do throws(MediaError) { try readSound(path) } catch { check(error) }
}

private func readPictures(_ path: String) throws(MediaError) {
    let reader = try ClipReader(path: path, threadCount: 1)
    var last = reader.info.firstTicks
    for _ in 0..<6 {
        guard let frame = try reader.nextFrame() else { break }
        _ = frame.duration
        last = frame.presentationTime.ticks
    }
    for ticks in [last, reader.info.firstTicks, reader.info.endTicks ?? .max, .min] {
        try reader.seek(toFrameAtOrBefore: ticks)
        _ = try reader.nextFrame()
    }
    let film = try FilmReader(path: path)
    for seconds in [0, 0.3, film.durationSeconds * 1.5, 0.1] { _ = try film.frame(atSeconds: seconds) }
    _ = try ClipCopy.copy(
        reader.info, to: scratch + "/copy.mp4", name: "copy.mp4", container: .mp4, isCancelled: { false })
}

private func readSound(_ path: String) throws(MediaError) {
    guard let file = try SoundFile(path: path, decodes: true) else { return }
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
