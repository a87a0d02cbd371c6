internal import Geometry
package import Imaging
internal import SceneRendering

extension RGBAImage {
    /// A page that somebody drew: discs, boxes and strokes of many sizes and colours on paper. No two seeds look alike.
    package static func drawing(seed: UInt64, width: Int = 320, height: Int = 240, shapes: Int = 110) -> RGBAImage {
        var random = SplitMix(seed: seed)
        var page = RGBAImage.filled(red: 246, green: 240, blue: 228, width: width, height: height)
        for index in 0..<shapes {
            let share = 1 - Double(index) / Double(shapes)
            let reach = (0.012 + 0.1 * share * share) * Double(width) * Double.random(in: 0.5...1, using: &random)
            let centre = Point2(
                .random(in: 0..<Double(width), using: &random), .random(in: 0..<Double(height), using: &random))
            let colour = (0..<3).map { _ in UInt8.random(in: 0...255, using: &random) }
            let angle = Point2(.random(in: -1...1, using: &random), .random(in: -1...1, using: &random))
            page.paint(colour, around: centre, reach: reach, shape: index % 3, along: angle / max(angle.length, 0.1))
        }
        return page
    }

    /// One opaque colour.
    package static func filled(red: UInt8, green: UInt8, blue: UInt8, width: Int, height: Int) -> RGBAImage {
        RGBAImage(
            width: width, height: height,
            pixels: (0..<width * height).flatMap { _ in [red, green, blue, 255] })
    }

    /// The picture with left and right exchanged.
    package var mirrored: RGBAImage {
        var result = self
        for y in 0..<height {
            for x in 0..<width {
                let (to, from) = (4 * (y * width + x), 4 * (y * width + width - 1 - x))
                for channel in 0..<4 { result.pixels[to + channel] = pixels[from + channel] }
            }
        }
        return result
    }

    /// Paints a disc (0), a box (1) or a stroke (2).
    private mutating func paint(_ colour: [UInt8], around centre: Point2, reach: Double, shape: Int, along: Point2) {
        let columns = max(0, Int(centre.x - reach))...max(0, min(width - 1, Int(centre.x + reach)))
        let rows = max(0, Int(centre.y - reach))...max(0, min(height - 1, Int(centre.y + reach)))
        for y in rows {
            for x in columns {
                let way = Point2(Double(x), Double(y)) - centre
                let (length, across) = (abs(way.dot(along)), abs(way.cross(along)))
                let isInside =
                    switch shape {
                    case 0: way.length < 0.8 * reach
                    case 1: max(length, across) < 0.6 * reach
                    default: length < reach && across < 0.15 * reach
                    }
                guard isInside else { continue }
                for channel in 0..<3 { pixels[4 * (y * width + x) + channel] = colour[channel] }
            }
        }
    }
}
