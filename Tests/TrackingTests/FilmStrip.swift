import Geometry
import Imaging
import References
import SceneRendering
import TestSupport
import Testing
import Tracking
import Vision

/// Frames of any shots in a row, with timestamps of their own: what a scene's source cannot be.
final class FilmStrip: FrameSource {
    let video: VideoDescription
    private let frames: [Frame]
    private var next = 0

    /// - Parameter ticks: the frames' timestamps in 1/600 s; 20 from each to the next unless told.
    init(_ pictures: [RGBAImage], ticks: [Int64]? = nil, orientation: Orientation = .upright) throws {
        let timeBase = try #require(TimeBase(1, 600))
        let times = ticks ?? pictures.indices.map { Int64($0) * 20 }
        frames = zip(pictures, times).map { picture, ticks in
            Frame(
                picture: picture, orientation: orientation,
                presentationTime: ClipTime(ticks: ticks, timeBase: timeBase))
        }
        let first = try #require(frames.first)
        video = VideoDescription(
            width: first.width, height: first.height, format: first.format, colour: first.colour,
            orientation: orientation, timeBase: timeBase, estimatedFrameRate: 30, estimatedFrameCount: frames.count)
    }

    func nextFrame() -> Frame? {
        guard next < frames.count else { return nil }
        defer { next += 1 }
        return frames[next]
    }

    func seek(toFrameAtOrBefore ticks: Int64) {
        next = frames.lastIndex { $0.presentationTime.ticks <= ticks } ?? 0
    }
}

/// Tracks a whole source as `track` does: observe, follow backwards, solve.
func track(
    _ source: any FrameSource, _ references: [ReferenceModel], camera: Camera = smallCamera,
    options: TrackingOptions = TrackingOptions(), backwards: Bool = true
) throws -> [Track.Frame] {
    let tracker = ClipTracker(references: references, options: options)
    func picture(_ frame: Frame) throws -> GreyImage {
        try luma(of: frame, orientation: source.video.orientation, longSide: options.followLongSide)
    }
    while let frame = try source.nextFrame() {
        try tracker.observe(try picture(frame), ticks: frame.presentationTime.ticks)
    }
    if backwards { try tracker.followBackwards(in: source, picture: picture) }
    let size = source.video.uprightSize
    return try tracker.solve(
        camera: camera, timeBase: source.video.timeBase, pictureWidth: size.width, pictureHeight: size.height
    ).frames
}

extension Array where Element == Track.Frame {
    /// The anchor of a reference in each frame.
    func anchors(of name: String) -> [Track.Anchor?] {
        map { frame in frame.anchors.first { $0.reference == name } }
    }
}
