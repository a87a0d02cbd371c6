internal import Imaging
internal import Vision

/// Tells where one shot ends and another begins, from small copies of the pictures.
struct CutDetector {
    private static let width = 32, height = 32, reach = 5
    private var last: GreyImage?

    /// Whether `picture` begins another shot than the one before it. The first picture does not.
    mutating func isCut(_ picture: GreyImage) throws(VisionError) -> Bool {
        let small = try picture.resized(width: Self.width, height: Self.height)
        defer { last = small }
        guard let last else { return false }
        return Self.bestCorrelation(last, small) < 0.35
    }

    /// The best correlation over shifts of up to 5 of 32 pixels each way, so that a fast pan is no cut.
    private static func bestCorrelation(_ a: GreyImage, _ b: GreyImage) -> Double {
        // Nearly always it stands still, or almost.
        var best = correlation(a, b, 0, 0)
        if best > 0.8 { return best }
        for dy in stride(from: -reach, through: reach, by: 1) {
            for dx in stride(from: -reach, through: reach, by: 1) { best = max(best, correlation(a, b, dx, dy)) }
        }
        return best
    }

    /// Normalised cross-correlation of the parts that overlap when `b` is shifted.
    private static func correlation(_ a: GreyImage, _ b: GreyImage, _ dx: Int, _ dy: Int) -> Double {
        var (n, sa, sb, saa, sbb, sab) = (0, 0, 0, 0, 0, 0)
        for y in max(0, -dy)..<min(height, height - dy) {
            for x in max(0, -dx)..<min(width, width - dx) {
                let (p, q) = (Int(a[x, y]), Int(b[x + dx, y + dy]))
                (n, sa, sb) = (n + 1, sa + p, sb + q)
                (saa, sbb, sab) = (saa + p * p, sbb + q * q, sab + p * q)
            }
        }
        let covariance = Double(sab * n - sa * sb)
        let spread = Double(saa * n - sa * sa) * Double(sbb * n - sb * sb)
        // Two even pictures (black, say) are alike.
        return spread > 0 ? covariance / spread.squareRoot() : (saa * n == sa * sa && sbb * n == sb * sb ? 1 : 0)
    }
}
