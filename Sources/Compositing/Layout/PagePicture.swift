internal import Geometry
package import Imaging

/// A film frame laid out on a page: what the compositor warps into the frame. Made by `PageLayout`.
///
/// A value that shares the film's samples; coarser and finer copies are made when they are first needed, once.
package struct PagePicture: Sendable {
    /// The page's outline is that of a canvas of this size; `Layer.page` maps its pixels.
    package let canvasWidth, canvasHeight: Int
    /// The format of the film frame it was made from, and of the frames it can be composed onto.
    package let format: PixelFormat
    /// What covers the page, from the bottom to the top.
    let parts: [Part]
    /// Where on the canvas the film is laid, whatever of it is seen: the place of the last part.
    let filmArea: PageArea

    /// One picture on the page.
    struct Part: Sendable {
        /// Where it is to be seen, in canvas pixels: a convex outline that lies inside the page's, clockwise.
        let outline: [Point2]
        /// What of it lies under the parts that follow and is not seen, if anything.
        let hiddenBy: [Point2]?
        /// Level 0 of `components` is level `coarseness` of the film.
        let coarseness: Int
        /// Maps canvas pixels to the film's, as it is stored; affine.
        var pictureFromPage: Matrix3
        /// Size of the film as it is stored.
        let width, height: Int
        let colour: ColourDescription
        /// One for each colour component.
        let components: [ComponentPyramid]
        /// How opaque it is, in codes of grey, over the same pixels as `components`; `nil` where that is everywhere.
        let alpha: ComponentPyramid?
    }

    /// The same picture seen as `view` says, within its own place on the page: what is around it stays. It costs nothing,
    /// since samples and pyramids are shared; begin from the picture that was laid out each time.
    package func seen(_ view: PhotoMove.View) -> PagePicture {
        var parts = parts
        let last = parts.count - 1
        parts[last].pictureFromPage = parts[last].pictureFromPage * view.stillFromMoved(in: filmArea)
        return PagePicture(
            canvasWidth: canvasWidth, canvasHeight: canvasHeight, format: format, parts: parts, filmArea: filmArea)
    }
}
