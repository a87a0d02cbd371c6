internal import CPixelKernels
internal import Geometry
package import Imaging

/// Lays pictures on pages into frames, in the frames' own pixel format: only samples under a picture change.
///
/// Used by one thread at a time. It keeps a few rows of scratch memory.
package final class Compositor {
    package let format: PixelFormat
    package let width, height: Int
    private let options: CompositorOptions
    private let grids: [SampleGrid]
    private let rows: MixRows

    /// Prepares for the frames of one clip.
    ///
    /// - Throws: when the format is none that can be composed as it is, or the options are out of their ranges.
    package init(
        format: PixelFormat, width: Int, height: Int, colour: ColourDescription, options: CompositorOptions = .init()
    ) throws(CompositingError) {
        guard format.isComposable else {
            throw CompositingError(
                description: "pictures cannot be composed onto \(format.name); convert the clip first")
        }
        try options.validate()
        (self.format, self.width, self.height, self.options) = (format, width, height, options)
        grids = (0..<format.colourComponentCount).map {
            SampleGrid(format: format, colour: colour, component: $0, width: width, height: height)
        }
        rows = MixRows(width: width)
    }

    /// Composes `layers`, the first at the bottom, onto a frame of the clip.
    package func compose(_ layers: [Layer], onto frame: inout Frame) {
        precondition(
            frame.format == format && frame.width == width && frame.height == height,
            "a frame of the clip: \(format.name)")
        for layer in layers where layer.opacity > 0 {
            precondition(layer.picture.format == format, "a picture in the clip's format: \(format.name)")
            LayerDrawing(layer, format: format, grids: grids, options: options, rows: rows)
                .draw(onto: &frame)
        }
    }
}
