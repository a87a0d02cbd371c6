import CPixelKernels
import Imaging
import Testing

@testable import Compositing

@Suite struct AlphaPyramidTests {
    @Test(arguments: [(Formats.grey, 255), (planarGrey("gray12le", 12), 4095)])
    func `alpha is averaged as it is, not as light`(format: PixelFormat, maximum: Int) throws {
        let frame = makeFrame(format, 33, 17, colour: ColourDescription(range: .full)) { _, x, y in
            (x + y) % 2 == 0 ? maximum : 0
        }
        let film = makeFrame(Formats.yuv420p, 33, 17) { _, _, _ in 90 }
        let picture = PageLayout(canvasWidth: 40, canvasHeight: 40, fit: .whole)
            .picture(from: film, alpha: frame, orientation: .upright)
        #expect(picture.parts.count == 1, "nothing blurred behind it")
        let pyramid = try #require(picture.parts[0].alpha)
        #expect(pyramid.levels.lowerBound == 0 && !pyramid.scale.is_light && pyramid.scale.maximum == Float(maximum))
        func texel(_ level: Int, _ x: Int, _ y: Int) -> Double {
            let texture = pyramid.level(level).texture
            let place = Int(texture.stride) * y + x
            return texture.is_float
                ? Double(texture.texels.assumingMemoryBound(to: Float.self)[place])
                : Double(texture.texels.assumingMemoryBound(to: UInt16.self)[place])
        }
        #expect(texel(0, 4, 4) == Double(maximum) && texel(0, 5, 4) == 0)
        // Half the surface is covered: half of the largest code.
        for level in 1...3 { #expect(abs(texel(level, 1, 1) - Double(maximum) / 2) <= 1, "level \(level)") }
    }
}

private func planarGrey(_ name: String, _ depth: Int) -> PixelFormat {
    PixelFormat(
        name: name, model: .grey, components: [PixelFormat.Component(plane: 0, step: 1, offset: 0)], bitDepth: depth,
        shift: 0, log2ChromaWidth: 0, log2ChromaHeight: 0, hasAlpha: false)
}
