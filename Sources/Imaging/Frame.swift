/// One plane's memory: an opaque owner with a release closure, or memory of our own.
///
/// A decoder's planes are shared with the decoder and never written; `Frame` copies one the first time it is written.
@safe package final class PlaneStorage: @unchecked Sendable {  // Sendable: written only while one frame owns it
    package let base: UnsafeMutableRawPointer
    package let bytesPerRow: Int
    package let rows: Int
    /// Whether somebody else, a decoder, may still read the memory.
    package let isShared: Bool
    private let release: @Sendable () -> Void

    /// Wraps memory that `release` gives back. `base` stays valid until then.
    package init(
        base: UnsafeMutableRawPointer, bytesPerRow: Int, rows: Int, isShared: Bool,
        release: @escaping @Sendable () -> Void
    ) {
        unsafe self.base = base
        (self.bytesPerRow, self.rows, self.isShared, self.release) = (bytesPerRow, rows, isShared, release)
    }

    /// Allocates rows of at least `bytesPerRow` bytes, each at a multiple of 64, with room for vector reads behind the
    /// last; the contents are undefined.
    package convenience init(allocating bytesPerRow: Int, rows: Int) {
        let stride = (bytesPerRow + 63) / 64 * 64
        let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: stride * rows + 64, alignment: 64)
        guard let base = memory.baseAddress else { preconditionFailure("an allocation has an address") }
        // Sendable: the pointer is only freed.
        nonisolated(unsafe) let owned = unsafe memory
        unsafe self.init(base: base, bytesPerRow: stride, rows: rows, isShared: false) { unsafe owned.deallocate() }
    }

    deinit { release() }

    /// Memory of our own with the same rows.
    package func copy() -> PlaneStorage {
        let copy = PlaneStorage(allocating: bytesPerRow, rows: rows)
        for row in 0..<rows {
            unsafe (copy.base + row * copy.bytesPerRow).copyMemory(
                from: base + row * bytesPerRow, byteCount: bytesPerRow)
        }
        return copy
    }
}

/// A picture in the decoder's own pixel format, as it is stored: before the clip's rotation or mirror.
///
/// A value: planes are shared until one is written, and only that one is copied.
package struct Frame: Sendable {
    package let format: PixelFormat
    /// Size in pixels as stored.
    package let width, height: Int
    package let colour: ColourDescription
    /// Presentation timestamp in ticks of the clip's time base.
    package let presentationTime: ClipTime
    /// How long the file says that the frame is shown, in the same ticks; 0 where it does not say.
    package let duration: Int64
    package private(set) var planes: [PlaneStorage]

    package init(
        format: PixelFormat, width: Int, height: Int, colour: ColourDescription, presentationTime: ClipTime,
        duration: Int64 = 0, planes: [PlaneStorage]
    ) {
        precondition(planes.count == format.planeCount, "one storage for each plane of \(format.name)")
        (self.format, self.width, self.height, self.colour) = (format, width, height, colour)
        (self.presentationTime, self.duration, self.planes) = (presentationTime, duration, planes)
    }

    /// Allocates a frame; its samples are undefined.
    package init(
        allocating format: PixelFormat, width: Int, height: Int, colour: ColourDescription, presentationTime: ClipTime,
        duration: Int64 = 0
    ) {
        let planes = (0..<format.planeCount).map { plane in
            let size = format.size(ofPlane: plane, width: width, height: height)
            return PlaneStorage(allocating: size.samples * format.bytesPerSample, rows: size.rows)
        }
        self.init(
            format: format, width: width, height: height, colour: colour, presentationTime: presentationTime,
            duration: duration, planes: planes)
    }

    /// Reads a plane. The pointer is valid inside `body` alone.
    package func withPlane<Result, Failure: Error>(
        _ plane: Int, _ body: (_ base: UnsafeRawPointer, _ bytesPerRow: Int) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        let storage = planes[plane]
        return try unsafe body(UnsafeRawPointer(storage.base), storage.bytesPerRow)
    }

    /// Writes a plane, copying it before if it is shared with a decoder or another frame.
    package mutating func withMutablePlane<Result, Failure: Error>(
        _ plane: Int, _ body: (_ base: UnsafeMutableRawPointer, _ bytesPerRow: Int) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        if planes[plane].isShared || !isKnownUniquelyReferenced(&planes[plane]) {
            planes[plane] = planes[plane].copy()
        }
        let storage = planes[plane]
        return try unsafe body(storage.base, storage.bytesPerRow)
    }
}
