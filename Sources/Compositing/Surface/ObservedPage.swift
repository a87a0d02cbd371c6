internal import CPixelKernels

/// What is seen of a page and what the drawing alone would show there, sample by sample of an observed grid.
struct ObservedPage {
    let grid: ObservedGrid
    /// Codes of the frame and of the drawing, component by component.
    let frame, drawing: [FloatPlane]
    /// How far the page covers each sample.
    let cover: FloatPlane
    let scale: pixel_scale
    /// Codes from black to white.
    let range: Float

    var width: Int { grid.width }
    var height: Int { grid.height }

    /// Codes above this are as bright as can be.
    var saturated: Float { scale.black + 0.978 * range }
    var middle: Float { (scale.maximum + 1) / 2 }
    /// Codes of an 8-bit clip as codes of this one.
    var unit: Float { (scale.maximum + 1) / 256 }
    var hasChroma: Bool { frame.count == 3 && !isRGB }
    let isRGB: Bool
}
