import Calibration
import Foundation
import Geometry
import Imaging
import MediaIO
import Pipelines
import SceneRendering
import Sketchreel
import TestSupport
import Testing

#if canImport(Glibc)
    import Glibc
#endif

/// OpenCV's pictures of a chessboard.
private enum Stills {
    static let folder = SharedData.path("stills/")
    static let boards = [1, 2, 3, 4, 5, 6, 7, 8, 9, 11, 12, 13, 14].map {
        folder + String(format: "left%02d.jpg", $0)
    }
}

/// Whole runs of the use case.
@Suite struct CalibrateCameraTests {
    private func request(
        _ inputs: [String], _ folder: TemporaryFolder, columns: Int = 9, rows: Int = 6, overwrite: Bool = false
    ) throws -> CalibrateRequest {
        CalibrateRequest(
            inputs: inputs, board: try Board(.chessboard, columns: columns, rows: rows, squareMetres: 0.025),
            output: folder.path + "/camera.json", overwrite: overwrite)
    }

    private func sentence(_ request: CalibrateRequest) throws -> String {
        do {
            _ = try calibrate(request, RunContext())
            return ""
        } catch { return "\(error)" }
    }

    /// Where a lens moves what is seen at a normalised radius, as a share of that radius.
    private func bend(_ k: [Double], _ r2: Double) -> Double { k[0] * r2 + k[1] * r2 * r2 + k[4] * r2 * r2 * r2 }

    @Test(.enabled(if: SharedData.isPresent, Comment(rawValue: SharedData.missing)))
    func `OpenCV's pictures of a chessboard give OpenCV's camera`() throws {
        let folder = try TemporaryFolder()
        let summary = try calibrate(try request(Stills.boards, folder), RunContext())
        #expect(summary.warnings == [] && summary.usedCount == 13)
        // left_intrinsics.yml was made with a window that took corners of the second picture 1.2 px aside; here all views
        // agree to 0.3 px, and the focal length lies 0.48 % below that file's.
        #expect(abs(summary.fx / 535.91573 - 1) < 0.005 && abs(summary.fy / 535.91573 - 1) < 0.005)
        #expect(summary.error < 0.25 && summary.views.allSatisfy { ($0.error ?? 9) < 0.3 && $0.cornerCount == 54 })
        let file = try JSONSerialization.jsonObject(with: Data(folder.read("camera.json").utf8)) as? [String: Any]
        let distortion = try #require(file?["distortion"] as? [Double])
        let theirs = [-2.6637260909660682e-01, -3.8588898922304653e-02, 0, 0, 2.3839153080878486e-01]
        #expect(distortion[0] < 0 && abs(distortion[0] - theirs[0]) < 0.04)
        // k2 and k3 stand for each other: what the lens does is told by their sum, here out to the picture's corner.
        for r2 in [0.05, 0.1, 0.2, 0.35, 0.45] {
            #expect(abs(bend(distortion, r2) - bend(theirs, r2)) < 0.01, "\(r2)")
        }
    }

    @Test(.enabled(if: SharedData.isPresent, Comment(rawValue: SharedData.missing)))
    func `pictures without a board, and files that are no pictures, are named and left out`() throws {
        let folder = try TemporaryFolder()
        try folder.write("no picture", "notes.txt")
        let others = [Stills.folder + "graf1.png", folder.path + "/notes.txt", folder.path + "/missing.jpg"]
        let summary = try calibrate(try request(others + Stills.boards.prefix(8), folder), RunContext())
        #expect(summary.usedCount == 8)
        try #require(summary.warnings.count == 3)
        for (warning, path) in zip(summary.warnings, others) {
            #expect(warning.hasPrefix(path) && warning.hasSuffix("it is left out"))
        }
    }

    @Test(.enabled(if: SharedData.isPresent, Comment(rawValue: SharedData.missing)))
    func `an existing file is kept unless it may be replaced`() throws {
        let folder = try TemporaryFolder()
        try folder.write("mine", "camera.json")
        #expect(try sentence(try request(Stills.boards, folder)).contains("exists already"))
        #expect(try folder.read("camera.json") == "mine")
        _ = try calibrate(try request(Stills.boards, folder, overwrite: true), RunContext())
        #expect(try folder.read("camera.json").contains("focalSigma"))
    }

