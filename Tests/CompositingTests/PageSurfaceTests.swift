import Compositing
import Foundation
import Geometry
import Imaging
import Testing

/// A page of 160 × 120 pixels whose drawing is known, in the middle of a frame, and a film of one colour that is laid on it.
private struct Scene {
    static let (width, height, left, top) = (240, 180, 40, 30)
    static let (pageWidth, pageHeight) = (160, 120)
    static let colour = ColourDescription(matrix: 6, range: .limited, chromaLocation: 1)

    /// Light of the frame at a pixel, 1 as white: the drawing's, before anything happens to it.
    static func printed(_ x: Int, _ y: Int) -> Double {
        let waves = sin(Double(x) * 0.31) * sin(Double(y) * 0.27) + 0.5 * sin(Double(x + 2 * y) * 0.11)
        let line = (x / 5 + y / 7) % 6 == 0 ? 0.5 : 1.0
        return (0.55 + 0.2 * waves) * line
    }

    static func code(_ light: Double) -> Int {
        let height: Double = 219 * min(max(light, 0), 1).squareRoot()
        return 16 + Int(height.rounded())
    }

    /// The drawing as a picture of its own.
    static var drawing: Frame {
        makeFrame(Formats.yuv420p, pageWidth, pageHeight, colour: colour) { component, x, y in
            component == 0 ? code(printed(x, y)) : 128
        }
    }

    /// The frame: what `seen` makes of the drawing's light on the page, a grey table around it.
    static func frame(
        noise: Double = 0, seed: UInt64 = 1, chroma: (_ component: Int, _ x: Int, _ y: Int) -> Int = { _, _, _ in 128 },
        seen: (_ printed: Double, _ x: Int, _ y: Int) -> Double = { light, _, _ in light }
    ) -> Frame {
        var generator = Seeded(state: seed)
        return makeFrame(Formats.yuv420p, width, height, colour: colour) { component, x, y in
            guard component == 0 else { return chroma(component, 2 * x, 2 * y) }
            let (u, v) = (x - left, y - top)
            let isPage = (0..<pageWidth).contains(u) && (0..<pageHeight).contains(v)
            let grain = noise == 0 ? 0 : (0..<12).reduce(-6.0) { sum, _ in sum + .random(in: 0..<1, using: &generator) }
            return min(max(code(isPage ? seen(printed(u, v), u, v) : 0.1) + Int((grain * noise).rounded()), 16), 235)
        }
    }

    static let corners = Quad(
        Point2(39.5, 29.5), Point2(199.5, 29.5), Point2(199.5, 149.5), Point2(39.5, 149.5))

    private let observer: PageObserver
    private let film: PagePicture
    private let page: Homography

    init(film light: Double, choice: PageObserver.Choice) throws {
        let layout = PageLayout(canvasWidth: Self.pageWidth, canvasHeight: Self.pageHeight, fit: .stretch)
        observer = PageObserver(
            drawing: layout.picture(from: Self.drawing, orientation: .upright), width: Self.width, height: Self.height,
            colour: Self.colour, choice: choice)
        film = layout.picture(
            from: makeFrame(Formats.yuv420p, 32, 24, colour: Self.colour) { component, _, _ in
                component == 0 ? Self.code(light) : 128
            }, orientation: .upright)
        let canvas = Quad(outlineOfWidth: Self.pageWidth, height: Self.pageHeight)
        page = try #require(Homography(from: canvas, to: Self.corners))
    }

    /// The luma of the frame with the film on it.
    func composed(_ frame: Frame) throws -> [[Int]] {
        var result = frame
        let surface = observer.observe(frame, page: page, motion: nil)
        let compositor = try Compositor(
            format: frame.format, width: Self.width, height: Self.height, colour: Self.colour)
        compositor.compose([Layer(page: page, picture: film, opacity: 1, surface: surface)], onto: &result)
        return result.samples(0)
    }
}

@Suite struct `What a frame shows of a page` {
    private static let light = PageObserver.Choice(light: true, front: false, grain: false)
    private static let front = PageObserver.Choice(light: true, front: true, grain: false)

    @Test func `shade and a slope of light fall on the film as on the page`() throws {
        let scene = try Scene(film: 0.5, choice: Self.light)
        func gain(_ x: Int, _ y: Int) -> Double { 0.35 + 0.4 * Double(x) / 160 + 0.1 * Double(y) / 120 }
        let result = try scene.composed(Scene.frame(seen: { light, x, y in light * gain(x, y) }))
        for y in stride(from: 4, to: 116, by: 7) {
            for x in stride(from: 4, to: 156, by: 9) {
                #expect(abs(result[y + 30][x + 40] - Scene.code(0.5 * gain(x, y))) <= 3, "\(x), \(y)")
            }
        }
    }

