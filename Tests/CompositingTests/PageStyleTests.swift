import Compositing
import Geometry
import Imaging
import Testing

/// The canvas with a picture on it, over black.
private func canvas(_ picture: PagePicture) throws -> [[Int]] {
    var frame = makeFrame(picture.format, picture.canvasWidth, picture.canvasHeight) { _, _, _ in 0 }
    try compose([Layer(page: .identity, picture: picture, opacity: 1)], onto: &frame)
    return frame.samples(0)
}

private func flat(_ code: Int, _ width: Int = 40, _ height: Int = 40) -> Frame {
    makeFrame(Formats.grey, width, height, colour: ColourDescription(range: .full)) { _, _, _ in code }
}

@Suite struct PageStyleTests {
    @Test(arguments: [0.1, 0.3, 0.5])
    func `round corners leave out what a circle leaves out`(radius: Double) throws {
        let layout = PageLayout(
            canvasWidth: 90, canvasHeight: 60, fit: .stretch, style: try PageStyle(cornerRadius: radius))
        let shown = try canvas(layout.picture(from: flat(200), orientation: .upright))
        let r = radius * 60
        var worst = 0.0
        for y in 0..<60 {
            for x in 0..<90 {
                // Distance inside the outline, from the nearest of the four circles' middles.
                let dx = max(0, r - 0.5 - Double(min(x, 89 - x))), dy = max(0, r - 0.5 - Double(min(y, 59 - y)))
                let inside = dx > 0 && dy > 0 ? r - Point2(dx, dy).length : 1
                let (expected, code) = (min(max(inside + 0.5, 0), 1), Double(shown[y][x]) / 200)
                worst = max(worst, abs(code * code - expected))
            }
        }
        // A slanting edge through a pixel covers up to 0.12 of it more or less than the distance tells.
        #expect(worst < 0.16, "\(worst)")
    }

    @Test(arguments: Fit.allCases)
    func `a border is of its colour, as wide as it says, and the film lies within`(fit: Fit) throws {
        let style = try PageStyle(borderWidth: 0.1)
        let layout = PageLayout(canvasWidth: 100, canvasHeight: 80, fit: fit, style: style)
        let shown = try canvas(layout.picture(from: flat(200), border: flat(90, 8, 8), orientation: .upright))
        for y in 0..<80 {
            for x in 0..<100 {
                let isBorder = min(x, 99 - x) < 8 || min(y, 79 - y) < 8
                #expect(abs(shown[y][x] - (isBorder ? 90 : 200)) <= 1, "\(x), \(y)")
            }
        }
    }

    @Test func `a border with round corners has no seam, where the page is seen aslant`() throws {
        let layout = PageLayout(
            canvasWidth: 100, canvasHeight: 80, fit: .whole,
            style: try PageStyle(cornerRadius: 0.2, borderWidth: 0.05))
        let picture = layout.picture(from: flat(180, 50, 20), border: flat(180, 8, 8), orientation: .upright)
        var frame = makeFrame(Formats.grey, 120, 120) { _, _, _ in 20 }
        let corners = Quad(Point2(10.2, 12.7), Point2(104.4, 19.3), Point2(96.1, 110.2), Point2(17.7, 101.9))
        let page = try #require(Homography(from: Quad(outlineOfWidth: 100, height: 80), to: corners))
        try compose([Layer(page: page, picture: picture, opacity: 1)], onto: &frame, softness: 0.5)
        for y in 35..<80 { #expect(frame.samples(0)[y][30..<85].allSatisfy { abs($0 - 180) <= 1 }, "row \(y)") }
    }

    @Test func `numbers out of range are named`() {
        for make in [
            { try PageStyle(cornerRadius: 0.6) }, { try PageStyle(borderWidth: -1) }, { try PageStyle(opacity: .nan) },
        ] {
            #expect(throws: CompositingError.self) { _ = try make() }
        }
    }

    @Test func `a transparent film has nothing blurred behind it`() throws {
        let layout = PageLayout(canvasWidth: 80, canvasHeight: 80, fit: .whole)
        let film = flat(200, 80, 40)
        let plain = try canvas(layout.picture(from: film, orientation: .upright))
        let transparent = try canvas(layout.picture(from: film, alpha: flat(255, 80, 40), orientation: .upright))
        #expect(plain[10][40] > 150 && transparent[10][40] == 0)
        #expect(transparent[40][40] == 200)
    }
}

@Suite struct PhotoMoveTests {
    /// A picture whose codes tell its columns and rows, nearly.
    private static let slope = makeFrame(Formats.grey, 200, 100, colour: ColourDescription(range: .full)) { _, x, y in
        20 + x / 2 + y
    }

    private func path(_ seed: UInt64) -> [PhotoMove.View] {
        let move = PhotoMove(seed: seed)
        return (0...100).map { move.view(atSeconds: Double($0) * 0.2, ofSeconds: 20) }
    }

    @Test(arguments: 0..<40 as Range<UInt64>)
    func `it begins or ends with the whole picture, goes steadily, and never shows what lies beyond`(seed: UInt64) {
        let views = path(seed)
        #expect(views.first == .whole || abs((views.last?.zoom ?? 0) - 1) < 1e-9)
        #expect(views.map(\.zoom).max() ?? 0 > 1.07 && views.allSatisfy { $0.zoom <= PhotoMove.mostZoom + 1e-9 })
        for view in views {
            let spare = (1 - 1 / view.zoom) / 2 + 1e-12
            #expect(abs(view.offset.x) <= spare && abs(view.offset.y) <= spare)
        }
        let steps = zip(views, views.dropFirst()).map { $1.zoom - $0.zoom }
        #expect(steps.allSatisfy { $0 >= 0 } || steps.allSatisfy { $0 <= 0 })
        #expect(abs(steps[0]) < 0.1 * abs(steps[50]), "slow at its ends")
        #expect(path(seed) == views)
    }

    @Test func `shows differ`() { #expect(Set((0..<30 as Range<UInt64>).map(path)).count == 30) }

    @Test(arguments: [Fit.whole, .fill, .stretch])
    func `a photo that moves stays in its place and its edges are its own`(fit: Fit) throws {
        let layout = PageLayout(canvasWidth: 150, canvasHeight: 100, fit: fit)
        let still = layout.picture(from: Self.slope, orientation: .upright)
        let base = try canvas(still)
        for seed in 0..<6 as Range<UInt64> {
            for view in path(seed).enumerated().filter({ $0.offset % 25 == 0 }).map(\.element) {
                let moved = try canvas(still.seen(view))
                // The middle of what is seen is where the view says; a column is half a code.
                let seen = Double(moved[50][75]) - Double(base[50][75])
                let (width, height) = fit == .stretch ? (200.0, 100.0) : (200, 100)
                #expect(abs(seen - (view.offset.x * width / 2 + view.offset.y * height)) < 1.6, "\(view)")
                if fit != .whole {
                    #expect(moved.allSatisfy { $0.allSatisfy { $0 >= 19 } }, "nothing beyond the edge")
                }
            }
        }
    }
}
