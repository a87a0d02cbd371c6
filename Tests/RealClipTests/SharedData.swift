import Foundation
import Testing

/// The given data: `SKETCHREEL_SHARED`, or `../shared` beside the package.
enum SharedData {
    static let folder: String = {
        if let named = ProcessInfo.processInfo.environment["SKETCHREEL_SHARED"] { return named }
        var package = URL(fileURLWithPath: #filePath)
        for _ in 0..<3 { package.deleteLastPathComponent() }
        return package.deletingLastPathComponent().appendingPathComponent("shared").path
    }()

    static let isPresent = FileManager.default.fileExists(atPath: folder + "/data/README.md")
    static let missing: Comment = "the given data is not here; set SKETCHREEL_SHARED"

    static func path(_ name: String) -> String { folder + "/data/" + name }
}