    @Test func `glare lies on the film too`() throws {
        let scene = try Scene(film: 0.02, choice: Self.light)
        func glare(_ x: Int, _ y: Int) -> Double {
            0.35 * exp(-Double((x - 80) * (x - 80) + (y - 60) * (y - 60)) / 1800)
        }
        let result = try scene.composed(Scene.frame(seen: { light, x, y in 0.6 * light + glare(x, y) }))
        #expect(abs(result[90][120] - Scene.code(0.012 + 0.35)) <= 18, "in its middle")
        #expect(abs(result[40][50] - Scene.code(0.012)) <= 12, "far from it")
    }

    @Test func `what lies in front of the page stays in front, and nothing else does`() throws {
        let scene = try Scene(film: 0.9, choice: Self.front)
        func away(_ x: Int, _ y: Int) -> Double { hypot(Double(x) - 60, Double(y) - 70) }
        func hand(_ light: Double, _ x: Int, _ y: Int) -> Double { away(x, y) < 30 ? 0.3 : light }
        let skin = { (component: Int, x: Int, y: Int) in
            away(x - 40, y - 30) < 30 ? (component == 1 ? 108 : 150) : 128
        }
        for number in 0..<3 {
            let frame = Scene.frame(noise: 1.5, seed: UInt64(number), chroma: skin, seen: hand)
            let (before, after) = (frame.samples(0), try scene.composed(frame))
            var (kept, covered) = (0, 0)
            for y in 3..<117 {
                for x in 3..<157 {
                    if away(x, y) < 27, after[y + 30][x + 40] == before[y + 30][x + 40] { kept += 1 }
                    if away(x, y) > 33, abs(after[y + 30][x + 40] - Scene.code(0.9)) <= 8 { covered += 1 }
                }
            }
            let (inside, outside) = (
                (3..<117).reduce(0) { sum, y in sum + (3..<157).count { away($0, y) < 27 } },
                (3..<117).reduce(0) { sum, y in sum + (3..<157).count { away($0, y) > 33 } }
            )
            #expect(Double(kept) > 0.98 * Double(inside), "frame \(number): \(kept) of \(inside) stay")
            #expect(Double(covered) > 0.995 * Double(outside), "frame \(number): \(covered) of \(outside) are covered")
        }
    }

    @Test func `no matte is found in shadow, in glare or where nothing is`() throws {
        let lights: [(String, (Double, Int, Int) -> Double)] = [
            ("nothing", { light, _, _ in light }),
            ("shadow", { light, x, _ in light * (0.45 + 0.4 * Double(x) / 160) }),
            (
                "glare",
                { light, x, y in 0.6 * light + 0.3 * exp(-Double((x - 50) * (x - 50) + (y - 50) * (y - 50)) / 2000) }
            ),
        ]
        for (name, light) in lights {
            let lit = try Scene(film: 0.9, choice: Self.front)
            let frame = Scene.frame(noise: 1.5, seen: light)
            // A film as even as its light: where the drawing still shows, neighbours differ.
            let after = try lit.composed(frame)
            var shown = 0
            for y in 36..<144 {
                for x in 46..<193 where abs(after[y][x + 1] - after[y][x]) > 6 { shown += 1 }
            }
            #expect(shown < 60, "\(name): \(shown) of 15,876")
        }
    }

    @Test func `grain on the film varies as that of the paper does`() throws {
        let scene = try Scene(film: 0.5, choice: PageObserver.Choice(light: false, front: false, grain: true))
        var variances: [Double] = []
        for number in 0..<12 {
            let after = try scene.composed(Scene.frame(noise: 3, seed: UInt64(number)))
            let block = (60..<120).flatMap { y in after[y][70..<170].map(Double.init) }
            let mean = block.reduce(0, +) / Double(block.count)
            variances.append(block.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / Double(block.count - 1))
        }
        // Nothing of the drawing is even: the noise is learnt from the table around it.
        #expect(abs(variances[11] / 9 - 1) < 0.3, "\(variances)")
    }

    @Test func `a page out of the frame or seen from its edge tells nothing, and does no harm`() throws {
        let layout = PageLayout(canvasWidth: 160, canvasHeight: 120, fit: .stretch)
        let observer = PageObserver(
            drawing: layout.picture(from: Scene.drawing, orientation: .upright), width: 240, height: 180,
            colour: Scene.colour, choice: PageObserver.Choice(light: true, front: true, grain: true))
        let canvas = Quad(outlineOfWidth: 160, height: 120)
        for corners in [
            Quad(Point2(500, 500), Point2(600, 500), Point2(600, 600), Point2(500, 600)),
            Quad(Point2(-90, -90), Point2(-10, -90), Point2(-10, -10), Point2(-90, -10)),
            Quad(Point2(20, 90), Point2(220, 90), Point2(220, 90.4), Point2(20, 90.4)),
            Quad(Point2(-9000, -7000), Point2(9000, -7000), Point2(9000, 7000), Point2(-9000, 7000)),
        ] {
            let page = try #require(Homography(from: canvas, to: corners))
            _ = observer.observe(Scene.frame(), page: page, motion: nil)
        }
    }
}
