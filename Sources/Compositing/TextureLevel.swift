internal import CPixelKernels
internal import Imaging

/// One level of a pyramid: texels of 8 or 16 bits, row by row, and one row behind the last that may be read.
///
/// Written while it is made, and never after.
struct TextureLevel: Sendable {
    let width, height: Int
    let isWide: Bool
    private let storage: PlaneStorage

    /// Allocates a level; its texels are undefined.
    init(width: Int, height: Int, isWide: Bool) {
        (self.width, self.height, self.isWide) = (width, height, isWide)
        // Vector loads read up to 3 bytes behind the last texel of the row behind the last.
        storage = PlaneStorage(allocating: (width + 4) * (isWide ? 2 : 1), rows: height + 1)
    }

    /// What the kernels read. Valid while the level lives.
    var texture: pixel_texture {
        unsafe pixel_texture(
            texels: UnsafeRawPointer(storage.base), stride: Int32(storage.bytesPerRow / (isWide ? 2 : 1)),
            width: Int32(width), height: Int32(height), is_wide: isWide)
    }

    private func bytes(_ row: Int) -> UnsafeMutablePointer<UInt8> {
        unsafe (storage.base + min(max(row, 0), height - 1) * storage.bytesPerRow).assumingMemoryBound(to: UInt8.self)
    }

    private func words(_ row: Int) -> UnsafeMutablePointer<UInt16> {
        unsafe (storage.base + min(max(row, 0), height - 1) * storage.bytesPerRow).assumingMemoryBound(to: UInt16.self)
    }

    /// Fills a row with a component's samples from a row of a frame's plane.
    func extract(row: Int, from plane: UnsafeRawPointer, _ place: PixelFormat.Component, shift: Int) {
        let (step, shift, count) = (Int32(place.step), Int32(shift), Int32(width))
        if isWide {
            let source = unsafe plane.assumingMemoryBound(to: UInt16.self) + place.offset
            unsafe pixel_extract_row_u16(source, step, shift, count, words(row))
        } else {
            let source = unsafe plane.assumingMemoryBound(to: UInt8.self) + place.offset
            unsafe pixel_extract_row_u8(source, step, shift, count, bytes(row))
        }
    }

    /// The next coarser level.
    func halved(_ scale: ComponentPyramid.Scale) -> TextureLevel {
        let half = TextureLevel(width: (width + 1) / 2, height: (height + 1) / 2, isWide: isWide)
        unsafe withUnsafeTemporaryAllocation(of: Float.self, capacity: width + 4) { buffer in
            guard let sums = buffer.baseAddress else { return }
            for row in 0..<half.height {
                let y = 2 * row
                if isWide {
                    unsafe pixel_halve_rows_u16(
                        words(y - 1), words(y), words(y + 1), words(y + 2), Int32(width), scale.isLight, scale.black,
                        sums, half.words(row))
                } else {
                    unsafe pixel_halve_rows_u8(
                        bytes(y - 1), bytes(y), bytes(y + 1), bytes(y + 2), Int32(width), scale.isLight, scale.black,
                        sums, half.bytes(row))
                }
            }
        }
        return half
    }

    /// The level twice as fine: 2 w − 1 × 2 h − 1 texels of at most `maximum`.
    func doubled(maximum: Int32) -> TextureLevel {
        let double = TextureLevel(width: 2 * width - 1, height: 2 * height - 1, isWide: isWide)
        let between = TextureLevel(width: width, height: 1, isWide: isWide)
        for row in 0..<double.height {
            let y = row / 2
            if isWide {
                unsafe pixel_between_rows_u16(
                    words(y - 1), words(y), words(y + 1), words(y + 2), Int32(width), maximum, between.words(0))
                unsafe pixel_double_row_u16(
                    row % 2 == 0 ? words(y) : between.words(0), Int32(width), maximum, double.words(row))
            } else {
                unsafe pixel_between_rows_u8(
                    bytes(y - 1), bytes(y), bytes(y + 1), bytes(y + 2), Int32(width), maximum, between.bytes(0))
                unsafe pixel_double_row_u8(
                    row % 2 == 0 ? bytes(y) : between.bytes(0), Int32(width), maximum, double.bytes(row))
            }
        }
        return double
    }

    /// A copy blurred by three box filters of 2 · `radius` + 1 texels in each direction: nearly a Gaussian.
    func blurred(radius: Int) -> TextureLevel {
        let result = TextureLevel(width: width, height: height, isWide: isWide)
        let line = TextureLevel(width: max(width, height), height: 1, isWide: isWide)
        let stride = storage.bytesPerRow / (isWide ? 2 : 1)
        for row in 0..<height {
            unsafe UnsafeMutableRawPointer(result.bytes(row)).copyMemory(
                from: bytes(row), byteCount: width * (isWide ? 2 : 1))
        }
        func box(at x: Int, _ y: Int, stride: Int, count: Int) {
            if isWide {
                unsafe pixel_box_line_u16(result.words(y) + x, stride, Int32(count), Int32(radius), line.words(0))
            } else {
                unsafe pixel_box_line_u8(result.bytes(y) + x, stride, Int32(count), Int32(radius), line.bytes(0))
            }
        }
        for _ in 0..<3 {
            for row in 0..<height { box(at: 0, row, stride: 1, count: width) }
            for column in 0..<width { box(at: column, 0, stride: stride, count: height) }
        }
        return result
    }
}
