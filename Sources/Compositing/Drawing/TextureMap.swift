internal import CPixelKernels
internal import Geometry
internal import Imaging

/// Maps samples of a grid in the frame to texels of a component's level 0, and says how to sample it there.
struct TextureMap {
    private let textureFromGrid: Matrix3
    private let ends: (opening: Matrix3, closing: Matrix3)?
    private let spread: Point2
    private let bend: (page: BentPage, canvasFromFrame: Matrix3)?
    private let grid: SampleGrid

    /// Returns `nil` when the page is seen from its edge, so that no sample has one place on it.
    ///
    /// - Parameter softness: standard deviation of the lens's blur in pixels of the frame.
    init?(
        part: PagePicture.Part, component: Int, format: PixelFormat, poses: PagePoses, grid: SampleGrid,
        softness: Double
    ) {
        let film = SampleGrid(
            format: format, colour: part.colour, component: component, width: part.width, height: part.height)
        let texel = 1 / Double(1 << part.coarseness)
        let textureFromFilm = Matrix3(
            SIMD3(texel, 0, 0.5 * texel - 0.5), SIMD3(0, texel, 0.5 * texel - 0.5), SIMD3(0, 0, 1))
        let textureFromPage = textureFromFilm * film.gridFromFrame * part.pictureFromPage
        func map(_ frameFromPage: Matrix3) -> Matrix3? {
            frameFromPage.inverse.map { textureFromPage * $0 * grid.frameFromGrid }
        }
        guard let middle = map(poses.middle) else { return nil }
        textureFromGrid = middle
        if let ends = poses.ends, let opening = map(ends.opening), let closing = map(ends.closing) {
            self.ends = (opening, closing)
        } else {
            ends = nil
        }
        let pixel = Point2(1 / grid.frameFromGrid.row0.x, 1 / grid.frameFromGrid.row1.y)
        self.grid = grid
        bend = poses.bend.flatMap { bend in poses.middle.inverse.map { (bend, $0) } }
        spread = Point2(0.25, 0.25) + pixel * pixel * (softness * softness)
    }

    /// Samples of a row after which a page that bends, or has a fold, may have left a straight line by a quarter of a pixel.
    var straightSamples: Int { bend == nil ? Int(PIXEL_SPAN_CAPACITY) : 16 }

    /// The filter for the surroundings of a sample. A bend moves them, but hardly changes their scale.
    func filter(at sample: Point2, levels: ClosedRange<Int>) -> SampleFilter {
        let sample = flat(sample)
        let (place, depth) = Self.apply(textureFromGrid, sample)
        let rows = (textureFromGrid.row0, textureFromGrid.row1, textureFromGrid.row2)
        let x = (Point2(rows.0.x, rows.1.x) - place * rows.2.x) / depth
        let y = (Point2(rows.0.y, rows.1.y) - place * rows.2.y) / depth
        let motion = ends.map { Self.apply($0.closing, sample).0 - Self.apply($0.opening, sample).0 } ?? .zero
        return SampleFilter(
            x: Self.bounded(x), y: Self.bounded(y), motion: Self.bounded(motion), spread: spread,
            levels: levels)
    }

    /// The way in a level of the texture along a row, for samples near the one at `sample`, number `middle` of `count` of a
    /// span.
    ///
    /// A bend makes of the row a curve on the flat page; for a span, the straight line along it.
    func line(at sample: Point2, middle: Int, of count: Int, place level: SampleFilter.Place) -> pixel_line {
        let (sample, way) = flatWay(at: sample, middle: middle, of: count)
        let (base, depth) = Self.apply(textureFromGrid, sample)
        let place = (base * level.scale + Point2(level.shift, level.shift)) * 256
        let rows = (textureFromGrid.row0, textureFromGrid.row1, textureFromGrid.row2)
        func along(_ row: SIMD3<Double>) -> Double { row.x * way.x + row.y * way.y }
        let perX = (Point2(along(rows.0), along(rows.1)) - base * along(rows.2)) / depth
        let slope = Self.bounded(perX * level.scale * 256)
        func whole(_ value: Double) -> Int32 { Int32(min(max(value.isNaN ? 0 : value, -1e8), 1e8).rounded()) }
        return pixel_line(
            u: whole(place.x), v: whole(place.y), u_per_x: Float(slope.x), v_per_x: Float(slope.y),
            w_per_x: Float(min(max(along(rows.2) / depth, -1e3), 1e3)), middle: Int32(middle))
    }

    /// The sample of the flat page that shows what the bent one shows at `sample`.
    private func flat(_ sample: Point2) -> Point2 {
        guard let bend else { return sample }
        let pixel = grid.place(sample)
        return sample + (bend.page.flat(pixel, canvasFromFrame: bend.canvasFromFrame) - pixel) / grid.pitch
    }

    /// The same for the middle sample of a span, and how far one goes on from there with each sample.
    private func flatWay(at sample: Point2, middle: Int, of count: Int) -> (sample: Point2, way: Point2) {
        guard bend != nil else { return (sample, Point2(1, 0)) }
        let (first, last) = (Point2(sample.x - Double(middle), sample.y), Double(max(count - 1, 1)))
        let (begin, end) = (flat(first), flat(Point2(first.x + last, first.y)))
        let way = (end - begin) / last
        return (begin + way * Double(middle), way)
    }

    /// Where a sample lies, and how far in front of the camera; what is behind is taken to be just in front.
    private static func apply(_ map: Matrix3, _ sample: Point2) -> (Point2, Double) {
        let v = map * SIMD3(sample.x, sample.y, 1)
        let depth = max(v.z, 1e-9)
        return (Point2(v.x / depth, v.y / depth), depth)
    }

    private static func bounded(_ v: Point2) -> Point2 {
        v.isFinite ? v.clamped(lowerBound: Point2(-1e7, -1e7), upperBound: Point2(1e7, 1e7)) : .zero
    }
}
