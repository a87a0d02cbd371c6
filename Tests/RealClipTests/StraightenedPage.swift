import Geometry
import Imaging
import MediaIO
import Vision

/// A drawing as it is registered, to compare with what a frame shows of it.
struct StraightenedPage {
    /// Small enough to be quick, and about as large as the pages are in the clips.
    private static let longSide = 160
    private let reference: GreyImage

    init(reference path: String) throws {
        let grey = try StillReader.image(path: path).onWhite.grey
        let factor = Double(Self.longSide) / Double(max(grey.width, grey.height))
        reference = try grey.resized(
            width: Int((Double(grey.width) * factor).rounded()), height: Int((Double(grey.height) * factor).rounded()))
    }

    /// Normalised cross-correlation, −1…1, of the reference with `frame` straightened by `corners`, over the part of the page
    /// that is in the frame.
    func correlation(with frame: GreyImage, at corners: Quad, bend: PageBend?) throws -> Double {
        let outline = Quad(outlineOfWidth: reference.width, height: reference.height)
        guard let frameFromPage = Homography(from: outline, to: corners) else { return 0 }
        var (n, sa, sb, saa, sbb, sab) = (0, 0, 0, 0, 0, 0)
        for y in 0..<reference.height {
            for x in 0..<reference.width {
                guard let flat = frameFromPage(Point2(Double(x), Double(y))) else { continue }
                let (u, v) = (
                    2 * (Double(x) + 0.5) / Double(reference.width) - 1,
                    2 * (Double(y) + 0.5) / Double(reference.height) - 1
                )
                let place = bend.map { flat + $0(u: u, v: v) } ?? flat
                guard place.x >= 0, place.y >= 0, place.x < Double(frame.width - 1), place.y < Double(frame.height - 1)
                else { continue }
                let (a, b) = (Self.sample(frame, place), Int(reference[x, y]))
                (n, sa, sb) = (n + 1, sa + a, sb + b)
                (saa, sbb, sab) = (saa + a * a, sbb + b * b, sab + a * b)
            }
        }
        let spread = Double(n * saa - sa * sa) * Double(n * sbb - sb * sb)
        return spread > 0 ? Double(n * sab - sa * sb) / spread.squareRoot() : 0
    }

    private static func sample(_ frame: GreyImage, _ place: Point2) -> Int {
        let (x, y) = (Int(place.x), Int(place.y))
        let (right, down) = (place.x - Double(x), place.y - Double(y))
        let upper = Double(frame[x, y]) * (1 - right) + Double(frame[x + 1, y]) * right
        let lower = Double(frame[x, y + 1]) * (1 - right) + Double(frame[x + 1, y + 1]) * right
        return Int((upper * (1 - down) + lower * down).rounded())
    }
}
