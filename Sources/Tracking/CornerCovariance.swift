internal import Geometry

/// The covariance of four corners: 8 × 8, in square pixels, over x and y of the top left, top right, bottom right and bottom
/// left corner.
enum CornerCovariance {
    /// Of corners that were measured: from the small homography's numbers, which are about the page's centre in units of half
    /// its diagonal.
    static func of(_ measurement: Measurement) -> SquareMatrix {
        let quad = measurement.corners
        let (centre, radius) = (quad.centre, quad.diagonal / 2)
        let rows = quad.corners.flatMap { corner -> [[Double]] in
            let at = (corner - centre) / radius
            let moved = SmallHomography.jacobian(at.x, at.y)
            return [moved.x, moved.y]
        }
        let products = rows.map { measurement.covariance * $0 }
        return symmetric { row, column in radius * radius * dot(rows[row], products[column]) }
    }

    /// Of corners that err independently of each other by `sigma` pixels in x and in y.
    static func independent(_ sigma: Double) -> SquareMatrix { symmetric { $0 == $1 ? sigma * sigma : 0 } }

    /// Root mean square of the standard deviations of the eight numbers, in pixels.
    static func sigma(_ covariance: SquareMatrix) -> Double {
        ((0..<8).reduce(0) { $0 + covariance[$1, $1] } / 8).squareRoot()
    }

    private static func symmetric(_ element: (Int, Int) -> Double) -> SquareMatrix {
        var result = SquareMatrix(size: 8)
        for row in 0..<8 { for column in 0..<8 { result[row, column] = element(row, column) } }
        return result
    }
}

/// The scalar product of two vectors of one length.
func dot(_ a: [Double], _ b: [Double]) -> Double {
    var sum = 0.0
    for index in a.indices { sum += a[index] * b[index] }
    return sum
}
