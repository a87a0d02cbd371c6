internal import Compositing
internal import Geometry
internal import Imaging
internal import MediaIO
internal import References
internal import Tracking

/// The pages of a clip as they are watched for light and hands, each beside the picture that is registered for it.
///
/// Used by one thread at a time, with frames in order.
final class ObservedPages {
    /// A page whose drawing could be read.
    private struct Page {
        let observer: PageObserver
        let canvas: Quad
        var lastFrame: Int?
    }

    private var pages: [String: Page] = [:]
    /// Why a drawing is neither lit nor hidden, one sentence for each.
    private(set) var warnings: [String] = []

    /// Reads the drawings that `track` shows from the catalog; with nothing to look for, none.
    ///
    /// - Parameter kind: the frames that are composed.
    init(track: Track, catalog path: String, look: RenderRequest.Look, kind: FrameScaler.Kind) {
        let choice = PageObserver.Choice(
            light: look.light == .match, front: look.occlusion == .auto, grain: look.grain == .match)
        guard !choice.isNothing else { return }
        let shown = track.references.filter { reference in
            track.frames.contains { $0.anchors.contains { $0.reference == reference.name } }
        }
        let catalog: Catalog
        do { catalog = try Catalog(path: path) } catch {
            warnings.append("\(error); films are laid flat over the drawings")
            return
        }
        for reference in shown {
            do {
                guard let entry = catalog.entry(named: reference.name) else {
                    throw SketchreelError(
                        "\(path): the drawing \(reference.name) is not registered there; give its catalog with --references"
                    )
                }
                pages[reference.name] = try Self.page(reference, entry, track, choice, kind)
            } catch { warnings.append("\(error); films are laid flat over it") }
        }
    }

    private static func page(
        _ reference: Track.Reference, _ entry: CatalogEntry, _ track: Track, _ choice: PageObserver.Choice,
        _ kind: FrameScaler.Kind
    ) throws -> Page {
        let (image, width, height) = try StillReader.drawing(path: entry.imagePath)
        guard width == reference.pixelWidth, height == reference.pixelHeight else {
            throw SketchreelError(
                "\(entry.imagePath): this is not the picture that was tracked; track the clip again")
        }
        let quads = track.frames.lazy.compactMap { frame in
            frame.anchors.first { $0.reference == reference.name }?.corners
        }
        let layout = PageLayout(
            aspectRatio: Double(width) / Double(height), seenAs: quads, fit: .stretch)
        let size = layout.usefulSize(ofFilmWidth: image.width, height: image.height, orientation: .upright)
        let frame = image.frame
        // A camera does not film a print as a display shows its picture: codes are taken as codes, and what is off between
        // the two curves is learnt with the light.
        let converted = try FrameScaler(
            from: FrameScaler.Kind(frame), to: kind.resized(toWidth: size.width, height: size.height),
            path: entry.imagePath
        ).scale(frame)
        let observer = PageObserver(
            drawing: layout.picture(from: converted, orientation: .upright), width: kind.width, height: kind.height,
            colour: kind.colour, choice: choice)
        return Page(
            observer: observer, canvas: Quad(outlineOfWidth: layout.canvasWidth, height: layout.canvasHeight),
            lastFrame: nil)
    }

    /// What a frame shows of a page; `nil` where its drawing is not known.
    ///
    /// - Parameters:
    ///   - index: the frame's number: what was seen in the one before helps.
    ///   - corners: of the page, in the frame as it is stored.
    ///   - bend: of the page, in pixels of that frame.
    ///   - motion: of the page over the exposure, by its canvas.
    func surface(
        of reference: String, in frame: Frame, index: Int, corners: Quad, bend: PageBend?,
        motion: (Quad) -> Layer.Motion?
    ) -> PageSurface? {
        guard let page = pages[reference], let place = Homography(from: page.canvas, to: corners) else { return nil }
        if page.lastFrame != index - 1 { page.observer.forget() }
        pages[reference]?.lastFrame = index
        return page.observer.observe(frame, page: place, bend: bend, motion: motion(page.canvas))
    }
}
