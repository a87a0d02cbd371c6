import Geometry
import Imaging
import References
import SceneRendering
import TestSupport
import Testing
import Vision

@testable import Tracking

@Suite struct PageOutlineTests {
    private let view = View(x: 0.01, distance: 0.42, tilt: 0.35, azimuth: 0.4, roll: 0.1)
    private let zero = SmallHomography(Array(repeating: 0, count: 8))

    private func still(_ page: RGBAImage, over sheets: [Sheet] = []) -> Scene {
        let view = self.view
        var scene = Scene.sheet(page) { _ in view }
        scene.sheets += sheets
        return scene
    }

    /// The evidence about a page that is expected off its place, and the page put where the evidence wants it.
    private func outline(
        of model: ReferenceModel, in scene: Scene, off: Quad, trim: PaperTrim = PaperTrim()
    ) throws -> (evidence: PageOutline.Evidence, expected: Quad, moved: Quad, truth: Quad) {
        let shot = Shot(scene, frameCount: 1)
        let truth = try #require(shot.truth(ofFrame: 0).compactMap(\.corners).first)
        let expected = try #require(Quad(zip(truth.corners, off.corners).map { $0 + $1 }))
        let unit = (centre: expected.centre, scale: expected.diagonal / 2)
        let information = MotionPrior.following(radius: unit.scale, frames: 1).information(radius: unit.scale)
        let evidence = PageOutline(reference: model).evidence(
            in: try shot.luma(ofFrame: 0), about: expected, trim: trim, motion: .none, exposure: 0.5,
            covariance: try #require(information.inverse), unit: unit)
        let joined = HomographyPrior(offset: zero, information: information).joined(with: evidence, at: zero)
        let map = try #require(SmallHomography(joined.offset.map { -$0 }).map(centre: unit.centre, scale: unit.scale))
        return (evidence, expected, try #require(map(expected)), truth)
    }

    private static let shifts = [
        Quad(Point2(2, -1.5), Point2(2, -1.5), Point2(2, -1.5), Point2(2, -1.5)),
        Quad(Point2(-3, 1), Point2(-1, 2), Point2(1, 1), Point2(-1, -2)),
        Quad(Point2(0, 0), Point2(0, 0), Point2(0, 0), Point2(0, 0)),
    ]

    /// Four sides of a dozen places each, to 0.1 px; how the paper is cut is open to 0.005 of 95 px.
    @Test(arguments: shifts)
    func `the edges of a blank page hold it still`(off: Quad) throws {
        let found = try outline(of: LineArt.framedBlankModel, in: still(LineArt.framedBlank), off: off)
        #expect(found.evidence.isComplete && found.evidence.sides.map(\.index) == [0, 1, 2, 3])
        #expect(found.evidence.visibleSides == 4 && found.evidence.support > 0.9)
        let error = found.moved.alignmentError(to: found.truth)
        #expect(error < 0.4, "\(error) after \(found.expected.alignmentError(to: found.truth))")
    }

    @Test func `paper that is known to be cut wider holds the image, not the paper`() throws {
        // The image ends 2 px of 320 inside the paper, all round: 0.01 of half the diagonal, outwards.
        let cut = 2 / 200.0
        var trim = PaperTrim()
        for side in 0..<4 { for _ in 0..<40 { trim.learn(side, offset: -cut, variance: 1e-7) } }
        var scene = still(LineArt.blank)
        scene.sheets[1].name = nil
        scene.sheets[1].widthMetres *= 324.0 / 320
        scene.sheets[1].heightMetres *= 244.0 / 240
        var image = Sheet.page(LineArt.blank, name: "page", widthMetres: 0.2)
        image.opacity = 0.999
        scene.sheets.append(image)
        let found = try outline(of: LineArt.blankModel, in: scene, off: Self.shifts[0], trim: trim)
        #expect(found.evidence.isComplete)
        let error = found.moved.alignmentError(to: found.truth)
        #expect(error < 0.5, "\(error)")
    }

    @Test func `a hand over one side leaves the other three`() throws {
        let hand = Hand(pixelsPerMetre: 800).sheets(moving: .still(.shift(x: 0.16)))
        let found = try outline(
            of: LineArt.framedBlankModel, in: still(LineArt.framedBlank, over: hand), off: Self.shifts[0])
        let sides = found.evidence.sides.map(\.index)
        #expect(sides.contains(0) && sides.contains(2) && sides.contains(3))
        #expect(found.evidence.visibleSides == 4 && found.evidence.support < 0.95)
        let error = found.moved.alignmentError(to: found.truth)
        #expect(error < 0.8, "\(error)")
    }

    /// A strip over the right side, wider than is looked for edges: that side is gone and the evidence is not complete.
    @Test func `a side that is covered along all its length is no evidence, and its loss is told`() throws {
        let strip = Sheet(
            texture: Texture(.drawing(seed: 9, width: 60, height: 200, shapes: 60)), widthMetres: 0.06,
            stageFromSheet: .still(.shift(x: 0.1, y: 0.001)))
        let found = try outline(
            of: LineArt.framedBlankModel, in: still(LineArt.framedBlank, over: [strip]), off: Self.shifts[0])
        #expect(found.evidence.sides.map(\.index) == [0, 2, 3])
        #expect(!found.evidence.isComplete && found.evidence.visibleSides == 4)
    }

    /// The registered image is the middle of a sheet: around it the sheet goes on.
    private func outline(
        ofMiddleOf sheet: RGBAImage, off: Quad
    ) throws -> (evidence: PageOutline.Evidence, expected: Quad, moved: Quad, truth: Quad) {
        let middle = sheet.cropped(x: 160, y: 120, width: 320, height: 240)
        let model = try #require(
            try ReferenceModel(
                name: "middle", image: middle.grey, pixelWidth: 320, pixelHeight: 240, widthMetres: 0.2,
                features: Pages.catModel.index?.features))
        var scene = still(middle)
        var whole = Sheet.page(sheet, name: "", widthMetres: 0.4)
        whole.name = nil
        scene.sheets.insert(whole, at: 1)
        return try outline(of: model, in: scene, off: off)
    }

    @Test func `an image whose paper goes on has no edges`() throws {
        let found = try outline(ofMiddleOf: LineArt.wideBlank, off: Self.shifts[0])
        #expect(found.evidence.isEmpty, "\(found.evidence.sides)")
        #expect(found.moved == found.expected && !found.evidence.isComplete)
    }

    /// Where a drawing goes on, chance lines may be taken for edges; never for those of a whole page.
    @Test(arguments: shifts)
    func `an image whose drawing goes on has no outline`(off: Quad) throws {
        let found = try outline(ofMiddleOf: .drawing(seed: 77, width: 640, height: 480, shapes: 500), off: off)
        #expect(!found.evidence.isComplete && found.evidence.support < 0.5)
    }

    @Test func `sides outside the picture are not missed`() throws {
        var scene = Scene.sheet(LineArt.framedBlank) { _ in View(x: 0.12, distance: 0.4) }
        scene.seed = 3
        let found = try outline(of: LineArt.framedBlankModel, in: scene, off: Self.shifts[0])
        #expect(found.evidence.sides.map(\.index) == [0, 1, 2] && found.evidence.visibleSides == 3)
        #expect(found.evidence.isComplete)
    }

    @Test func `a page that is nowhere has no evidence, wherever nowhere is`() throws {
        let picture = GreyImage(width: 320, height: 240, filledWith: 120)
        let outline = PageOutline(reference: LineArt.framedBlankModel)
        let information = MotionPrior.following(radius: 90, frames: 1).information(radius: 90)
        let covariance = try #require(information.inverse)
        let page = Quad(Point2(80, 60), Point2(230, 60), Point2(230, 170), Point2(80, 170))
        for (size, shift) in [(1.0, 0.0), (1, 500), (1e7, 0), (1e12, 1e12), (1e200, 0), (1e-9, 160), (0, 100)] {
            let evidence = outline.evidence(
                in: picture, about: page.map { $0 * size + Point2(shift, shift) }, trim: PaperTrim(), motion: .none,
                exposure: 0.5, covariance: covariance, unit: (Point2(155, 115), 90))
            #expect(evidence.isEmpty && !evidence.isComplete)
        }
    }
}

extension RGBAImage {
    fileprivate func cropped(x: Int, y: Int, width: Int, height: Int) -> RGBAImage {
        RGBAImage(
            width: width, height: height,
            pixels: (y..<y + height).flatMap { row -> ArraySlice<UInt8> in
                let first = 4 * (row * self.width + x)
                return pixels[first..<first + 4 * width]
            })
    }
}
