import Geometry
import Imaging
import References
import SceneRendering
import TestSupport
import Testing
import Tracking
import Vision

/// A model whose printed size nobody knows.
enum ReferenceModelOfUnknownSize {
    static func make(_ page: RGBAImage, features: Features) throws -> ReferenceModel? {
        try ReferenceModel(
            name: "cat", image: page.grey, pixelWidth: page.width, pixelHeight: page.height, widthMetres: nil,
            features: features)
    }
}

@Suite struct NothingThereTests {
    private func anchorCount(_ scene: Scene, frameCount: Int = 10) throws -> Int {
        try track(SceneSource(Shot(scene, frameCount: frameCount)), [Pages.catModel]).reduce(0) {
            $0 + $1.anchors.count
        }
    }

    private func scene(_ page: RGBAImage) -> Scene {
        var scene = Scene.cat { View(x: 0.02 * $0, distance: 0.4, tilt: 0.3) }
        scene.sheets[1].texture = Texture(page)
        return scene
    }

    @Test func `a page seen in a mirror is not the page`() throws {
        #expect(try anchorCount(scene(Pages.cat.mirrored)) == 0)
        // The page itself, on the same spot, is there.
        #expect(try anchorCount(scene(Pages.cat), frameCount: 3) == 3)
    }

    @Test func `another drawing is not the page`() throws {
        #expect(try anchorCount(scene(Pages.dog)) == 0)
    }

    @Test func `an empty table has no page`() throws {
        var scene = scene(Pages.cat)
        scene.sheets.removeLast()
        #expect(try anchorCount(scene) == 0)
    }

    @Test func `a picture without anything in it is no page, and no failure`() throws {
        let black = RGBAImage.filled(red: 0, green: 0, blue: 0, width: 320, height: 240)
        let frames = try track(FilmStrip(Array(repeating: black, count: 8)), [Pages.catModel, Pages.dogModel])
        #expect(frames.count == 8 && frames.allSatisfy { $0.anchors.isEmpty })
    }

    @Test func `no references and no frames give no anchors`() throws {
        let shot = Shot(scene(Pages.cat), frameCount: 3)
        #expect(try track(SceneSource(shot), []).map(\.anchors.count) == [0, 0, 0])
        #expect(try track(SceneSource(Shot(scene(Pages.cat), frameCount: 0)), [Pages.catModel]).isEmpty)
    }
}
