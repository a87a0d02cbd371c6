internal import CFFmpegShim
internal import Foundation

/// Kinds of picture files, told by their first bytes, whatever the name says.
enum StillKind: Hashable, Sendable {
    case jpeg, png, webp, tiff, gif, bmp
    /// A WebP of several pictures, which libav 5.1 cannot decode.
    case animatedWebP
    /// HEIC, HEIF and AVIF.
    case heif

    /// So many bytes of a file tell its kind.
    private static let byteCount = 32

    /// The kind of a file; `nil` also where it cannot be read.
    init?(ofFile path: String) {
        guard let file = try? FileHandle(forReadingFrom: URL(fileURLWithPath: path)) else { return nil }
        defer { try? file.close() }
        self.init((try? file.read(upToCount: Self.byteCount)) ?? Data())
    }

    init?(_ bytes: some Collection<UInt8>) {
        let start = Array(bytes.prefix(Self.byteCount))
        func has(_ text: String, at offset: Int = 0) -> Bool { start.dropFirst(offset).starts(with: text.utf8) }
        if start.starts(with: [0xFF, 0xD8, 0xFF]) {
            self = .jpeg
        } else if start.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) {
            self = .png
        } else if has("RIFF"), has("WEBP", at: 8) {
            // The extended header's second flag (WebP Container Specification, "Extended File Format").
            let isAnimated = has("VP8X", at: 12) && start.count > 20 && start[20] & 2 != 0
            self = isAnimated ? .animatedWebP : .webp
        } else if start.starts(with: [0x49, 0x49, 0x2A, 0]) || start.starts(with: [0x4D, 0x4D, 0, 0x2A]) {
            self = .tiff
        } else if has("GIF87a") || has("GIF89a") {
            self = .gif
        } else if has("BM"), start.count >= 16, start[14...15].elementsEqual([40, 0]) || start[14] >= 108 {
            self = .bmp
        } else if has("ftyp", at: 4),
            ["heic", "heix", "heim", "heis", "hevc", "hevx", "mif1", "msf1", "avif", "avis"].contains(where: {
                has($0, at: 8)
            })
        {
            self = .heif
        } else {
            return nil
        }
    }

    /// The pixels that the header of a GIF or BMP states; the other readers ask for themselves.
    func statedPixels(_ bytes: [UInt8]) -> Int64? {
        let reader = ByteReader(bytes[...], isLittleEndian: true)
        let place: (width: Int, height: Int, bytes: Int)
        switch self {
        case .gif: place = (6, 8, 2)
        case .bmp: place = (18, 22, 4)
        default: return nil
        }
        guard let width = reader.integer(at: place.width, bytes: place.bytes),
            let height = reader.integer(at: place.height, bytes: place.bytes)
        else { return nil }
        // A BMP's height is negative where its rows begin at the top.
        return Int64(width).multipliedReportingOverflow(by: abs(Int64(Int32(truncatingIfNeeded: height)))).partialValue
    }

    /// The shim's number; `nil` for a kind that libav does not decode.
    var libav: media_still_kind? {
        switch self {
        case .jpeg: media_still_jpeg
        case .png: media_still_png
        case .webp: media_still_webp
        case .tiff: media_still_tiff
        case .gif: media_still_gif
        case .bmp: media_still_bmp
        case .heif, .animatedWebP: nil
        }
    }
}
