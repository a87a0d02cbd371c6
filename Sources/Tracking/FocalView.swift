internal import Foundation
internal import Geometry

/// What one view of a flat page says about the camera that took it.
///
/// A homography's first two columns a and b are the images of two directions that are perpendicular, and as long as each other
/// on paper. With ω, the image of the absolute conic, that is aᵀωb = 0 and aᵀωa = bᵀωb (Zhang 2000): two numbers that should
/// be 0, whichever pose the page has.
struct FocalView {
    /// The reference that is seen.
    let reference: Int
    /// a, then b; picture coordinates about the middle of the picture, in units of a focal length.
    private let columns: [Double]
    private let covariance: SquareMatrix

    /// - Parameters:
    ///   - corners: pixels about the middle of the picture, in units of a focal length that is about right.
    ///   - covariance: theirs, in those units.
    ///   - aspect: height of the page for a width of 1.
    init?(reference: Int, corners: Quad, covariance: SquareMatrix, aspect: Double) {
        let page = Quad(Point2(-1, -aspect), Point2(1, -aspect), Point2(1, aspect), Point2(-1, aspect))
        guard corners.isFinite, let map = Homography(from: page, to: corners)?.matrix else { return nil }
        // How the corners move with the eight numbers, row by row, of a homography whose last is 1.
        var equations: [[Double]] = []
        for (p, q) in zip(page.corners, corners.corners) {
            let depth = map.row2.x * p.x + map.row2.y * p.y + 1
            guard depth > 1e-6 else { return nil }
            let (x, y) = (p.x / depth, p.y / depth)
            equations.append([x, y, 1 / depth, 0, 0, 0, -q.x * x, -q.x * y])
            equations.append([0, 0, 0, x, y, 1 / depth, -q.y * x, -q.y * y])
        }
        var normal = SquareMatrix(size: 8)
        for row in equations { normal.addOuterProduct(of: row, weight: 1) }
        // Rows of the pseudo-inverse: how each number moves with the corners.
        let order = [0, 3, 6, 1, 4, 7]
        var moved: [[Double]] = []
        for index in order {
            guard let solved = normal.solve((0..<8).map { $0 == index ? 1 : 0 }) else { return nil }
            moved.append(equations.map { dot($0, solved) })
        }
        var matrix = SquareMatrix(size: 6)
        let products = moved.map { covariance * $0 }
        for row in 0..<6 { for column in 0..<6 { matrix[row, column] = dot(moved[row], products[column]) } }
        let e = map.rowMajor
        (self.reference, self.covariance, columns) = (reference, matrix, order.map { e[$0] })
    }

    /// How strongly the page converges, in units of how well that is known.
    var strength: Double {
        let variance = max(covariance[2, 2] + covariance[5, 5], 1e-18)
        return ((columns[2] * columns[2] + columns[5] * columns[5]) / variance).squareRoot()
    }

    /// The two numbers in units of their standard deviation, and how they change with the unknowns.
    struct Residual {
        let values: [Double]
        let slopes: [[Double]]

        var chiSquare: Double { dot(values, values) }
    }

    /// What is left of the two numbers if the camera and the page are as `unknowns` says.
    ///
    /// Noise of the corners alone gives them a mean (the products are of numbers that err together): it is taken off, and its
    /// spread is part of theirs. So a page that is seen from the front says nothing, rather than something wrong.
    func residual(under unknowns: FocalUnknowns) -> Residual? {
        let forms = [unknowns.perpendicular, unknowns.equal(unknowns.stretches[reference])]
        let spread = forms.map { product($0, covariance) }
        let directions = forms.map { $0 * columns }
        let values = zip(directions, spread).map { dot(columns, $0) - trace($1) }
        var variance = SquareMatrix(size: 2)
        for row in 0..<2 {
            let along = covariance * directions[row]
            for column in 0..<2 {
                variance[row, column] =
                    4 * dot(along, directions[column]) + 2 * trace(product(spread[row], spread[column]))
            }
        }
        // Whitened by hand: the Cholesky factor of two numbers.
        let first = variance[0, 0].squareRoot()
        let mixed = variance[1, 0] / first
        let second = (variance[1, 1] - mixed * mixed).squareRoot()
        guard first > 0, second > 0, first.isFinite, second.isFinite else { return nil }
        func whitened(_ pair: [Double]) -> [Double] { [pair[0] / first, (pair[1] - mixed * pair[0] / first) / second] }
        let slopes = unknowns.slopes(reference).map { forms in
            whitened(forms.map { form in form.map { dot(columns, $0 * columns) } ?? 0 })
        }
        return Residual(values: whitened(values), slopes: slopes)
    }

