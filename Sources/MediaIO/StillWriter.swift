internal import CFFmpegShim
package import Foundation
package import Imaging

/// Writes pictures as PNG.
package enum StillWriter {
    /// The bytes of a PNG file: 8-bit R, G, B and straight alpha.
    package static func png(_ image: RGBAImage) throws(MediaError) -> Data {
        var encoded: OpaquePointer?
        let status = unsafe image.pixels.withUnsafeBufferPointer { buffer in
            guard let base = buffer.baseAddress else { return media_status(code: -22, step: media_step_encode) }
            return unsafe media_still_encode_png(base, Int32(image.width), Int32(image.height), &encoded)
        }
        guard status.code >= 0, let bytes = unsafe encoded else {
            throw MediaError(
                path: "a picture of \(image.width) × \(image.height)", step: .encode,
                detail: LibavCode(status.code).text, remedy: "use a smaller picture", code: status.code)
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
