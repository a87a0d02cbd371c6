internal import CPixelKernels
internal import Imaging
internal import Synchronization

/// One component of a picture as a texture, and the same finer and coarser, each made when it is first asked for.
///
/// Level 0 is the picture. Level L > 0 is 2^L times as coarse, filtered by 1 3 3 1 at each step, so that its variance is
/// (4^L − 1) / 4 of a texel of level 0; its texel i covers the texels from 2^L · i on. Level −1 is twice as fine: its even
/// texels are those of level 0, the others lie half-way.
final class ComponentPyramid: Sendable {
    let scale: pixel_scale
    /// The levels there are. Chroma has none finer than its own: nobody sees that it is softer.
    let levels: ClosedRange<Int>
    private let base: TextureLevel
    private let others = Mutex<[Int: TextureLevel]>([:])

    private init(base: TextureLevel, scale: pixel_scale) {
        (self.base, self.scale) = (base, scale)
        let coarsest = Int.bitWidth - (max(base.width, base.height) - 1).leadingZeroBitCount
        levels = (scale.is_light ? -1 : 0)...coarsest
    }

    /// Takes a component out of a frame.
    convenience init(frame: Frame, component: Int) {
        self.init(frame: frame, component: component, scale: pixel_scale(of: component, in: frame))
    }

    private convenience init(frame: Frame, component: Int, scale: pixel_scale) {
        let (format, place) = (frame.format, frame.format.components[component])
        let size = format.size(ofComponent: component, width: frame.width, height: frame.height)
        // Squares of 8 bits fit into 16, those of more do not.
        let base = TextureLevel(
            width: size.width, height: size.height, isFloat: scale.is_light && format.bytesPerSample == 2)
        unsafe frame.withPlane(place.plane) { plane, bytesPerRow in
            for row in 0..<size.height {
                unsafe base.fill(row: row, from: plane + row * bytesPerRow, place, format, scale)
            }
        }
        self.init(base: base, scale: scale)
    }

    /// Takes alpha, a grey frame in full range: its texels are its codes, since shares of a surface add up as they are.
    convenience init(alpha: Frame) {
        self.init(
            frame: alpha, component: 0,
            scale: pixel_scale(is_light: false, black: 0, maximum: Float((1 << alpha.format.bitDepth) - 1)))
    }

    /// A pyramid on a blurred copy of one level.
    func blurred(level number: Int, radius: Int) -> ComponentPyramid {
        ComponentPyramid(base: level(number).blurred(radius: radius), scale: scale)
    }

    /// One of `levels`. Safe to call from any thread.
    func level(_ number: Int) -> TextureLevel {
        guard number != 0 else { return base }
        return others.withLock { others in
            if let level = others[number] { return level }
            guard number > 0 else {
                let finer = base.doubled(scale)
                others[number] = finer
                return finer
            }
            var (coarser, next) = (base, 1)
            while let level = others[next] { (coarser, next) = (level, next + 1) }
            while next <= number {
                coarser = coarser.halved()
                others[next] = coarser
                next += 1
            }
            return coarser
        }
    }
}

extension pixel_scale {
    /// Luma, grey and RGB stand for light; of YUV in limited range (and of YUV that does not say) 16 of 255 is black.
    init(of component: Int, in frame: Frame) {
        let format = frame.format
        let isLimited = frame.colour.range == .limited || (frame.colour.range == .unspecified && format.model == .yuv)
        let isLight = !format.isChroma(component: component)
        self.init(
            is_light: isLight, black: isLight && isLimited ? Float(16 << (format.bitDepth - 8)) : 0,
            maximum: Float((1 << format.bitDepth) - 1))
    }
}
