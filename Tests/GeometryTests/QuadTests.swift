import Geometry
import Testing

@Suite struct QuadMeasureTests {
    private let quad = Quad(outlineOfWidth: 40, height: 30)

    @Test func `an outline has its picture's area, edges, diagonal and centre`() {
        #expect(quad.signedArea == 1200)
        #expect(quad.edgeLengths == [40, 30, 40, 30])
        #expect(quad.diagonal == 50)
        #expect(quad.centre == Point2(19.5, 14.5))
        #expect(quad.bounds.min == Point2(-0.5, -0.5) && quad.bounds.max == Point2(39.5, 29.5))
    }

    @Test func `four corners make a quad, three or five do not`() {
        #expect(Quad(quad.corners) == quad)
        #expect(Quad(Array(quad.corners.dropLast())) == nil)
        #expect(Quad(quad.corners + [.zero]) == nil)
    }

    @Test func `the alignment error of a shift is its length`() {
        #expect(abs(quad.alignmentError(to: quad.map { $0 + Point2(3, -4) }) - 5) < 1e-12)
        #expect(quad.alignmentError(to: quad) == 0)
    }

    @Test func `one corner that is off counts a half`() {
        var other = quad
        other.topRight += Point2(0, 2)
        // √(2² / 4)
        #expect(quad.alignmentError(to: other) == 1)
    }

    @Test func `folded, flat and hollow quads are not convex`() {
        let c = quad.corners
        #expect(!Quad(c[0], c[2], c[1], c[3]).isConvexAndFrontFacing)
        #expect(!Quad(c[0], c[0], c[2], c[3]).isConvexAndFrontFacing)
        #expect(!Quad(c[0], c[1], Point2(5, 5), c[3]).isConvexAndFrontFacing)
        // Turned by any angle it stays convex.
        #expect(Quad(c[2], c[3], c[0], c[1]).isConvexAndFrontFacing)
    }

    @Test func `a quad with a coordinate that is no number has no share in the picture`() {
        var broken = quad
        broken.topLeft.x = .nan
        #expect(!broken.isFinite)
        #expect(broken.shareInside(width: 40, height: 30) == 0)
        #expect(Quad(.zero, .zero, .zero, .zero).shareInside(width: 40, height: 30) == 0)
    }

    @Test func `a quad beside the picture has no share in it, one around it as much as the picture covers`() {
        #expect(quad.map { $0 + Point2(100, 0) }.shareInside(width: 40, height: 30) == 0)
        let around = quad.map { ($0 - quad.centre) * 2 + quad.centre }
        #expect(abs(around.shareInside(width: 40, height: 30) - 0.25) < 1e-12)
    }
}

@Suite struct PolygonTests {
    private let box = (min: Point2(0, 0), max: Point2(10, 10))

    @Test func `clipping a corner off leaves the rest`() {
        // A triangle over the right border: a third of its base lies outside.
        let clipped = Polygon.clip([Point2(4, 0), Point2(13, 0), Point2(4, 9)], to: box)
        #expect(clipped.count == 4)
        #expect(abs(Polygon.signedArea(clipped) - (81 - 9) / 2) < 1e-12)
    }

    @Test func `a polygon inside is kept, one outside vanishes`() {
        let inside = [Point2(1, 1), Point2(5, 2), Point2(3, 8)]
        #expect(Polygon.clip(inside, to: box) == inside)
        #expect(Polygon.clip(inside.map { $0 + Point2(0, 20) }, to: box).isEmpty)
        #expect(Polygon.clip([], to: box).isEmpty)
    }

    @Test func `a polygon around the box becomes the box`() {
        let around = [Point2(-50, -50), Point2(80, -50), Point2(80, 80), Point2(-50, 80)]
        #expect(abs(Polygon.signedArea(Polygon.clip(around, to: box)) - 100) < 1e-9)
    }

    @Test func `fewer than three corners have no area`() {
        #expect(Polygon.signedArea([]) == 0)
        #expect(Polygon.signedArea([Point2(0, 0), Point2(3, 4)]) == 0)
    }
}
