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
    private let rows: RowBuffers

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
        rows = RowBuffers(width: width)
    }

    /// Composes `layers`, the first at the bottom, onto a frame of the clip.
    package func compose(_ layers: [Layer], onto frame: inout Frame) {
        precondition(
            frame.format == format && frame.width == width && frame.height == height,
            "a frame of the clip: \(format.name)")
        for layer in layers where layer.opacity > 0 {
            precondition(layer.picture.format == format, "a picture in the clip's format: \(format.name)")
            let poses = PagePoses(layer, softness: options.softnessPixels)
            for part in layer.picture.parts {
                for component in grids.indices {
                    compose(part, of: layer, poses, component: component, onto: &frame)
                }
            }
        }
    }

    private func compose(
        _ part: PagePicture.Part, of layer: Layer, _ poses: PagePoses, component: Int, onto frame: inout Frame
    ) {
        let (grid, place) = (grids[component], format.components[component])
        let map = TextureMap(
            part: part, component: component, format: format, poses: poses, grid: grid, softness: options.softnessPixels
        )
        let coverage = PartCoverage(
            part: part, picture: layer.picture, poses: poses, grid: grid, staysInside: options.staysInsideOutline)
        guard let map, let coverage else { return }
        let drawing = ComponentDrawing(
            pyramid: part.components[component], map: map, coverage: coverage, opacity: Float(min(layer.opacity, 1)),
            isPortable: options.isPortable)
        let samples = (step: Int32(place.step), shift: Int32(format.shift))
        let isWide = format.bytesPerSample == 2
        unsafe frame.withMutablePlane(place.plane) { plane, bytesPerRow in
            drawing.draw(rows) { span in
                let row = unsafe plane + span.row * bytesPerRow
                let start = place.offset + span.x * place.step
                if isWide {
                    unsafe pixel_blend_row_u16(
                        row.assumingMemoryBound(to: UInt16.self) + start, samples.step, samples.shift, span.codes,
                        span.alpha, Int32(span.count))
                } else {
                    unsafe pixel_blend_row_u8(
                        row.assumingMemoryBound(to: UInt8.self) + start, samples.step, samples.shift, span.codes,
                        span.alpha, Int32(span.count))
                }
            }
        }
    }
}
