internal import Calibration
internal import Files
internal import Foundation
internal import Geometry
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

/// What the user can do when the board was hardly seen at all.
private func remedy(_ seen: SeenBoards, _ board: Board) -> String {
    guard seen.views.count < CalibrationOptions().fewestViews else { return "" }
    let isWhole = board.pattern == .chessboard ? " and wholly in view" : ""
    let named = seen.leftOut.prefix(3).joined(separator: ", ")
    let more = seen.leftOut.count > 3 ? " and \(seen.leftOut.count - 3) more" : ""
    return
        " (--board \(board.columns)x\(board.rows) counts \(board.unitOfSize); the board must be sharp\(isWhole), with its white margin"
        + (named.isEmpty ? ")" : "; not seen in \(named)\(more))")
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
