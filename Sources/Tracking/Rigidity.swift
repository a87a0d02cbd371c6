internal import Foundation
internal import Geometry

/// What is known of the clip's focal length while it is tracked, as a share of the picture's long side.
struct Focal: Hashable, Sendable {
    var share: Double
    /// Standard deviation of its logarithm.
    var sigma: Double

    /// A phone's main camera, give or take.
    static let phone = Focal(share: 0.8, sigma: 0.2)

    init(share: Double, sigma: Double) { (self.share, self.sigma) = (share, sigma) }

    init(_ camera: Camera) {
        share = camera.fx / Double(max(camera.width, camera.height))
        sigma = max(camera.focalSigma / camera.fx, 0.01)
    }
}

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

    /// Skew and stretch of a view's axes, 0 for a rigid rectangle (Zhang 2000): the cosine between them, and half the
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

    /// How the misfit changes with the eight numbers of a small homography about `unit`, and its covariance for what is not
    /// known of the focal length.
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

/// The clip's focal length as pages are measured: a distribution over a range of them, sharper with every tilted view.
struct FocalEstimate: Sendable {
    private static let shares = (0..<64).map { 0.4 * pow(8, Double($0) / 63) }
    /// Views of neighbouring frames err together: of this many, one counts.
    private static let correlation = 12.0
    private static let leastSigma = 0.02

    private var scores: [Double]
    private(set) var focal: Focal

    init(_ first: Focal) {
        focal = first
        scores = Self.shares.map { share in
            let distance = log(share / first.share) / first.sigma
            return -0.5 * distance * distance
        }
    }

    mutating func add(_ logLikelihoods: [Double]) {
        for index in scores.indices { scores[index] += max(logLikelihoods[index], -8) / Self.correlation }
        let best = scores.max() ?? 0
        let weights = scores.map { exp($0 - best) }
        let total = weights.reduce(0, +)
        let logs = Self.shares.map { log($0) }
        let mean = zip(weights, logs).reduce(0) { $0 + $1.0 * $1.1 } / total
        let variance = zip(weights, logs).reduce(0) { $0 + $1.0 * ($1.1 - mean) * ($1.1 - mean) } / total
        focal = Focal(share: exp(mean), sigma: max(variance.squareRoot(), Self.leastSigma))
    }

    mutating func add(_ found: Measurement, _ rigidity: Rigidity) {
        let unit = (centre: found.corners.centre, scale: found.corners.diagonal / 2)
        if let scores = rigidity.logLikelihoods(
            of: found.corners, covariance: found.covariance, unit: unit, at: Self.shares)
        {
            add(scores)
        }
    }
}

/// What is learnt of the camera while a clip is tracked.
struct CameraEstimate: Sendable {
    var exposure = ExposureEstimate()
    var focal: FocalEstimate

    init(focal: Focal = .phone) { self.focal = FocalEstimate(focal) }
}
