internal import Compositing
internal import Imaging
internal import MediaIO

/// A film that plays on one page, laid out for it. The picture is made anew only when the film shows another frame.
final class PlayingFilm {
    let item, showNumber: Int
    let layout: PageLayout
    private let reader: FilmReader
    private let clip: FrameScaler.Kind
    private var scaler: FrameScaler?
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
        if scaler?.source != source {
            let size = layout.usefulSize(
                ofFilmWidth: frame.width, height: frame.height, orientation: video.orientation,
                sampleAspectRatio: video.sampleAspectRatio)
            scaler = try FrameScaler(
                from: source,
                to: FrameScaler.Kind(format: clip.format, width: size.width, height: size.height, colour: clip.colour),
                path: reader.path)
        }
        guard let scaler else { return frame }
        return try scaler.scale(frame)
    }
}
