internal import Foundation

/// Normal equations of least squares in which each unknown meets only its neighbours: as large as a clip is long, solved in a
/// time that grows with its length.
struct BandedSystem {
    private let size, bandwidth: Int
    /// Rows of the lower triangle: element (row, column) at row · (bandwidth + 1) + bandwidth − (row − column).
    private var elements: [Double]
    private var right: [Double]

    /// - Parameter bandwidth: the greatest distance of two unknowns that meet.
    init(size: Int, bandwidth: Int) {
        (self.size, self.bandwidth) = (size, bandwidth)
        elements = Array(repeating: 0, count: size * (bandwidth + 1))
        right = Array(repeating: 0, count: size)
    }

    private func place(_ row: Int, _ column: Int) -> Int { row * (bandwidth + 1) + bandwidth - (row - column) }

    /// Adds to an element of the lower triangle.
    mutating func add(_ value: Double, _ row: Int, _ column: Int) { elements[place(row, column)] += value }

    /// Adds weight · (value + slopes · x)², half of it, with the slopes of the unknowns from `first` on.
    mutating func addSquare(of slopes: [Double], at first: Int, value: Double, weight: Double) {
        for row in slopes.indices where slopes[row] != 0 {
            right[first + row] -= weight * slopes[row] * value
            for column in 0...row { add(weight * slopes[row] * slopes[column], first + row, first + column) }
        }
    }

    /// The unknowns (Cholesky), or `nil` where they are not determined.
    consuming func solve() -> [Double]? {
        for row in 0..<size {
            let first = max(0, row - bandwidth)
            for column in first...row {
                var rest = elements[place(row, column)]
                for inner in max(first, column - bandwidth)..<max(column, first) {
                    rest -= elements[place(row, inner)] * elements[place(column, inner)]
                }
                if row == column {
                    guard rest > 0, rest.isFinite else { return nil }
                    elements[place(row, row)] = rest.squareRoot()
                } else {
                    elements[place(row, column)] = rest / elements[place(column, column)]
                }
            }
        }
        for row in 0..<size {
            for column in max(0, row - bandwidth)..<row { right[row] -= elements[place(row, column)] * right[column] }
            right[row] /= elements[place(row, row)]
        }
        for row in (0..<size).reversed() {
            for below in row + 1..<max(row + 1, min(size, row + bandwidth + 1)) {
                right[row] -= elements[place(below, row)] * right[below]
            }
            right[row] /= elements[place(row, row)]
        }
        return right
    }
}
