package import Foundation

/// Why the system refused: a clause in its own words, for the caller to put behind the file's name.
package struct FileSystemError: Error, Hashable, Sendable, CustomStringConvertible {
    /// "No such file or directory".
    package let description: String
    /// Whether there is nothing under that path.
    package let isMissing: Bool

    init(_ description: String, isMissing: Bool = false) {
        (self.description, self.isMissing) = (description, isMissing)
    }

    init(errno code: Int32) {
        self.init(unsafe String(cString: strerror(code)), isMissing: code == ENOENT || code == ENOTDIR)
    }
}

/// A file's size, its number in the file system, and when it was last written to and changed (nanoseconds since 1970).
package struct FileStamp: Hashable, Sendable {
    package let size: Int64
    package let inode: UInt64
    package let modified, changed: Int64

    package init(size: Int64, inode: UInt64, modified: Int64, changed: Int64) {
        (self.size, self.inode, self.modified, self.changed) = (size, inode, modified, changed)
    }
}

/// The few things that are done to files and folders by name, with the system's own reasons when they fail.
package enum FileSystem {
    /// What is found under a path, symbolic links followed.
    package enum Kind: Hashable, Sendable { case file, folder, other }

    /// What `path` names, or `nil` when there is nothing.
    package static func kind(of path: String) -> Kind? {
        var status = stat()
        guard unsafe stat(path, &status) == 0 else { return nil }
        return kind(mode: status.st_mode)
    }

    /// Whether something bears the name `path`, be it a link that leads nowhere.
    package static func isTaken(_ path: String) -> Bool {
        var status = stat()
        return unsafe lstat(path, &status) == 0
    }

    /// Whether both paths lead to one file: by links, by hard links, or by another spelling.
    package static func isSame(_ path: String, as other: String) -> Bool {
        var (one, two) = (stat(), stat())
        return unsafe stat(path, &one) == 0 && stat(other, &two) == 0 && one.st_ino == two.st_ino
            && one.st_dev == two.st_dev
    }

    /// Reads a regular file of at most `limit` bytes; a pipe or a device is refused and never waited for.
    package static func read(_ path: String, limit: Int) throws(FileSystemError) -> Data {
        let descriptor = unsafe open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
        guard descriptor >= 0 else { throw FileSystemError(errno: errno) }
        defer { close(descriptor) }
        var contents = Data(count: try size(ofOpenFile: descriptor, limit: limit))
        var filled = 0
        while filled < contents.count {
            let count = unsafe contents.withUnsafeMutableBytes { buffer in
                unsafe Foundation.read(descriptor, buffer.baseAddress.map { unsafe $0 + filled }, buffer.count - filled)
            }
            guard count >= 0 else { throw FileSystemError(errno: errno) }
            if count == 0 { break }
            filled += count
        }
        return contents.prefix(filled)
    }

    /// The first and the last `size` bytes of a file, as far as it has them.
    package static func ends(of path: String, size: Int) throws(FileSystemError) -> [Data] {
        let descriptor = unsafe open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
        guard descriptor >= 0 else { throw FileSystemError(errno: errno) }
        defer { close(descriptor) }
        let whole = try self.size(ofOpenFile: descriptor, limit: .max)
        var ends: [Data] = []
        for offset in [0, max(0, whole - size)] {
            var piece = Data(count: min(size, whole))
            let count = unsafe piece.withUnsafeMutableBytes {
                unsafe pread(descriptor, $0.baseAddress, $0.count, off_t(offset))
            }
            guard count >= 0 else { throw FileSystemError(errno: errno) }
            ends.append(piece.prefix(count))
        }
        return ends
    }

    /// Copies the bytes of a file into another, which is there and is emptied first.
    ///
    /// - Parameter isCancelled: asked between pieces of 4 MB.
    /// - Returns: false when it was cancelled.
    package static func copy(
        _ path: String, into other: String, isCancelled: () -> Bool
    ) throws(FileSystemError) -> Bool {
        let source = unsafe open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
        guard source >= 0 else { throw FileSystemError(errno: errno) }
        defer { close(source) }
        let target = unsafe open(other, O_WRONLY | O_TRUNC | O_CLOEXEC)
        guard target >= 0 else { throw FileSystemError(errno: errno) }
        defer { close(target) }
        var piece = Data(count: 4 << 20)
        while true {
            if isCancelled() { return false }
            let count = unsafe piece.withUnsafeMutableBytes { unsafe Foundation.read(source, $0.baseAddress, $0.count) }
            guard count >= 0 else { throw FileSystemError(errno: errno) }
            if count == 0 { return true }
            try write(piece.prefix(count), to: target)
        }
    }

    /// Writes all of `data` where the open file `descriptor` has come to.
    static func write(_ data: Data, to descriptor: Int32) throws(FileSystemError) {
        var rest = data
        while !rest.isEmpty {
            let count = unsafe rest.withUnsafeBytes { unsafe Foundation.write(descriptor, $0.baseAddress, $0.count) }
            guard count > 0 else { throw FileSystemError(errno: errno) }
            rest = rest.dropFirst(count)
        }
    }

    /// The size of an open regular file of at most `limit` bytes.
    static func size(ofOpenFile descriptor: Int32, limit: Int) throws(FileSystemError) -> Int {
        var status = stat()
        guard unsafe fstat(descriptor, &status) == 0 else { throw FileSystemError(errno: errno) }
        guard kind(mode: status.st_mode) == .file else { throw FileSystemError("it is not a regular file") }
        guard status.st_size <= limit else {
            throw FileSystemError("it is larger than the \(limit) bytes that are read")
        }
        return Int(status.st_size)
    }

    /// What tells, without reading it, that the file at `path` is not what it was; `nil` when there is none.
    package static func stamp(of path: String) -> FileStamp? {
        var status = stat()
        guard unsafe stat(path, &status) == 0, kind(mode: status.st_mode) == .file else { return nil }
        func nanoseconds(_ time: timespec) -> Int64 { Int64(time.tv_sec) &* 1_000_000_000 &+ Int64(time.tv_nsec) }
        return FileStamp(
            size: Int64(status.st_size), inode: UInt64(status.st_ino), modified: nanoseconds(status.st_mtim),
            changed: nanoseconds(status.st_ctim))
    }

    /// The names in a folder, hidden ones left out, in the order of their Unicode scalars (NFC).
    package static func names(in folder: String) throws(FileSystemError) -> [String] {
        guard let directory = unsafe opendir(folder) else { throw FileSystemError(errno: errno) }
        defer { unsafe closedir(directory) }
        var names: [String] = []
        while let entry = unsafe readdir(directory) {
            let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) { tuple in
                unsafe tuple.withMemoryRebound(to: CChar.self, capacity: 256) { unsafe String(validatingCString: $0) }
            }
            if let name, !name.hasPrefix(".") { names.append(name) }
        }
        return names.sorted()
    }

    /// Makes a folder, and those above it where they are missing.
    package static func makeFolder(_ path: String) throws(FileSystemError) {
        if kind(of: path) == .folder { return }
        let above = (path as NSString).deletingLastPathComponent
        if !above.isEmpty, above != path { try makeFolder(above) }
        if unsafe mkdir(path, 0o777) == 0 { return }
        let code = errno
        // Somebody else may just have made it; a file of that name is none.
        guard code == EEXIST, kind(of: path) == .folder else { throw FileSystemError(errno: code) }
    }

    /// Gives `path` the name `newPath` on the same file system; there must be nothing of that name.
    package static func rename(_ path: String, to newPath: String) throws(FileSystemError) {
        if kind(of: newPath) != nil { throw FileSystemError(errno: EEXIST) }
        guard unsafe Foundation.rename(path, newPath) == 0 else { throw FileSystemError(errno: errno) }
    }

    /// Removes a file, a link, or a folder with what is in it; nothing to remove is no error.
    package static func remove(_ path: String) throws(FileSystemError) {
        do { try FileManager.default.removeItem(atPath: path) } catch {
            var status = stat()
            if unsafe lstat(path, &status) != 0 { return }
            throw FileSystemError("it cannot be removed; \(reason(of: error))")
        }
    }

    private static func kind(mode: mode_t) -> Kind {
        switch mode & S_IFMT {
        case S_IFREG: .file
        case S_IFDIR: .folder
        default: .other
        }
    }

    private static func reason(of error: any Error) -> String {
        let cause = (error as NSError).userInfo[NSUnderlyingErrorKey] as? NSError
        return cause.map { unsafe String(cString: strerror(Int32($0.code))) } ?? error.localizedDescription
    }
}
