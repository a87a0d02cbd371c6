internal import COpenCVShim
package import Geometry
package import Imaging

/// A straight edge in a picture, directed so that the brighter side lies to its right on screen (y down).
package struct LineSegment: Hashable, Sendable {
    package var start, end: Point2

    package init(start: Point2, end: Point2) { (self.start, self.end) = (start, end) }

    package var length: Double { (end - start).length }
    package var reversed: LineSegment { LineSegment(start: end, end: start) }
}

extension GreyImage {
    /// The longest straight edges (LSD; von Gioi and others, 2010), at most `limit`.
    package func lineSegments(limit: Int) throws(VisionError) -> [LineSegment] {
        var found = [Float](repeating: 0, count: limit * 4)
        var count: Int32 = 0
        let status = unsafe try withPlane { source throws(VisionError) in
            unsafe ocv_line_segments(source, Int32(limit), &found, &count)
        }
        try VisionError.check(status, "find straight edges")
        return (0..<Int(count)).map { index in
            let at = { (k: Int) in Double(found[4 * index + k]) }
            let segment = LineSegment(start: Point2(at(0), at(1)), end: Point2(at(2), at(3)))
            return isBrighterOnTheRight(of: segment) ? segment : segment.reversed
        }
    }

    private func isBrighterOnTheRight(of segment: LineSegment) -> Bool {
        let along = (segment.end - segment.start) / max(segment.length, 1e-9)
        let right = Point2(-along.y, along.x) * 2.5
        var difference = 0
        for share in stride(from: 0.1, through: 0.9, by: 0.1) {
            let point = segment.start + (segment.end - segment.start) * share
            difference += nearest(to: point + right) - nearest(to: point - right)
        }
        return difference > 0
    }

    private func nearest(to point: Point2) -> Int {
        Int(self[min(max(0, Int(point.x.rounded())), width - 1), min(max(0, Int(point.y.rounded())), height - 1)])
    }
}