    @Test(.enabled(if: SharedData.isPresent, Comment(rawValue: SharedData.missing)))
    func `a board of another size, and too few pictures, are refused with what to do`() throws {
        let folder = try TemporaryFolder()
        let squares = try sentence(try request(Array(Stills.boards.prefix(4)), folder, columns: 10, rows: 7))
        #expect(squares.hasPrefix("4 pictures: cannot calibrate: the board is seen in 0 of"))
        #expect(squares.contains("--board 10x7 counts inner corners"))
        #expect(squares.hasSuffix("left03.jpg and 1 more)") && squares.contains("not seen in \(Stills.boards[0]), "))
        #expect(try sentence(try request(Array(Stills.boards.prefix(2)), folder)).contains("at least 4 are needed"))
        #expect(try folder.snapshot().isEmpty)
    }

    @Test func `pictures of two sizes are refused, and the odd one is named`() throws {
        let folder = try TemporaryFolder()
        let scene = BoardScene(.chessboard(columns: 7, rows: 5))
        let picture = scene.picture(BoardScene.views[1])
        let turned = Camera(width: 600, height: 800, fx: 760, fy: 752, cx: 300, cy: 400, source: .file, focalSigma: 0)
        let other = BoardScene(.chessboard(columns: 7, rows: 5), camera: turned).picture(View(distance: 0.42))
        let paths = ["a.png", "b.png"].map { folder.path + "/" + $0 }
        try StillWriter.writePNG(picture, to: paths[0])
        try StillWriter.writePNG(other, to: paths[1])
        #expect(
            try sentence(try request(paths, folder, columns: 7, rows: 5))
                == "\(paths[1]): cannot calibrate: its upright size is 600 × 800, and that of \(paths[0]) 800 × 600; "
                + "give pictures of one camera, held alike")
    }

    // MARK: Clips

    /// Four seconds around a chessboard by a phone held upright, stored lying; the camera is upright.
    private func clip(in folder: TemporaryFolder) throws -> String {
        let camera = Camera(
            width: 480, height: 640, fx: 620, fy: 620, cx: 236, cy: 324, source: .file, focalSigma: 0)
        let motion = Motion.viewed { seconds in
            View(
                x: 0.02 * cos(3 * seconds), z: 0.02 * sin(5 * seconds), distance: 0.5 + 0.05 * sin(4 * seconds),
                tilt: 0.5 + 0.1 * sin(2 * seconds), azimuth: 1.6 * seconds, roll: 0.3 * sin(3 * seconds))
        }
        let scene = BoardScene(.chessboard(columns: 7, rows: 5), camera: camera).scene(motion)
        let shot = Shot(scene, frameCount: 40, ticksPerFrame: 60)
        let source = SceneSource(shot, orientation: .rotatedClockwise)
        let path = folder.path + "/board.mov"
        let writer = try ClipWriter(
            path: path, container: .mov, source: ClipInfo(rendered: source.video), frameFormat: source.video.format,
            settings: EncoderSettings(codec: "ffv1", threadCount: 1), soundtrack: .none)
        while let frame = source.nextFrame() { try writer.append(frame) }
        try writer.finish()
        return path
    }

    @Test func `a clip around a chessboard gives the camera that filmed it, upright`() throws {
        let folder = try TemporaryFolder()
        let path = try clip(in: folder)
        let summary = try calibrate(try request([path], folder, columns: 7, rows: 5), RunContext())
        #expect(summary.width == 480 && summary.height == 640)
        #expect(abs(summary.fx / 620 - 1) < 0.005 && abs(summary.fy / 620 - 1) < 0.005, "\(summary)")
        #expect((8...20).contains(summary.views.count) && summary.error < 0.2)
        #expect(Set(summary.views.map(\.name)).count == summary.views.count)

        let mixed = try sentence(try request([path, path], folder, columns: 7, rows: 5, overwrite: true))
        #expect(mixed.contains("a clip is given by itself"))
    }

    @Test func `a run that is stopped leaves nothing behind`() throws {
        let folder = try TemporaryFolder()
        let path = try clip(in: folder)
        let cancellation = Cancellation()
        let context = RunContext(cancellation: cancellation) { if $0.framesDone > 5 { cancellation.cancel() } }
        #expect(throws: Cancelled.self) {
            _ = try calibrate(try request([path], folder, columns: 7, rows: 5), context)
        }
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["board.mov"])
    }
}
