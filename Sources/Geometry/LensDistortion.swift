extension Camera {
    /// Where a lens without distortion would show what this one shows at `pixel`.
    ///
    /// Outside the picture, where nobody measured the lens, it is continued straight from the nearest place of its edge: the
    /// corners of a page that is partly out of view lie there.
    package func undistorted(_ pixel: Point2) -> Point2 {
        guard distortion.contains(where: { $0 != 0 }) else { return pixel }
        let inside = Point2(
            min(max(pixel.x, -0.5), Double(width) - 0.5), min(max(pixel.y, -0.5), Double(height) - 0.5))
        let focal = Point2(fx, fy)
        let seen = (inside - Point2(cx, cy)) / focal
        var ideal = seen
        // Newton's method: a few steps for any lens of a phone.
        for _ in 0..<20 {
            let step = Self.solve(lens(at: ideal).slope, seen - lens(at: ideal).point)
            ideal += step
            if !(step.length > 1e-13) { break }
        }
        let beyond = Self.solve(lens(at: ideal).slope, (pixel - inside) / focal)
        let result = (ideal + beyond) * focal + Point2(cx, cy)
        return result.isFinite ? result : pixel
    }

    /// Where this lens shows what one without distortion would show at `pixel`, in the picture or near it.
    package func distorted(_ pixel: Point2) -> Point2 {
        let focal = Point2(fx, fy)
        return lens(at: (pixel - Point2(cx, cy)) / focal).point * focal + Point2(cx, cy)
    }

    /// OpenCV's model at a place of the picture plane one unit from the lens, and its (symmetric) derivative there.
    private func lens(at p: Point2) -> (point: Point2, slope: (xx: Double, xy: Double, yy: Double)) {
        let (k1, k2, p1, p2, k3) = (distortion[0], distortion[1], distortion[2], distortion[3], distortion[4])
        let r2 = p.dot(p)
        let radial = 1 + r2 * (k1 + r2 * (k2 + r2 * k3))
        let growth = 2 * (k1 + r2 * (2 * k2 + r2 * 3 * k3))
        let tangential = Point2(
            2 * p1 * p.x * p.y + p2 * (r2 + 2 * p.x * p.x), p1 * (r2 + 2 * p.y * p.y) + 2 * p2 * p.x * p.y)
        let slope = (
            xx: radial + growth * p.x * p.x + 2 * p1 * p.y + 6 * p2 * p.x,
            xy: growth * p.x * p.y + 2 * p1 * p.x + 2 * p2 * p.y,
            yy: radial + growth * p.y * p.y + 6 * p1 * p.y + 2 * p2 * p.x
        )
        return (p * radial + tangential, slope)
    }

    private static func solve(_ m: (xx: Double, xy: Double, yy: Double), _ v: Point2) -> Point2 {
        let determinant = m.xx * m.yy - m.xy * m.xy
        return Point2(m.yy * v.x - m.xy * v.y, m.xx * v.y - m.xy * v.x) / determinant
    }
}
