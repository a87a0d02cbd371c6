import Compositing
import Geometry
import Imaging
import Testing

/// A film whose left half is dark and whose top-left pixel block is bright: it shows how it is turned.
private func signpost(_ width: Int, _ height: Int) -> Frame {
    makeFrame(Formats.grey, width, height, colour: ColourDescription(range: .full)) { _, x, y in
        x < width / 4 && y < height / 4 ? 250 : x < width / 2 ? 50 : 150
    }
}

/// The canvas itself as a frame.
private func laidOut(
    _ film: Frame, _ layout: PageLayout, orientation: Orientation = .upright, sampleAspectRatio: Double = 1
) throws -> [[Int]] {
    var frame = makeFrame(film.format, layout.canvasWidth, layout.canvasHeight) { _, _, _ in 0 }
    let picture = layout.picture(from: film, orientation: orientation, sampleAspectRatio: sampleAspectRatio)
    try compose([Layer(page: .identity, picture: picture, opacity: 1)], onto: &frame)
    return frame.samples(0)
}

@Suite struct PageLayoutTests {
    @Test func `a stretched picture fills the page`() throws {
        let canvas = try laidOut(signpost(40, 20), PageLayout(canvasWidth: 80, canvasHeight: 80, fit: .stretch))
        #expect([canvas[5][5], canvas[75][5], canvas[5][75], canvas[75][75]] == [250, 50, 150, 150])
        #expect(canvas[40][35] == 50 && canvas[40][44] == 150)
        #expect(canvas[15][15] > 240 && canvas[24][15] < 60, "but for what an enlarged edge overshoots")
    }

    @Test func `a picture that fills the page is cut off at the sides`() throws {
        let canvas = try laidOut(signpost(80, 40), PageLayout(canvasWidth: 40, canvasHeight: 40, fit: .fill))
        // Of 80 × 40, 20 columns are cut off left and right: the bright block goes.
        #expect(canvas[5][2] == 50 && canvas[5][17] == 50 && canvas[5][22] == 150)
    }

    @Test func `a whole picture stands over a blurred and enlarged copy of itself`() throws {
        let canvas = try laidOut(signpost(80, 40), PageLayout(canvasWidth: 80, canvasHeight: 80, fit: .whole))
        // The film covers rows 20 ..< 60.
        #expect(canvas[22][5] == 250 && canvas[57][5] == 50 && canvas[57][75] == 150)
        #expect(canvas[18...21].map { $0[5] }.dropFirst(2).allSatisfy { $0 == 250 })
        // Below it the film's lower half, enlarged to twice the size: dark, a soft edge in the middle, light.
        let below = canvas[70]
        #expect(zip(below, below.dropFirst()).allSatisfy { (0...6).contains($1 - $0) }, "blurred")
        #expect(below[5] == 50 && abs(below[40] - 112) < 6 && below[75] == 150)
    }

    @Test func `the film and its backdrop share the page without a gap or an overlap`() throws {
        let film = makeFrame(Formats.grey, 61, 33) { _, _, _ in 180 }
        for opacity in [1.0, 0.6] {
            var frame = makeFrame(Formats.grey, 90, 90) { _, _, _ in 60 }
            let page = Quad(Point2(10.2, 12.7), Point2(70.4, 9.3), Point2(76.1, 80.2), Point2(7.7, 71.9))
            try compose(film, at: page, onto: &frame, opacity: opacity, softness: 0.5, fit: .whole, canvas: (60, 60))
            let expected = Int(mixed(60, 180, share: opacity).rounded())
            for y in 20..<65 {
                #expect(frame.samples(0)[y][14..<68].allSatisfy { abs($0 - expected) <= 1 }, "row \(y)")
            }
        }
    }

