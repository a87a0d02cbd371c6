import Geometry
import Imaging
import References
import SceneRendering
import TestSupport
import Testing
import Tracking
import Vision

/// Pages that share most of what they show, each of them alone: it is never named as another.
@Suite struct LookalikeTests {
    /// A page and its model; the features of the page itself do, and take less time than all.
    private struct Page: Sendable {
        let image: RGBAImage
        let model: ReferenceModel

        init(_ name: String, _ image: RGBAImage) throws {
            self.image = image
            model = try #require(
                try ReferenceModel(
                    name: name, image: image.grey, pixelWidth: image.width, pixelHeight: image.height,
                    widthMetres: 0.2, features: Features(in: image.grey, limit: 1200)))
        }
    }

    /// How often each reference is named while `shown` lies on the table.
    private func named(_ shown: Page, among pages: [Page], distance: Double = 0.35) throws -> [String: Int] {
        var scene = Scene(
            page: shown.image, name: "shown", widthMetres: 0.2, backdrop: Pages.table, camera: smallCamera,
            cameraFromStage: .viewed { View(x: 0.02 * $0, distance: distance, tilt: 0.35, roll: 0.2) })
        scene.sensor = .phone
        scene.lens.blurSigma = 0.5
        let frames = try track(SceneSource(Shot(scene, frameCount: 8)), pages.map(\.model))
        return frames.flatMap(\.anchors).reduce(into: [:]) { $0[$1.reference, default: 0] += 1 }
    }

    /// `base` with a part of `other` over it: at `x`, `y`, as shares of its size.
    private static func pasted(_ other: RGBAImage, on base: RGBAImage, x: Double, y: Double) -> RGBAImage {
        var result = base
        let (left, top) = (Int(x * Double(base.width)), Int(y * Double(base.height)))
        for row in 0..<min(other.height, base.height - top) {
            for column in 0..<min(other.width, base.width - left) {
                for channel in 0..<4 {
                    result.pixels[4 * ((top + row) * base.width + left + column) + channel] =
                        other.pixels[4 * (row * other.width + column) + channel]
                }
            }
        }
        return result
    }

    private static let form = RGBAImage.drawing(seed: 11)

    /// The same form with another drawing in a corner, a fifth of the page's area.
    private static func variants() throws -> [Page] {
        try (0..<3).map { number in
            let corner = RGBAImage.drawing(seed: UInt64(20 + number), width: 140, height: 110, shapes: 40)
            return try Page("variant \(number)", pasted(corner, on: form, x: 0.55, y: 0.52))
        }
    }

    @Test(arguments: [0.3, 0.5])
    func `pages that differ in a corner are told apart`(distance: Double) throws {
        let pages = try Self.variants()
        for page in pages {
            let named = try named(page, among: pages, distance: distance)
            #expect(named == [page.model.name: 8], "\(page.model.name) is shown")
        }
    }

    @Test func `a page that is not registered is not its lookalike`() throws {
        let pages = try Self.variants()
        // The others are nearest to what is shown, and one as near as the other: undecided.
        let named = try named(pages[0], among: Array(pages.dropFirst()))
        #expect(named.count <= 1)
    }

    @Test func `of two references with one picture none is named`() throws {
        let named = try named(Page("one", Self.form), among: [Page("one", Self.form), Page("two", Self.form)])
        #expect(named.isEmpty)
    }

    @Test func `a drawing and its mirror image with the same title are told apart`() throws {
        let title = RGBAImage.drawing(seed: 31, width: 320, height: 50, shapes: 60)
        let pages = try [("plain", Self.form), ("mirrored", Self.form.mirrored)].map { name, image in
            try Page(name, Self.pasted(title, on: image, x: 0, y: 0))
        }
        for page in pages { #expect(try named(page, among: pages) == [page.model.name: 8]) }
    }

    @Test(arguments: [0.3, 0.5])
    func `a page and one that has it as a figure are told apart`(size: Double) throws {
        let figure = try Page("figure", .drawing(seed: 41))
        let small = try figure.image.resized(to: size)
        let whole = try Page("whole", Self.pasted(small, on: .drawing(seed: 42), x: 0.25, y: 0.3))
        for page in [figure, whole] {
            #expect(try named(page, among: [figure, whole]) == [page.model.name: 8], "\(page.model.name) is shown")
        }
    }

    @Test func `twenty pages at once are each found where they are`() throws {
        let pages = try (0..<20).map { number in
            try Page("page \(number)", .drawing(seed: UInt64(500 + number)))
        }
        let sheets = pages.enumerated().map { number, page in
            var sheet = Sheet.page(page.image, name: page.model.name, widthMetres: 0.2)
            sheet.stageFromSheet = .still(
                .shift(x: 0.24 * (Double(number % 5) - 2), z: 0.19 * (Double(number / 5) - 1.5)))
            return sheet
        }
        let camera = Camera(
            width: 960, height: 720, fx: 900, fy: 900, cx: 479.5, cy: 359.5, source: .file, focalSigma: 0)
        var scene = Scene(
            camera: camera, cameraFromStage: .viewed { View(x: 0.05 * $0, distance: 1.2, tilt: 0.2) },
            sheets: [.table(Pages.table, widthMetres: 2)] + sheets)
        scene.sensor = .phone
        let shot = Shot(scene, frameCount: 3)
        let frames = try track(SceneSource(shot), pages.map(\.model), camera: camera)
        for page in pages {
            for (index, anchor) in frames.anchors(of: page.model.name).enumerated() {
                let truth = try #require(shot.corners(of: page.model.name, inFrame: index))
                #expect((anchor?.corners.alignmentError(to: truth) ?? 99) < 1, "\(page.model.name), frame \(index)")
            }
        }
    }
}

extension RGBAImage {
    /// Smaller by `factor`, each channel by areas.
    fileprivate func resized(to factor: Double) throws -> RGBAImage {
        let (newWidth, newHeight) = (Int(factor * Double(width)), Int(factor * Double(height)))
        let channels = try (0..<4).map { channel in
            try GreyImage(
                width: width, height: height,
                pixels: (0..<width * height).map { pixels[4 * $0 + channel] }
            ).resized(width: newWidth, height: newHeight)
        }
        return RGBAImage(
            width: newWidth, height: newHeight,
            pixels: (0..<newWidth * newHeight).flatMap { at in channels.map { $0.pixels[at] } })
    }
}
