internal import CFFmpegShim
package import Foundation

/// SHA-256 of bytes and files, by which caches and track files know what belongs to them.
package enum FileDigest {
    /// The digest of `data`, 64 hexadecimal digits.
    package static func sha256(of data: Data) -> String {
        guard let digest = unsafe media_digest_begin() else { preconditionFailure("no memory for a digest") }
        return unsafe finish(digest, adding: [data])
    }

    /// The digest of a file's content, read in pieces of 1 MiB. `isCancelled` is asked before each.
    ///
    /// - Returns: `nil` when it was cancelled.
    package static func sha256(ofFile path: String, isCancelled: () -> Bool = { false }) throws(MediaError) -> String? {
        guard let file = FileHandle(forReadingAtPath: path), let digest = unsafe media_digest_begin() else {
            throw MediaError(
                path: path, step: .open, detail: "it cannot be read", remedy: "check its name and permissions")
        }
        while let piece = try? file.read(upToCount: 1 << 20), !piece.isEmpty {
            if isCancelled() {
                _ = unsafe finish(digest, adding: [])
                return nil
            }
            unsafe update(digest, piece)
        }
        return unsafe finish(digest, adding: [])
    }

    private static func update(_ digest: OpaquePointer, _ data: Data) {
        unsafe data.withUnsafeBytes { bytes in
            guard let base = unsafe bytes.bindMemory(to: UInt8.self).baseAddress else { return }
            unsafe media_digest_update(digest, base, Int64(bytes.count))
        }
    }

    private static func finish(_ digest: OpaquePointer, adding pieces: [Data]) -> String {
        for piece in pieces { unsafe update(digest, piece) }
        var result = [UInt8](repeating: 0, count: 32)
        unsafe media_digest_finish(digest, &result)
        return result.map { byte in
            let text = String(byte, radix: 16)
            return text.count == 1 ? "0" + text : text
        }.joined()
    }
}
