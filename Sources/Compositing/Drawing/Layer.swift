package import Geometry

/// A picture on a page that is seen in a frame.
package struct Layer: Sendable {
    /// Where the page is in the middle of the exposure: `frameFromPage`, from canvas pixels of the picture to pixels of the
    /// frame as it is stored. The page's top-left corner is in front of the camera; the rest may lie behind its horizon.
    package var page: Homography
    /// How the page bends on top of that, in pixels of the frame as it is stored; `nil` where it is flat.
    package var bend: PageBend?
    package var picture: PagePicture
    /// 0 (nothing is changed) … 1.
    package var opacity: Double
    /// How the page moves while the shutter is open; `nil` where that is not known or does not matter.
    package var motion: Motion?

    /// What the frame shows of the page; `nil`: even light, and nothing in front.
    package var surface: PageSurface?

    package init(
        page: Homography, bend: PageBend? = nil, picture: PagePicture, opacity: Double, motion: Motion? = nil,
        surface: PageSurface? = nil
    ) {
        (self.page, self.bend, self.picture, self.opacity) = (page, bend, picture, opacity)
        (self.motion, self.surface) = (motion, surface)
    }

    /// The page when the shutter opens and when it closes: like `page`, `frameFromPage`.
    package struct Motion: Hashable, Sendable {
        package let opening, closing: Homography

        package init(opening: Homography, closing: Homography) { (self.opening, self.closing) = (opening, closing) }

        /// The motion of a page whose corners are at `corners` in the middle of the exposure and move by `velocity`
        /// pixels a second, over an exposure of `seconds`; `nil` when no page looks like that.
        package init?(corners: Quad, velocity: Quad, exposureSeconds seconds: Double, canvas: Quad) {
            func page(at time: Double) -> Homography? {
                let moved = zip(corners.corners, velocity.corners).map { $0 + $1 * time }
                return Quad(moved).flatMap { Homography(from: canvas, to: $0) }
            }
            guard let opening = page(at: -seconds / 2), let closing = page(at: seconds / 2) else { return nil }
            self.init(opening: opening, closing: closing)
        }
    }
}
