import Foundation
import Geometry
import Imaging
import MediaIO
import SceneRendering

/// The files that the tests of the main job work on, made once in a run of the tests and kept in memory.
///
/// - `page.png`, and `ReferenceImages` in which the program has registered it as "page";
/// - `clip.mp4`: 24 frames of 320 × 240 at 30 a second with the page in view, sound and metadata;
/// - `clip.track.jsonl`: its track;
/// - `brief.mp4`: its first 6 frames, without sound; `brief.track.jsonl`: their track;
/// - `empty.mp4`: 12 frames without the page, with sound;
/// - `Album/red.mp4`: 0.2 s of red, then 0.2 s of blue, with a tone;
/// - `cache`: what the program keeps of the page.
enum PartyMaterial {
    static let frameCount = 24

    /// The files by their paths, or why they could not be made.
    static let files = Result { try made() }

    private static func made() throws -> [String: Data] {
        let folder = NSTemporaryDirectory() + "sketchreel-" + UUID().uuidString
        try FileManager.default.createDirectory(atPath: folder + "/Album", withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        try StillWriter.writePNG(page, to: folder + "/page.png")
        try film(shot(), to: folder + "/raw.mov")
        let sound = "-c:a aac -b:a 64k"
        let picture = "-c:v libx264 -preset ultrafast -crf 10 -pix_fmt yuv420p -video_track_timescale 600"
        try Tool.ffmpeg(
            "-i \(folder)/raw.mov -f lavfi -i sine=f=300:d=0.8 \(picture) -g 8 \(sound) -metadata title=Party "
                + "-metadata comment=Hello -movflags +faststart \(folder)/clip.mp4")
        try Tool.ffmpeg("-i \(folder)/raw.mov -frames:v 6 \(picture) \(folder)/brief.mp4")
        try Tool.ffmpeg(
            "-f lavfi -i testsrc2=s=320x240:r=30:d=0.4 -f lavfi -i sine=d=0.4 \(picture) \(sound) \(folder)/empty.mp4")
        try Tool.ffmpeg(
            "-f lavfi -i color=red:s=64x48:r=30:d=0.2 -f lavfi -i color=blue:s=64x48:r=30:d=0.2 "
                + "-f lavfi -i sine=f=800:d=0.4 -filter_complex [0][1]concat=n=2 \(picture) \(sound) \(folder)/Album/red.mp4"
        )
        for line in [["register", "page.png", "--width", "20cm"], ["track", "clip.mp4"], ["track", "brief.mp4"]] {
            let ending = try Program.run(line, in: folder, environment: ["XDG_CACHE_HOME": folder + "/cache"])
            guard ending.status == 0 else {
                throw Tool.Failure(words: line, status: ending.status, said: ending.errors)
            }
        }
        try FileManager.default.removeItem(atPath: folder + "/raw.mov")
        return try read(folder)
    }

    private static func read(_ folder: String) throws -> [String: Data] {
        var files: [String: Data] = [:]
        for name in try FileManager.default.subpathsOfDirectory(atPath: folder) {
            var isFolder: ObjCBool = false
            let path = folder + "/" + name
            guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder), !isFolder.boolValue else {
                continue
            }
            files[name] = try Data(contentsOf: URL(fileURLWithPath: path))
        }
        return files
    }

    // MARK: The scene

    /// A drawing of blots, no two alike.
    static let page: RGBAImage = {
        var random = SplitMix(seed: 11)
        let (columns, cell) = (20, 16)
        let colours: [[UInt8]] = (0..<columns * 15).map { _ in (0..<3).map { _ in UInt8(random.next() & 255) } + [255] }
        return RGBAImage(width: 320, height: 240) { x, y in colours[y / cell * columns + x / cell] }
    }()

    /// The page on a grey table, seen from above by a hand that moves a little.
    private static func shot() -> Shot {
        let camera = Camera(
            width: 320, height: 240, fx: 300, fy: 300, cx: 159.5, cy: 119.5, source: .file, focalSigma: 0)
        let grey = RGBAImage(width: 64, height: 64) { x, y in
            let light = UInt8(120 + (7 * x + 5 * y) % 24)
            return [light, light, light, 255]
        }
        let motion = Motion.viewed { seconds in
            View(x: 0.01 * seconds, distance: 0.42, tilt: 0.35, azimuth: 0.3 + 0.1 * seconds, roll: 0.1)
        }
        let scene = Scene(page: page, widthMetres: 0.2, backdrop: grey, camera: camera, cameraFromStage: motion)
        return Shot(scene, frameCount: frameCount)
    }

    /// Writes a shot as a lossless clip without sound.
    private static func film(_ shot: Shot, to path: String) throws {
        let source = SceneSource(shot)
        let writer = try ClipWriter(
            path: path, container: .mov, source: ClipInfo(rendered: source.video), frameFormat: source.video.format,
            settings: EncoderSettings(codec: "ffv1", threadCount: 1), soundtrack: .none)
        while let frame = source.nextFrame() { try writer.append(frame) }
        try writer.finish()
    }
}

extension RGBAImage {
    /// A picture whose pixels are given by their places.
    fileprivate init(width: Int, height: Int, _ pixel: (_ x: Int, _ y: Int) -> [UInt8]) {
        var pixels: [UInt8] = []
        for y in 0..<height { for x in 0..<width { pixels += pixel(x, y) } }
        self.init(width: width, height: height, pixels: pixels)
    }
}
