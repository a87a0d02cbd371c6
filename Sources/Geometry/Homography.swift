/// A plane-to-plane projective map, scaled so that its last element is 1.
///
/// Name a value `destinationFromSource`, so that a product reads like units that cancel:
/// `albumFromReference = albumFromFrame * frameFromReference`.
package struct Homography: Hashable, Sendable {
    /// The matrix; `matrix.row2.z` is 1.
    package let matrix: Matrix3

    /// Creates a map from a matrix of any scale, or returns `nil` when it is not finite or cannot be inverted.
    package init?(_ matrix: Matrix3) {
        let scale = matrix.row2.z
        guard scale.isFinite, abs(scale) > 1e-12 else { return nil }
        let scaled = matrix * (1 / scale)
        guard scaled.rowMajor.allSatisfy(\.isFinite), abs(scaled.determinant) > 1e-14 else { return nil }
        self.matrix = scaled
    }

    /// Creates a map from nine row-major elements, or returns `nil` when they are not finite or cannot be inverted.
    package init?(rowMajor: [Double]) {
        guard rowMajor.count == 9 else { return nil }
        self.init(Matrix3(rowMajor: rowMajor))
    }

    package static let identity = Homography(unchecked: .identity)
    private init(unchecked matrix: Matrix3) { self.matrix = matrix }

    /// The map that takes the corners of `source` to those of `destination`, or `nil` when three of either lie in line.
    ///
    /// Heckbert, Fundamentals of Texture Mapping (1989): both quads through the unit square.
    package init?(from source: Quad, to destination: Quad) {
        guard let sourceFromSquare = Homography.fromUnitSquare(to: source),
            let destinationFromSquare = Homography.fromUnitSquare(to: destination),
            let squareFromSource = sourceFromSquare.inverse
        else { return nil }
        self.init(destinationFromSquare.matrix * squareFromSource.matrix)
    }

    private static func fromUnitSquare(to q: Quad) -> Homography? {
        let d1 = q.topRight - q.bottomRight
        let d2 = q.bottomLeft - q.bottomRight
        let sum = q.topLeft - q.topRight + q.bottomRight - q.bottomLeft
        let denominator = d1.cross(d2)
        guard abs(denominator) > 1e-12 else { return nil }
        let g = sum.cross(d2) / denominator
        let h = d1.cross(sum) / denominator
        let x = q.topRight - q.topLeft + q.topRight * g
        let y = q.bottomLeft - q.topLeft + q.bottomLeft * h
        return Homography(
            Matrix3(SIMD3(x.x, y.x, q.topLeft.x), SIMD3(x.y, y.y, q.topLeft.y), SIMD3(g, h, 1)))
    }

    /// A scaling by `sx`, `sy` of *outlines*: pixel areas, not pixel centres, map onto each other, so that the outline of
    /// a w × h image maps onto that of an (sx·w) × (sy·h) one.
    package static func resizing(_ sx: Double, _ sy: Double) -> Homography {
        Homography(
            unchecked: Matrix3(
                SIMD3(sx, 0, 0.5 * sx - 0.5), SIMD3(0, sy, 0.5 * sy - 0.5), SIMD3(0, 0, 1)))
    }

    /// A shift by `offset`.
    package static func translation(_ offset: Point2) -> Homography {
        Homography(unchecked: Matrix3(SIMD3(1, 0, offset.x), SIMD3(0, 1, offset.y), SIMD3(0, 0, 1)))
    }

    /// Maps `point`, or returns `nil` when it lies on or behind the source's horizon.
    package func callAsFunction(_ point: Point2) -> Point2? {
        let v = matrix * SIMD3(point.x, point.y, 1)
        guard v.z > 1e-9 else { return nil }
        return Point2(v.x / v.z, v.y / v.z)
    }

    /// Maps all four corners, or returns `nil` when one lies on or behind the horizon.
    package func callAsFunction(_ quad: Quad) -> Quad? {
        guard let a = self(quad.topLeft), let b = self(quad.topRight), let c = self(quad.bottomRight),
            let d = self(quad.bottomLeft)
        else { return nil }
        return Quad(a, b, c, d)
    }

    /// The map back. Exists for every homography, but may be scaled by a negative number: then it is `nil`.
    package var inverse: Homography? { matrix.inverse.flatMap(Homography.init) }

    /// `a * b` maps by `b` first.
    package static func * (a: Homography, b: Homography) -> Homography? { Homography(a.matrix * b.matrix) }
}
