internal import Compositing
internal import Imaging
internal import MediaIO

/// Brings the frames of one film into the clip's pixel format and colours, reduced to what the page shows of them; and tells
/// where they are transparent.
final class FilmConversion {
    /// A frame as the page takes it.
    struct Picture {
        let film: Frame
        /// Grey, as large as `film`, whose colours are straight then; `nil` where all of it is opaque.
        let alpha: Frame?
    }

    private let path: String
    private let clip: FrameScaler.Kind
    private let usefulSize: (Frame) -> (width: Int, height: Int)
    private let alpha: AlphaMeaning?
    private let key: ChromaKey?
    /// To planar RGB with alpha; then the colours, and alpha, to the clip's.
    private var (opening, alphas): (FrameScaler?, FrameScaler?)
    private var colours: ColourConverter?

    /// - Parameters:
    ///   - alpha: what the colours of the film are; `nil` for one without alpha.
    ///   - usefulSize: what a frame may be reduced to.
    init(
        path: String, to clip: FrameScaler.Kind, alpha: AlphaMeaning?, key: ChromaKey?,
        usefulSize: @escaping (Frame) -> (width: Int, height: Int)
    ) {
        (self.path, self.clip, self.alpha, self.key, self.usefulSize) = (path, clip, alpha, key, usefulSize)
    }

    func picture(of frame: Frame) throws -> Picture {
        guard let apart = try transparent(frame) else {
            return Picture(film: try converted(frame), alpha: nil)
        }
        let film = try converted(apart.colour)
        let grey = FrameScaler.Kind(
            format: apart.alpha.format, width: film.width, height: film.height, colour: apart.alpha.colour)
        return Picture(film: film, alpha: try scale(apart.alpha, to: grey, with: &alphas))
    }

    /// The frame's colours and alpha apart; `nil` for a frame that is opaque everywhere.
    private func transparent(_ frame: Frame) throws -> TransparentPicture? {
        guard alpha != nil || key != nil else { return nil }
        let depth = frame.format.bitDepth
        let name = depth <= 8 ? "gbrap" : depth == 10 ? "gbrap10le" : depth == 12 ? "gbrap12le" : "gbrap16le"
        guard let format = PixelFormat.named(name) else { preconditionFailure("libav knows \(name)") }
        // The same colours in another form: what the codes stand for stays, also where nothing is said and the form tells.
        var colour = frame.colour.resolved(width: frame.width, height: frame.height, format: frame.format)
        (colour.matrix, colour.range) = (0, .full)
        let planar = try scale(
            frame,
            to: FrameScaler.Kind(format: format, width: frame.width, height: frame.height, colour: colour),
            with: &opening)
        if let key { return key.key(planar) }
        return TransparentPicture(planar, isPremultiplied: alpha == .premultiplied)
    }

    private func converted(_ frame: Frame) throws -> Frame {
        let source = FrameScaler.Kind(frame)
        if let colours, colours.source == source { return try colours.convert(frame) }
        let size = usefulSize(frame)
        let made = try ColourConverter(
            from: source, to: clip.resized(toWidth: size.width, height: size.height), path: path)
        colours = made
        return try made.convert(frame)
    }

    private func scale(_ frame: Frame, to kind: FrameScaler.Kind, with scaler: inout FrameScaler?) throws -> Frame {
        let source = FrameScaler.Kind(frame)
        if let scaler, scaler.source == source, scaler.destination == kind { return try scaler.scale(frame) }
        let made = try FrameScaler(from: source, to: kind, path: path)
        scaler = made
        return try made.scale(frame)
    }
}
