internal import CPixelKernels
internal import Imaging

/// Colours of a picture where they count, and the same ever coarser, so that each pixel that does not count gets the colour
/// of those nearest to it that do (a pyramid that is pulled up and pushed down).
struct GatheredColours {
    /// Rows of four floats a pixel, from half the picture's size down to one pixel: filled.
    private let levels: [Level]

    private struct Level {
        let width, height: Int
        let storage: PlaneStorage

        init(width: Int, height: Int) {
            (self.width, self.height) = (width, height)
            storage = PlaneStorage(allocating: width * 16, rows: height)
        }

        func row(_ index: Int) -> UnsafeMutablePointer<Float> {
            unsafe (storage.base + min(index, height - 1) * storage.bytesPerRow).assumingMemoryBound(to: Float.self)
        }
    }

    /// Gathers the colours of `picture`, each counting as much as `weight`.
    init(_ picture: PlanarRows, weight: PlanarRows.Plane) {
        var levels = [Level(width: (picture.width + 1) / 2, height: (picture.height + 1) / 2)]
        for row in 0..<levels[0].height {
            let (upper, lower) = (2 * row, min(2 * row + 1, picture.height - 1))
            unsafe picture.gather(upper, lower, weight: weight, into: levels[0].row(row))
        }
        while let finer = levels.last, max(finer.width, finer.height) > 1 {
            let coarser = Level(width: (finer.width + 1) / 2, height: (finer.height + 1) / 2)
            for row in 0..<coarser.height {
                unsafe px_gather_coarser(
                    finer.row(2 * row), finer.row(2 * row + 1), Int32(finer.width), coarser.row(row))
            }
            levels.append(coarser)
        }
        for (finer, coarser) in zip(levels, levels.dropFirst()).reversed() {
            for row in 0..<finer.height {
                unsafe px_fill_from_coarser(finer.row(row), coarser.row(row / 2), Int32(finer.width))
            }
        }
        self.levels = levels
    }

    /// The row half as fine that covers a row of the picture. Valid while the colours live.
    func row(covering row: Int) -> UnsafePointer<Float> { unsafe UnsafePointer(levels[0].row(row / 2)) }
}

/// The rows of a planar RGB picture with alpha that is worked on in place, as the kernels take them: 8 or 16 bits a sample.
struct PlanarRows {
    let width, height: Int
    /// The largest code.
    let maximum: Float
    let isWide: Bool
    /// Red, green, blue and alpha.
    let planes: [Plane]

    /// One plane of samples.
    @safe struct Plane {
        let storage: PlaneStorage

        func bytes(_ row: Int) -> UnsafeMutablePointer<UInt8> {
            unsafe (storage.base + row * storage.bytesPerRow).assumingMemoryBound(to: UInt8.self)
        }

        func words(_ row: Int) -> UnsafeMutablePointer<UInt16> {
            unsafe (storage.base + row * storage.bytesPerRow).assumingMemoryBound(to: UInt16.self)
        }
    }

    /// Copies of a frame's planes, so that they may be written.
    init(copying frame: Frame) {
        precondition(frame.format.model == .planarRGB && frame.format.hasAlpha, "alpha, not \(frame.format.name)")
        (width, height, isWide) = (frame.width, frame.height, frame.format.bytesPerSample == 2)
        maximum = Float((1 << frame.format.bitDepth) - 1)
        let components = frame.format.components  // green, blue, red, alpha
        planes = [2, 0, 1, 3].map { Plane(storage: frame.planes[components[$0].plane].copy()) }
    }

    /// A new plane of this size; its samples are undefined.
    func makePlane() -> Plane {
        Plane(storage: PlaneStorage(allocating: width * (isWide ? 2 : 1), rows: height))
    }

    /// Calls `body` with the red, green and blue of a row, 8 bits a sample.
    func withBytes<Result>(
        _ row: Int, _ body: (UnsafePointer<UnsafeMutablePointer<UInt8>>) -> Result
    ) -> Result {
        let rows = unsafe planes.prefix(3).map { unsafe $0.bytes(row) }
        return unsafe rows.withUnsafeBufferPointer { buffer in
            guard let base = buffer.baseAddress else { preconditionFailure("three rows") }
            return unsafe body(base)
        }
    }

    /// Calls `body` with the red, green and blue of a row, 16 bits a sample.
    func withWords<Result>(
        _ row: Int, _ body: (UnsafePointer<UnsafeMutablePointer<UInt16>>) -> Result
    ) -> Result {
        let rows = unsafe planes.prefix(3).map { unsafe $0.words(row) }
        return unsafe rows.withUnsafeBufferPointer { buffer in
            guard let base = buffer.baseAddress else { preconditionFailure("three rows") }
            return unsafe body(base)
        }
    }

    fileprivate func gather(_ upper: Int, _ lower: Int, weight: Plane, into out: UnsafeMutablePointer<Float>) {
        let count = Int32(width)
        if isWide {
            unsafe withWords(upper) { above in
                unsafe withWords(lower) { below in
                    unsafe px_gather_rows_u16(
                        readable(above), weight.words(upper), readable(below), weight.words(lower), count, maximum, out)
                }
            }
        } else {
            unsafe withBytes(upper) { above in
                unsafe withBytes(lower) { below in
                    unsafe px_gather_rows_u8(
                        readable(above), weight.bytes(upper), readable(below), weight.bytes(lower), count, maximum, out)
                }
            }
        }
    }

    /// Gives pixels that count little the colours of those around them that count.
    func spread(_ colours: GatheredColours, weight: Plane) {
        for row in 0..<height {
            let coarser = unsafe colours.row(covering: row)
            if isWide {
                unsafe withWords(row) {
                    unsafe px_spread_row_u16($0, weight.words(row), coarser, Int32(width), maximum)
                }
            } else {
                unsafe withBytes(row) {
                    unsafe px_spread_row_u8($0, weight.bytes(row), coarser, Int32(width), maximum)
                }
            }
        }
    }

    /// Whether all samples of a plane are the largest there is.
    func isFull(_ plane: Plane) -> Bool {
        (0..<height).allSatisfy { row in
            isWide
                ? unsafe px_is_at_least_u16(plane.words(row), Int32(width), Int32(maximum))
                : unsafe px_is_at_least_u8(plane.bytes(row), Int32(width), Int32(maximum))
        }
    }
}

/// C's pointer to rows that are only read.
func readable<Sample>(
    _ rows: UnsafePointer<UnsafeMutablePointer<Sample>>
) -> UnsafePointer<UnsafePointer<Sample>> {
    unsafe UnsafeRawPointer(rows).assumingMemoryBound(to: UnsafePointer<Sample>.self)
}
