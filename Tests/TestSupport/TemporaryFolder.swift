package import Foundation

/// A folder that is removed when its owner goes.
package final class TemporaryFolder {
    package let path = NSTemporaryDirectory() + "sketchreel-" + UUID().uuidString

    package init() throws { try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true) }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    /// Writes a file, and the folders above it.
    package func write(_ text: String, _ name: String) throws { try write(Data(text.utf8), name) }

    /// Writes a file, and the folders above it.
    package func write(_ contents: Data, _ name: String) throws {
        let file = URL(fileURLWithPath: path + "/" + name)
        try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try contents.write(to: file)
    }

    /// Reads a file of the folder.
    package func read(_ name: String) throws -> String {
        String(decoding: try Data(contentsOf: URL(fileURLWithPath: path + "/" + name)), as: UTF8.self)
    }

    /// Every file and its contents, hidden ones as well.
    package func snapshot() throws -> [String: String] {
        var files: [String: String] = [:]
        for name in try FileManager.default.subpathsOfDirectory(atPath: path) {
            var isFolder: ObjCBool = false
            _ = unsafe FileManager.default.fileExists(atPath: path + "/" + name, isDirectory: &isFolder)
            if !isFolder.boolValue { files[name] = try read(name) }
        }
        return files
    }
}
