internal import CFFmpegShim
internal import Geometry

extension Orientation {
    /// The turn or mirror of a display matrix, to the nearest quarter turn; `nil` where there is no matrix or it is flat.
    init?(_ matrix: media_display_matrix) {
        guard matrix.is_present else { return nil }
        let (a, b, c, d) = (Int64(matrix.a), Int64(matrix.b), Int64(matrix.c), Int64(matrix.d))
        if abs(a) + abs(d) > abs(b) + abs(c) {
            self =
                switch (a > 0, d > 0) {
                case (true, true): .upright
                case (false, true): .mirrored
                case (false, false): .rotated180
                case (true, false): .flipped
                }
        } else {
            guard b != 0, c != 0 else { return nil }
            self =
                switch (b > 0, c > 0) {
                case (true, true): .transposed
                case (true, false): .rotatedClockwise
                case (false, false): .transversed
                case (false, true): .rotatedCounterclockwise
                }
        }
    }

    /// The nine elements of the display matrix that shows a stored `width` × `height` picture upright, its top-left
    /// corner at the origin: 16.16 fixed point, the last column 2.30 (ISO/IEC 14496-12, 8.3.2).
    func displayMatrix(width: Int, height: Int) -> [Int32] {
        let (w, h) = (Int32(clamping: width << 16), Int32(clamping: height << 16))
        let one: Int32 = 1 << 16
        let (a, b, c, d, x, y): (Int32, Int32, Int32, Int32, Int32, Int32) =
            switch self {
            case .upright: (one, 0, 0, one, 0, 0)
            case .mirrored: (-one, 0, 0, one, w, 0)
            case .rotated180: (-one, 0, 0, -one, w, h)
            case .flipped: (one, 0, 0, -one, 0, h)
            case .transposed: (0, one, one, 0, 0, 0)
            case .rotatedClockwise: (0, one, -one, 0, h, 0)
            case .transversed: (0, -one, -one, 0, h, w)
            case .rotatedCounterclockwise: (0, -one, one, 0, 0, w)
            }
        return [a, b, 0, c, d, 0, x, y, 1 << 30]
    }
}
