/// How a frame's samples lie in memory, as the decoder gives them.
package struct PixelFormat: Hashable, Sendable {
    package enum Model: Hashable, Sendable {
        /// Luma alone.
        case grey
        /// Luma, then Cb and Cr, in planes of their own or (`NV12`, `P010`) together in one.
        case yuv
        /// Green, blue, red, each in a plane of its own (`gbrp`).
        case planarRGB
        /// Anything else (packed, palette, float): converted before it is composed.
        case other
    }

    /// One component's place: which plane, which of the samples that are interleaved there.
    package struct Component: Hashable, Sendable {
        package let plane: Int
        /// Samples from one of this component to the next (2 in NV12's chroma), and of the first.
        package let step, offset: Int

        package init(plane: Int, step: Int, offset: Int) {
            (self.plane, self.step, self.offset) = (plane, step, offset)
        }
    }

    /// libav's name (`yuv420p10le`).
    package let name: String
    package let model: Model
    /// Y, Cb, Cr (or G, B, R), then alpha where there is one.
    package let components: [Component]
    /// Bits that carry the value, 8…16, and how far it is shifted up in its sample (6 in P010).
    package let bitDepth, shift: Int
    /// Powers of two by which chroma is coarser.
    package let log2ChromaWidth, log2ChromaHeight: Int
    package let hasAlpha: Bool

    package init(
        name: String, model: Model, components: [Component], bitDepth: Int, shift: Int, log2ChromaWidth: Int,
        log2ChromaHeight: Int, hasAlpha: Bool
    ) {
        (self.name, self.model, self.components, self.bitDepth, self.shift) = (name, model, components, bitDepth, shift)
        (self.log2ChromaWidth, self.log2ChromaHeight) = (log2ChromaWidth, log2ChromaHeight)
        self.hasAlpha = hasAlpha
    }

    /// Whether the compositor writes into this format as it is.
    package var isComposable: Bool { model != .other }

    package var bytesPerSample: Int { bitDepth > 8 ? 2 : 1 }

    package var planeCount: Int { (components.map(\.plane).max() ?? -1) + 1 }

    /// Whether `component` is Cb or Cr of a YUV picture, and so may be coarser.
    package func isChroma(component: Int) -> Bool { model == .yuv && (component == 1 || component == 2) }

    /// Size in samples of a component's grid, for a frame of `width` × `height`; odd sizes round up.
    package func size(ofComponent component: Int, width: Int, height: Int) -> (width: Int, height: Int) {
        guard isChroma(component: component) else { return (width, height) }
        return (-(-width >> log2ChromaWidth), -(-height >> log2ChromaHeight))
    }

    /// Size in samples × rows of a plane: interleaved components side by side.
    package func size(ofPlane plane: Int, width: Int, height: Int) -> (samples: Int, rows: Int) {
        guard let component = components.firstIndex(where: { $0.plane == plane }) else { return (0, 0) }
        let grid = size(ofComponent: component, width: width, height: height)
        return (grid.width * components[component].step, grid.height)
    }
}
