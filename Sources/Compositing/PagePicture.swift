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

    /// One picture on the page.
    struct Part: Sendable {
        /// Where it is to be seen, in canvas pixels: a convex outline that lies inside the page's.
        let outline: Quad
        /// What of it lies under the next part and is not seen, if anything.
        let hiddenBy: Quad?
        /// Level 0 of `components` is level `coarseness` of the film.
        let coarseness: Int
        /// Maps canvas pixels to the film's, as it is stored; affine.
        let pictureFromPage: Matrix3
        /// Size of the film as it is stored.
        let width, height: Int
        let colour: ColourDescription
        /// One for each colour component.
        let components: [ComponentPyramid]
    }
}
