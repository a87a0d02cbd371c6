internal import CFFmpegShim
package import Imaging

/// Converts frames of one kind into another: size, pixel format, matrix and range.
///
/// Bicubic, or area averages where the picture shrinks, with exact rounding. Primaries and transfer functions are not
/// converted: that is `ColourConverter`'s. One thread at a time.
@safe package final class FrameScaler {
    /// What one side of a conversion is.
    package struct Kind: Hashable, Sendable {
        package let format: PixelFormat
        package let width, height: Int
        package let colour: ColourDescription

        package init(format: PixelFormat, width: Int, height: Int, colour: ColourDescription) {
            (self.format, self.width, self.height, self.colour) = (format, width, height, colour)
        }

        /// The kind of `frame`.
        package init(_ frame: Frame) {
            self.init(format: frame.format, width: frame.width, height: frame.height, colour: frame.colour)
        }

        /// Whether size and pixel format are the same, whatever the colours mean.
        func isLaidOut(like other: Kind) -> Bool {
            format == other.format && width == other.width && height == other.height
        }
    }

    package let source, destination: Kind
    private let handle: OpaquePointer
    private let path: String

    /// Prepares a conversion; `path` names the file in errors.
    package init(from source: Kind, to destination: Kind, path: String) throws(MediaError) {
        var created: OpaquePointer?
        let status = unsafe media_scaler_create(source.libav, destination.libav, &created)
        guard status.code >= 0, let handle = unsafe created else {
            throw MediaError(
                path: path, step: .convert,
                detail: "pictures of \(source.format.name) (\(source.width) × \(source.height)) do not convert to "
                    + "\(destination.format.name) (\(destination.width) × \(destination.height)): "
                    + LibavCode(status.code).text,
                remedy: "convert the file first, for example with ffmpeg", code: status.code)
        }
        (self.source, self.destination, self.path) = (source, destination, path)
        unsafe self.handle = handle
    }

    deinit { unsafe media_scaler_free(handle) }

    /// A new frame of the destination's kind with the time of `frame`, which must be of the source's size and format.
    package func scale(_ frame: Frame) throws(MediaError) -> Frame {
        precondition(Kind(frame).isLaidOut(like: source), "a frame of the kind that the scaler was made for")
        let result = Frame(
            allocating: destination.format, width: destination.width, height: destination.height,
            colour: destination.colour, presentationTime: frame.presentationTime, duration: frame.duration)
        let (from, to) = (frame.planes, result.planes)
        let input = unsafe (0..<4).map { plane in
            unsafe plane < from.count ? UnsafePointer(from[plane].base.assumingMemoryBound(to: UInt8.self)) : nil
        }
        let output = unsafe (0..<4).map { plane in
            unsafe plane < to.count ? to[plane].base.assumingMemoryBound(to: UInt8.self) : nil
        }
        let inputStrides = (0..<4).map { $0 < from.count ? Int32(from[$0].bytesPerRow) : 0 }
        let outputStrides = (0..<4).map { $0 < to.count ? Int32(to[$0].bytesPerRow) : 0 }
        let status = withExtendedLifetime((frame, result)) {
            unsafe media_scaler_run(handle, input, inputStrides, output, outputStrides)
        }
        try MediaError.check(status, path: path)
        return result
    }
}

extension FrameScaler.Kind {
    /// The same for libav, with a definite matrix and range.
    fileprivate var libav: media_picture_kind {
        media_picture_kind(
            width: Int32(width), height: Int32(height), format: format.libavNumber,
            colour: colour.resolved(width: width, height: height, format: format).libav)
    }
}
