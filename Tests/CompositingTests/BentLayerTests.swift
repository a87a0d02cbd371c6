import Compositing
import Geometry
import Imaging
import Testing

/// A film whose codes tell where on it a sample lies shows what the compositor makes of a bend.
@Suite struct BentLayerTests {
    private static let filmWidth = 240, filmHeight = 180
    private static let corners = Quad(Point2(60, 40), Point2(330, 62), Point2(345, 262), Point2(38, 240))
    private static let step = 200, first = 8000

    /// A bend as of a cylinder of 5 % seen from the side: up to 17 px.
    private static let bend: PageBend = {
        var bend = PageBend()
        (bend.x[0], bend.y[0], bend.x[1], bend.y[2], bend.x[3], bend.y[6]) = (7, -13, 4, 3, -3, 4)
        return bend
    }()

    /// Where on the film, in its pixels, each pixel of the frame shows along one axis; `nil` beside the page.
    private func places(alongX: Bool, bend: PageBend?) throws -> [[Double?]] {
        let film = makeFrame(Formats.all[8], Self.filmWidth, Self.filmHeight) { _, x, y in
            Self.first + Self.step * (alongX ? x : y)
        }
        var frame = makeFrame(Formats.all[8], 384, 300) { _, _, _ in 0 }
        let outline = Quad(outlineOfWidth: Self.filmWidth, height: Self.filmHeight)
        let page = try #require(Homography(from: outline, to: Self.corners))
        let layout = PageLayout(canvasWidth: Self.filmWidth, canvasHeight: Self.filmHeight, fit: .stretch)
        let picture = layout.picture(from: film, orientation: .upright)
        try compose([Layer(page: page, bend: bend, picture: picture, opacity: 1)], onto: &frame)
        return frame.samples(0).map { row in
            row.map { $0 > Self.first ? Double($0 - Self.first) / Double(Self.step) : nil }
        }
    }

    /// Where on the page a pixel lies, u and v from −1 to 1.
    private func place(at pixel: Point2, _ back: Homography) -> Point2? {
        var place = back(pixel)
        for _ in 0..<30 { place = place.flatMap { back(pixel - Self.bend(u: $0.x, v: $0.y)) } }
        return place
    }

    /// The film's pixels are 0.8 of the frame's; 0.3 px of the frame are promised.
    @Test func `a film on a page that bends lies where the surface says`() throws {
        let (columns, rows) = (try places(alongX: true, bend: Self.bend), try places(alongX: false, bend: Self.bend))
        let square = Quad(Point2(-1, -1), Point2(1, -1), Point2(1, 1), Point2(-1, 1))
        let plane = try #require(Homography(from: square, to: Self.corners))
        let back = try #require(plane.inverse)
        var (checked, worst) = (0, 0.0)
        for y in stride(from: 0, to: 300, by: 3) {
            for x in stride(from: 0, to: 384, by: 3) {
                // Beside the edges samples show what lies around as well.
                guard let place = place(at: Point2(Double(x), Double(y)), back), max(abs(place.x), abs(place.y)) < 0.97
                else { continue }
                let (column, row) = (try #require(columns[y][x]), try #require(rows[y][x]))
                let u = 2 * (column + 0.5) / Double(Self.filmWidth) - 1
                let v = 2 * (row + 0.5) / Double(Self.filmHeight) - 1
                let flat = try #require(plane(Point2(u, v)))
                worst = max(worst, (flat + Self.bend(u: u, v: v) - Point2(Double(x), Double(y))).length)
                checked += 1
            }
        }
        #expect(checked > 4000 && worst < 0.3, "\(worst) px at worst of \(checked)")
    }

    /// Spans of a row are straight lines; where they meet, the film goes on. The second difference of the surface itself is
    /// 0.01 px, and codes are 1/200 px.
    @Test func `spans join without a seam`() throws {
        let columns = try places(alongX: true, bend: Self.bend)
        var worst = 0.0
        for y in 100..<200 {
            for x in 110..<290 {
                let three = try (x - 1...x + 1).map { try #require(columns[y][$0]) }
                worst = max(worst, abs(three[0] - 2 * three[1] + three[2]))
            }
        }
        #expect(worst < 0.08, "\(worst) px")
    }

    @Test func `a bent outline covers what the surface covers, and nothing else`() throws {
        let (bent, flat) = (try places(alongX: true, bend: Self.bend), try places(alongX: true, bend: nil))
        // The middle of the top edge is lifted by 13 px, and so is that of the bottom edge.
        #expect(bent[45][195] != nil && flat[45][195] == nil)
        #expect(bent[247][195] == nil && flat[247][195] != nil)
        #expect(bent[30][195] == nil && bent[280][195] == nil)
    }

    @Test func `a bend of nothing is a plane`() throws {
        let (still, flat) = (try places(alongX: true, bend: PageBend()), try places(alongX: true, bend: nil))
        for (a, b) in zip(still.joined(), flat.joined()) { #expect(abs((a ?? 0) - (b ?? 0)) <= 0.02) }
    }
}
