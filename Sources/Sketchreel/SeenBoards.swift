internal import Calibration
internal import Foundation
internal import Imaging
internal import MediaIO
internal import Pipelines
internal import Vision

/// The boards that were found in what was given.
struct SeenBoards {
    /// What errors are about: the clip, or the pictures.
    let name: String
    let width, height: Int
    let views: [BoardView]
    /// The pictures in which no board was found, and sentences about them and other trouble.
    var leftOut: [String] = []
    let warnings: [String]
}

// MARK: Pictures

/// So many views, those most apart, are enough for any lens, and fitted in seconds.
private let mostViews = 40

/// Looks at pictures one by one; those without a board, and files that are no pictures, are named in the warnings.
///
/// - Throws: when two that show the board differ in size, or the only one cannot be read.
func boardsInPictures(_ paths: [String], _ board: Board, _ context: RunContext) throws -> SeenBoards {
    let name = paths.count == 1 ? paths[0] : "\(paths.count) pictures"
    var kept = ViewCollection(limit: mostViews, leastDistance: 0)
    var first: (path: String, width: Int, height: Int)?
    var (leftOut, warnings): ([String], [String]) = ([], [])
    for (index, path) in paths.enumerated() {
        try context.cancellation.check()
        context.progress(ClipProgress(step: .calibrate, clip: name, framesDone: index, frameCount: paths.count))
        let picture: GreyImage
        do { picture = try StillReader.image(path: path).onWhite.grey } catch {
            if paths.count == 1 { throw error }
            leftOut.append(path)
            warnings.append("\(error); it is left out")
            continue
        }
        guard let view = try board.view(in: picture, name: path) else {
            leftOut.append(path)
            warnings.append("\(path): no board is seen in it; it is left out")
            continue
        }
        if let first, (first.width, first.height) != (picture.width, picture.height) {
            throw SketchreelError(
                "\(path): cannot calibrate: its upright size is \(picture.width) × \(picture.height), and that of \(first.path) \(first.width) × \(first.height); give pictures of one camera, held alike"
            )
        }
        first = first ?? (path, picture.width, picture.height)
        kept.add(view)
    }
    context.progress(ClipProgress(step: .calibrate, clip: name, framesDone: paths.count, frameCount: paths.count))
    return SeenBoards(
        name: name, width: first?.width ?? 0, height: first?.height ?? 0, views: kept.views, leftOut: leftOut,
        warnings: warnings)
}

// MARK: A clip

/// A frame that may show the board.
private struct Candidate: Sendable {
    let picture: GreyImage
    let name: String
}

/// Looks at the sharpest frame of each stretch of a fifth of a second, or more where the clip is long.
///
/// At most four pictures are held at once, and `mostViews` views; a board that lies still is one view.
func boardsInClip(_ path: String, _ board: Board, _ context: RunContext) throws -> SeenBoards {
    let info = try ClipReader(path: path, threadCount: 1).info
    let size = info.video.squareSize
    let candidates = BoundedQueue<Candidate>(capacity: 1)
    let (found, damage) = (Deposit<[BoardView]>(), Deposit<Damage>())
    var stages = StageGroup(cancellation: context.cancellation)
    stages.connect(candidates)
    stages.add("decode") {
        let reader = try ClipReader(info)
        try offerSharpest(of: reader, to: candidates, context)
        candidates.finish()
        if let harm = reader.damage { damage.leave(harm) }
    }
    stages.add("find") {
        let apart = 0.03 * Double(size.width + size.height)
        var kept = ViewCollection(limit: mostViews, leastDistance: apart)
        while let candidate = try candidates.pop() {
            try context.cancellation.check()
            if let view = try board.view(in: candidate.picture, name: candidate.name, isQuick: true) { kept.add(view) }
        }
        found.leave(kept.views)
    }
    try stages.run()
    guard let views = found.value else { throw Cancelled() }
    let warnings = damage.value.map { [$0.sentence(of: path, frameRate: info.video.estimatedFrameRate)] }
    return SeenBoards(name: path, width: size.width, height: size.height, views: views, warnings: warnings ?? [])
}

/// Pushes the sharpest frame of each stretch of the clip.
private func offerSharpest(
    of reader: ClipReader, to candidates: BoundedQueue<Candidate>, _ context: RunContext
) throws {
    let video = reader.video
    let luma = LumaReader(longSide: .max, video: video, path: reader.info.path)
    // At most 400 looks in a clip whose length is known.
    let stretch = max(0.2, reader.info.durationSeconds / 400)
    var best: (candidate: Candidate, sharpness: Double)?
    var (end, frameCount) = (-Double.infinity, 0)
    while let frame = try reader.nextFrame() {
        try context.cancellation.check()
        let seconds = video.timeBase.seconds(frame.presentationTime.ticks)
        if seconds >= end {
            if let best { try candidates.push(best.candidate) }
            (best, end) = (nil, seconds + stretch)
        }
        let picture = try luma(frame)
        let sharpness = try picture.sharpness()
        if sharpness > best?.sharpness ?? -1 {
            best = (Candidate(picture: picture, name: String(format: "%.2f s", seconds)), sharpness)
        }
        frameCount += 1
        context.progress(
            ClipProgress(
                step: .calibrate, clip: reader.info.path, framesDone: frameCount,
                frameCount: video.estimatedFrameCount > 0 ? video.estimatedFrameCount : nil))
    }
    if let best { try candidates.push(best.candidate) }
}
