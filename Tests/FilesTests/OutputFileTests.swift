import Files
import Foundation
import TestSupport
import Testing

@Suite struct OutputFileTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func sentence(of path: String, overwrite: Bool = false) -> String? {
        do {
            try OutputFile(path: path, overwrite: overwrite).discard()
            return nil
        } catch { return error.description }
    }

    @Test func `a file is there when it is whole, and not before`() throws {
        let path = folder.path + "/out.mp4"
        let output = try OutputFile(path: path, overwrite: false)
        #expect(output.partialPath == folder.path + "/.out.mp4.partial.mp4")
        try Data("whole".utf8).write(to: URL(fileURLWithPath: output.partialPath))
        #expect(try folder.snapshot() == [".out.mp4.partial.mp4": "whole"])
        try output.commit()
        #expect(try folder.snapshot() == ["out.mp4": "whole"])
    }

    @Test func `contents that are known are written in one step`() throws {
        try OutputFile(path: folder.path + "/name without extension", overwrite: false).write(Data("text".utf8))
        #expect(try folder.snapshot() == ["name without extension": "text"])
    }

    @Test func `what is discarded, or falls out of use, leaves nothing`() throws {
        for isDiscarded in [true, false] {
            let output = try OutputFile(path: folder.path + "/out.mkv", overwrite: false)
            try Data("half".utf8).write(to: URL(fileURLWithPath: output.partialPath))
            #expect(try folder.snapshot().count == 1)
            if isDiscarded { output.discard() } else { _ = consume output }
            #expect(try folder.snapshot().isEmpty)
        }
    }

    @Test func `preparing makes the partial file, empty and locked`() throws {
        let path = folder.path + "/out.mkv"
        let output = try OutputFile(path: path, overwrite: false)
        #expect(try folder.snapshot() == [".out.mkv.partial.mkv": ""])
        #expect(
            sentence(of: path, overwrite: true)
                == "\(path): cannot write: another run is writing it; wait for its end, or give another -o")
        #expect(try folder.snapshot() == [".out.mkv.partial.mkv": ""])
        output.discard()
        #expect(sentence(of: path) == nil)
        #expect(try folder.snapshot().isEmpty)
    }

    @Test func `a file that exists is kept unless it may be replaced`() throws {
        try folder.write("old", "out.mp4")
        let path = folder.path + "/out.mp4"
        #expect(sentence(of: path) == "\(path): exists already; give --overwrite to replace it, or another -o")
        // Even then the old one stays until the new one is whole.
        let output = try OutputFile(path: path, overwrite: true)
        try Data("new".utf8).write(to: URL(fileURLWithPath: output.partialPath))
        #expect(try folder.read("out.mp4") == "old")
        try output.commit()
        #expect(try folder.snapshot() == ["out.mp4": "new"])
    }

    @Test func `a partial file that a killed run left is removed by the next`() throws {
        try folder.write("left over", ".out.mp4.partial.mp4")
        let output = try OutputFile(path: folder.path + "/out.mp4", overwrite: false)
        #expect(try folder.snapshot() == [".out.mp4.partial.mp4": ""])
        output.discard()
        #expect(try folder.snapshot().isEmpty)
    }

    @Test func `a folder that is missing is named with what to do`() {
        let path = folder.path + "/none/out.mp4"
        #expect(
            sentence(of: path) == "\(path): cannot write: there is no folder \(folder.path)/none; make it first")
    }

    @Test func `a file in place of the folder counts as none`() throws {
        try folder.write("", "file")
        let path = folder.path + "/file/out.mp4"
        #expect(
            sentence(of: path) == "\(path): cannot write: there is no folder \(folder.path)/file; make it first")
    }

    @Test(arguments: [false, true])
    func `a folder is no target, with or without overwriting`(overwrite: Bool) throws {
        try folder.write("", "films/a")
        let path = folder.path + "/films"
        #expect(
            sentence(of: path, overwrite: overwrite)
                == "\(path): cannot write: this is a folder; name a file in it")
        #expect(try folder.snapshot() == ["films/a": ""])
    }

    @Test func `committing what was never written says what is missing`() throws {
        let path = folder.path + "/out.mp4"
        let error = #expect(throws: OutputError.self) {
            let output = try OutputFile(path: path, overwrite: false)
            try output.commit()
        }
        #expect(error?.description == "\(path): cannot finish: nothing was written")
        #expect(try folder.snapshot().isEmpty)
    }

    /// Where the kernel takes no files even from root, who passes every check of permissions.
    @Test(.enabled(if: FileManager.default.fileExists(atPath: "/proc/self"), "there is no /proc here"))
    func `what cannot be written is said when it is`() throws {
        let path = "/proc/sketchreel-test.jsonl"
        let error = #expect(throws: OutputError.self) {
            let output = try OutputFile(path: path, overwrite: false)
            try output.write(Data("text".utf8))
        }
        #expect(error?.description.hasPrefix("\(path): cannot write") == true)
    }

    @Test(.enabled(if: SmallDisk.canBeMade, "a small disk can be mounted by root only"))
    func `on a full disk the sentence says so, and nothing is left`() throws {
        let disk = try SmallDisk(at: folder.path)
        let path = folder.path + "/out.jsonl"
        let error = #expect(throws: OutputError.self) {
            let output = try OutputFile(path: path, overwrite: false)
            try output.write(Data(count: 1 << 20))
        }
        #expect(
            error?.description
                == "\(path): cannot write: No space left on device; free some space or choose another folder")
        #expect(try folder.snapshot().isEmpty)
        // What fits is written.
        try OutputFile(path: path, overwrite: false).write(Data("small".utf8))
        #expect(try folder.read("out.jsonl") == "small")
        withExtendedLifetime(disk) {}
    }
}

/// A disk of 64 kB in memory, mounted over a folder while its owner lives.
private final class SmallDisk {
    private let path: String

    static let canBeMade: Bool = {
        guard getuid() == 0, let folder = try? TemporaryFolder() else { return false }
        return (try? SmallDisk(at: folder.path)) != nil
    }()

    init(at path: String) throws {
        self.path = path
        guard mount("tmpfs", path, "tmpfs", 0, "size=64k") == 0 else {
            throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EPERM)
        }
    }

    deinit { umount(path) }
}
