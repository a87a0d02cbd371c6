internal import CFFmpegShim

/// Kinds of picture files, told by their first bytes, whatever the name says.
enum StillKind: Hashable, Sendable {
    case jpeg, png, webp, tiff, gif, bmp
    /// HEIC, HEIF and AVIF: pictures that are not read yet.
    case heif

    init?(_ bytes: some Collection<UInt8>) {
        let start = Array(bytes.prefix(16))
        func has(_ text: String, at offset: Int = 0) -> Bool { start.dropFirst(offset).starts(with: text.utf8) }
        if start.starts(with: [0xFF, 0xD8, 0xFF]) {
            self = .jpeg
        } else if start.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) {
            self = .png
        } else if has("RIFF"), has("WEBP", at: 8) {
            self = .webp
        } else if start.starts(with: [0x49, 0x49, 0x2A, 0]) || start.starts(with: [0x4D, 0x4D, 0, 0x2A]) {
            self = .tiff
        } else if has("GIF87a") || has("GIF89a") {
            self = .gif
        } else if has("BM"), start.count >= 16, start[14...15].elementsEqual([40, 0]) || start[14] >= 108 {
            self = .bmp
        } else if has("ftyp", at: 4),
            ["heic", "heix", "heim", "heis", "mif1", "avif"].contains(where: { has($0, at: 8) })
        {
            self = .heif
        } else {
            return nil
        }
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
        case .heif: nil
        }
    }
}
