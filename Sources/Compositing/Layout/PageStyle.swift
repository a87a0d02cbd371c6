internal import Foundation
internal import Geometry

/// How a picture sits on its page.
package struct PageStyle: Hashable, Sendable {
    /// The radius of the corners, as a share of the page's shorter side: 0 … 0.5.
    package let cornerRadius: Double
    /// The width of a border inside the page's outline, as a share of its shorter side: 0 … 0.4.
    package let borderWidth: Double
    /// How opaque the picture and its border are: 0 … 1. A layer's opacity is to be multiplied by it.
    package let opacity: Double

    /// The picture alone, to the page's own corners.
    package static let plain = PageStyle(checkedCornerRadius: 0, borderWidth: 0, opacity: 1)

    private init(checkedCornerRadius: Double, borderWidth: Double, opacity: Double) {
        (cornerRadius, self.borderWidth, self.opacity) = (checkedCornerRadius, borderWidth, opacity)
    }

    /// - Throws: when a number is out of its range: one sentence that names it.
    package init(cornerRadius: Double = 0, borderWidth: Double = 0, opacity: Double = 1) throws(CompositingError) {
        for (name, value, most) in [
            ("the corners' rounding", cornerRadius, 0.5), ("the border's width", borderWidth, 0.4),
            ("the opacity", opacity, 1),
        ] where !(0...most).contains(value) {
            throw CompositingError(description: "\(name) is \(value); give it from 0 to \(most)")
        }
        self.init(checkedCornerRadius: cornerRadius, borderWidth: borderWidth, opacity: opacity)
    }
}

/// An upright rectangle on a page's canvas, in its pixels: outlines, not pixel centres.
struct PageArea: Hashable, Sendable {
    let origin, size: Point2

    var end: Point2 { origin + size }
    var centre: Point2 { origin + size / 2 }

    func contains(_ other: PageArea) -> Bool {
        let slack = 1e-6
        return origin.x <= other.origin.x + slack && origin.y <= other.origin.y + slack
            && end.x >= other.end.x - slack && end.y >= other.end.y - slack
    }

    /// The rectangle without a margin on each side.
    func inset(by margin: Double) -> PageArea {
        PageArea(origin: origin + Point2(margin, margin), size: size - Point2(margin, margin) * 2)
    }

    /// The outline clockwise from the top left; round corners are arcs of as many corners as keep it within a twentieth of a
    /// pixel.
    func outline(cornerRadius radius: Double) -> [Point2] {
        let radius = min(radius, size.x / 2, size.y / 2)
        guard radius > 0.05 else { return [origin, Point2(end.x, origin.y), end, Point2(origin.x, end.y)] }
        let step = 2 * acos(max(0, 1 - 0.05 / radius))
        let count = min(24, max(1, Int((Double.pi / 2 / step).rounded(.up))))
        let inner = inset(by: radius)
        let middles = [
            inner.origin, Point2(inner.end.x, inner.origin.y), inner.end, Point2(inner.origin.x, inner.end.y),
        ]
        return middles.enumerated().flatMap { corner, middle in
            (0...count).map { index in
                let angle = Double.pi * (1 + Double(corner) / 2 + Double(index) / Double(count) / 2)
                return middle + Point2(cos(angle), sin(angle)) * radius
            }
        }
    }
}
