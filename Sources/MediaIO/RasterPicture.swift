internal import CStillsShim
internal import Geometry
internal import Imaging

/// A picture that libjpeg, libpng, libtiff or libwebp reads by rows: one that is larger than usual, reduced on the way, one of
/// inks, and every TIFF.
@safe final class RasterPicture: @unchecked Sendable {  // Sendable: its memory is only read once it is made
    private let handle: OpaquePointer
    private let info: still_raster_info
    private let path: String

    /// `nil` where libav reads the picture as it is.
    init?(
        _ kind: StillKind, _ bytes: @autoclosure () throws(MediaError) -> [UInt8], longSide: Int, usualPixels: Int64,
        path: String
    ) throws(MediaError) {
        let wish = still_raster_wish(
            max_pixels: StillReader.maxPixels, usual_pixels: usualPixels,
            long_side: Int32(clamping: longSide))
        var opened: OpaquePointer?
        var status = still_raster_not_mine
        // A WebP is reduced by its own library from the file in memory, but only where it is larger than usual.
        let file = kind == .webp ? try bytes() : []
        let words = unsafe String.fromC(capacity: 200) { text, size in
            switch kind {
            case .jpeg: status = unsafe still_raster_read_jpeg(path, wish, &opened, text, size)
            case .png: status = unsafe still_raster_read_png(path, wish, &opened, text, size)
            case .tiff: status = unsafe still_raster_read_tiff(path, wish, &opened, text, size)
            case .webp:
                status = unsafe file.withUnsafeBufferPointer { buffer in
                    guard let base = buffer.baseAddress else { return still_raster_not_mine }
                    return unsafe still_raster_read_webp(base, Int64(buffer.count), wish, &opened)
                }
            default: break
            }
        }
        if status == still_raster_not_mine { return nil }
        guard status == still_raster_done, let handle = unsafe opened else {
            throw Self.refusal(status, words: words, path: path)
        }
        unsafe self.handle = handle
        unsafe info = still_raster_describe(handle)
        self.path = path
    }

    deinit { unsafe still_raster_close(handle) }

    /// The picture's size as stored in the file.
    var fullSize: (width: Int, height: Int) { (Int(info.full_width), Int(info.full_height)) }
    var hadInks: Bool { info.had_inks }

    /// How it is to be turned, where the reader has found that.
    var orientation: Orientation? {
        if let told = Orientation(rawValue: Int(info.orientation)) { return told }
        var size: Int64 = 0
        guard let start = unsafe still_raster_exif(handle, &size) else { return nil }
        return ExifBlock(unsafe [UInt8](UnsafeBufferPointer(start: start, count: Int(size)))[...])?.orientation
    }

    /// The picture, in the reader's memory unless its profile converts it.
    func frame() throws(MediaError) -> Frame {
        let name = ["gray", "ya", "rgb", "rgba"][Int(info.channels) - 1]
        let depth = ["gray": ["", "16le"], "ya": ["8", "16le"], "rgb": ["24", "48le"], "rgba": ["", "64le"]][name]
        guard let endings = depth, let format = PixelFormat.named(name + endings[info.depth > 8 ? 1 : 0]),
            let ticks = TimeBase(1, 1)
        else { preconditionFailure("libav knows \(name)") }
        var colour = ColourDescription(matrix: format.model == .grey ? 6 : 0, range: .full)
        if info.is_display_p3 { (colour.primaries, colour.transfer) = (12, 13) }
        let plane = unsafe PlaneStorage(
            base: UnsafeMutableRawPointer(mutating: still_raster_samples(handle)), bytesPerRow: Int(info.stride),
            rows: Int(info.height), isShared: true
        ) { withExtendedLifetime(self) {} }
        let stored = Frame(
            format: format, width: Int(info.width), height: Int(info.height), colour: colour,
            presentationTime: ClipTime(ticks: 0, timeBase: ticks), planes: [plane])
        var size: Int64 = 0
        let profile = unsafe still_raster_profile(handle, &size).map { start in
            unsafe [UInt8](UnsafeBufferPointer(start: start, count: Int(size)))
        }
        return try ColourProfile(profile).applied(to: stored, path: path)
    }

    private static func refusal(_ status: still_raster_status, words: String, path: String) -> MediaError {
        switch status {
        case still_raster_too_large: StillReader.tooLarge(path)
        case still_raster_no_memory:
            MediaError(
                path: path, step: .decode, detail: "there is not enough memory for the picture",
                remedy: "close other programs, or save a smaller copy of it")
        default:
            MediaError(
                path: path, step: .decode,
                detail: "the picture is damaged or incomplete" + (words.isEmpty ? "" : " (\(words))"),
                remedy: "copy it again from where it comes, or save it anew as PNG")
        }
    }
}
