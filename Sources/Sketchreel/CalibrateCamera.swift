internal import Calibration
internal import Files
internal import Foundation
internal import Geometry
internal import Imaging
internal import MediaIO
internal import OrderedJSON
internal import Pipelines
internal import Tracking
internal import Vision

/// *Find out a camera from pictures of a board, or a clip of it, and write a camera file.*
///
/// - Throws: when the board is seen in too few views, or in views too much alike.
package func calibrate(_ request: CalibrateRequest, _ context: RunContext) throws -> CalibrateSummary {
    let output = try OutputFile(path: request.output, overwrite: request.overwrite)
    setVisionThreads(1)
    let clips = request.inputs.filter { MediaProbe.kind(of: $0) == .video }
    guard clips.isEmpty || request.inputs.count == 1 else {
        throw SketchreelError(
            "\(clips[0]): cannot calibrate: a clip is given by itself, or else pictures; give one of them")
    }
    let seen =
        try clips.isEmpty
        ? boardsInPictures(request.inputs, request.board, context) : boardsInClip(clips[0], request.board, context)
    try context.cancellation.check()
    let found: CalibratedCamera
    do { found = try calibrate(seen.views, width: seen.width, height: seen.height) } catch let error as CalibrationError
    {
        throw SketchreelError("\(seen.name): cannot calibrate: \(error)\(remedy(seen, request.board))")
    }
    let views = zip(seen.views, found.viewErrors).map {
        CalibrateSummary.View(name: ($0.name as NSString).lastPathComponent, cornerCount: $0.points.count, error: $1)
    }
    let summary = CalibrateSummary(
        output: request.output, width: seen.width, height: seen.height, fx: found.camera.fx, fy: found.camera.fy,
        focalSigma: found.camera.focalSigma, error: found.error, views: views,
        warnings: seen.warnings + doubts(found, seen))
    try context.cancellation.check()
    try output.write(Data((file(found.camera, summary, request.board).text(.xcode) + "\n").utf8))
    return summary
}

/// The boards that were found in what was given.
private struct SeenBoards {
    /// What errors are about: the clip, or the pictures.
    let name: String
    let width, height: Int
    let views: [BoardView]
    let warnings: [String]
}

/// What the user can do when the board was hardly seen at all.
private func remedy(_ seen: SeenBoards, _ board: Board) -> String {
    guard seen.views.count < CalibrationOptions().fewestViews else { return "" }
    return
        " (--board \(board.columns)x\(board.rows) counts \(board.unitOfSize); the whole board with its white margin must be sharp\(board.pattern == .chessboard ? " and in view" : ""))"
}

/// What may be wrong with a camera that was found.
private func doubts(_ found: CalibratedCamera, _ seen: SeenBoards) -> [String] {
    let leftOut = zip(seen.views, found.viewErrors).filter { $1 == nil }.map(\.0.name)
    let strangers = leftOut.map { "\($0): the board in it does not fit the other views; it is left out" }
    guard found.error > max(1, 0.001 * Double(max(seen.width, seen.height))) else { return strangers }
    let error = String(format: "%.1f", found.error)
    return strangers + ["\(seen.name): the views agree only to \(error) pixels; lay the board flat and hold still"]
}

/// The camera file: the camera object, and where it comes from under keys of its own (docs/formats.md).
private func file(_ camera: Camera, _ summary: CalibrateSummary, _ board: Board) -> JSON {
    guard case .object(var object) = CameraFile.json(camera) else { return .null }
    object["program"] = .string(programName)
    object["board"] = json(board)
    object["rmsPixels"] = summary.json["rmsPixels"]
    object["views"] = summary.json["views"]
    return .object(object)
}

private func json(_ board: Board) -> JSON {
    var object = JSON.Object()
    object["columns"] = .integer(board.columns)
    object["rows"] = .integer(board.rows)
    object["squareMetres"] = .decimal(board.squareMetres, places: 9)
    if case .charuco(let marker, let dictionary) = board.pattern {
        object["markerMetres"] = .decimal(marker, places: 9)
        object["dictionary"] = .string(dictionary.rawValue)
    }
    return .object(object)
}

// MARK: Pictures

/// So many views, those most apart, are enough for any lens, and fitted in seconds.
private let mostViews = 40

private func boardsInPictures(_ paths: [String], _ board: Board, _ context: RunContext) throws -> SeenBoards {
    let name = paths.count == 1 ? paths[0] : "\(paths.count) pictures"
    var kept = ViewCollection(limit: mostViews, leastDistance: 0)
    var first: (path: String, width: Int, height: Int)?
    var warnings: [String] = []
    for (index, path) in paths.enumerated() {
        try context.cancellation.check()
        context.progress(ClipProgress(step: .calibrate, clip: name, framesDone: index, frameCount: paths.count))
        let picture: GreyImage
        do { picture = try StillReader.image(path: path).onWhite.grey } catch {
            if paths.count == 1 { throw error }
            warnings.append("\(error); it is left out")
            continue
        }
        guard let view = try board.view(in: picture, name: path) else {
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
        name: name, width: first?.width ?? 0, height: first?.height ?? 0, views: kept.views, warnings: warnings)
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
private func boardsInClip(_ path: String, _ board: Board, _ context: RunContext) throws -> SeenBoards {
    let info = try ClipReader(path: path, threadCount: 1).info
    let size = info.video.uprightSize
    let candidates = BoundedQueue<Candidate>(capacity: 1)
    let (found, damage) = (Deposit<[BoardView]>(), Deposit<Damage>())
    var stages = StageGroup(cancellation: context.cancellation)
    stages.connect(candidates)
    stages.add("decode") {
        let reader = try ClipReader(path: path)
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
    let warnings = damage.value.map {
        ["\(path): damaged, \($0.errorCount) errors while decoding (\($0.detail)); the rest was used"]
    }
    return SeenBoards(name: path, width: size.width, height: size.height, views: views, warnings: warnings ?? [])
}

/// Pushes the sharpest frame of each stretch of the clip.
private func offerSharpest(
    of reader: ClipReader, to candidates: BoundedQueue<Candidate>, _ context: RunContext
) throws {
    let video = reader.video
    let luma = LumaReader(longSide: .max, orientation: video.orientation, path: reader.info.path)
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
