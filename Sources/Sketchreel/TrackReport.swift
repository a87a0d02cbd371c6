internal import Files
internal import Foundation
internal import Imaging
internal import MediaIO
internal import Pipelines
internal import References
internal import Reports
internal import Tracking

/// The page that `--report` asks for: claimed before any work, written when the track is.
struct ReportFile: ~Copyable {
    private let request: TrackRequest
    private var output: OutputFile?

    /// - Throws: when a report is asked for and cannot be written.
    init(_ request: TrackRequest) throws {
        self.request = request
        guard let path = request.report else {
            output = nil
            return
        }
        output = try OutputFile(path: path, overwrite: request.overwrite)
    }

    /// The page about `track`, with pictures from the clip and of the catalog's drawings; `nil` when none is asked for.
    func contents(for track: Track, of catalog: Catalog, warnings: [String], _ context: RunContext) throws -> Data? {
        guard request.report != nil else { return nil }
        let review = ClipReview(track)
        let stills = try stills(of: review, context)
        let pictures = try drawings(of: review, in: catalog, context)
        return Data(TrackReport(review: review, stills: stills, drawings: pictures, warnings: warnings).html.utf8)
    }

    /// Writes the page; takes the track file back if that fails.
    consuming func write(_ page: Data?, after track: String) throws {
        guard let page, let file = output.take() else { return }
        let trackFile = ProvisionalFile(track)
        try file.write(page)
        trackFile.keep()
    }

    /// The frames that the report shows, read again: one at a time, sought where they lie apart.
    private func stills(of review: ClipReview, _ context: RunContext) throws -> [Int: ReportPicture] {
        let wanted = review.stillFrames
        let tracks = ClipTracks(video: request.videoTrack)
        let reader = StillsOfClip(try ClipReader(path: request.clip, tracks: tracks))
        var stills: [Int: ReportPicture] = [:]
        for (count, frame) in wanted.enumerated() {
            context.progress(
                ClipProgress(step: .report, clip: request.clip, framesDone: count, frameCount: wanted.count))
            stills[frame] = try reader.still(at: review.track.frames[frame].ticks, context)
        }
        return stills
    }

    /// Small pictures of the drawings that the page shows.
    private func drawings(
        of review: ClipReview, in catalog: Catalog, _ context: RunContext
    ) throws -> [String: ReportPicture] {
        var pictures: [String: ReportPicture] = [:]
        let shown = review.picturedReferences
        for entry in catalog.entries where shown.contains(entry.name) {
            try context.cancellation.check()
            // It was read when it was tracked; one that is gone since has no picture.
            guard let still = try? StillReader.still(path: entry.imagePath, longSide: 240),
                let image = try? StillReader.image(
                    of: still.frame, orientation: still.orientation, longSide: 240, path: entry.imagePath)
            else { continue }
            pictures[entry.name] = try ReportPicture(image.onWhite)
        }
        return pictures
    }
}

/// Small pictures of single frames of a clip, asked for in the order of time.
private final class StillsOfClip {
    private let clip: ClipReader
    /// Where the reader stands: the time of the frame that it gave last.
    private var position: Int64?
    /// Ticks of about a second: nearer than this reading on is quicker than seeking, which goes back to a keyframe.
    private let second: Int64

    /// The long side of a still in pixels.
    private static let longSide = 480

    init(_ clip: ClipReader) {
        self.clip = clip
        second = Int64(1 / clip.video.timeBase.seconds(1))
    }

    /// The frame presented at `ticks`; `nil` where it cannot be decoded this time.
    func still(at ticks: Int64, _ context: RunContext) throws -> ReportPicture? {
        if position.map({ ticks <= $0 || ticks - $0 > second }) ?? true {
            try clip.seek(toFrameAtOrBefore: ticks)
        }
        while let frame = try clip.nextFrame() {
            try context.cancellation.check()
            position = frame.presentationTime.ticks
            guard frame.presentationTime.ticks >= ticks else { continue }
            guard frame.presentationTime.ticks == ticks else { return nil }
            let path = clip.info.path
            return try ReportPicture(
                StillReader.image(
                    of: frame, orientation: clip.video.orientation, longSide: Self.longSide, path: path))
        }
        return nil
    }
}

extension ReportPicture {
    fileprivate init(_ image: RGBAImage) throws {
        self.init(jpeg: try StillWriter.jpeg(image), width: image.width, height: image.height)
    }
}
