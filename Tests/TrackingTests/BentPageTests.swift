import Geometry
import Imaging
import SceneRendering
import TestSupport
import Testing
import Tracking

@Suite struct BentPageTests {
    /// 480 × 360; the page fills some 240 × 180 px.
    private static let camera = Camera(
        width: 480, height: 360, fx: 450, fy: 450, cx: 239.5, cy: 179.5, source: .file, focalSigma: 0)

    struct Case: Sendable, CustomStringConvertible {
        let page: BentPage, description: String
        init(_ shape: BentPage.Shape, _ share: Double, isAcross: Bool) {
            page = BentPage(
                shape, widthMetres: 0.2, heightMetres: 0.15, sagitta: share * 0.2, isAcross: isAcross)
            description = "\(shape), \(share) of the width, \(isAcross ? "across" : "down")"
        }
    }

    private func view(_ seconds: Double) -> View {
        View(
            x: 0.02 * seconds, distance: 0.36, tilt: 0.5 + 0.2 * seconds, azimuth: 0.3 - 0.4 * seconds,
            roll: 0.1 * seconds)
    }

    /// Mean distance between points of the page and where the track puts them, with its bend and without; by frame.
    private func errors(_ page: BentPage, _ frames: [Track.Frame]) throws -> (bent: [Double], plane: [Double]) {
        var result: (bent: [Double], plane: [Double]) = ([], [])
        for (index, frame) in frames.enumerated() {
            let anchor = try #require(frame.anchors.first, "frame \(index)")
            let square = Quad(Point2(-1, -1), Point2(1, -1), Point2(1, 1), Point2(-1, 1))
            let plane = try #require(Homography(from: square, to: anchor.corners))
            let pose = view(Double(index) / 30).cameraFromStage
            var (bent, flat) = (0.0, 0.0)
            for step in 0..<81 {
                let (u, v) = (Double(step % 9) / 4 - 1, Double(step / 9) / 4 - 1)
                let truth = try #require(Self.camera.project(pose(page.place(u: u, v: v))))
                let seen = try #require(plane(Point2(u, v)))
                flat += (seen - truth).length / 81
                bent += (seen + (anchor.bend?(u: u, v: v) ?? .zero) - truth).length / 81
            }
            result.bent.append(bent)
            result.plane.append(flat)
        }
        return result
    }

    private func shot(_ sheets: [Sheet]) -> Shot {
        let table = Sheet.backdrop(Pages.table, widthMetres: 0.64, depthMetres: 0.02)
        var scene = Scene(camera: Self.camera, cameraFromStage: .viewed(view), sheets: [table] + sheets)
        scene.sensor = .phone
        scene.lens.blurSigma = 0.5
        return Shot(scene, frameCount: 14)
    }

    /// What a plane leaves is measured too: it is what the surface has to be better than.
    @Test(arguments: [
        Case(.cylinder, 0.02, isAcross: true), Case(.cylinder, 0.05, isAcross: true),
        Case(.cylinder, 0.02, isAcross: false), Case(.cylinder, 0.05, isAcross: false),
        Case(.spread, 0.04, isAcross: true),
    ])
    func `points of a page that bends lie within half a pixel of where they are seen`(bent: Case) throws {
        let shot = shot(bent.page.sheets(Pages.cat, stripPixels: 20))
        let frames = try track(SceneSource(shot), [Pages.catModel], camera: Self.camera)
        #expect(frames.allSatisfy { $0.anchors.first?.bend != nil })
        let errors = try errors(bent.page, frames)
        let (mean, plane) = (
            errors.bent.reduce(0, +) / Double(errors.bent.count), errors.plane.reduce(0, +) / Double(errors.plane.count)
        )
        #expect(mean < 0.5, "\(mean) px, \(plane) px without the bend")
        #expect(plane > 1.5, "the shot shows a bend")
    }

    @Test func `a flat page gets no bend, not even behind a hand`() throws {
        var sheets = [Sheet.page(Pages.cat, name: "cat", widthMetres: 0.2)]
        sheets += Hand(pixelsPerMetre: 800).sheets(moving: Motion { .shift(x: 0.3 - $0 * 0.4, z: 0.01) })
        let frames = try track(SceneSource(shot(sheets)), [Pages.catModel], camera: Self.camera)
        #expect(frames.allSatisfy { $0.anchors.count == 1 && $0.anchors[0].bend == nil })
    }
}
