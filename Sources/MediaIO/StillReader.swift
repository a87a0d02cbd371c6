internal import CFFmpegShim
internal import Foundation
package import Geometry
package import Imaging

/// A picture as it was read: as it is stored, in the decoder's own pixel format, and how it is to be turned.
package struct Still: Sendable {
    package let frame: Frame
    package let orientation: Orientation
    /// The upright size of the picture in the file; larger than the frame's where that was reduced.
    package let uprightWidth, uprightHeight: Int
    /// The file holds inks (CMYK), which not every reader shows alike.
    package let hadInks: Bool

    /// - Parameter fullSize: of the stored picture; `nil`: the frame's.
    init(
        _ frame: Frame, _ orientation: Orientation, fullSize: (width: Int, height: Int)? = nil, hadInks: Bool = false
    ) {
        (self.frame, self.orientation, self.hadInks) = (frame, orientation, hadInks)
        let size = fullSize ?? (frame.width, frame.height)
        (uprightWidth, uprightHeight) = orientation.uprightSize(width: size.width, height: size.height)
    }

    /// Whether the frame has fewer pixels than the file.
    package var isReduced: Bool {
        let size = orientation.uprightSize(width: frame.width, height: frame.height)
        return size.width != uprightWidth || size.height != uprightHeight
    }
}

