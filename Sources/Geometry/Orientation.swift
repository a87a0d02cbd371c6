/// How a stored picture is turned or mirrored to be seen upright: EXIF's (and TIFF's) orientation 1…8.
package enum Orientation: Int, Hashable, Sendable, CaseIterable {
    case upright = 1
    case mirrored = 2
    case rotated180 = 3
    case flipped = 4
    /// Mirrored along the main diagonal.
    case transposed = 5
    /// Shown after a quarter turn clockwise: a phone held upright.
    case rotatedClockwise = 6
    /// Mirrored along the other diagonal.
    case transversed = 7
    /// Shown after a quarter turn counterclockwise.
    case rotatedCounterclockwise = 8

    /// Whether width and height change places.
    package var swapsAxes: Bool { rawValue >= 5 }

    /// Whether the picture is mirrored, whatever its turn.
    package var isMirrored: Bool { [.mirrored, .flipped, .transposed, .transversed].contains(self) }

    /// The upright size of a stored `width` × `height` picture.
    package func uprightSize(width: Int, height: Int) -> (width: Int, height: Int) {
        swapsAxes ? (height, width) : (width, height)
    }

    /// What a picture that is turned so and then once more as `next` says is turned in all.
    package func then(_ next: Orientation) -> Orientation {
        // Of a picture of one pixel only the turn is left.
        let turns = { (turn: Orientation) in turn.uprightFromStored(width: 1, height: 1).matrix }
        let both = turns(next) * turns(self)
        guard let found = Self.allCases.first(where: { turns($0) == both }) else {
            preconditionFailure("turns and mirrors are closed")
        }
        return found
    }

    /// The map from stored pixels of a `width` × `height` picture to upright pixels.
    package func uprightFromStored(width: Int, height: Int) -> Homography {
        let (right, bottom) = (Double(width - 1), Double(height - 1))
        let (x, y): (SIMD3<Double>, SIMD3<Double>) =
            switch self {
            case .upright: (SIMD3(1, 0, 0), SIMD3(0, 1, 0))
            case .mirrored: (SIMD3(-1, 0, right), SIMD3(0, 1, 0))
            case .rotated180: (SIMD3(-1, 0, right), SIMD3(0, -1, bottom))
            case .flipped: (SIMD3(1, 0, 0), SIMD3(0, -1, bottom))
            case .transposed: (SIMD3(0, 1, 0), SIMD3(1, 0, 0))
            case .rotatedClockwise: (SIMD3(0, -1, bottom), SIMD3(1, 0, 0))
            case .transversed: (SIMD3(0, -1, bottom), SIMD3(-1, 0, right))
            case .rotatedCounterclockwise: (SIMD3(0, 1, 0), SIMD3(-1, 0, right))
            }
        guard let map = Homography(Matrix3(x, y, SIMD3(0, 0, 1))) else {
            preconditionFailure("a turn or mirror can always be inverted")
        }
        return map
    }
}
