internal import Compositing
internal import Imaging
internal import MediaIO

/// A film that plays on one page, laid out for it. The picture is made anew only when the film shows another frame.
final class PlayingFilm {
    let item, showNumber: Int
    let layout: PageLayout
    private let reader: FilmReader
    private let clip: FrameScaler.Kind
    private var converter: ColourConverter?
    private var shown: (ticks: Int64, picture: PagePicture)?

    init(item: Int, showNumber: Int, path: String, layout: PageLayout, clip: FrameScaler.Kind) throws {
        (self.item, self.showNumber, self.layout, self.clip) = (item, showNumber, layout, clip)
        reader = try FilmReader(path: path)
    }

    /// What is to be seen at a moment of the show; `nil` where the film has no pictures.
    func picture(atSeconds seconds: Double) throws -> PagePicture? {
        guard let video = reader.video, let frame = try reader.frame(atSeconds: seconds) else { return nil }
        let ticks = frame.presentationTime.ticks
        if let shown, shown.ticks == ticks { return shown.picture }
        let picture = layout.picture(
            from: try converted(frame, video), orientation: video.orientation,
            sampleAspectRatio: video.sampleAspectRatio)
        shown = (ticks, picture)
        return picture
    }

    /// The frame in the clip's pixel format and colours, reduced to what the page shows of it.
    private func converted(_ frame: Frame, _ video: VideoDescription) throws -> Frame {
        let source = FrameScaler.Kind(frame)
        if converter?.source != source {
            let size = layout.usefulSize(
                ofFilmWidth: frame.width, height: frame.height, orientation: video.orientation,
                sampleAspectRatio: video.sampleAspectRatio)
            converter = try ColourConverter(
                from: source, to: clip.resized(toWidth: size.width, height: size.height), path: reader.path)
        }
        guard let converter else { return frame }
        return try converter.convert(frame)
    }
}
