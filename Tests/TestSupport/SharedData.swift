internal import Foundation

/// The given data: `SKETCHREEL_SHARED`, or `../shared` beside the package.
package enum SharedData {
    package static let folder: String = {
        if let named = ProcessInfo.processInfo.environment["SKETCHREEL_SHARED"] { return named }
        var package = URL(fileURLWithPath: #filePath)
        for _ in 0..<3 { package.deleteLastPathComponent() }
        return package.deletingLastPathComponent().appendingPathComponent("shared").path
    }()

    package static let isPresent = FileManager.default.fileExists(atPath: folder + "/data/README.md")
    /// Why tests that need it are skipped.
    package static let missing = "the given data is not here; set SKETCHREEL_SHARED"

    package static func path(_ name: String) -> String { folder + "/data/" + name }
}
