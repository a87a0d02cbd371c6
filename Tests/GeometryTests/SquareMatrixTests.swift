import Geometry
import SceneRendering
import Testing

/// B · Bᵀ + 1 of random numbers: symmetric and positive definite.
private func positiveDefinite(size: Int, _ random: inout SplitMix) -> SquareMatrix {
    var matrix = SquareMatrix(size: size)
    for _ in 0..<size {
        matrix.addOuterProduct(of: (0..<size).map { _ in .random(in: -1...1, using: &random) }, weight: 1)
    }
    for index in 0..<size { matrix[index, index] += 1 }
    return matrix
}

@Suite struct SquareMatrixTests {
    @Test(arguments: 1...9)
    func `what solve gives, multiplied again, is the right side`(size: Int) throws {
        var random = SplitMix(seed: UInt64(size))
        let matrix = positiveDefinite(size: size, &random)
        let right = (0..<size).map { _ in Double.random(in: -5...5, using: &random) }
        let again = matrix * (try #require(matrix.solve(right)))
        // Condition numbers stay below 100, so nearly all 15 digits hold.
        for (a, b) in zip(again, right) { #expect(abs(a - b) < 1e-11) }
    }

    @Test(arguments: 1...9)
    func `a matrix times its inverse is one`(size: Int) throws {
        var random = SplitMix(seed: 100 + UInt64(size))
        let matrix = positiveDefinite(size: size, &random)
        let inverse = try #require(matrix.inverse)
        for column in 0..<size {
            let unit = (0..<size).map { $0 == column ? 1.0 : 0 }
            let product = matrix * (0..<size).map { inverse[$0, column] }
            for (a, b) in zip(product, unit) { #expect(abs(a - b) < 1e-11) }
        }
    }

    @Test func `what is not positive definite has no solution`() {
        var indefinite = SquareMatrix(size: 2)
        (indefinite[0, 0], indefinite[1, 1], indefinite[0, 1], indefinite[1, 0]) = (1, 1, 2, 2)
        var undefined = SquareMatrix(size: 1)
        undefined[0, 0] = .nan
        for matrix in [SquareMatrix(size: 3), indefinite, undefined] {
            #expect(matrix.solve(Array(repeating: 1, count: matrix.size)) == nil)
            #expect(matrix.inverse == nil)
        }
    }

    @Test func `an upper triangle becomes a symmetric matrix, row by row`() throws {
        let matrix = try #require(SquareMatrix(upperTriangle: [1, 2, 3, 4, 5, 6], size: 3))
        #expect((0..<3).map { row in (0..<3).map { matrix[row, $0] } } == [[1, 2, 3], [2, 4, 5], [3, 5, 6]])
    }

    @Test(arguments: [[1, 2], [1, 2, 3, 4], [1, .nan, 3], [.infinity, 0, 1]] as [[Double]])
    func `a triangle of another size, or of what is no number, is refused`(triangle: [Double]) {
        #expect(SquareMatrix(upperTriangle: triangle, size: 2) == nil)
    }

    @Test func `an outer product adds the square of its vector, and the quadratic form takes it out again`() {
        var matrix = SquareMatrix(size: 3)
        matrix.addOuterProduct(of: [1, 0, -2], weight: 3)
        #expect((0..<3).map { row in (0..<3).map { matrix[row, $0] } } == [[3, 0, -6], [0, 0, 0], [-6, 0, 12]])
        // 3 · (x · v)²
        #expect(matrix.quadratic([1, 7, -2]) == 75)
        #expect(matrix.quadratic([2, 5, 1]) == 0)
    }

    @Test func `sums, scales and damping work element by element`() {
        var a = SquareMatrix(size: 2)
        (a[0, 0], a[0, 1], a[1, 0], a[1, 1]) = (1, 2, 3, 4)
        let sum = a + a.scaled(by: 0.5)
        #expect([sum[0, 0], sum[0, 1], sum[1, 0], sum[1, 1]] == [1.5, 3, 4.5, 6])
        let damped = a.damped(by: 0.5)
        #expect([damped[0, 1], damped[1, 0]] == [2, 3])
        #expect(abs(damped[0, 0] - 1.5) < 1e-8 && abs(damped[1, 1] - 6) < 1e-8)
        // Even zero gets a little: an empty equation can be solved.
        #expect(SquareMatrix(size: 2).damped(by: 0.1).solve([0, 0]) == [0, 0])
    }
}
