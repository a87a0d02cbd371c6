internal import Albums
internal import Foundation
internal import Geometry
internal import MediaIO
internal import Shows
internal import Tracking

/// What plays in a clip: the plan of its shows, over the items of the album that can be opened.
struct ShowProgram: Sendable {
    let items: [Album.Item]
    let plan: ShowPlan
    let soundtrack: Soundtrack
    let fit: RenderRequest.Fit
    /// Items that were tried and cannot be played.
    let warnings: [String]

    /// Plans the shows of `track`. Every item that is picked is opened once: one that cannot be gives way to the next pick.
    init(track: Track, album: Album, show: RenderRequest.Show) throws {
        let timing = try ShowTiming(fadeIn: show.fadeIn, hold: show.hold, fadeOut: show.fadeOut)
        let sightings = track.frames.indices.map { index in
            Sighting(
                seconds: track.seconds(ofFrame: index), references: Set(track.frames[index].anchors.map(\.reference)))
        }
        let planner = ShowPlanner(
            sightings: sightings, endSeconds: Self.end(of: track), itemCount: album.items.count, seed: show.seed,
            timing: timing)
        var plan = planner.plan()
        var warnings: [String] = []
        var hasSound: [Int: Bool] = [:]
        while let item = plan.shows.map(\.item).first(where: { hasSound[$0] == nil }) {
            do {
                let film = try FilmReader(path: album.items[item].path)
                guard film.hasVideo, try film.frame(atSeconds: 0) != nil else {
                    throw SketchreelError("\(album.items[item].path): there are no pictures in it")
                }
                hasSound[item] = film.hasAudio
            } catch {
                warnings.append("\(error); another film takes its place")
                plan = plan.replacing(item: item, fromFrame: 0)
                guard plan.playableItemCount > 0 else {
                    throw SketchreelError("\(album.items[item].path): no item of the album can be played: \(error)")
                }
            }
        }
        (items, self.plan, fit, self.warnings) = (album.items, plan, show.fit, warnings)
        soundtrack = Self.soundtrack(show.sound, plan, album.items, hasSound)
    }

    /// When the last frame ends: as long after it as it came after the one before. A single one is shown for a moment.
    private static func end(of track: Track) -> Double {
        let count = track.frames.count
        guard count > 0 else { return 0 }
        let last = track.seconds(ofFrame: count - 1)
        return count > 1 ? 2 * last - track.seconds(ofFrame: count - 2) : last + 1.0 / 30
    }

    private static func soundtrack(
        _ sound: RenderRequest.Sound, _ plan: ShowPlan, _ items: [Album.Item], _ hasSound: [Int: Bool]
    ) -> Soundtrack {
        let cues = plan.shows.filter { hasSound[$0.item] == true }.map { show in
            SoundCue(
                filmPath: items[show.item].path, startSeconds: show.startSeconds, endSeconds: show.endSeconds,
                filmOffsetSeconds: show.startSeconds - show.clockStartSeconds,
                gain: show.gain.map { SoundCue.GainPoint(seconds: $0.seconds, gain: $0.gain) })
        }
        switch sound {
        case .none: return .none
        case .clip: return .copy
        // With nothing to add the clip's sound stays as it is, to the last bit.
        case .mix: return cues.isEmpty ? .copy : .mix(includingClip: true, cues: cues)
        case .album: return cues.isEmpty ? .none : .mix(includingClip: false, cues: cues)
        }
    }

    /// The shows of a plan as the summary lists them.
    func summary(of plan: ShowPlan) -> [RenderSummary.Show] {
        plan.shows.map {
            RenderSummary.Show(
                reference: $0.reference, item: items[$0.item].relativePath, startSeconds: $0.startSeconds,
                endSeconds: $0.endSeconds)
        }
    }
}