/// Reads pictures: JPEG, HEIC, AVIF, PNG, WebP, TIFF, BMP and the first of a GIF, told by their content.
package enum StillReader {
    /// Larger pictures are refused: their pixels alone would take a gigabyte.
    static let maxPixels: Int64 = 256_000_000
    /// Larger ones are read reduced where fewer pixels are enough: phones take 50 megapixels as a matter of course, and those
    /// are read as they are.
    package static let usualPixels: Int64 = 64_000_000
    /// The long side that is enough for a drawing, of which tracking uses 1024 pixels and a 4K clip shows no more than this,
    /// and for a photo in such a clip.
    package static let enough = 3840
    /// Larger files hold no picture that could be used.
    static let maxBytes: Int64 = 1 << 30

    /// The picture as it is stored, in the decoder's own pixel format, and how it is to be turned; all of its pixels.
    package static func frame(path: String) throws(MediaError) -> (frame: Frame, orientation: Orientation) {
        let still = try still(path: path)
        return (still.frame, still.orientation)
    }

    /// The picture as it is stored, in the decoder's own pixel format.
    ///
    /// What a still does not say of its colours is made definite, since pictures differ from video there: they are sRGB, and
    /// YUV is BT.601. Colours of an ICC profile that is neither sRGB's nor Display P3's are converted to Display P3.
    /// - Parameters:
    ///   - longSide: a picture of more than `usualPixels` is reduced on the way, but its long side to no less than this.
    ///     Others are read as they are.
    package static func still(
        path: String, longSide: Int = .max, usualPixels: Int64 = usualPixels
    ) throws(MediaError) -> Still {
        _ = try LocalFile(path)
        guard let kind = StillKind(ofFile: path) else {
            throw MediaError(
                path: path, step: .open, detail: "this is no picture that can be read",
                remedy: "give a JPEG, HEIC, AVIF, PNG, WebP or TIFF file")
        }
        switch kind {
        case .heif: return try heifStill(longSide: longSide, usualPixels: usualPixels, path: path)
        case .animatedWebP:
            let bytes = try contents(path)
            return Still(
                try WebPAnimation(bytes, path: path).firstFrame(),
                ExifBlock(in: bytes, kind: kind)?.orientation ?? .upright)
        default: return try flatStill(kind, longSide: longSide, usualPixels: usualPixels, path: path)
        }
    }

    /// A HEIC or AVIF, which turns its picture by itself; what its EXIF says of it was true before.
    private static func heifStill(longSide: Int, usualPixels: Int64, path: String) throws(MediaError) -> Still {
        let bytes = try contents(path)
        if longSide < .max, let grid = HeifGrid(path: path) {
            let pixels = Int64(grid.width) * Int64(grid.height)
            if pixels > maxPixels { throw tooLarge(path) }
            if pixels > usualPixels,
                let picture = try HeifPicture(grid.showing(bytes), grid, longSide: longSide, path: path)
            {
                return Still(try picture.frame(), grid.orientation, fullSize: (grid.width, grid.height))
            }
        }
        return Still(try HeifPicture(bytes, maxPixels: maxPixels, path: path).frame(), .upright)
    }

    /// A picture of one of the older kinds.
    private static func flatStill(
        _ kind: StillKind, longSide: Int, usualPixels: Int64, path: String
    ) throws(MediaError) -> Still {
        let raster = try RasterPicture(
            kind, try contents(path), longSide: longSide, usualPixels: usualPixels, path: path)
        if let raster {
            var told = raster.orientation
            if kind == .jpeg || kind == .webp { told = ExifBlock(in: try contents(path), kind: kind)?.orientation }
            return Still(try raster.frame(), told ?? .upright, fullSize: raster.fullSize, hadInks: raster.hadInks)
        }
        let bytes = try contents(path)
        return Still(
            try libavFrame(bytes, kind, path: path), ExifBlock(in: bytes, kind: kind)?.orientation ?? .upright)
    }

    private static func libavFrame(_ bytes: [UInt8], _ kind: StillKind, path: String) throws(MediaError) -> Frame {
        guard let libav = kind.libav else { preconditionFailure("read by another library") }
        if let pixels = kind.statedPixels(bytes), pixels > maxPixels { throw tooLarge(path) }
        var decoded: OpaquePointer?
        let status = unsafe bytes.withUnsafeBufferPointer { buffer in
            guard let base = buffer.baseAddress else { return media_status(code: -22, step: media_step_decode) }
            return unsafe media_still_decode(libav, base, Int64(buffer.count), maxPixels, &decoded)
        }
        guard status.code >= 0, let picture = unsafe decoded else { throw refusal(status, path: path) }
        var size: Int64 = 0
        let profile = unsafe media_frame_profile(picture, &size).map { start in
            unsafe [UInt8](UnsafeBufferPointer(start: start, count: Int(size)))
        }
        return try ColourProfile(profile).applied(to: try unsafe frame(taking: picture, path: path), path: path)
    }

    /// A drawing as tracking and rendering take it: upright, on white, reduced to no less than `enough` where it is very
    /// large; and its full size.
    package static func drawing(path: String) throws(MediaError) -> (image: RGBAImage, width: Int, height: Int) {
        let still = try still(path: path, longSide: enough)
        let image = try image(of: still.frame, orientation: still.orientation, path: path)
        return (image.onWhite, still.uprightWidth, still.uprightHeight)
    }

    /// The picture upright, as 8-bit R, G, B and straight alpha; alpha is 255 where the file has none.
    package static func image(path: String) throws(MediaError) -> RGBAImage {
        let (stored, orientation) = try frame(path: path)
        return try image(of: stored, orientation: orientation, path: path)
    }

    /// A frame's picture, upright, as 8-bit R, G, B and straight alpha: sRGB where its primaries are those of Display P3 or
    /// BT.2020, in standard dynamic range. `path` names it in errors.
    ///
    /// - Parameter longSide: the picture is reduced to this where it is larger.
    package static func image(
        of frame: Frame, orientation: Orientation, longSide: Int = .max, path: String
    ) throws(MediaError) -> RGBAImage {
        guard let rgba = PixelFormat.named("rgba") else { preconditionFailure("libav knows rgba") }
        let factor = min(1, Double(longSide) / Double(max(frame.width, frame.height)))
        let (width, height) = (
            max(1, Int((Double(frame.width) * factor).rounded())),
            max(1, Int((Double(frame.height) * factor).rounded()))
        )
        let conversion = ColourProfile.conversionToSRGB(frame.colour)
        let deep = conversion == nil ? nil : PixelFormat.named("rgba64le")
        // What is converted afterwards keeps its colours while it is scaled.
        let colour =
            deep == nil
            ? ColourDescription(matrix: 0, range: .full)
            : ColourDescription(
                primaries: frame.colour.primaries, transfer: frame.colour.transfer, matrix: 0, range: .full)
        let scaler = try FrameScaler(
            from: FrameScaler.Kind(frame),
            to: FrameScaler.Kind(format: deep ?? rgba, width: width, height: height, colour: colour), path: path)
        let converted = try scaler.scale(frame)
        var packed = [UInt8](repeating: 255, count: width * height * 4)
        unsafe packed.withUnsafeMutableBytes { target in
            unsafe converted.withPlane(0) { base, stride in
                for row in 0..<height {
                    let target = unsafe UnsafeMutableRawBufferPointer(rebasing: target[(row * width * 4)...])
                    if let conversion, let target = target.baseAddress {
                        unsafe conversion.run(base + row * stride, target, count: width)
                    } else {
                        unsafe target.copyMemory(
                            from: UnsafeRawBufferPointer(start: base + row * stride, count: width * 4))
                    }
                }
            }
        }
        let stored = RGBAImage(width: width, height: height, pixels: packed)
        return orientation == .upright ? stored : stored.upright(from: orientation)
    }

    static func contents(_ path: String) throws(MediaError) -> [UInt8] {
        let file = try LocalFile(path)
        guard file.byteCount <= maxBytes else {
            throw MediaError(
                path: path, step: .open, detail: "the file is larger than a picture can be (1 GiB)",
                remedy: "give a picture")
        }
        // Not mapped: a file that is cut off while it is read would end the process.
        do { return try [UInt8](Data(contentsOf: URL(fileURLWithPath: path))) } catch {
            throw MediaError(
                path: path, step: .read, detail: error.localizedDescription, remedy: "check the permissions")
        }
    }

    static func tooLarge(_ path: String) -> MediaError {
        MediaError(
            path: path, step: .decode,
            detail: "the picture has more pixels than can be used (\(maxPixels / 1_000_000) megapixels)",
            remedy: "save a smaller copy of it")
    }

    private static func frame(taking picture: OpaquePointer, path: String) throws(MediaError) -> Frame {
        let info = unsafe media_frame_describe(picture)
        guard let format = PixelFormat(libavNumber: info.format), let ticks = TimeBase(1, 1) else {
            unsafe media_frame_free(picture)
            throw MediaError(
                path: path, step: .decode, detail: "its pixel format is unknown", remedy: "save it as PNG or JPEG")
        }
        let decoded = try unsafe Frame(taking: picture, format: format, timeBase: ticks, path: path)
        var colour = decoded.colour
        if format.isRGB { colour.range = .full } else if colour.matrix == 2 { colour.matrix = 6 }
        if format.model == .grey, colour.range == .unspecified { colour.range = .full }
        if colour.primaries == 2 { colour.primaries = 1 }
        if colour.transfer == 2 { colour.transfer = 13 }
        return Frame(
            format: format, width: decoded.width, height: decoded.height, colour: colour,
            presentationTime: decoded.presentationTime, planes: decoded.planes)
    }

    private static func refusal(_ status: media_status, path: String) -> MediaError {
        MediaError(
            path: path, step: .decode, detail: "the picture is damaged or incomplete (\(LibavCode(status.code).text))",
            remedy: "copy it again from where it comes, or save it anew as PNG", code: status.code)
    }
}

