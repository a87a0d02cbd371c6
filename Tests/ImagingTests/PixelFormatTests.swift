import Imaging
import Testing

extension PixelFormat {
    /// A format with planes of their own, as libav names it.
    static func planar(
        _ name: String, _ model: Model, components: Int = 3, bitDepth: Int = 8, chroma: (Int, Int) = (0, 0)
    ) -> PixelFormat {
        PixelFormat(
            name: name, model: model,
            components: (0..<components).map { Component(plane: $0, step: 1, offset: 0) }, bitDepth: bitDepth, shift: 0,
            log2ChromaWidth: chroma.0, log2ChromaHeight: chroma.1, hasAlpha: components == 4)
    }

    static let yuv420p = planar("yuv420p", .yuv, chroma: (1, 1))
    static let yuva422p10 = planar("yuva422p10le", .yuv, components: 4, bitDepth: 10, chroma: (1, 0))
    static let grey = planar("gray", .grey, components: 1)
    static let gbrp = planar("gbrp", .planarRGB)

    /// Cb and Cr side by side in one plane; `p010le` is the same with 10 bits in the upper part of 16.
    static func semiPlanar(_ name: String, bitDepth: Int = 8, shift: Int = 0) -> PixelFormat {
        PixelFormat(
            name: name, model: .yuv,
            components: [
                Component(plane: 0, step: 1, offset: 0), Component(plane: 1, step: 2, offset: 0),
                Component(plane: 1, step: 2, offset: 1),
            ], bitDepth: bitDepth, shift: shift, log2ChromaWidth: 1, log2ChromaHeight: 1, hasAlpha: false)
    }
}

@Suite struct PixelFormatTests {
    private func sizes(_ format: PixelFormat, _ width: Int, _ height: Int) -> [[Int]] {
        (0..<format.planeCount).map {
            let size = format.size(ofPlane: $0, width: width, height: height)
            return [size.samples, size.rows]
        }
    }

    @Test func `chroma of an odd size is rounded up`() {
        #expect(sizes(.yuv420p, 5, 3) == [[5, 3], [3, 2], [3, 2]])
        #expect(sizes(.yuv420p, 4, 2) == [[4, 2], [2, 1], [2, 1]])
        #expect(sizes(.yuv420p, 1, 1) == [[1, 1], [1, 1], [1, 1]])
    }

    @Test func `chroma side by side takes one plane of twice as many samples`() {
        #expect(sizes(.semiPlanar("nv12"), 5, 3) == [[5, 3], [6, 2]])
    }

    @Test func `alpha and colours are never coarser`() {
        #expect(sizes(.yuva422p10, 5, 3) == [[5, 3], [3, 3], [3, 3], [5, 3]])
        #expect(sizes(.gbrp, 5, 3) == [[5, 3], [5, 3], [5, 3]])
        #expect(PixelFormat.yuva422p10.isChroma(component: 1) && !PixelFormat.yuva422p10.isChroma(component: 3))
        #expect(!PixelFormat.gbrp.isChroma(component: 1))
    }

    @Test func `a grey picture has one plane, a plane that is not there no size`() {
        #expect(PixelFormat.grey.planeCount == 1)
        #expect(PixelFormat.grey.size(ofPlane: 1, width: 5, height: 3) == (0, 0))
    }

    @Test func `more than eight bits take two bytes`() {
        #expect(PixelFormat.yuv420p.bytesPerSample == 1)
        #expect(PixelFormat.yuva422p10.bytesPerSample == 2)
        #expect(PixelFormat.semiPlanar("p010le", bitDepth: 10, shift: 6).bytesPerSample == 2)
    }

    @Test func `what is packed or has a palette is not composed as it is`() {
        #expect(PixelFormat.yuv420p.isComposable && PixelFormat.grey.isComposable && PixelFormat.gbrp.isComposable)
        #expect(!PixelFormat.planar("rgb24", .other).isComposable)
    }
}
