/// A small square matrix for least squares, row-major.
package struct SquareMatrix: Hashable, Sendable {
    package let size: Int
    private var elements: [Double]

    package init(size: Int) {
        self.size = size
        elements = Array(repeating: 0, count: size * size)
    }

    /// A symmetric matrix from its upper triangle, row by row; `nil` when an element is not finite.
    package init?(upperTriangle: [Double], size: Int) {
        guard upperTriangle.count == size * (size + 1) / 2, upperTriangle.allSatisfy(\.isFinite) else { return nil }
        self.init(size: size)
        var next = 0
        for row in 0..<size {
            for column in row..<size {
                self[row, column] = upperTriangle[next]
                self[column, row] = upperTriangle[next]
                next += 1
            }
        }
    }

    package subscript(row: Int, column: Int) -> Double {
        get { elements[row * size + column] }
        set { elements[row * size + column] = newValue }
    }

    /// The matrix with its diagonal enlarged by `share` of itself, and by a little more: Levenberg and Marquardt's damping.
    package func damped(by share: Double) -> SquareMatrix {
        var result = self
        for index in 0..<size { result[index, index] += self[index, index] * share + 1e-9 }
        return result
    }

    package static func + (a: SquareMatrix, b: SquareMatrix) -> SquareMatrix {
        precondition(a.size == b.size, "matrices of one size")
        var result = a
        for index in result.elements.indices { result.elements[index] += b.elements[index] }
        return result
    }

    package static func * (a: SquareMatrix, x: [Double]) -> [Double] {
        (0..<a.size).map { row in (0..<a.size).reduce(0) { $0 + a[row, $1] * x[$1] } }
    }

    /// Adds `weight` · x xᵀ.
    package mutating func addOuterProduct(of x: [Double], weight: Double) {
        for row in 0..<size where x[row] != 0 {
            for column in 0..<size { self[row, column] += weight * x[row] * x[column] }
        }
    }

    package func scaled(by factor: Double) -> SquareMatrix {
        var result = self
        for index in elements.indices { result.elements[index] *= factor }
        return result
    }

    /// The quadratic form xᵀ · self · x.
    package func quadratic(_ x: [Double]) -> Double {
        zip(x, self * x).reduce(0) { $0 + $1.0 * $1.1 }
    }

    /// Solves `self · x = right` for a symmetric positive definite matrix (Cholesky), or returns `nil` when it is not.
    package func solve(_ right: [Double]) -> [Double]? {
        guard let lower = cholesky else { return nil }
        var x = right
        for row in 0..<size {
            for column in 0..<row { x[row] -= lower[row, column] * x[column] }
            x[row] /= lower[row, row]
        }
        for row in (0..<size).reversed() {
            for column in row + 1..<max(size, row + 1) { x[row] -= lower[column, row] * x[column] }
            x[row] /= lower[row, row]
        }
        return x
    }

    /// The inverse of a symmetric positive definite matrix, or `nil` when it is not.
    package var inverse: SquareMatrix? {
        var result = SquareMatrix(size: size)
        for column in 0..<size {
            guard let x = solve((0..<size).map { $0 == column ? 1 : 0 }) else { return nil }
            for row in 0..<size { result[row, column] = x[row] }
        }
        return result
    }

    private var cholesky: SquareMatrix? {
        var lower = SquareMatrix(size: size)
        for row in 0..<size {
            for column in 0...row {
                let dot = (0..<column).reduce(0) { $0 + lower[row, $1] * lower[column, $1] }
                let rest = self[row, column] - dot
                if row == column {
                    guard rest > 0, rest.isFinite else { return nil }
                    lower[row, row] = rest.squareRoot()
                } else {
                    lower[row, column] = rest / lower[column, column]
                }
            }
        }
        return lower
    }
}
