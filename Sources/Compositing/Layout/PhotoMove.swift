internal import Foundation
package import Geometry
internal import Imaging

/// The slow move over a photo while it is shown: it begins or ends with the whole picture, and in between goes a little way
/// closer and aside. A pure function of time and seed.
package struct PhotoMove: Hashable, Sendable {
    private let goesCloser: Bool
    private let direction: Point2

    /// How much closer it comes.
    package static let mostZoom = 1.08
    /// How far it leaves the middle, of what the zoom leaves room for.
    private static let wayAside = 0.4...0.9

    /// - Parameter seed: another one for each show, so that each moves differently.
    package init(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        goesCloser = random.next() & 1 == 0
        let (angle, way) = (2 * Double.pi * random.share(), random.share())
        let range = Self.wayAside.upperBound - Self.wayAside.lowerBound
        direction = Point2(cos(angle), sin(angle)) * (Self.wayAside.lowerBound + range * way)
    }

    /// What is to be seen of the picture.
    package struct View: Hashable, Sendable {
        /// 1: all of it.
        package let zoom: Double
        /// Where the middle of what is seen lies, from the picture's own, in shares of its width and height.
        package let offset: Point2

        /// All of the picture.
        package static let whole = View(zoom: 1, offset: .zero)

        init(zoom: Double, offset: Point2) { (self.zoom, self.offset) = (zoom, offset) }

        /// Maps a place in the area that the picture fills to the place in it where the same is seen without the zoom.
        func stillFromMoved(in area: PageArea) -> Matrix3 {
            let shift = area.centre * (1 - 1 / zoom) + Point2(offset.x * area.size.x, offset.y * area.size.y)
            return Matrix3(SIMD3(1 / zoom, 0, shift.x), SIMD3(0, 1 / zoom, shift.y), SIMD3(0, 0, 1))
        }
    }

    /// The view after `seconds` of a show of `duration`; slow at both ends.
    package func view(atSeconds seconds: Double, ofSeconds duration: Double) -> View {
        guard duration > 0, seconds.isFinite else { return .whole }
        let time = min(max(seconds / duration, 0), 1)
        let eased = (1 - cos(Double.pi * time)) / 2
        let zoom = 1 + (Self.mostZoom - 1) * (goesCloser ? eased : 1 - eased)
        // Up to half of what the zoom cuts off: never beyond the edge.
        return View(zoom: zoom, offset: direction * ((1 - 1 / zoom) / 2))
    }
}
