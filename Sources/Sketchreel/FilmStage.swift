internal import Albums
internal import Compositing
internal import Foundation
internal import Geometry
internal import Imaging
internal import MediaIO
internal import Shows
internal import Tracking

/// What the composing stage leaves behind.
struct PlayedShows: Sendable {
    /// The plan as it was played, with what took the place of items that failed.
    let plan: ShowPlan
    let composedFrames: Int
    let warnings: [String]
}

/// The composing stage: puts what the plan says onto each frame of a clip in turn. One thread at a time.
final class FilmStage {
    private let info: ClipInfo
    private let track: Track
    private let program: ShowProgram
    private let items: RenderRequest.Items
    private let seed: UInt64
    private let compositor: Compositor
    private let pages: ObservedPages
    private let format: PixelFormat
    private var plan: ShowPlan
    private var films: [String: PlayingFilm] = [:]
    private var converter: FrameScaler?
    private var frameIndex = 0
    private var composedFrames = 0
    private var warnings: [String] = []

    init(
        info: ClipInfo, track: Track, program: ShowProgram, catalog: String, look: RenderRequest.Look,
        items: RenderRequest.Items, seed: UInt64, format: PixelFormat
    ) throws {
        (self.items, self.seed) = (items, seed)
        (self.info, self.track, self.program, self.format, plan) = (info, track, program, format, program.plan)
        compositor = try Compositor(
            format: format, width: info.video.width, height: info.video.height, colour: info.video.colour)
        let kind = FrameScaler.Kind(
            format: format, width: info.video.width, height: info.video.height, colour: info.video.colour)
        pages = ObservedPages(track: track, catalog: catalog, look: look, kind: kind)
        warnings = pages.warnings
    }

    var played: PlayedShows { PlayedShows(plan: plan, composedFrames: composedFrames, warnings: warnings) }

    /// Composes the next frame of the clip. A frame on which nothing plays passes untouched.
    func compose(_ frame: Frame) throws -> Frame {
        guard frameIndex < track.frames.count,
            track.frames[frameIndex].ticks == frame.presentationTime.ticks
        else { throw mismatch }
        defer { frameIndex += 1 }
        var result = try working(frame)
        let layers = try layers(on: result)
        guard !layers.isEmpty else { return result }
        compositor.compose(layers, onto: &result)
        composedFrames += 1
        return result
    }

    /// Makes sure that every frame of the track came.
    func checkEnd() throws { if frameIndex != track.frames.count { throw mismatch } }

    private var mismatch: SketchreelError {
        SketchreelError(
            "\(info.path): cannot render: its frames are not those of the track (frame \(frameIndex)); track it again")
    }

    // MARK: Layers

    /// What plays on this frame, the page that looks larger on top.
    private func layers(on frame: Frame) throws -> [Layer] {
        while true {
            do {
                let anchors = track.frames[frameIndex].anchors
                let showings = plan.frames[frameIndex].compactMap { showing in
                    anchors.first { $0.reference == showing.reference }.map { (showing, $0) }
                }
                films = films.filter { name, _ in
                    plan.frames[frameIndex].contains { $0.reference == name } || isPaused(name)
                }
                return try showings.sorted { $0.1.corners.signedArea < $1.1.corners.signedArea }
                    .compactMap { try layer($0, $1, frame) }
            } catch let failure as ItemFailed {
                plan = plan.replacing(item: failure.item, fromFrame: frameIndex)
                warnings.append("\(failure.reason); \(ShowProgram.consequence(plan, failure.reference))")
                guard plan.playableItemCount > 0 else {
                    throw SketchreelError("\(failure.reason); no item of the album is left that can be played")
                }
            }
        }
    }

    private struct ItemFailed: Error {
        let item: Int
        let reference, reason: String
    }

    /// Whether a film waits for its page to come back into view.
    private func isPaused(_ reference: String) -> Bool {
        guard let film = films[reference] else { return false }
        return plan.span(of: reference, number: film.showNumber)?.contains(track.seconds(ofFrame: frameIndex)) ?? false
    }

