package import Foundation

/// Why an output could not be written: one sentence that names the file, the step and what to do.
package struct OutputError: Error, Hashable, Sendable, CustomStringConvertible {
    package let description: String
    package init(_ description: String) { self.description = description }
}

/// A file that appears whole or not at all.
///
/// It is written under `partialPath` in the same folder, then synced and renamed (`commit`). A partial file does not
/// survive `discard`, nor the owner's end; one that `kill -9` left is taken over by the next run that opens the same
/// output. While it is written it is locked, so that two runs never write one output.
package struct OutputFile: ~Copyable {
    /// Where the result will be.
    package let path: String
    /// Where it is written until it is whole: beside `path`, with the same extension.
    package let partialPath: String
    /// The partial file, open and locked.
    private let descriptor: Int32
    private var isOpen = true

    /// Prepares to write `path`, and makes its partial file, empty.
    ///
    /// - Throws: when the folder is missing or cannot be written, when `path` is a folder or no regular file, when it
    ///   exists and `overwrite` is false, and while another run writes it. Called before any work is done.
    package init(path: String, overwrite: Bool) throws(OutputError) {
        try Self.check(path, overwrite: overwrite)
        let url = URL(fileURLWithPath: path)
        let folder = url.deletingLastPathComponent().path
        let partialPath =
            folder + "/." + url.lastPathComponent + ".partial"
            + (url.pathExtension.isEmpty ? "" : "." + url.pathExtension)
        descriptor = try PartialFile.claim(partialPath, for: path)
        (self.path, self.partialPath) = (path, partialPath)
        PartialFiles.add(partialPath)
    }

    private static func check(_ path: String, overwrite: Bool) throws(OutputError) {
        guard !path.isEmpty else { throw OutputError("cannot write a file without a name; give one with -o") }
        let folder = URL(fileURLWithPath: path).deletingLastPathComponent().path
        guard FileSystem.kind(of: folder) == .folder else {
            throw OutputError("\(path): cannot write: there is no folder \(folder); make it first")
        }
        switch FileSystem.kind(of: path) {
        case .folder: throw OutputError("\(path): cannot write: this is a folder; name a file in it")
        case .other: throw OutputError("\(path): cannot write: this is not a regular file; name another with -o")
        case .file, nil: break
        }
        guard !path.hasSuffix("/") else {
            throw OutputError("\(path): cannot write: this names a folder; name a file in it")
        }
        if !overwrite, FileSystem.isTaken(path) {
            throw OutputError("\(path): exists already; give --overwrite to replace it, or another -o")
        }
    }

    /// Writes `contents` as the whole file and commits it.
    package consuming func write(_ contents: Data) throws(OutputError) {
        try write(pieces: CollectionOfOne(contents))
    }

    /// Writes `pieces`, one behind the other, as the whole file and commits it.
    package consuming func write(pieces: some Sequence<Data>) throws(OutputError) {
        for piece in pieces {
            do { try FileSystem.write(piece, to: descriptor) } catch {
                throw OutputError("\(path): cannot write: \(error); free some space or choose another folder")
            }
        }
        try finish()
    }

    /// Syncs the partial file and gives it its name.
    package consuming func commit() throws(OutputError) {
        var status = stat()
        guard unsafe fstat(descriptor, &status) == 0, status.st_size > 0 else {
            throw OutputError("\(path): cannot finish: nothing was written")
        }
        try finish()
    }

    private consuming func finish() throws(OutputError) {
        guard fsync(descriptor) == 0 else { throw OutputError("\(path): cannot finish writing: \(reason())") }
        guard unsafe rename(partialPath, path) == 0 else { throw OutputError("\(path): cannot finish: \(reason())") }
        isOpen = false
        PartialFiles.forget(partialPath)
        close(descriptor)
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
        close(descriptor)
    }
}

/// The system's words for what just failed.
private func reason() -> String { unsafe String(cString: strerror(errno)) }
