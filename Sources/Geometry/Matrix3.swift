/// A 3 × 3 matrix, row-major.
package struct Matrix3: Hashable, Sendable {
    package var row0, row1, row2: SIMD3<Double>

    package init(_ row0: SIMD3<Double>, _ row1: SIMD3<Double>, _ row2: SIMD3<Double>) {
        (self.row0, self.row1, self.row2) = (row0, row1, row2)
    }

    /// Creates a matrix from nine row-major elements.
    package init(rowMajor m: [Double]) {
        precondition(m.count == 9, "a 3 × 3 matrix has nine elements")
        self.init(SIMD3(m[0], m[1], m[2]), SIMD3(m[3], m[4], m[5]), SIMD3(m[6], m[7], m[8]))
    }

    package static let identity = Matrix3(SIMD3(1, 0, 0), SIMD3(0, 1, 0), SIMD3(0, 0, 1))

    package var rowMajor: [Double] {
        [row0.x, row0.y, row0.z, row1.x, row1.y, row1.z, row2.x, row2.y, row2.z]
    }

    package var transposed: Matrix3 {
        Matrix3(SIMD3(row0.x, row1.x, row2.x), SIMD3(row0.y, row1.y, row2.y), SIMD3(row0.z, row1.z, row2.z))
    }

    package var columns: (SIMD3<Double>, SIMD3<Double>, SIMD3<Double>) {
        let t = transposed
        return (t.row0, t.row1, t.row2)
    }

    package var determinant: Double { row0.dot(row1.cross(row2)) }

    /// The inverse by cofactors, or `nil` when the matrix is singular or not finite.
    package var inverse: Matrix3? {
        let d = determinant
        guard d.isFinite, abs(d) > 1e-300 else { return nil }
        let (c0, c1, c2) = (row1.cross(row2) / d, row2.cross(row0) / d, row0.cross(row1) / d)
        return Matrix3(c0, c1, c2).transposed
    }

    package static func * (a: Matrix3, v: SIMD3<Double>) -> SIMD3<Double> {
        SIMD3(a.row0.dot(v), a.row1.dot(v), a.row2.dot(v))
    }

    package static func * (a: Matrix3, b: Matrix3) -> Matrix3 {
        let t = b.transposed
        func row(_ r: SIMD3<Double>) -> SIMD3<Double> { SIMD3(r.dot(t.row0), r.dot(t.row1), r.dot(t.row2)) }
        return Matrix3(row(a.row0), row(a.row1), row(a.row2))
    }

    package static func * (a: Matrix3, s: Double) -> Matrix3 { Matrix3(a.row0 * s, a.row1 * s, a.row2 * s) }
}
