internal import Compositing
internal import Geometry
internal import Imaging
internal import MediaIO

/// A film that plays on one page, laid out for it. The picture is made anew only when the film shows another frame; a photo
/// moves over the page without being made again.
final class PlayingFilm {
    let item, showNumber: Int
    let layout: PageLayout
    private let reader: FilmReader
    private let conversion: FilmConversion
    /// How the photo moves; `nil` for a film, or where photos stand still.
    private let move: PhotoMove?
    private let showDuration: Double
    /// A picture of the border's colour; `nil` where there is none.
    private let border: Frame?
    private var shown: (ticks: Int64, picture: PagePicture)?

    /// Opens the film.
    ///
    /// - Parameters:
    ///   - prefersVideo: as that of `FilmReader`.
    ///   - clip: the pixel format and colours that its pictures are brought into.
    ///   - look: of the border and of the screen; what `items` says of a screen holds where it says nothing.
    ///   - showDuration: seconds from the show's beginning to its end, for a photo's move.
    ///   - seed: of the run; with the show's number and the item it chooses a photo's move.
    init(
        item: Int, showNumber: Int, path: String, prefersVideo: Bool = false, layout: PageLayout,
        clip: FrameScaler.Kind,
        items: RenderRequest.Items, look: PageLook, showDuration: Double, seed: UInt64
    ) throws {
        (self.item, self.showNumber, self.layout, self.showDuration) = (item, showNumber, layout, showDuration)
        let reader = try FilmReader(
            path: path, prefersVideo: prefersVideo, photoLongSide: Self.photoLongSide(clip))
        self.reader = reader
        let isPhoto = reader.hasVideo && reader.durationSeconds == 0
        let place = UInt64(truncatingIfNeeded: showNumber) << 32 ^ UInt64(truncatingIfNeeded: item)
        move = isPhoto && items.photoMove == .slow ? PhotoMove(seed: seed ^ place &* 0x9E37_79B9_7F4A_7C15) : nil
        border = try look.border.map { try Self.flat($0.colour, clip) }
        let zoom = move == nil ? 1 : PhotoMove.mostZoom
        conversion = FilmConversion(
            path: path, to: clip, alpha: try Self.alpha(of: reader, items.alpha),
            key: (look.chromaKey ?? items.chromaKey).map {
                ChromaKey(red: Double($0.red) / 255, green: Double($0.green) / 255, blue: Double($0.blue) / 255)
            },
            usefulSize: { frame in
                layout.usefulSize(
                    ofFilmWidth: frame.width, height: frame.height, orientation: reader.video?.orientation ?? .upright,
                    sampleAspectRatio: reader.video?.sampleAspectRatio ?? 1, zoom: zoom)
            })
    }

    /// What is to be seen at a moment of the show; `nil` where the film has no pictures.
    func picture(atSeconds seconds: Double) throws -> PagePicture? {
        guard let video = reader.video, let frame = try reader.frame(atSeconds: seconds) else { return nil }
        let ticks = frame.presentationTime.ticks
        let still: PagePicture
        if let shown, shown.ticks == ticks {
            still = shown.picture
        } else {
            let converted = try conversion.picture(of: frame)
            still = layout.picture(
                from: converted.film, alpha: converted.alpha, border: border, orientation: video.orientation,
                sampleAspectRatio: video.sampleAspectRatio)
            shown = (ticks, still)
        }
        guard let move else { return still }
        return still.seen(move.view(atSeconds: seconds, ofSeconds: showDuration))
    }

    /// The long side that a photo is read at, if it is very large: no page is seen larger than the frame, but a photo that
    /// covers one may be, and moves closer.
    private static func photoLongSide(_ clip: FrameScaler.Kind) -> Int { 2 * max(clip.width, clip.height) }

    /// A small picture of one colour, in the clip's format and colours.
    private static func flat(_ colour: ProgramColour, _ clip: FrameScaler.Kind) throws -> Frame {
        let side = 8
        let pixels = Array(repeatElement([colour.red, colour.green, colour.blue, 255], count: side * side).joined())
        let frame = RGBAImage(width: side, height: side, pixels: pixels).frame
        return try ColourConverter(
            from: FrameScaler.Kind(frame), to: clip.resized(toWidth: side, height: side), path: "the border"
        ).convert(frame)
    }

    private static func alpha(of reader: FilmReader, _ choice: RenderRequest.Items.Alpha) throws -> AlphaMeaning? {
        guard reader.video?.format.hasAlpha == true else { return nil }
        return switch choice {
        case .auto: try reader.alphaMeaning()
        case .straight: .straight
        case .premultiplied: .premultiplied
        }
    }
}
