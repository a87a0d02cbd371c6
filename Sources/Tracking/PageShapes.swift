internal import Foundation
internal import Geometry
internal import Imaging
internal import Vision

/// Four-sided shapes in a picture that may be pages: where a drawing has too little to be recognised by its features, its
/// paper still stands out from the table.
///
/// Straight edges are joined into lines; four lines that turn the same way and meet near their ends, and along which most of
/// the shape's outline was really seen, make a shape. What is drawn on it is for others to compare.
struct PageShapes {
    /// Clockwise on screen from any corner, in pixels of the picture, best first; at most `limit`.
    let quads: [Quad]

    private static let longSide = 512.0, limit = 16
    /// Pictures that are smaller hold no page that could be told from another.
    private static let leastSide = 48

    init(in picture: GreyImage) throws(VisionError) {
        guard min(picture.width, picture.height) >= Self.leastSide else {
            quads = []
            return
        }
        let factor = min(1, Self.longSide / Double(max(picture.width, picture.height)))
        let small = try picture.resized(
            width: Int((Double(picture.width) * factor).rounded()),
            height: Int((Double(picture.height) * factor).rounded()))
        // Texture breaks an edge that shows from afar.
        let afar = try small.resized(width: small.width * 5 / 8, height: small.height * 5 / 8)
        let enlarge = Homography.resizing(
            Double(small.width) / Double(afar.width), Double(small.height) / Double(afar.height))
        let segments =
            try small.lineSegments(limit: 300)
            + afar.lineSegments(limit: 150).compactMap { segment in
                guard let start = enlarge(segment.start), let end = enlarge(segment.end) else { return nil }
                return LineSegment(start: start, end: end)
            }
        let lines = Line.joining(segments.filter { $0.length >= 6 }.sorted { $0.length > $1.length })
        let size = Point2(Double(small.width), Double(small.height))
        let shapes = pageShapes(of: lines.flatMap { [$0, $0.reversed] }, size)
        let back = Homography.resizing(
            Double(picture.width) / Double(small.width), Double(picture.height) / Double(small.height))
        var kept: [Quad] = []
        for shape in shapes.sorted(by: { $0.support > $1.support }) where kept.count < Self.limit {
            let isNew = kept.allSatisfy { other in
                !(0..<4).contains { turn in shape.quad.startingAt(turn).alignmentError(to: other) < 6 }
            }
            if isNew { kept.append(shape.quad) }
        }
        quads = kept.compactMap { back($0) }
    }
}

/// Edges on one straight line.
private struct Line {
    /// A point on it, its unit direction, and the stretches along it on which an edge was seen.
    var origin, direction: Point2
    var stretches: [ClosedRange<Double>]
    var length: Double { stretches.reduce(0) { $0 + $1.upperBound - $1.lowerBound } }
    var start: Double { stretches.map(\.lowerBound).min() ?? 0 }
    var end: Double { stretches.map(\.upperBound).max() ?? 0 }

    private static let mostLines = 40, leastLength = 14.0

    init(_ segment: LineSegment) {
        origin = segment.start
        direction = (segment.end - segment.start) / segment.length
        stretches = [0...segment.length]
    }

    /// The longest lines that segments, longest first, make together.
    static func joining(_ segments: [LineSegment]) -> [Line] {
        var lines: [Line] = []
        for segment in segments {
            if let index = lines.firstIndex(where: { $0.continues(in: segment) }) {
                lines[index].add(lines[index].stretch(of: segment))
            } else {
                lines.append(Line(segment))
            }
        }
        return Array(lines.filter { $0.length >= leastLength }.sorted { $0.length > $1.length }.prefix(mostLines))
    }

    /// Adds a stretch; those that overlap become one.
    private mutating func add(_ stretch: ClosedRange<Double>) {
        let overlapping = stretches.filter { $0.overlaps(stretch) } + [stretch]
        stretches.removeAll { $0.overlaps(stretch) }
        let low = overlapping.map(\.lowerBound).min() ?? 0, high = overlapping.map(\.upperBound).max() ?? 0
        stretches.append(low...high)
    }

    /// The same, run the other way.
    var reversed: Line {
        var line = self
        line.direction = -direction
        line.stretches = stretches.map { -$0.upperBound ... -$0.lowerBound }
        return line
    }

