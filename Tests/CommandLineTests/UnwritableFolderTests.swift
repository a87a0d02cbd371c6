import Foundation
import Testing

@Suite(.enabled(if: Program.runsAsAnotherUser, "the program cannot be run as another user here"))
struct UnwritableFolderTests {
    /// Runs the program where `locked` may be read and not written; returns what it said and what is there afterwards.
    private func run(_ arguments: [String]) throws -> (ending: Program.Ending, files: [String]) {
        let folder = NSTemporaryDirectory() + "sketchreel-" + UUID().uuidString
        let files = FileManager.default
        try files.createDirectory(atPath: folder + "/locked", withIntermediateDirectories: true)
        defer {
            try? files.setAttributes([.posixPermissions: 0o755], ofItemAtPath: folder + "/locked")
            try? files.removeItem(atPath: folder)
        }
        try Data("clip".utf8).write(to: URL(fileURLWithPath: folder + "/clip.mp4"))
        try files.setAttributes([.posixPermissions: 0o555], ofItemAtPath: folder + "/locked")
        let ending = try Program.run(arguments, in: folder, through: Program.asAnotherUser)
        return (ending, try files.subpathsOfDirectory(atPath: folder).sorted())
    }

    @Test func `an output folder that cannot be written ends the run before any work`() throws {
        let (ending, files) = try run(["augment", "clip.mp4", "--album", "A", "-o", "locked/out.mp4"])
        #expect(ending.status == 1)
        // The clip is no clip, and there is no album: neither was looked at.
        #expect(
            ending.errors.hasPrefix("sketchreel: locked/out.track.jsonl: cannot write into the folder ")
                && ending.errors.hasSuffix("/locked: Permission denied; choose another with -o\n"), "\(ending.errors)")
        #expect(files == ["clip.mp4", "locked"])
    }

    @Test func `a track file that cannot be written ends the run before any work`() throws {
        let (ending, files) = try run(["track", "clip.mp4", "-o", "locked/out.track.jsonl"])
        #expect(ending.status == 1)
        #expect(ending.errors.contains("locked/out.track.jsonl: cannot write into the folder "), "\(ending.errors)")
        #expect(files == ["clip.mp4", "locked"])
    }
}