    private func layer(_ showing: Showing, _ anchor: Track.Anchor, _ frame: Frame) throws -> Layer? {
        do {
            let film = try film(for: showing)
            films[showing.reference] = film
            guard let picture = try film.picture(atSeconds: showing.showSeconds),
                let corners = storedCorners(anchor), let page = Homography(from: canvas(film.layout), to: corners)
            else { return nil }
            let bend = storedBend(anchor)
            let surface = pages.surface(
                of: anchor.reference, in: frame, index: frameIndex, corners: corners, bend: bend
            ) {
                motion(of: anchor, canvas: $0)
            }
            return Layer(
                page: page, bend: bend, picture: picture,
                opacity: showing.opacity * program.look(of: showing.reference).opacity,
                motion: motion(of: anchor, canvas: canvas(film.layout)), surface: surface)
        } catch let error as MediaError {
            films[showing.reference] = nil
            throw ItemFailed(item: showing.item, reference: showing.reference, reason: "\(error)")
        }
    }

    /// The film that plays on a page, opened when its show begins.
    private func film(for showing: Showing) throws -> PlayingFilm {
        if let playing = films[showing.reference], playing.showNumber == showing.number, playing.item == showing.item {
            return playing
        }
        let span = plan.span(of: showing.reference, number: showing.number)
        return try PlayingFilm(
            item: showing.item, showNumber: showing.number, path: program.items[showing.item].path,
            prefersVideo: program.items[showing.item].kind == .video,
            layout: try layout(for: showing),
            clip: FrameScaler.Kind(
                format: format, width: info.video.width, height: info.video.height, colour: info.video.colour),
            items: items, look: program.look(of: showing.reference),
            showDuration: span.map { $0.upperBound - $0.lowerBound } ?? 0, seed: seed)
    }

    /// The page's canvas for a show: as large as the page is ever seen in it.
    private func layout(for showing: Showing) throws -> PageLayout {
        let reference = track.references.first { $0.name == showing.reference }
        let aspect = reference.map { Double($0.pixelWidth) / Double($0.pixelHeight) } ?? 1
        let span = plan.span(of: showing.reference, number: showing.number)
        let quads = track.frames.indices.lazy
            .filter { [track] index in
                span?.contains(track.seconds(ofFrame: index)) ?? true
            }
            .compactMap { [track] index in
                track.frames[index].anchors.first { $0.reference == showing.reference }?.corners
            }
        let look = program.look(of: showing.reference)
        let fit: Fit =
            switch look.fit {
            case .whole: .whole
            case .fill: .fill
            case .stretch: .stretch
            }
        let style = try PageStyle(cornerRadius: look.cornerRounding, borderWidth: look.border?.width ?? 0)
        return PageLayout(aspectRatio: aspect, seenAs: quads, fit: fit, style: style)
    }

    private func canvas(_ layout: PageLayout) -> Quad {
        Quad(outlineOfWidth: layout.canvasWidth, height: layout.canvasHeight)
    }

    /// The track's corners are upright; frames are composed as they are stored.
    private func storedCorners(_ anchor: Track.Anchor) -> Quad? {
        let video = info.video
        return video.orientation.uprightFromStored(width: video.width, height: video.height).inverse?(anchor.corners)
    }

    /// The same for how the page bends.
    private func storedBend(_ anchor: Track.Anchor) -> PageBend? {
        let video = info.video
        guard let bend = anchor.bend else { return nil }
        return video.orientation.uprightFromStored(width: video.width, height: video.height).inverse.map(bend.mapped)
    }

    /// How the page moves while the shutter is open: from the frame before to the frame after, where it is in both.
    private func motion(of anchor: Track.Anchor, canvas: Quad) -> Layer.Motion? {
        guard let share = track.exposureShare, share > 0, frameIndex > 0, frameIndex + 1 < track.frames.count else {
            return nil
        }
        let span = track.seconds(ofFrame: frameIndex + 1) - track.seconds(ofFrame: frameIndex - 1)
        let around = [frameIndex - 1, frameIndex + 1].compactMap { index in
            track.frames[index].anchors.first { $0.reference == anchor.reference }.flatMap(storedCorners)
        }
        guard span > 0, around.count == 2, let here = storedCorners(anchor),
            let velocity = Quad(zip(around[0].corners, around[1].corners).map { ($1 - $0) / span })
        else { return nil }
        return Layer.Motion(
            corners: here, velocity: velocity, exposureSeconds: share * span / 2, canvas: canvas)
    }

    // MARK: Formats

    /// The frame in the format that is composed in: itself, for nearly every clip.
    private func working(_ frame: Frame) throws -> Frame {
        guard frame.format != format else { return frame }
        let source = FrameScaler.Kind(frame)
        if converter?.source != source {
            converter = try FrameScaler(
                from: source,
                to: FrameScaler.Kind(
                    format: format, width: frame.width, height: frame.height, colour: info.video.colour),
                path: info.path)
        }
        guard let converter else { return frame }
        return try converter.scale(frame)
    }
}
