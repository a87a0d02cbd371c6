internal import Foundation
internal import Geometry

/// What a rigid rectangle looks like to a camera: of the eight numbers of a homography two are not free, once the focal length is
/// known. Behind a hand, or with few strokes to go by, they are what keeps a page from being squeezed.
struct Rigidity: Sendable {
    /// Height over width of the rectangle.
    let aspect: Double
    /// How far the page is known to be off such a rectangle.
    var shape = ShapeOffset()
    let focal: Focal
    /// Size of the picture; the principal point is its centre.
    let width, height: Double

    /// Paper bends a little, and lenses do.
    private static let bend = 0.01

    /// Skew and stretch of a view's axes, 0 for a rigid rectangle (Zhang 2000): the cosine between them, and the
    /// logarithm of the ratio of their lengths.
    func misfit(of corners: Quad, focalShare: Double) -> SIMD2<Double>? {
        let rectangle = Quad(Point2(0, 0), Point2(1, 0), Point2(1, aspect), Point2(0, aspect))
        guard let map = Homography(from: rectangle, to: corners) else { return nil }
        let focal = focalShare * max(width, height)
        let centre = Point2((width - 1) / 2, (height - 1) / 2)
        let m = map.matrix
        func axis(_ a: Double, _ b: Double, _ c: Double) -> Point3 {
            Point3((a - centre.x * c) / focal, (b - centre.y * c) / focal, c)
        }
        let right = axis(m.row0.x, m.row1.x, m.row2.x), down = axis(m.row0.y, m.row1.y, m.row2.y)
        let (across, along) = (right.length, down.length)
        guard across > 0, along > 0 else { return nil }
        return SIMD2(right.dot(down) / (across * along), log(across / along))
    }

    /// The misfit, and how it changes with the eight numbers of a small homography about `unit` and with the logarithm of the
    /// focal length.
    private func linearised(
        about corners: Quad, _ unit: (centre: Point2, scale: Double)
    ) -> (misfit: SIMD2<Double>, rows: [SIMD2<Double>], byFocal: SIMD2<Double>)? {
        let step = 1e-4
        guard let here = misfit(of: corners, focalShare: focal.share),
            let farther = misfit(of: corners, focalShare: focal.share * (1 + step))
        else { return nil }
        var rows: [SIMD2<Double>] = []
        for index in 0..<8 {
            var numbers = [Double](repeating: 0, count: 8)
            numbers[index] = step
            guard let map = SmallHomography(numbers).map(centre: unit.centre, scale: unit.scale),
                let moved = map(corners), let there = misfit(of: moved, focalShare: focal.share)
            else { return nil }
            rows.append((there - here) / step)
        }
        return (here, rows, (farther - here) / step)
    }

    /// What rigidity says of a small homography about where the page was taken to be: `information · p = right`.
    func evidence(
        about corners: Quad, unit: (centre: Point2, scale: Double)
    ) -> (information: SquareMatrix, right: [Double])? {
        guard let (misfit, rows, byFocal) = linearised(about: corners, unit) else { return nil }
        // Covariance of both misfits: the bend, and the focal length, which moves them together.
        let (bend, variance) = (Self.bend * Self.bend, focal.sigma * focal.sigma)
        let a = bend + shape.variance.x + byFocal.x * byFocal.x * variance
        let d = bend + shape.variance.y + byFocal.y * byFocal.y * variance
        let b = byFocal.x * byFocal.y * variance
        let determinant = a * d - b * b
        guard determinant > 0 else { return nil }
        func weighed(_ v: SIMD2<Double>) -> SIMD2<Double> {
            SIMD2(d * v.x - b * v.y, a * v.y - b * v.x) / determinant
        }
        var information = SquareMatrix(size: 8)
        for row in 0..<8 {
            let weighted = weighed(rows[row])
            for column in 0..<8 { information[row, column] = (weighted * rows[column]).sum() }
        }
        let pull = weighed(misfit - shape.offset)
        return (information, rows.map { -($0 * pull).sum() })
    }

    /// The misfit of a view that is `moved` from `corners`, and its variances: by the view's own covariance, the focal length
    /// and the bend.
    func seen(
        at corners: Quad, moved: [Double], _ covariance: SquareMatrix, unit: (centre: Point2, scale: Double)
    ) -> (misfit: SIMD2<Double>, variance: SIMD2<Double>)? {
        guard let (misfit, rows, byFocal) = linearised(about: corners, unit) else { return nil }
        let there = zip(rows, moved).reduce(misfit) { $0 + $1.0 * $1.1 }
        let own = SIMD2(covariance.quadratic(rows.map(\.x)), covariance.quadratic(rows.map(\.y)))
        return (there, own + byFocal * byFocal * focal.sigma * focal.sigma + Self.bend * Self.bend)
    }

    /// The logarithm of how likely a measured view is at each of `shares`, up to a constant.
    func logLikelihoods(
        of corners: Quad, covariance: SquareMatrix, unit: (centre: Point2, scale: Double), at shares: [Double]
    ) -> [Double]? {
        guard let (_, rows, _) = linearised(about: corners, unit) else { return nil }
        let x = rows.map(\.x), y = rows.map(\.y)
        let bend = Self.bend * Self.bend
        let a = bend + covariance.quadratic(x), d = bend + covariance.quadratic(y)
        let b = zip(x, covariance * y).reduce(0) { $0 + $1.0 * $1.1 }
        let determinant = a * d - b * b
        guard determinant > 0 else { return nil }
        return shares.map { share in
            guard let m = misfit(of: corners, focalShare: share) else { return 0 }
            return -0.5 * (d * m.x * m.x - 2 * b * m.x * m.y + a * m.y * m.y) / determinant
        }
    }
}

extension HomographyPrior {
    /// The prior together with what rigidity says about `place`.
    func joined(
        with evidence: (information: SquareMatrix, right: [Double])?, at place: SmallHomography
    ) -> HomographyPrior {
        evidence.map { joined(with: $0.information, right: $0.right, at: place) } ?? self
    }
}