    private func continues(in segment: LineSegment) -> Bool {
        let along = (segment.end - segment.start) / segment.length
        guard abs(along.dot(direction)) > 0.9985, distance(segment.start) < 2.5, distance(segment.end) < 2.5 else {
            return false
        }
        let there = stretch(of: segment)
        return max(there.lowerBound - end, start - there.upperBound) < 20 + 1.5 * length
    }

    private func stretch(of segment: LineSegment) -> ClosedRange<Double> {
        let (a, b) = (position(segment.start), position(segment.end))
        return min(a, b)...max(a, b)
    }

    func position(_ point: Point2) -> Double { (point - origin).dot(direction) }
    func distance(_ point: Point2) -> Double { abs((point - origin).cross(direction)) }
    func point(at position: Double) -> Point2 { origin + direction * position }

    /// Where `next` may take over at a corner, turning clockwise; `nil` where it cannot.
    func corner(with next: Line) -> Point2? {
        let turn = direction.cross(next.direction)
        guard turn > 0.3 else { return nil }
        let here = (next.origin - origin).cross(next.direction) / turn
        let meeting = point(at: here)
        let there = next.position(meeting)
        func isNear(_ gap: Double, _ length: Double) -> Bool { gap > -0.25 * length - 4 && gap < max(40, 1.2 * length) }
        return isNear(here - end, length) && isNear(next.start - there, next.length) ? meeting : nil
    }

    /// How much of it was seen between two of its points.
    func seen(from: Point2, to: Point2) -> Double {
        let (low, high) = (position(from), position(to))
        return stretches.reduce(0) { $0 + max(0, min($1.upperBound, high) - max($1.lowerBound, low)) }
    }
}

/// All shapes of four lines that turn clockwise, with the share of their outline that was seen.
private func pageShapes(of lines: [Line], _ size: Point2) -> [(quad: Quad, support: Double)] {
    let next = lines.map { line in
        lines.indices.compactMap { other in line.corner(with: lines[other]).map { (line: other, corner: $0) } }
    }
    var found: [(quad: Quad, support: Double)] = []
    for a in lines.indices {
        for (b, ab) in next[a] where b > a {
            for (c, bc) in next[b] where c > a && c != b {
                for (d, cd) in next[c] where d > a && d != b && d != c {
                    guard let da = next[d].first(where: { $0.line == a })?.corner else { continue }
                    let quad = Quad(da, ab, bc, cd)
                    if let support = support(of: quad, by: [a, b, c, d].map { lines[$0] }, size) {
                        found.append((quad, support))
                    }
                }
            }
        }
    }
    return found
}

/// The share of a shape's outline inside the picture that was seen; `nil` for one that is no page.
private func support(of quad: Quad, by lines: [Line], _ size: Point2) -> Double? {
    guard quad.isConvexAndFrontFacing, quad.signedArea > 0.004 * size.x * size.y else { return nil }
    let corners = quad.corners
    let reach = size * 0.35
    guard
        corners.allSatisfy({
            $0.x > -reach.x && $0.y > -reach.y && $0.x < size.x + reach.x && $0.y < size.y + reach.y
        })
    else { return nil }
    var (seen, visible) = (0.0, 0.0)
    for side in 0..<4 {
        let (from, to) = (corners[side], corners[(side + 1) % 4])
        let here = lines[side].seen(from: from, to: to)
        let inside = visibleLength(from, to, size)
        guard here > 0.1 * inside else { return nil }
        (seen, visible) = (seen + here, visible + inside)
    }
    return visible > 0 && seen > 0.33 * visible ? seen / visible : nil
}

/// How much of a straight line lies inside the picture.
private func visibleLength(_ from: Point2, _ to: Point2, _ size: Point2) -> Double {
    let steps = 16
    let inside = (0..<steps).count { step in
        let point = from + (to - from) * ((Double(step) + 0.5) / Double(steps))
        return point.x >= 0 && point.y >= 0 && point.x < size.x && point.y < size.y
    }
    return (to - from).length * Double(inside) / Double(steps)
}

extension Quad {
    /// The same shape, its corners told from another one on.
    func startingAt(_ corner: Int) -> Quad {
        let c = corners
        return Quad(c[corner % 4], c[(corner + 1) % 4], c[(corner + 2) % 4], c[(corner + 3) % 4])
    }
}
