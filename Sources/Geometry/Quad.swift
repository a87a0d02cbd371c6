/// Four corners, in the order top-left, top-right, bottom-right, bottom-left *of the reference image*, wherever they
/// land in the frame.
package struct Quad: Hashable, Sendable {
    package var topLeft, topRight, bottomRight, bottomLeft: Point2

    package init(_ topLeft: Point2, _ topRight: Point2, _ bottomRight: Point2, _ bottomLeft: Point2) {
        (self.topLeft, self.topRight, self.bottomRight, self.bottomLeft) = (topLeft, topRight, bottomRight, bottomLeft)
    }

    /// The outline of a `width` × `height` image: from (−0.5, −0.5) to (width − 0.5, height − 0.5).
    package init(outlineOfWidth width: Int, height: Int) {
        let right = Double(width) - 0.5
        let bottom = Double(height) - 0.5
        self.init(Point2(-0.5, -0.5), Point2(right, -0.5), Point2(right, bottom), Point2(-0.5, bottom))
    }

    /// The corners in order; a quad is also what four corners make.
    package var corners: [Point2] { [topLeft, topRight, bottomRight, bottomLeft] }

    package init?(_ corners: [Point2]) {
        guard corners.count == 4 else { return nil }
        self.init(corners[0], corners[1], corners[2], corners[3])
    }

    package var isFinite: Bool { corners.allSatisfy(\.isFinite) }

    /// The mean of the corners.
    package var centre: Point2 { (topLeft + topRight + bottomRight + bottomLeft) / 4 }

    /// Area by the shoelace formula: positive when the corners run clockwise on screen, as those of a picture that is
    /// seen from its front do.
    package var signedArea: Double { Polygon.signedArea(corners) }

    /// The longer of the two diagonals.
    package var diagonal: Double { max((bottomRight - topLeft).length, (bottomLeft - topRight).length) }

    package var edgeLengths: [Double] {
        let c = corners
        return (0..<4).map { (c[($0 + 1) % 4] - c[$0]).length }
    }

    /// Whether the corners turn the same way throughout, clockwise on screen: a front view of a plane in front of the
    /// camera always is.
    package var isConvexAndFrontFacing: Bool {
        let c = corners
        return (0..<4).allSatisfy { index in
            let (here, next, afterNext) = (c[index], c[(index + 1) % 4], c[(index + 2) % 4])
            return (next - here).cross(afterNext - next) > 0
        }
    }

    /// The smallest upright box around the corners.
    package var bounds: (min: Point2, max: Point2) {
        let c = corners
        return (
            Point2(c.map(\.x).min() ?? 0, c.map(\.y).min() ?? 0),
            Point2(c.map(\.x).max() ?? 0, c.map(\.y).max() ?? 0)
        )
    }

    /// The quad with each corner passed through `transform`.
    package func map(_ transform: (Point2) throws -> Point2) rethrows -> Quad {
        try Quad(transform(topLeft), transform(topRight), transform(bottomRight), transform(bottomLeft))
    }

    /// Root mean square distance between corresponding corners: the alignment error of the POT benchmark.
    package func alignmentError(to other: Quad) -> Double {
        let squares = zip(corners, other.corners).map { pair in (pair.0 - pair.1).dot(pair.0 - pair.1) }
        return (squares.reduce(0, +) / 4).squareRoot()
    }

    /// The share of the quad's area that lies inside a `width` × `height` image, 0…1.
    package func shareInside(width: Int, height: Int) -> Double {
        let whole = abs(signedArea)
        guard whole > 0, isFinite else { return 0 }
        let inside = Polygon.clip(corners, to: Quad(outlineOfWidth: width, height: height).bounds)
        return min(1, abs(Polygon.signedArea(inside)) / whole)
    }
}

/// Polygons as lists of corners.
package enum Polygon {
    /// Area by the shoelace formula; positive for corners that run clockwise on screen (y down).
    package static func signedArea(_ corners: [Point2]) -> Double {
        guard corners.count > 2 else { return 0 }
        return corners.indices.reduce(0) { $0 + corners[$1].cross(corners[($1 + 1) % corners.count]) } / 2
    }

    /// The part of a convex polygon inside an upright box (Sutherland and Hodgman, 1974).
    package static func clip(_ corners: [Point2], to box: (min: Point2, max: Point2)) -> [Point2] {
        // Each side keeps the points whose signed distance from it is not negative.
        let sides: [(Point2) -> Double] = [
            { $0.x - box.min.x }, { box.max.x - $0.x }, { $0.y - box.min.y }, { box.max.y - $0.y },
        ]
        return sides.reduce(corners) { polygon, distance in
            polygon.indices.flatMap { index -> [Point2] in
                let (a, b) = (polygon[index], polygon[(index + 1) % polygon.count])
                let (da, db) = (distance(a), distance(b))
                let kept = da >= 0 ? [a] : []
                return (da >= 0) == (db >= 0) ? kept : kept + [a + (b - a) * (da / (da - db))]
            }
        }
    }
}
