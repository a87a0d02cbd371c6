internal import CStillsShim
internal import Imaging

/// The main picture of a HEIC, HEIF or AVIF file, turned and cropped as the file says.
@safe struct HeifPicture: ~Copyable {
    private let handle: OpaquePointer
    private let path: String

    /// Decodes a file's bytes. Pictures of more than `maxPixels` are refused before memory is taken.
    init(_ bytes: [UInt8], maxPixels: Int64, path: String) throws(MediaError) {
        var opened: OpaquePointer?
        var status = still_heif_damaged
        let words = unsafe String.fromC(capacity: 200) { text, size in
            unsafe bytes.withUnsafeBufferPointer { buffer in
                guard let base = buffer.baseAddress else { return }
                status = unsafe still_heif_open(base, Int64(buffer.count), maxPixels, &opened, text, size)
            }
        }
        guard status == still_heif_done, let handle = unsafe opened else {
            throw Self.refusal(status, words: words, path: path)
        }
        unsafe self.handle = handle
        self.path = path
    }

    /// Decodes a picture of tiles one by one, reduced to a long side of no less than `longSide`, and not turned; `nil` where
    /// it has to be decoded as a whole.
    init?(_ bytes: [UInt8], _ grid: HeifGrid, longSide: Int, path: String) throws(MediaError) {
        var factor = 1
        while max(grid.width, grid.height) / (2 * factor) >= longSide { factor *= 2 }
        guard factor > 1 else { return nil }
        var opened: OpaquePointer?
        var status = still_heif_damaged
        let words = unsafe String.fromC(capacity: 200) { text, size in
            unsafe bytes.withUnsafeBufferPointer { buffer in
                unsafe grid.tiles.withUnsafeBufferPointer { tiles in
                    guard let base = buffer.baseAddress, let first = tiles.baseAddress else { return }
                    let shape = unsafe still_heif_grid(
                        rows: Int32(grid.rows), columns: Int32(grid.columns), width: Int32(clamping: grid.width),
                        height: Int32(clamping: grid.height), factor: Int32(factor), tiles: first)
                    status = unsafe still_heif_open_grid(base, Int64(buffer.count), shape, &opened, text, size)
                }
            }
        }
        if status == still_heif_unsupported { return nil }
        guard status == still_heif_done, let handle = unsafe opened else {
            throw Self.refusal(status, words: words, path: path)
        }
        unsafe self.handle = handle
        self.path = path
    }

    deinit { unsafe still_heif_close(handle) }

    /// The picture in memory of its own, its colours described or, by an unusual profile, converted.
    func frame() throws(MediaError) -> Frame {
        let info = unsafe still_heif_describe(handle)
        guard let layout = Layout(info), let ticks = TimeBase(1, 1) else {
            throw MediaError(
                path: path, step: .decode, detail: "its pixel format is unknown", remedy: "save it as PNG or JPEG")
        }
        var colour = ColourDescription(
            primaries: Int(info.primaries), transfer: Int(info.transfer), matrix: Int(info.matrix),
            range: info.is_full_range ? .full : .limited)
        if layout.format.isRGB {
            (colour.matrix, colour.range) = (0, .full)
        } else if [0, 2].contains(colour.matrix) {
            colour.matrix = 6  // MIAF (ISO/IEC 23000-22, 7.3.6.4)
        }
        var frame = Frame(
            allocating: layout.format, width: Int(info.width), height: Int(info.height), colour: colour,
            presentationTime: ClipTime(ticks: 0, timeBase: ticks))
        for (plane, source) in layout.planes.enumerated() {
            try copy(plane: source, shift: layout.shift, to: plane, of: &frame)
        }
        var size: Int64 = 0
        let profile = unsafe still_heif_profile(handle, &size).map { start in
            unsafe [UInt8](UnsafeBufferPointer(start: start, count: Int(size)))
        }
        return try ColourProfile(profile).applied(to: frame, path: path)
    }

    private func copy(plane source: Int, shift: Int, to plane: Int, of frame: inout Frame) throws(MediaError) {
        var stride: Int32 = 0
        guard let base = unsafe still_heif_plane(handle, Int32(source), &stride) else {
            throw Self.refusal(still_heif_damaged, words: "a plane is missing", path: path)
        }
        let size = frame.format.size(ofPlane: plane, width: frame.width, height: frame.height)
        let bytes = size.samples * frame.format.bytesPerSample
        unsafe frame.withMutablePlane(plane) { target, targetStride in
            for row in 0..<size.rows {
                let (from, to) = unsafe (base + row * Int(stride), target + row * targetStride)
                unsafe to.copyMemory(from: from, byteCount: bytes)
                guard shift > 0 else { continue }
                let words = unsafe to.assumingMemoryBound(to: UInt16.self)
                // The high bits again at the low end, so that the maximum stays the maximum.
                for index in 0..<size.samples {
                    unsafe words[index] = words[index] << shift | words[index] >> (16 - 2 * shift)
                }
            }
        }
    }

    /// How the shim's planes become those of a frame.
    private struct Layout {
        let format: PixelFormat
        /// The shim's plane for each of the frame's.
        let planes: [Int]
        /// How far samples are shifted up to fill 16 bits, where there is no format of their own depth.
        let shift: Int

        init?(_ info: still_heif_info) {
            let alpha = info.has_alpha ? "a" : ""
            let (name, colours): (String, [Int])
            switch info.layout {
            case still_layout_grey: (name, colours) = ("gray", [0])
            case still_layout_420: (name, colours) = ("yuv\(alpha)420p", [0, 1, 2])
            case still_layout_422: (name, colours) = ("yuv\(alpha)422p", [0, 1, 2])
            // Matrix 0 is none: the planes are green, blue and red.
            case still_layout_444 where info.matrix == 0: (name, colours) = ("gbr\(alpha)p", [0, 1, 2])
            case still_layout_444: (name, colours) = ("yuv\(alpha)444p", [0, 1, 2])
            case still_layout_planar_rgb: (name, colours) = ("gbr\(alpha)p", [1, 2, 0])
            default: (name, colours) = (info.depth > 8 ? "rgba64" : "rgba", [0])
            }
            planes = colours + (info.has_alpha && colours.count == 3 ? [3] : [])
            let depth = Int(info.depth)
            if depth == 8, let format = PixelFormat.named(name) {
                (self.format, shift) = (format, 0)
            } else if let format = PixelFormat.named("\(name)\(depth)le") {
                (self.format, shift) = (format, 0)
            } else if let format = PixelFormat.named(name == "rgba64" ? "rgba64le" : "\(name)16le") {
                (self.format, shift) = (format, 16 - depth)
            } else {
                return nil
            }
        }
    }

    private static func refusal(_ status: still_heif_status, words: String, path: String) -> MediaError {
        let said = words.isEmpty ? "" : " (\(words))"
        switch status {
        case still_heif_too_large:
            return StillReader.tooLarge(path)
        case still_heif_unsupported:
            return MediaError(
                path: path, step: .decode, detail: "this kind of HEIC or AVIF picture is not supported\(said)",
                remedy: "save it as JPEG or PNG")
        case still_heif_no_memory:
            return MediaError(
                path: path, step: .decode, detail: "there is not enough memory for the picture",
                remedy: "close other programs, or save a smaller copy of it")
        default:
            return MediaError(
                path: path, step: .decode, detail: "the picture is damaged or incomplete\(said)",
                remedy: "copy it again from where it comes, or save it anew as PNG")
        }
    }
}
