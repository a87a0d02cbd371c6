package import Foundation

/// Why an output could not be written: one sentence that names the file, the step and what to do.
package struct OutputError: Error, Hashable, Sendable, CustomStringConvertible {
    package let description: String
    package init(_ description: String) { self.description = description }
}

/// A file that appears whole or not at all.
///
/// It is written under `partialPath` in the same folder, then synced and renamed (`commit`). A partial file does not
/// survive `discard`, nor the owner's end; one that `kill -9` left is removed when the next run opens the same output.
package struct OutputFile: ~Copyable {
    /// Where the result will be.
    package let path: String
    /// Where it is written until it is whole: beside `path`, with the same extension.
    package let partialPath: String
    private var isOpen = true

    /// Prepares to write `path`; nothing is created yet.
    ///
    /// - Throws: when the folder is missing or cannot be written, when `path` is a folder, or when it exists and
    ///   `overwrite` is false. Called before any work is done.
    package init(path: String, overwrite: Bool) throws(OutputError) {
        let url = URL(fileURLWithPath: path)
        let folder = url.deletingLastPathComponent().path
        self.path = path
        partialPath =
            folder + "/." + url.lastPathComponent + ".partial"
            + (url.pathExtension.isEmpty ? "" : "." + url.pathExtension)
        var isFolder: ObjCBool = false
        let files = FileManager.default
        guard unsafe files.fileExists(atPath: folder, isDirectory: &isFolder), isFolder.boolValue else {
            throw OutputError("\(path): cannot write: there is no folder \(folder); make it first")
        }
        if unsafe files.fileExists(atPath: path, isDirectory: &isFolder) {
            if isFolder.boolValue { throw OutputError("\(path): cannot write: this is a folder; name a file in it") }
            if !overwrite {
                throw OutputError("\(path): exists already; give --overwrite to replace it, or another -o")
            }
        }
        guard unsafe access(folder, W_OK | X_OK) == 0 else {
            throw OutputError("\(path): cannot write into the folder \(folder): \(reason()); choose another with -o")
        }
        unsafe unlink(partialPath)
        PartialFiles.add(partialPath)
    }

    /// Writes `contents` as the whole file and commits it.
    package consuming func write(_ contents: Data) throws(OutputError) {
        do { try contents.write(to: URL(fileURLWithPath: partialPath)) } catch {
            throw OutputError("\(path): cannot write: \(reason()); free some space or choose another folder")
        }
        try commit()
    }

    /// Syncs the partial file and gives it its name.
    package consuming func commit() throws(OutputError) {
        let descriptor = unsafe open(partialPath, O_RDONLY)
        guard descriptor >= 0 else { throw OutputError("\(path): cannot finish: \(reason())") }
        let synced = fsync(descriptor)
        close(descriptor)
        guard synced == 0 else { throw OutputError("\(path): cannot finish writing: \(reason())") }
        guard unsafe rename(partialPath, path) == 0 else { throw OutputError("\(path): cannot finish: \(reason())") }
        isOpen = false
        PartialFiles.forget(partialPath)
        let folder = unsafe open(URL(fileURLWithPath: path).deletingLastPathComponent().path, O_RDONLY)
        if folder >= 0 {
            fsync(folder)
            close(folder)
        }
    }

    /// Removes what was written so far.
    package consuming func discard() {}

    deinit {
        guard isOpen else { return }
        unsafe unlink(partialPath)
        PartialFiles.forget(partialPath)
    }
}

/// The system's words for what just failed.
private func reason() -> String { unsafe String(cString: strerror(errno)) }
