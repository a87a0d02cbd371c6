internal import Albums
internal import Foundation
internal import Geometry
internal import MediaIO
internal import Shows
internal import Tracking

/// What plays in a clip: the plan of its shows, over the items that can be opened, and how each drawing shows them.
struct ShowProgram: Sendable {
    let items: [Album.Item]
    let plan: ShowPlan
    let soundtrack: Soundtrack
    /// Items that were tried and cannot be played, and what of a program finds nothing to belong to.
    let warnings: [String]
    private let presentations: [String: Presentation]
    private let usual: Presentation

    /// Plans the shows of `track`. Every item that is picked is opened once: one that cannot be gives way to the next pick.
    init(track: Track, request: RenderRequest) throws {
        let names = track.references.map(\.name)
        usual = request.usualPresentation
        presentations = names.reduce(into: [:]) { $0[$1] = request.show.program?.presentation(of: $1) }
        var items = ShowItems(request.items.livePhotos)
        let planner = ShowPlanner(
            sightings: Self.sightings(of: track), endSeconds: Self.end(of: track), seed: request.show.seed,
            rule: try ShowRule(usual, in: &items), rules: try presentations.mapValues { try ShowRule($0, in: &items) })
        let (plan, hasSound, broken) = try Self.opened(planner.plan(), items.items)
        (self.items, self.plan) = (items.items, plan)
        warnings =
            items.warnings + Self.strangers(request.show.program, names)
            + Self.unserved(track, presentations, usual) + broken
        let levels = presentations.mapValues(\.soundLevel)
        soundtrack = Self.soundtrack(request.show, plan, items.items.map(\.path), hasSound, levels)
    }

    /// How films lie on a drawing.
    func look(of reference: String) -> PageLook { (presentations[reference] ?? usual).look }

    /// The shows of a plan as the summary lists them.
    func summary(of plan: ShowPlan) -> [RenderSummary.Show] {
        plan.shows.map {
            RenderSummary.Show(
                reference: $0.reference, item: items[$0.item].relativePath, startSeconds: $0.startSeconds,
                endSeconds: $0.endSeconds)
        }
    }

    // MARK: Planning

    private static func sightings(of track: Track) -> [Shows.Sighting] {
        track.frames.indices.map { index in
            Shows.Sighting(
                seconds: track.seconds(ofFrame: index), references: Set(track.frames[index].anchors.map(\.reference)))
        }
    }

    /// When the last frame ends: as long after it as it came after the one before. A single one is shown for a moment.
    private static func end(of track: Track) -> Double {
        let count = track.frames.count
        guard count > 0 else { return 0 }
        let last = track.seconds(ofFrame: count - 1)
        return count > 1 ? 2 * last - track.seconds(ofFrame: count - 2) : last + 1.0 / 30
    }

    /// The plan without the items that cannot be opened, which of the others have sound, and what was wrong.
    private static func opened(
        _ plan: ShowPlan, _ items: [Album.Item]
    ) throws -> (plan: ShowPlan, hasSound: [Int: Bool], warnings: [String]) {
        var plan = plan
        var hasSound: [Int: Bool] = [:]
        var warnings: [String] = []
        while let show = plan.shows.first(where: { hasSound[$0.item] == nil }) {
            let path = items[show.item].path
            do {
                let film = try FilmReader(path: path, prefersVideo: items[show.item].kind == .video)
                guard film.hasVideo, try film.frame(atSeconds: 0) != nil else {
                    throw SketchreelError("\(path): there are no pictures in it")
                }
                hasSound[show.item] = film.hasAudio
            } catch {
                plan = plan.replacing(item: show.item, fromFrame: 0)
                warnings.append("\(error); \(consequence(plan, show.reference))")
                guard plan.playableItemCount > 0 else {
                    throw SketchreelError("\(path): no item of the album can be played: \(error)")
                }
            }
        }
        return (plan, hasSound, warnings)
    }

    /// What follows from an item's failure on the drawing that was to show it.
    static func consequence(_ plan: ShowPlan, _ reference: String) -> String {
        plan.isPlayable(reference) ? "another film takes its place" : "nothing is left to play on \(reference)"
    }

    /// What the program says of drawings that the catalog does not hold.
    private static func strangers(_ program: ProgramFile?, _ names: [String]) -> [String] {
        (program?.entries ?? []).filter { !names.contains($0.reference) }
            .map { "\($0.place): the clip was tracked with no drawing of this name" }
    }

    /// What is seen and given nothing to play by anybody.
    private static func unserved(
        _ track: Track, _ presentations: [String: Presentation], _ usual: Presentation
    ) -> [String] {
        let seen = Set(track.frames.flatMap { $0.anchors.map(\.reference) })
        return seen.sorted().filter { (presentations[$0] ?? usual).source == nil }
            .map { "\($0): neither --album nor the program gives it anything to play; give --album, or a \"default\"" }
    }

    // MARK: Sound

    private static func soundtrack(
        _ show: RenderRequest.Show, _ plan: ShowPlan, _ paths: [String], _ hasSound: [Int: Bool],
        _ levels: [String: Double]
    ) -> Soundtrack {
        let cues = plan.shows.filter { hasSound[$0.item] == true }.map { part in
            let level = pow(10, (show.albumGain + (levels[part.reference] ?? 0)) / 20)
            return SoundCue(
                filmPath: paths[part.item], startSeconds: part.startSeconds, endSeconds: part.endSeconds,
                filmOffsetSeconds: part.startSeconds - part.clockStartSeconds,
                gain: part.gain.map { SoundCue.GainPoint(seconds: $0.seconds, gain: $0.gain * level) })
        }
        switch show.sound {
        case .none: return .none
        case .clip: return .copy
        // With nothing to add the clip's sound stays as it is, to the last bit.
        case .mix: return cues.isEmpty ? .copy : .mix(includingClip: true, cues: cues, duckDecibels: show.duck)
        case .album: return cues.isEmpty ? .none : .mix(includingClip: false, cues: cues)
        }
    }
}

extension RenderRequest {
    /// What plays on a drawing that the program does not name.
    var usualPresentation: Presentation { show.program?.usual ?? show.presentation(albums: albums) }
}

extension ShowRule {
    /// The rule that a presentation follows, over the items of a run.
    init(_ presentation: Presentation, in items: inout ShowItems) throws {
        let onLoss: OnLoss =
            switch presentation.onLoss {
            case .continues: .continues
            case .pauses: .pauses
            case .ends: .ends
            }
        self.init(
            timing: try ShowTiming(
                fadeIn: presentation.fadeIn, hold: presentation.hold, fadeOut: presentation.fadeOut),
            onLoss: onLoss, once: presentation.once, items: try items.indices(of: presentation.source))
    }
}
