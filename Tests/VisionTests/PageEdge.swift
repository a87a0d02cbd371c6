import Foundation
import Geometry
import Imaging
import TestSupport
import Vision

/// A page's straight edge, drawn as a camera sees it: in linear light, integrated over each pixel and over the exposure.
struct PageEdge {
    /// A point of the edge in pixels, and the unit normal that points into the page.
    var point: Point2
    var normal: Point2
    /// Light of the table, and gain of the page: its light is the gain times that of the reference.
    var table: Double
    var gain: Double
    /// Motion along the normal while the shutter is open, pixels.
    var blur = 0.0
    /// What is drawn on the page; an even page without it.
    var texture: Waves?
    var size = 96

    init(normalDegrees: Double, offset: Double = 0, table: Double = 0.1, gain: Double = 0.7, blur: Double = 0) {
        let angle = normalDegrees * .pi / 180
        normal = Point2(cos(angle), sin(angle))
        point = Point2(47.5, 47.5) + normal * offset
        (self.table, self.gain, self.blur) = (table, gain, blur)
    }

    private var along: Point2 { Point2(-normal.y, normal.x) }

    /// The page in full-range grey, 1 : 1, its edge the left side of the outline; row 48 shows what lies inside of `point`.
    var reference: GreyImage {
        texture?.picture(width: 60, height: 97) ?? GreyImage(width: 60, height: 97, filledWith: 255)
    }

    private static let samples = (0..<36).map { sample -> (offset: Point2, weight: Double) in
        let offset = Point2(Double(sample % 6) - 2.5, Double(sample / 6) - 2.5) / 3
        return (offset, (1 - abs(offset.x)) * (1 - abs(offset.y)) / 9)
    }

    /// Limited-range luma. Each pixel is the mean of 6 × 6 samples, weighed by its own square and by a lens as soft as that; of an
    /// even page in closed form over the exposure.
    func picture(noise sigma: Double = 0, seed: UInt64 = 1) -> GreyImage {
        var noise = NormalNoise(sigma: sigma, seed: seed)
        var image = GreyImage(width: size, height: size)
        for y in 0..<size {
            for x in 0..<size {
                let pixel = Point2(Double(x), Double(y))
                let light = Self.samples.reduce(0) { $0 + $1.weight * self.light(at: pixel + $1.offset) }
                let code = 16 + 219 * pow(min(1, light), 1 / 2.2) + (sigma > 0 ? noise.next() : 0)
                image.pixels[y * size + x] = UInt8(max(0, min(255, code.rounded())))
            }
        }
        return image
    }

    private func light(at place: Point2) -> Double {
        let inside = (place - point).dot(normal)
        guard inside > -blur / 2 else { return table }
        guard let texture else {
            let share = blur > 0 ? min(1, inside / blur + 0.5) : 1
            return table + share * (gain - table)
        }
        let steps = max(1, Int(blur * 2))
        let height = (place - point).dot(along) + 48
        return (0..<steps).reduce(0) { sum, step in
            let now = inside + ((Double(step) + 0.5) / Double(steps) - 0.5) * blur
            guard now >= 0 else { return sum + table / Double(steps) }
            let level = max(0, min(255, texture(Point2(now - 0.5, height))))
            return sum + gain * pow(level / 255, 2.2) / Double(steps)
        }
    }

    /// Places along the edge, where it is expected `shift` pixels too far outside.
    func places(expected shift: Double, count: Int = 9) -> [OutlinePlace] {
        (0..<count).map { index in
            let t = (Double(index) - Double(count - 1) / 2) * 1.7
            return OutlinePlace(
                point: point + along * t - normal * shift, normal: normal, blur: blur,
                reference: Point2(-0.5, 48 + t), referenceStep: Point2(1, 0))
        }
    }

    func found(expected shift: Double, reach: Int = 8, noise: Double = 0) -> [OutlineEdge] {
        outlineEdges(in: picture(noise: noise), of: reference, at: places(expected: shift), reach: reach)
    }
}
