internal import CFFmpegShim
internal import Imaging

/// One reference to a decoder's picture, given back when the last plane that lies in it is released.
@safe private final class DecodedPicture: @unchecked Sendable {  // Sendable: only read, and freed by whoever is last
    let handle: OpaquePointer
    init(_ handle: OpaquePointer) { unsafe self.handle = handle }
    deinit { unsafe media_frame_free(handle) }
}

extension Frame {
    /// A frame whose planes are the decoder's own memory. Takes over `handle`.
    ///
    /// - Throws: when the picture lacks planes that its format has.
    init(taking handle: OpaquePointer, format: PixelFormat, timeBase: TimeBase, path: String) throws(MediaError) {
        let picture = unsafe DecodedPicture(handle)
        let info = unsafe media_frame_describe(handle)
        let (width, height) = (Int(info.width), Int(info.height))
        var planes: [PlaneStorage] = []
        for plane in 0..<format.planeCount {
            guard let base = unsafe media_frame_plane(handle, Int32(plane)) else {
                throw MediaError(
                    path: path, step: .decode, detail: "the decoder gave an incomplete picture (\(format.name))",
                    remedy: "convert the file first, for example with ffmpeg")
            }
            // A palette has no rows: its 256 colours are one.
            let stride = unsafe Int(media_frame_stride(handle, Int32(plane)))
            let rows = stride == 0 ? 1 : format.size(ofPlane: plane, width: width, height: height).rows
            planes.append(
                unsafe PlaneStorage(
                    base: UnsafeMutableRawPointer(base), bytesPerRow: stride == 0 ? 1024 : stride, rows: rows,
                    isShared: true
                ) { withExtendedLifetime(picture) {} })
        }
        self.init(
            format: format, width: width, height: height, colour: ColourDescription(info.colour),
            presentationTime: ClipTime(ticks: info.pts, timeBase: timeBase), duration: info.duration, planes: planes)
    }
}
