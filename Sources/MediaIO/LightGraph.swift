internal import CZimgShim
internal import Imaging

/// A conversion by zimg between planar pictures, through light where the curves or the primaries differ. One thread at a time.
@safe final class LightGraph {
    /// One side of a conversion.
    struct Side: Hashable, Sendable {
        let width, height: Int
        /// Bits of a sample: 8 … 16, or 32 for floats.
        let depth: Int
        let log2ChromaWidth, log2ChromaHeight: Int
        let isRGB, hasAlpha: Bool
        /// Definite.
        let colour: ColourDescription
    }

    private let handle: OpaquePointer
    private let planeCounts: (source: Int, destination: Int)
    private let path: String

    /// Prepares a conversion; `path` names the file in errors.
    init(from source: Side, to destination: Side, path: String) throws(MediaError) {
        var created: OpaquePointer?
        let words = unsafe String.fromC(capacity: 160) { bytes, size in
            unsafe created = light_graph_create(
                source.zimg, destination.zimg, TransferFunction.referenceWhite, bytes, Int(size))
        }
        guard let handle = unsafe created else {
            throw MediaError(
                path: path, step: .convert, detail: "its colours do not convert to the clip's: \(words)",
                remedy: "convert the file first, for example with ffmpeg")
        }
        unsafe self.handle = handle
        planeCounts = (source.hasAlpha ? 4 : 3, destination.hasAlpha ? 4 : 3)
        self.path = path
    }

    deinit { unsafe light_graph_free(handle) }

    /// Converts a picture. Planes are R, G, B or Y, Cb, Cr, then alpha, which may be there in vain.
    func run(from source: [PlaneStorage], to destination: [PlaneStorage]) throws(MediaError) {
        precondition(source.count >= planeCounts.source && destination.count >= planeCounts.destination, "all planes")
        let aligned = source.prefix(planeCounts.source).map { $0.isAlignedForZimg ? $0 : $0.copy() }
        let (from, to) = unsafe (aligned.map(\.zimg), destination.map(\.zimg))
        let isDone = withExtendedLifetime((aligned, destination)) { unsafe light_graph_run(handle, from, to) }
        guard isDone else {
            throw MediaError(
                path: path, step: .convert, detail: "its colours could not be converted for want of memory",
                remedy: "close other programs, or use smaller pictures")
        }
    }
}

extension LightGraph.Side {
    /// Pictures of `kind`, whose format is planar and whose colours are definite. Alpha is left aside unless `hasAlpha`: zimg
    /// would lay the picture on black where only the source has it.
    init(_ kind: FrameScaler.Kind, hasAlpha: Bool) {
        let format = kind.format
        self.init(
            width: kind.width, height: kind.height, depth: format.bitDepth, log2ChromaWidth: format.log2ChromaWidth,
            log2ChromaHeight: format.log2ChromaHeight, isRGB: format.isRGB, hasAlpha: hasAlpha,
            colour: kind.colour)
    }

    /// Red, green and blue in floats; with transfer 8, light relative to reference white.
    init(floatsOfWidth width: Int, height: Int, transfer: Int, primaries: Int, hasAlpha: Bool) {
        self.init(
            width: width, height: height, depth: 32, log2ChromaWidth: 0, log2ChromaHeight: 0, isRGB: true,
            hasAlpha: hasAlpha,
            colour: ColourDescription(primaries: primaries, transfer: transfer, matrix: 0, range: .full))
    }

    fileprivate var zimg: light_kind {
        // Matrices that are met in files; the others are as rare as the files that state them by mistake.
        let matrix = [1, 4, 5, 6, 7, 8, 9].contains(colour.matrix) ? colour.matrix : colour.matrix == 10 ? 9 : 1
        return light_kind(
            width: Int32(width), height: Int32(height), depth: Int32(depth),
            log2_chroma_width: Int32(log2ChromaWidth), log2_chroma_height: Int32(log2ChromaHeight), is_rgb: isRGB,
            is_full_range: colour.range == .full, has_alpha: hasAlpha, matrix: Int32(matrix),
            transfer: Int32(colour.transferFunction.number),
            primaries: Int32(ColourPrimaries(colour.primaries).number),
            // libav counts from 1, and 0 is what is not said: left.
            chroma_location: Int32(max(0, min(colour.chromaLocation - 1, 5))))
    }
}

extension PlaneStorage {
    /// zimg reads and writes vectors of 32 bytes.
    fileprivate var isAlignedForZimg: Bool { unsafe UInt(bitPattern: base) % 32 == 0 && bytesPerRow % 32 == 0 }

    fileprivate var zimg: light_plane { unsafe light_plane(data: base, stride: bytesPerRow) }
}

extension FrameScaler.Kind {
    /// Whether zimg takes it as it is: three components or four in planes of their own, in the machine's byte order, and no
    /// half a chroma sample at the edges.
    var isPlanarForZimg: Bool {
        (format.model == .yuv || format.model == .planarRGB) && format.shift == 0 && format.log2ChromaWidth <= 2
            && format.log2ChromaHeight <= 2 && Set(format.components.map(\.plane)).count == format.components.count
            && hasWholeChroma
    }

    /// The same in a format that zimg takes and that loses nothing of this one's.
    var planarForZimg: FrameScaler.Kind {
        if isPlanarForZimg { return self }
        if format.model == .yuv, !format.hasAlpha, hasWholeChroma, let planar = format.semiPlanarTwin {
            return with(planar, colour)
        }
        let layout =
            format.isRGB ? (format.hasAlpha ? "gbrap" : "gbrp") : format.hasAlpha ? "yuva444p" : "yuv444p"
        let libavName = format.bitDepth > 8 ? "\(layout)16le" : layout
        guard let planar = PixelFormat.named(libavName) else { preconditionFailure("libav knows \(libavName)") }
        return with(planar, colour)
    }

    private var hasWholeChroma: Bool {
        width % (1 << format.log2ChromaWidth) == 0 && height % (1 << format.log2ChromaHeight) == 0
    }

    /// The same size with another format and other colours.
    func with(_ format: PixelFormat, _ colour: ColourDescription) -> FrameScaler.Kind {
        FrameScaler.Kind(format: format, width: width, height: height, colour: colour)
    }
}

extension PixelFormat {
    /// The format with the same samples in three planes, for one that keeps Cb and Cr in one (`nv12`, `p010le`).
    fileprivate var semiPlanarTwin: PixelFormat? {
        let chroma = log2ChromaWidth == 0 ? "444" : log2ChromaHeight == 0 ? "422" : "420"
        return log2ChromaWidth > 1
            ? nil : PixelFormat.named("yuv\(chroma)p" + (bitDepth > 8 ? "\(bitDepth)le" : ""))
    }
}

extension Frame {
    /// Its planes as zimg counts them: R, G, B or Y, Cb, Cr, then alpha. The format is planar.
    var planesForZimg: [PlaneStorage] {
        let order = format.model == .planarRGB ? [2, 0, 1, 3] : [0, 1, 2, 3]
        return order.prefix(format.components.count).map { planes[format.components[$0].plane] }
    }
}
