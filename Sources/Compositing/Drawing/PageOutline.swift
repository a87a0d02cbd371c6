internal import CPixelKernels
internal import Geometry

/// Outlines on a page as they are seen, cut at its horizon, and their edges as the coverage kernel takes them.
enum PageOutline {
    /// Points are cut where they are this much of the nearest corner's way to the horizon; the rest is seen at a distance
    /// a million times as large as the page.
    private static let nearestToHorizon = 1e-6
    /// Points that stand for the longest side of an outline on a bent page.
    private static let pointsOnSide = 12

    /// The outline as it is seen, in samples of a grid, cut off two samples outside the grid; empty when no part is seen.
    ///
    /// - Parameters:
    ///   - outline: its corners in canvas pixels.
    ///   - gridFromPage: from canvas pixels to samples, in front where its third row is positive.
    ///   - bend: of the page, and how many pixels of the frame are a sample along both axes.
    static func seen(
        _ outline: [Point2], by gridFromPage: Matrix3, bend: BentPage?, pitch: Point2, width: Int, height: Int
    ) -> [Point2] {
        let corners = (bend == nil ? outline : subdivided(outline)).map { point in
            let flat = gridFromPage * SIMD3(point.x, point.y, 1)
            guard let moved = bend?.displacement(of: point) else { return flat }
            return flat + SIMD3(moved.x / pitch.x, moved.y / pitch.y, 0) * flat.z
        }
        let horizon = nearestToHorizon * max(corners.map(\.z).max() ?? 0, 0)
        guard horizon > 0 else { return [] }
        let visible = corners.allSatisfy { $0.z >= horizon } ? corners : cut(corners, at: horizon)
        let points = visible.map { Point2($0.x / $0.z, $0.y / $0.z) }
        guard points.allSatisfy(\.isFinite) else { return [] }
        let box = (min: Point2(-2, -2), max: Point2(Double(width) + 1, Double(height) + 1))
        let isInside = points.allSatisfy {
            $0.x >= box.min.x && $0.x <= box.max.x && $0.y >= box.min.y && $0.y <= box.max.y
        }
        return isInside ? points : Polygon.clip(points, to: box)
    }

    /// The outline with as many points more as it takes to bend it; one that is round has most of them already.
    private static func subdivided(_ outline: [Point2]) -> [Point2] {
        let (xs, ys) = (outline.map(\.x), outline.map(\.y))
        guard let left = xs.min(), let right = xs.max(), let top = ys.min(), let bottom = ys.max() else { return [] }
        let longest = max(right - left, bottom - top, 1e-9) / Double(pointsOnSide)
        return outline.indices.flatMap { index in
            let (a, b) = (outline[index], outline[(index + 1) % outline.count])
            let count = min(pointsOnSide, max(1, Int(((b - a).length / longest).rounded(.up))))
            return (0..<count).map { a + (b - a) * (Double($0) / Double(count)) }
        }
    }

    /// The part of a polygon in homogeneous coordinates whose third is at least `horizon`.
    private static func cut(_ polygon: [SIMD3<Double>], at horizon: Double) -> [SIMD3<Double>] {
        polygon.indices.flatMap { index -> [SIMD3<Double>] in
            let (a, b) = (polygon[index], polygon[(index + 1) % polygon.count])
            let kept = a.z >= horizon ? [a] : []
            guard (a.z >= horizon) != (b.z >= horizon) else { return kept }
            return kept + [a + (b - a) * ((horizon - a.z) / (b.z - a.z))]
        }
    }

    /// Appends the edges of a polygon that does not cross itself, whichever way it turns, with `weight` for its inside.
    static func appendEdges(of polygon: [Point2], weight: Double, to edges: inout [pixel_edge]) {
        guard polygon.count > 2 else { return }
        let signed = Float(Polygon.signedArea(polygon) < 0 ? -weight : weight)
        for index in polygon.indices {
            let (a, b) = (polygon[index], polygon[(index + 1) % polygon.count])
            guard a.y != b.y else { continue }
            edges.append(pixel_edge(x0: a.x, y0: a.y, x1: b.x, y1: b.y, weight: signed))
        }
    }
}