    private func trace(_ matrix: SquareMatrix) -> Double { (0..<matrix.size).reduce(0) { $0 + matrix[$1, $1] } }

    private func product(_ a: SquareMatrix, _ b: SquareMatrix) -> SquareMatrix {
        var result = SquareMatrix(size: 6)
        for row in 0..<6 {
            for inner in 0..<6 where a[row, inner] != 0 {
                for column in 0..<6 { result[row, column] += a[row, inner] * b[inner, column] }
            }
        }
        return result
    }
}

/// What is not known of the camera and the pages: the focal length, where the lens's axis meets the picture, and by how much
/// each page is longer than its reference says.
struct FocalUnknowns {
    /// Logarithm of the focal length in units of the one that was assumed.
    var focal = 0.0
    /// Where the axis meets the picture, from its middle, in units of the assumed focal length.
    var centre = Point2.zero
    /// Logarithm of the ratio of true to stated height, for each reference.
    var stretches: [Double]

    init(references: Int) { stretches = Array(repeating: 0, count: references) }

    var vector: [Double] {
        get { [focal, centre.x, centre.y] + stretches }
        set {
            (focal, centre) = (newValue[0], Point2(newValue[1], newValue[2]))
            stretches = Array(newValue.dropFirst(3))
        }
    }

    /// The quadratic form in a and b that is aᵀωb.
    fileprivate var perpendicular: SquareMatrix { perpendicular(conic) }

    /// The one that is aᵀωa − bᵀωb, for a page longer by e^stretch.
    fileprivate func equal(_ stretch: Double) -> SquareMatrix { equal(conic, -exp(-2 * stretch)) }

    /// Both forms' derivatives by each unknown; `nil` for one that does not change.
    fileprivate func slopes(_ reference: Int) -> [[SquareMatrix?]] {
        let ratio = exp(-2 * stretches[reference])
        let conics = [
            Matrix3(.zero, .zero, SIMD3(0, 0, 2 * exp(2 * focal))),
            Matrix3(SIMD3(0, 0, -1), .zero, SIMD3(-1, 0, 2 * centre.x)),
            Matrix3(.zero, SIMD3(0, 0, -1), SIMD3(0, -1, 2 * centre.y)),
        ]
        return conics.map { [perpendicular($0), equal($0, -ratio)] }
            + stretches.indices.map { $0 == reference ? [nil, equal(conic, 2 * ratio, first: 0)] : [nil, nil] }
    }

    /// ω, scaled so that its first element is 1.
    private var conic: Matrix3 {
        Matrix3(
            SIMD3(1, 0, -centre.x), SIMD3(0, 1, -centre.y),
            SIMD3(-centre.x, -centre.y, exp(2 * focal) + centre.dot(centre)))
    }

    private func perpendicular(_ conic: Matrix3) -> SquareMatrix {
        form(conic) { row, column in (row < 3) == (column < 3) ? 0 : 0.5 }
    }

    private func equal(_ conic: Matrix3, _ second: Double, first: Double = 1) -> SquareMatrix {
        form(conic) { row, column in (row < 3) != (column < 3) ? 0 : row < 3 ? first : second }
    }

    /// Four copies of a conic, each with its weight.
    private func form(_ conic: Matrix3, _ weight: (Int, Int) -> Double) -> SquareMatrix {
        let elements = conic.rowMajor
        var result = SquareMatrix(size: 6)
        for row in 0..<6 {
            for column in 0..<6 {
                result[row, column] = weight(row, column) * elements[(row % 3) * 3 + column % 3]
            }
        }
        return result
    }
}
