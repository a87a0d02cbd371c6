internal import CPixelKernels
internal import Imaging
internal import Synchronization

/// One component of a picture as a texture, and the same finer and coarser, each made when it is first asked for.
///
/// Level 0 is the picture. Level L > 0 is 2^L times as coarse, filtered by 1 3 3 1 at each step, so that its variance is
/// (4^L − 1) / 4 of a texel of level 0; its texel i covers the texels from 2^L · i on. Level −1 is twice as fine: its even
/// texels are those of level 0, the others lie half-way.
final class ComponentPyramid: Sendable {
    /// What light is measured from: the code for black, and whether the component stands for light at all.
    struct Scale: Hashable {
        let isLight: Bool
        let black: Float
    }

    let scale: Scale
    let coarsestLevel: Int
    private let maximum: Int32
    private let levels: Mutex<[Int: TextureLevel]>

    private init(base: TextureLevel, scale: Scale, maximum: Int32) {
        (self.scale, self.maximum) = (scale, maximum)
        let longSide = max(base.width, base.height)
        coarsestLevel = Int.bitWidth - (longSide - 1).leadingZeroBitCount
        levels = Mutex([0: base])
    }

    /// Copies a component out of a frame of `format`.
    convenience init(frame: Frame, component: Int) {
        let place = frame.format.components[component]
        let size = frame.format.size(ofComponent: component, width: frame.width, height: frame.height)
        let base = TextureLevel(width: size.width, height: size.height, isWide: frame.format.bytesPerSample == 2)
        unsafe frame.withPlane(place.plane) { plane, bytesPerRow in
            for row in 0..<size.height {
                unsafe base.extract(row: row, from: plane + row * bytesPerRow, place, shift: frame.format.shift)
            }
        }
        self.init(base: base, scale: Scale(of: component, in: frame), maximum: Int32(1 << frame.format.bitDepth) - 1)
    }

    /// A pyramid on a blurred copy of one level.
    func blurred(level number: Int, radius: Int) -> ComponentPyramid {
        ComponentPyramid(base: level(number).blurred(radius: radius), scale: scale, maximum: maximum)
    }

    /// A level from −1 to `coarsestLevel`. Safe to call from any thread.
    func level(_ number: Int) -> TextureLevel {
        levels.withLock { levels in
            if let level = levels[number] { return level }
            guard number > 0 else {
                let finer = levels[0]?.doubled(maximum: maximum)
                levels[number] = finer
                return finer ?? TextureLevel(width: 1, height: 1, isWide: false)
            }
            // Level 0 is always there, so the coarsest that exists below `number` is found.
            let start = (0..<number).last { levels[$0] != nil } ?? 0
            for next in start + 1...number { levels[next] = levels[next - 1]?.halved(scale) }
            return levels[number] ?? TextureLevel(width: 1, height: 1, isWide: false)
        }
    }
}

extension ComponentPyramid.Scale {
    /// Luma, grey and RGB stand for light; of video in limited range (and of YUV that does not say) 16 of 255 is black.
    init(of component: Int, in frame: Frame) {
        let format = frame.format
        let isLimited = frame.colour.range == .limited || (frame.colour.range == .unspecified && format.model == .yuv)
        isLight = !format.isChroma(component: component)
        black = isLight && isLimited ? Float(16 << (format.bitDepth - 8)) : 0
    }
}
