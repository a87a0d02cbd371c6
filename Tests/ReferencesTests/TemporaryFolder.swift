import Foundation

/// A folder that is removed when its owner goes.
final class TemporaryFolder {
    let path = NSTemporaryDirectory() + "sketchreel-" + UUID().uuidString

    init() throws { try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true) }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    /// Writes a file, and the folders above it.
    func write(_ text: String, _ name: String) throws {
        let file = URL(fileURLWithPath: path + "/" + name)
        try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(text.utf8).write(to: file)
    }

    /// Reads a file of the folder.
    func read(_ name: String) throws -> String {
        String(decoding: try Data(contentsOf: URL(fileURLWithPath: path + "/" + name)), as: UTF8.self)
    }

    /// Every file and its contents, hidden ones as well.
    func snapshot() throws -> [String: String] {
        var files: [String: String] = [:]
        for name in try FileManager.default.subpathsOfDirectory(atPath: path) {
            var isFolder: ObjCBool = false
            _ = FileManager.default.fileExists(atPath: path + "/" + name, isDirectory: &isFolder)
            if !isFolder.boolValue { files[name] = try read(name) }
        }
        return files
    }
}