extension RGBAImage {
    /// The same pixels as a frame.
    package var frame: Frame {
        guard let rgba = PixelFormat.named("rgba"), let ticks = TimeBase(1, 1) else {
            preconditionFailure("libav knows rgba")
        }
        var frame = Frame(
            allocating: rgba, width: width, height: height, colour: ColourDescription(matrix: 0, range: .full),
            presentationTime: ClipTime(ticks: 0, timeBase: ticks))
        unsafe pixels.withUnsafeBytes { source in
            unsafe frame.withMutablePlane(0) { base, stride in
                for row in 0..<height {
                    let packed = unsafe source[(row * width * 4)..<((row + 1) * width * 4)]
                    unsafe UnsafeMutableRawBufferPointer(start: base + row * stride, count: width * 4).copyMemory(
                        from: UnsafeRawBufferPointer(rebasing: packed))
                }
            }
        }
        return frame
    }

    /// The picture turned and mirrored as `orientation` says that its stored pixels are to be.
    package func upright(from orientation: Orientation) -> RGBAImage {
        let size = orientation.uprightSize(width: width, height: height)
        var turned = [UInt8](repeating: 0, count: pixels.count)
        unsafe pixels.withUnsafeBytes { source in
            unsafe turned.withUnsafeMutableBytes { target in
                guard let from = source.baseAddress, let to = target.baseAddress else { return }
                unsafe media_turn_pixels(
                    from.assumingMemoryBound(to: UInt32.self), Int32(width), Int32(height), Int32(orientation.rawValue),
                    to.assumingMemoryBound(to: UInt32.self))
            }
        }
        return RGBAImage(width: size.width, height: size.height, pixels: turned)
    }
}
