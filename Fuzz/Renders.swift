internal import Foundation
internal import Geometry
internal import Imaging
internal import MediaIO
internal import References
@testable import Sketchreel
internal import Tracking

/// Rendering by a track that says what it likes of where drawings are: its header is made that of a real clip.
@Sendable func fuzzRenders(_ bytes: [UInt8]) {
    guard var track = try? TrackFile.track(from: Data(bytes), path: "a.track.jsonl") else { return }
    let scene = scene
    track.clip = scene.clip
    let told = track.camera
    track.camera = Camera(
        width: scene.clip.width, height: scene.clip.height, fx: told.fx, fy: told.fy, cx: told.cx, cy: told.cy,
        distortion: told.distortion, source: told.source, focalSigma: told.focalSigma)
    let path = scratchFile("render.track.jsonl", TrackFile.data(track))
    let isPlain = bytes.count % 2 == 0
    do {
        _ = try render(
            RenderRequest(
                clip: scene.path, track: path, catalog: scene.catalog, albums: [scene.album],
                show: .init(fadeIn: 0, hold: 1, fadeOut: 0, seed: 1, fit: .whole, sound: .none),
                look: .init(
                    occlusion: isPlain ? .none : .auto, light: isPlain ? .none : .match,
                    grain: isPlain ? .none : .match),
                encoding: .init(codec: "ffv1"), output: scratch + "/render.mkv", overwrite: true), RunContext())
    } catch { check(error) }
}

/// A clip of four frames, a catalog with the drawing "Cat", and an album with one picture.
private struct Scene {
    let path, catalog, album: String
    let clip: Track.Clip

    init() throws {
        (path, catalog, album) = (scratch + "/scene.mkv", scratch + "/scene-catalog", scratch + "/scene-album")
        try FileManager.default.createDirectory(atPath: album, withIntermediateDirectories: true)
        let picture = RGBAImage(
            width: 120, height: 100, pixels: (0..<120 * 100 * 4).map { UInt8(truncatingIfNeeded: $0 * $0 / 7 | 3) })
        let png = try StillWriter.png(picture)
        try png.write(to: URL(fileURLWithPath: album + "/a.png"))
        var drawings = try Catalog(path: catalog, mayBeMissing: true)
        guard let width = Length(20, .centimetres) else { preconditionFailure("20 cm is a length") }
        try drawings.add(
            NewReference(name: "Cat", image: png, imageExtension: "png", width: width), replacing: true)
        try Self.write(path)
        let info = try ClipReader(path: path, threadCount: 1).info
        clip = Track.Clip(
            file: path, bytes: info.byteCount, sha256: "", width: info.video.width, height: info.video.height,
            timeBase: info.video.timeBase, orientation: .upright)
    }

    private static func write(_ path: String) throws {
        guard let format = PixelFormat.named("yuv420p"), let base = TimeBase(1, 1000) else {
            preconditionFailure("libav knows yuv420p")
        }
        let colour = ColourDescription(matrix: 1, range: .limited)
        let video = VideoDescription(
            width: 64, height: 48, format: format, colour: colour, orientation: .upright, timeBase: base,
            estimatedFrameRate: 25, estimatedFrameCount: 4)
        let writer = try ClipWriter(
            path: path, container: .mkv, source: ClipInfo(rendered: video), frameFormat: format,
            settings: EncoderSettings(codec: "ffv1", threadCount: 1), soundtrack: .none)
        for number in 0..<4 {
            try writer.append(
                Frame(
                    allocating: format, width: 64, height: 48, colour: colour,
                    presentationTime: ClipTime(ticks: Int64(number) * 40, timeBase: base), duration: 40))
        }
        try writer.finish()
    }
}

private let scene: Scene = {
    do { return try Scene() } catch { fatalError("\(error)") }
}()
