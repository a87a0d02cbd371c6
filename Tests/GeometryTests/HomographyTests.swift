import Geometry
import Testing

/// SplitMix64: a seeded generator, so that a failure prints a seed that shows it again.
private struct Seeded: RandomNumberGenerator {
    var state: UInt64
    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var z = state
        z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
        return z ^ (z >> 31)
    }
}

private func convexQuad(_ generator: inout Seeded) -> Quad {
    let base = Quad(outlineOfWidth: 400, height: 300)
    return base.map { $0 + Point2(.random(in: -60...60, using: &generator), .random(in: -60...60, using: &generator)) }
}

@Suite struct HomographyTests {
    @Test(arguments: 0..<50 as Range<UInt64>)
    func `corners map onto corners and back`(seed: UInt64) throws {
        var generator = Seeded(state: seed)
        let (a, b) = (convexQuad(&generator), convexQuad(&generator))
        let bFromA = try #require(Homography(from: a, to: b))
        let aFromB = try #require(bFromA.inverse)
        #expect(try #require(bFromA(a)).alignmentError(to: b) < 1e-9)
        #expect(try #require(aFromB(b)).alignmentError(to: a) < 1e-9)
    }

    @Test func `resizing maps outline onto outline`() throws {
        let half = Homography.resizing(0.5, 0.25)
        let mapped = try #require(half(Quad(outlineOfWidth: 40, height: 80)))
        #expect(mapped.alignmentError(to: Quad(outlineOfWidth: 20, height: 20)) < 1e-12)
    }

    @Test func `three corners in line have no map`() {
        let flat = Quad(Point2(0, 0), Point2(1, 0), Point2(2, 0), Point2(0, 1))
        #expect(Homography(from: flat, to: Quad(outlineOfWidth: 4, height: 4)) == nil)
    }

    @Test func `a point behind the horizon has no image`() throws {
        let map = try #require(Homography(rowMajor: [1, 0, 0, 0, 1, 0, -0.01, 0, 1]))
        #expect(map(Point2(200, 0)) == nil)
        #expect(map(Point2(50, 0)) == Point2(100, 0))
    }
}

@Suite struct OrientationTests {
    @Test(arguments: Orientation.allCases, Orientation.allCases)
    func `one turn after another is the turn that both make`(first: Orientation, second: Orientation) throws {
        // A corner of a picture of 7 × 5 pixels and its neighbours tell a turn from every other.
        let size = first.uprightSize(width: 7, height: 5)
        for point in [Point2(0, 0), Point2(3, 0), Point2(1, 4)] {
            let between = try #require(first.uprightFromStored(width: 7, height: 5)(point))
            let after = try #require(second.uprightFromStored(width: size.width, height: size.height)(between))
            #expect(first.then(second).uprightFromStored(width: 7, height: 5)(point) == after)
        }
    }

    @Test(arguments: Orientation.allCases)
    func `the stored outline becomes the upright outline`(orientation: Orientation) throws {
        let upright = orientation.uprightSize(width: 30, height: 20)
        let mapped = try #require(
            orientation.uprightFromStored(width: 30, height: 20)(Quad(outlineOfWidth: 30, height: 20)))
        let (low, high) = mapped.bounds
        #expect(low == Point2(-0.5, -0.5))
        #expect(high == Point2(Double(upright.width) - 0.5, Double(upright.height) - 0.5))
        #expect((mapped.signedArea < 0) == orientation.isMirrored)
    }

    @Test func `a quarter turn clockwise brings the stored bottom-left to the top-left`() {
        let map = Orientation.rotatedClockwise.uprightFromStored(width: 1920, height: 1080)
        #expect(map(Point2(0, 1079)) == Point2(0, 0))
        #expect(map(Point2(0, 0)) == Point2(1079, 0))
    }
}

@Suite struct QuadTests {
    @Test func `half a quad outside counts as half inside`() {
        let quad = Quad(outlineOfWidth: 100, height: 100).map { $0 + Point2(50, 0) }
        #expect(abs(quad.shareInside(width: 100, height: 100) - 0.5) < 1e-12)
    }

    @Test func `a mirrored quad faces away`() {
        let quad = Quad(outlineOfWidth: 10, height: 10)
        #expect(quad.isConvexAndFrontFacing)
        #expect(!Quad(quad.topRight, quad.topLeft, quad.bottomLeft, quad.bottomRight).isConvexAndFrontFacing)
    }
}
