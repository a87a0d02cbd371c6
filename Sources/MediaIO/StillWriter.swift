internal import CFFmpegShim
package import Foundation
package import Imaging

/// Writes pictures as PNG and JPEG.
package enum StillWriter {
    /// The bytes of a PNG file: 8-bit R, G, B and straight alpha.
    package static func png(_ image: RGBAImage) throws(MediaError) -> Data {
        var encoded: OpaquePointer?
        let status = unsafe image.pixels.withUnsafeBufferPointer { buffer in
            guard let base = buffer.baseAddress else { return media_status(code: -22, step: media_step_encode) }
            return unsafe media_still_encode_png(base, Int32(image.width), Int32(image.height), &encoded)
        }
        return try unsafe take(encoded, status, width: image.width, height: image.height)
    }

    /// The bytes of a JPEG file (4:2:0) of a picture without transparency; alpha is passed over.
    ///
    /// - Parameter quantiser: libav's for MJPEG: 2 (best, largest) … 31.
    package static func jpeg(_ image: RGBAImage, quantiser: Int = 5) throws(MediaError) -> Data {
        guard let planar = PixelFormat.named("yuvj420p") else { preconditionFailure("libav knows yuvj420p") }
        let source = image.frame
        let converted = try FrameScaler(
            from: FrameScaler.Kind(source),
            to: FrameScaler.Kind(
                format: planar, width: image.width, height: image.height,
                colour: ColourDescription(matrix: 6, range: .full)),
            path: words(image.width, image.height)
        ).scale(source)
        var encoded: OpaquePointer?
        let planes = unsafe converted.planes.map { unsafe UnsafePointer($0.base.assumingMemoryBound(to: UInt8.self)) }
        let strides = converted.planes.map { Int32($0.bytesPerRow) }
        let status = withExtendedLifetime(converted) {
            unsafe media_still_encode_jpeg(
                planes, strides, Int32(image.width), Int32(image.height), Int32(quantiser), &encoded)
        }
        return try unsafe take(encoded, status, width: image.width, height: image.height)
    }

    private static func words(_ width: Int, _ height: Int) -> String { "a picture of \(width) × \(height)" }

    /// Copies what was encoded and frees it.
    private static func take(
        _ encoded: OpaquePointer?, _ status: media_status, width: Int, height: Int
    ) throws(MediaError) -> Data {
        guard status.code >= 0, let bytes = unsafe encoded else {
            throw MediaError(
                path: words(width, height), step: .encode, detail: LibavCode(status.code).text,
                remedy: "use a smaller picture", code: status.code)
        }
        defer { unsafe media_bytes_free(bytes) }
        return unsafe Data(bytes: media_bytes_data(bytes), count: Int(media_bytes_size(bytes)))
    }

    /// Writes `image` to `path`, replacing what is there.
    package static func writePNG(_ image: RGBAImage, to path: String) throws(MediaError) {
        let bytes = try png(image)
        do { try bytes.write(to: URL(fileURLWithPath: path)) } catch {
            throw MediaError(
                path: path, step: .write, detail: error.localizedDescription,
                remedy: "check the folder and its free space")
        }
    }
}
