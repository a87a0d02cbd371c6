internal import Foundation

/// Stretches of a file that could not be decoded; decoding went on after them.
package struct Damage: Hashable, Sendable {
    /// Errors that libav has reported since the file was opened: at least one for each picture that suffered.
    package let errorCount: Int
    /// libav's words for the first.
    package let detail: String
    /// Frames that the file has but that could not be decoded, once it has been read from start to end; `nil` before.
    package let lostFrameCount: Int?

    package init(errorCount: Int, detail: String, lostFrameCount: Int? = nil) {
        (self.errorCount, self.detail, self.lostFrameCount) = (errorCount, detail, lostFrameCount)
    }

    /// A sentence for the user about a clip that was read as far as it could be.
    package func sentence(of path: String, frameRate: Double) -> String {
        let errors = "\(errorCount) \(errorCount == 1 ? "error" : "errors") while decoding: \(detail)"
        guard let lost = lostFrameCount, lost > 0 else { return "\(path): damaged (\(errors)); the rest was used" }
        let seconds = frameRate > 0 ? String(format: " (about %.1f s)", Double(lost) / frameRate) : ""
        let frames = lost == 1 ? "1 frame" : "\(lost) frames"
        return "\(path): damaged, \(frames)\(seconds) could not be decoded (\(errors)); the rest was used"
    }
}