    @Test func `a shape that hardly differs is stretched instead of given hair-thin margins`() throws {
        let film = makeFrame(Formats.grey, 100, 50) { _, x, _ in x % 2 == 0 ? 200 : 100 }
        let layout = PageLayout(canvasWidth: 100, canvasHeight: 50, fit: .whole)
        let alike = PageLayout(canvasWidth: 200, canvasHeight: 101, fit: .whole)
        #expect(try laidOut(film, layout) == film.samples(0))
        #expect(try laidOut(film, alike)[0][0] == 200, "no margin at the top")
    }

    @Test(arguments: Orientation.allCases)
    func `a turned or mirrored film is laid out upright`(orientation: Orientation) throws {
        let upright = signpost(40, 24)
        let shown = upright.samples(0)
        // The stored film is the upright one with the turn undone.
        let (width, height) = orientation.uprightSize(width: 40, height: 24)
        let map = orientation.uprightFromStored(width: width, height: height)
        let stored = makeFrame(Formats.grey, width, height) { _, x, y in
            let point = map(Point2(Double(x), Double(y))) ?? .zero
            return shown[Int(point.y.rounded())][Int(point.x.rounded())]
        }
        for fit in Fit.allCases {
            let layout = PageLayout(canvasWidth: 40, canvasHeight: 24, fit: fit)
            #expect(try laidOut(stored, layout, orientation: orientation) == shown)
        }
        let useful = PageLayout(canvasWidth: 16, canvasHeight: 8, fit: .stretch).usefulSize(
            ofFilmWidth: 400, height: 400, orientation: orientation)
        #expect(useful == (orientation.swapsAxes ? (10, 20) : (20, 10)))
    }

    @Test func `pixels that are not square count with their shape`() throws {
        // 40 × 40 pixels twice as wide as high are a picture of 2 : 1.
        let layout = PageLayout(canvasWidth: 80, canvasHeight: 40, fit: .whole)
        let canvas = try laidOut(signpost(40, 40), layout, sampleAspectRatio: 2)
        #expect([canvas[2][2], canvas[37][2], canvas[2][77]] == [250, 50, 150])
    }

    @Test func `the canvas is as large as the page is ever seen, within bounds`() {
        let small = PageLayout(
            aspectRatio: 1.5, seenAs: [rectangle(0, 0, 90, 60), rectangle(9, 9, 299.2, 150)], fit: .whole)
        #expect((small.canvasWidth, small.canvasHeight) == (300, 200))
        let tall = PageLayout(aspectRatio: 1.5, seenAs: [rectangle(0, 0, 30, 200)], fit: .whole)
        #expect((tall.canvasWidth, tall.canvasHeight) == (300, 200))
        let huge = PageLayout(aspectRatio: 0.5, seenAs: [rectangle(0, 0, 1e9, 1e7)], fit: .whole)
        #expect((huge.canvasWidth, huge.canvasHeight) == (1024, 2048))
        let never = PageLayout(aspectRatio: 1, seenAs: [], fit: .whole)
        #expect((never.canvasWidth, never.canvasHeight) == (1, 1))
    }

    @Test func `a film is never enlarged before it is laid out`() {
        let layout = PageLayout(canvasWidth: 1000, canvasHeight: 700, fit: .whole)
        #expect(layout.usefulSize(ofFilmWidth: 320, height: 240, orientation: .upright) == (320, 240))
        #expect(layout.usefulSize(ofFilmWidth: 3840, height: 2160, orientation: .upright) == (1150, 648))
    }

    @Test(arguments: [(1, 1), (2, 1), (1, 3), (3, 2), (5, 5)])
    func `tiny films are laid out`(width: Int, height: Int) throws {
        for fit in Fit.allCases {
            for format in Formats.all {
                let film = makeFrame(format, width, height) { _, _, _ in 99 }
                var frame = makeFrame(format, 40, 40) { _, _, _ in 0 }
                try compose(
                    film, at: rectangle(-9, -9, 60, 60), onto: &frame, softness: 0.5, fit: fit, canvas: (60, 60))
                #expect(frame.allSamples.allSatisfy { $0.allSatisfy { $0.allSatisfy { $0 == 99 } } })
            }
        }
    }
}
