import Files
import Foundation
import TestSupport
import Testing

@Suite struct FileSystemTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func reason(_ body: () throws -> Void) -> String? {
        do {
            try body()
            return nil
        } catch { return (error as? FileSystemError)?.description ?? "another error: \(error)" }
    }

    @Test func `files, folders, devices and nothing are told apart, links followed`() throws {
        try folder.write("x", "sub/file")
        try FileManager.default.createSymbolicLink(
            atPath: folder.path + "/link", withDestinationPath: folder.path + "/sub")
        try FileManager.default.createSymbolicLink(
            atPath: folder.path + "/dangling", withDestinationPath: folder.path + "/none")
        #expect(FileSystem.kind(of: folder.path + "/sub/file") == .file)
        #expect(FileSystem.kind(of: folder.path + "/sub") == .folder)
        #expect(FileSystem.kind(of: folder.path + "/link") == .folder)
        #expect(FileSystem.kind(of: folder.path + "/dangling") == nil)
        #expect(FileSystem.kind(of: "/dev/null") == .other)
    }

    @Test func `a file is read whole, and only up to the limit`() throws {
        try folder.write("twelve bytes", "file")
        let path = folder.path + "/file"
        #expect(try FileSystem.read(path, limit: 12) == Data("twelve bytes".utf8))
        #expect(
            reason { _ = try FileSystem.read(path, limit: 11) } == "it is larger than the 11 bytes that are read")
        try folder.write("", "empty")
        #expect(try FileSystem.read(folder.path + "/empty", limit: 10).isEmpty)
    }

    @Test func `what is no file is refused and never waited for`() throws {
        #expect(reason { _ = try FileSystem.read(folder.path, limit: 10) } == "it is not a regular file")
        #expect(reason { _ = try FileSystem.read("/dev/zero", limit: 10) } == "it is not a regular file")
        let pipe = folder.path + "/pipe"
        #expect(mkfifo(pipe, 0o600) == 0)
        #expect(reason { _ = try FileSystem.read(pipe, limit: 10) } == "it is not a regular file")
        #expect(
            reason { _ = try FileSystem.read(folder.path + "/none", limit: 10) } == "No such file or directory")
    }

    @Test func `a missing file is told from one that cannot be read`() {
        let missing = #expect(throws: FileSystemError.self) { try FileSystem.read(folder.path + "/none", limit: 1) }
        #expect(missing?.isMissing == true)
        let other = #expect(throws: FileSystemError.self) { try FileSystem.read(folder.path, limit: 1) }
        #expect(other?.isMissing == false)
    }

    @Test func `names come sorted, hidden ones left out`() throws {
        for name in ["b", "a", ".hidden", "Ä", "c/inner"] { try folder.write("", name) }
        #expect(try FileSystem.names(in: folder.path) == ["a", "b", "c", "Ä"])
        #expect(reason { _ = try FileSystem.names(in: folder.path + "/none") } == "No such file or directory")
    }

    @Test func `folders are made with those above them, and may be there already`() throws {
        let path = folder.path + "/a/b/c"
        try FileSystem.makeFolder(path)
        try FileSystem.makeFolder(path)
        #expect(FileSystem.kind(of: path) == .folder)
    }

    /// EEXIST says that something has the name, not that it is a folder.
    @Test func `a folder is not made where a file is`() throws {
        try folder.write("mine", "file")
        #expect(reason { try FileSystem.makeFolder(folder.path + "/file") } == "File exists")
        #expect(reason { try FileSystem.makeFolder(folder.path + "/file/below") } == "File exists")
        #expect(try folder.snapshot() == ["file": "mine"])
    }

    @Test func `renaming never replaces`() throws {
        try folder.write("a", "a")
        try folder.write("b", "b")
        #expect(reason { try FileSystem.rename(folder.path + "/a", to: folder.path + "/b") } == "File exists")
        try FileSystem.rename(folder.path + "/a", to: folder.path + "/c")
        #expect(try folder.snapshot() == ["b": "b", "c": "a"])
    }

    @Test func `removing takes a folder with all in it, and nothing is no error`() throws {
        try folder.write("", "a/b/c")
        try FileSystem.remove(folder.path + "/a")
        try FileSystem.remove(folder.path + "/a")
        #expect(try folder.snapshot().isEmpty)
    }
}
