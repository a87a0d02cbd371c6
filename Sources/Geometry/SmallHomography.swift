/// A homography near the identity by its eight numbers: [1+p0 p1 p2; p3 1+p4 p5; p6 p7 1] in coordinates
/// (x − centre) / scale, so that all eight weigh about the same.
package struct SmallHomography: Hashable, Sendable {
    package let parameters: [Double]

    package init(_ parameters: [Double]) {
        precondition(parameters.count == 8, "a homography has eight numbers")
        self.parameters = parameters
    }

    /// The numbers of a map between pixels.
    package init(_ map: Homography, centre: Point2, scale: Double) {
        let unitFromPixel = Self.unitFromPixel(centre, scale)
        let pixelFromUnit = Self.pixelFromUnit(centre, scale)
        let m = unitFromPixel * map.matrix * pixelFromUnit
        let e = (m * (1 / m.row2.z)).rowMajor
        self.init([e[0] - 1, e[1], e[2], e[3], e[4] - 1, e[5], e[6], e[7]])
    }

    /// The map between pixels; `nil` when it cannot be inverted.
    package func map(centre: Point2, scale: Double) -> Homography? {
        let p = parameters
        let small = Matrix3(SIMD3(1 + p[0], p[1], p[2]), SIMD3(p[3], 1 + p[4], p[5]), SIMD3(p[6], p[7], 1))
        return Homography(Self.pixelFromUnit(centre, scale) * small * Self.unitFromPixel(centre, scale))
    }

    /// A bound on how far a point of the unit square moves.
    package var largestShift: Double { parameters.reduce(0) { $0 + abs($1) } }

    /// How a point (u, v) in scaled coordinates moves with each number, to first order: the rows of x and of y.
    package static func jacobian(_ u: Double, _ v: Double) -> (x: [Double], y: [Double]) {
        ([u, v, 1, 0, 0, 0, -u * u, -u * v], [0, 0, 0, u, v, 1, -u * v, -v * v])
    }

    private static func unitFromPixel(_ centre: Point2, _ scale: Double) -> Matrix3 {
        Matrix3(SIMD3(1 / scale, 0, -centre.x / scale), SIMD3(0, 1 / scale, -centre.y / scale), SIMD3(0, 0, 1))
    }

    private static func pixelFromUnit(_ centre: Point2, _ scale: Double) -> Matrix3 {
        Matrix3(SIMD3(scale, 0, centre.x), SIMD3(0, scale, centre.y), SIMD3(0, 0, 1))
    }
}

/// A Gaussian prior on a small homography: what it is likely to be before the picture is asked.
package struct HomographyPrior: Hashable, Sendable {
    /// Where the expectation lies already, as seen from the most likely place.
    package let offset: [Double]
    /// Inverse covariance of the eight numbers.
    package let information: SquareMatrix

    package init(offset: SmallHomography, information: SquareMatrix) {
        (self.offset, self.information) = (offset.parameters, information)
    }

    /// The prior together with what was measured about `place`: there, `information` · (p − place) = `right` is most likely.
    package func joined(with information: SquareMatrix, right: [Double], at place: SmallHomography) -> HomographyPrior {
        let both = self.information + information
        let pull = zip(self.information * offset, zip(information * place.parameters, right)).map { $0 - $1.0 - $1.1 }
        guard let offset = both.solve(pull) else { return self }
        return HomographyPrior(offset: SmallHomography(offset), information: both)
    }

    /// What remains of a most likely `place` and its covariance when `information` · (p − about) = `right` is taken out of
    /// what led to them; `nil` when that was nearly all.
    package static func parting(
        _ place: SmallHomography, _ covariance: SquareMatrix, from information: SquareMatrix, right: [Double],
        about: SmallHomography
    ) -> (place: [Double], covariance: SquareMatrix)? {
        guard let all = covariance.inverse else { return nil }
        let rest = all + information.scaled(by: -1)
        let pull = zip(all * place.parameters, zip(information * about.parameters, right)).map { $0 - $1.0 - $1.1 }
        guard let covariance = rest.inverse, let place = rest.solve(pull) else { return nil }
        return (place, covariance)
    }

    /// The gradient of the prior's half squared distance at `small`.
    package func pull(at small: SmallHomography) -> [Double] {
        information * zip(offset, small.parameters).map { $0 + $1 }
    }
}
