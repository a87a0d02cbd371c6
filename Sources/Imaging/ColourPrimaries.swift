package import Geometry

/// The colours of a display's red, green and blue, by the number that H.273 gives them.
package struct ColourPrimaries: Hashable, Sendable {
    /// The number of H.273: 1, 4, 5, 6, 8, 9, 11, 12 or 22; all others are taken as BT.709's (1).
    package let number: Int
    /// Chromaticities (x, y) of CIE 1931.
    private let red, green, blue, white: SIMD2<Double>

    package init(_ number: Int) {
        let d65 = SIMD2(0.3127, 0.3290)
        let illuminantC = SIMD2(0.310, 0.316)
        var known = number
        switch number {
        case 4: (red, green, blue, white) = ([0.67, 0.33], [0.21, 0.71], [0.14, 0.08], illuminantC)
        case 5: (red, green, blue, white) = ([0.64, 0.33], [0.29, 0.60], [0.15, 0.06], d65)
        case 6, 7: (red, green, blue, white) = ([0.630, 0.340], [0.310, 0.595], [0.155, 0.070], d65)
        case 8: (red, green, blue, white) = ([0.681, 0.319], [0.243, 0.692], [0.145, 0.049], illuminantC)
        case 9: (red, green, blue, white) = ([0.708, 0.292], [0.170, 0.797], [0.131, 0.046], d65)
        case 11: (red, green, blue, white) = ([0.680, 0.320], [0.265, 0.690], [0.150, 0.060], [0.314, 0.351])
        case 12: (red, green, blue, white) = ([0.680, 0.320], [0.265, 0.690], [0.150, 0.060], d65)
        case 22: (red, green, blue, white) = ([0.630, 0.340], [0.295, 0.605], [0.155, 0.077], d65)
        default:
            (red, green, blue, white) = ([0.64, 0.33], [0.30, 0.60], [0.15, 0.06], d65)
            known = 1
        }
        self.number = known == 7 ? 6 : known
    }

    /// Maps linear R, G, B to CIE XYZ, with Y = 1 for R = G = B = 1. The second row weighs R, G, B into luminance.
    package var xyzFromRGB: Matrix3 {
        func xyz(_ c: SIMD2<Double>) -> SIMD3<Double> { SIMD3(c.x / c.y, 1, (1 - c.x - c.y) / c.y) }
        let columns = Matrix3(xyz(red), xyz(green), xyz(blue)).transposed
        guard let inverse = columns.inverse else { preconditionFailure("no three primaries lie on a line") }
        let weights = inverse * xyz(white)
        return columns * Matrix3(SIMD3(weights.x, 0, 0), SIMD3(0, weights.y, 0), SIMD3(0, 0, weights.z))
    }

    /// Maps linear R, G, B of these primaries to those of `other`. Whites are not adapted to each other.
    package func linearRGB(of other: ColourPrimaries) -> Matrix3 {
        guard number != other.number else { return .identity }
        guard let inverse = other.xyzFromRGB.inverse else { preconditionFailure("primaries span a space") }
        return inverse * xyzFromRGB
    }
}

/// How much red and blue count in luma; green takes the rest.
package struct LumaWeights: Hashable, Sendable {
    package let red, blue: Double
    package var green: Double { 1 - red - blue }

    /// The weights of a matrix of H.273. RGB (0) and whatever has no luma of this kind is weighed as BT.709 does.
    package init(matrix: Int) {
        switch matrix {
        case 4: (red, blue) = (0.30, 0.11)
        case 5, 6: (red, blue) = (0.299, 0.114)
        case 7: (red, blue) = (0.212, 0.087)
        case 9, 10: (red, blue) = (0.2627, 0.0593)
        default: (red, blue) = (0.2126, 0.0722)
        }
    }
}
