internal import Arguments
internal import Foundation
internal import OrderedJSON
internal import Reports
@testable import Sketchreel
internal import Tracking
@testable import sketchreel

/// Track files: reading, the page about them, and what is written being read again.
@Sendable func fuzzTracks(_ bytes: [UInt8]) {
    do {
        let track = try TrackFile.track(from: Data(bytes), path: "a.track.jsonl")
        let again = try TrackFile.track(from: TrackFile.data(track), path: "b.track.jsonl")
        precondition(again.frames.count == track.frames.count)
        let review = ClipReview(track)
        let page = TrackReport(review: review, stills: [:], drawings: [:], warnings: [])
        precondition(!page.html.isEmpty)
    } catch { check(error) }
}

/// Programs, which name albums and files beside them.
@Sendable func fuzzPrograms(_ bytes: [UInt8]) {
    let path = scratchFile("show.json", bytes)
    do {
        let usual = Presentation(
            source: nil, fadeIn: 3, hold: 15, fadeOut: 3, onLoss: .continues, once: false, look: PageLook(fit: .whole))
        let program = try ProgramFile(path: path, over: usual)
        for entry in program.entries { _ = program.presentation(of: entry.reference) }
    } catch { check(error) }
}

/// Camera files of ours, of OpenCV and of ROS; and JSON as such, which is written and read again.
@Sendable func fuzzCameras(_ bytes: [UInt8]) {
    do { _ = try CameraFile.read(Data(bytes), path: "camera.yml", pictures: (640, 480)) } catch { check(error) }
    guard let value = try? JSON(parsing: bytes) else { return }
    for layout in [JSON.Layout.compact, .xcode] {
        let again = try? JSON(parsing: Array(value.text(layout).utf8))
        precondition(again == value, "what was written reads as something else")
    }
}

/// A command line, one word a line. It is parsed and its requests are made; nothing runs.
@Sendable func fuzzArguments(_ bytes: [UInt8]) {
    let words = bytes.split(separator: 10, omittingEmptySubsequences: false).map { String(decoding: $0, as: UTF8.self) }
    do {
        switch try SketchreelCommand.parseAsRoot(words) {
        case let command as RegisterCommand: _ = command.requests()
        case let command as AugmentCommand: _ = try command.requests()
        default: break
        }
    } catch { precondition(SketchreelCommand.exitCode(for: error).rawValue >= 0 && !fullText(error).isEmpty) }
}

private func fullText(_ error: any Error) -> String { SketchreelCommand.fullMessage(for: error) }
