internal import CPixelKernels
internal import Imaging

/// One level of a pyramid: rows of texels, and one row and one texel behind the last that may be read.
///
/// 16-bit texels where they hold a component's codes or their squares exactly, else floats. Written while it is made, and
/// never after.
struct TextureLevel: Sendable {
    let width, height: Int
    let isFloat: Bool
    private let storage: PlaneStorage

    /// Allocates a level; its texels are undefined.
    init(width: Int, height: Int, isFloat: Bool) {
        (self.width, self.height, self.isFloat) = (width, height, isFloat)
        storage = PlaneStorage(allocating: (width + 1) * (isFloat ? 4 : 2), rows: height + 1)
        guard isFloat else { return }
        // What lies behind the ends counts nothing, but nothing times a float that is no number is not nothing.
        let end = unsafe storage.base.assumingMemoryBound(to: Float.self)
        for row in 0..<height { unsafe end[row * stride + width] = 0 }
        unsafe (end + height * stride).update(repeating: 0, count: width + 1)
    }

    /// What the kernels read. Valid while the level lives.
    var texture: pixel_texture {
        unsafe pixel_texture(
            texels: UnsafeRawPointer(storage.base), stride: Int32(stride), width: Int32(width), height: Int32(height),
            is_float: isFloat)
    }

    /// Texels from one row to the next.
    private var stride: Int { storage.bytesPerRow / (isFloat ? 4 : 2) }

    /// The row's 16-bit texels; rows outside repeat the outermost.
    private func words(_ row: Int) -> UnsafeMutablePointer<UInt16> {
        unsafe (storage.base + min(max(row, 0), height - 1) * storage.bytesPerRow).assumingMemoryBound(to: UInt16.self)
    }

    /// The row's float texels; rows outside repeat the outermost.
    private func floats(_ row: Int) -> UnsafeMutablePointer<Float> {
        unsafe (storage.base + min(max(row, 0), height - 1) * storage.bytesPerRow).assumingMemoryBound(to: Float.self)
    }

    /// Fills a row from a row of a frame's plane.
    func fill(
        row: Int, from plane: UnsafeRawPointer, _ place: PixelFormat.Component, _ format: PixelFormat,
        _ scale: pixel_scale
    ) {
        let (step, shift, count) = (Int32(place.step), Int32(format.shift), Int32(width))
        guard format.bytesPerSample == 2 else {
            let samples = unsafe plane.assumingMemoryBound(to: UInt8.self) + place.offset
            return unsafe pixel_texels_u16_from_u8(samples, step, count, scale, words(row))
        }
        let samples = unsafe plane.assumingMemoryBound(to: UInt16.self) + place.offset
        if isFloat {
            unsafe pixel_texels_f32_from_u16(samples, step, shift, count, scale, floats(row))
        } else {
            unsafe pixel_texels_u16_from_u16(samples, step, shift, count, scale, words(row))
        }
    }

    /// The next coarser level.
    func halved() -> TextureLevel {
        let half = TextureLevel(width: (width + 1) / 2, height: (height + 1) / 2, isFloat: isFloat)
        let sums = TextureLevel(width: width + 4, height: 1, isFloat: true)
        for row in 0..<half.height {
            let y = 2 * row
            if isFloat {
                unsafe pixel_halve_rows_f32(
                    floats(y - 1), floats(y), floats(y + 1), floats(y + 2), Int32(width), sums.floats(0),
                    half.floats(row))
            } else {
                unsafe pixel_halve_rows_u16(
                    words(y - 1), words(y), words(y + 1), words(y + 2), Int32(width), sums.floats(0), half.words(row))
            }
        }
        return half
    }

    /// The level twice as fine: 2 w − 1 × 2 h − 1 texels. It is interpolated between codes, not light: what overshoots
    /// beside an edge would otherwise show in the dark.
    func doubled(_ scale: pixel_scale) -> TextureLevel {
        let double = TextureLevel(width: 2 * width - 1, height: 2 * height - 1, isFloat: isFloat)
        // The four rows of codes around a gap, in turn, then those in the gap, then a doubled row.
        let codes = TextureLevel(width: 2 * width, height: 6, isFloat: true)
        func fillCodes(_ row: Int) {
            if isFloat {
                unsafe pixel_codes_f32(floats(row), Int32(width), scale, codes.floats(row & 3))
            } else {
                unsafe pixel_codes_u16(words(row), Int32(width), scale, codes.floats(row & 3))
            }
        }
        func write(_ row: Int, from source: Int) {
            if isFloat {
                unsafe pixel_double_codes_f32(
                    codes.floats(source), Int32(width), scale, codes.floats(5), double.floats(row))
            } else {
                unsafe pixel_double_codes_u16(
                    codes.floats(source), Int32(width), scale, codes.floats(5), double.words(row))
            }
        }
        for row in 0..<min(2, height) { fillCodes(row) }
        for y in 0..<height {
            write(2 * y, from: y & 3)
            guard y + 1 < height else { break }
            if y + 2 < height { fillCodes(y + 2) }
            let (above, below) = (max(y - 1, 0) & 3, min(y + 2, height - 1) & 3)
            unsafe pixel_codes_between(
                codes.floats(above), codes.floats(y & 3), codes.floats((y + 1) & 3), codes.floats(below), Int32(width),
                codes.floats(4))
            write(2 * y + 1, from: 4)
        }
        return double
    }

    /// A copy blurred by three box filters of 2 · `radius` + 1 texels in each direction: nearly a Gaussian.
    func blurred(radius: Int) -> TextureLevel {
        let result = TextureLevel(width: width, height: height, isFloat: isFloat)
        let line = TextureLevel(width: max(width, height), height: 1, isFloat: isFloat)
        unsafe result.storage.base.copyMemory(from: storage.base, byteCount: storage.bytesPerRow * height)
        func box(at x: Int, _ y: Int, stride: Int, count: Int) {
            if isFloat {
                unsafe pixel_box_line_f32(result.floats(y) + x, stride, Int32(count), Int32(radius), line.floats(0))
            } else {
                unsafe pixel_box_line_u16(result.words(y) + x, stride, Int32(count), Int32(radius), line.words(0))
            }
        }
        for _ in 0..<3 {
            for row in 0..<height { box(at: 0, row, stride: 1, count: width) }
            for column in 0..<width { box(at: column, 0, stride: stride, count: height) }
        }
        return result
    }
}
