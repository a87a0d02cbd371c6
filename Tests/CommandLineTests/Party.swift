import Foundation
import OrderedJSON
import Testing

/// A folder of its own for one test, with the material of the main job in it; removed with it.
final class Party {
    let folder: String

    init() throws {
        folder = NSTemporaryDirectory() + "sketchreel-" + UUID().uuidString
        for (name, data) in try PartyMaterial.files.get() { try write(data, name) }
    }

    deinit {
        chmod(folder, 0o755)
        try? FileManager.default.removeItem(atPath: folder)
    }

    /// The path of a file in the folder.
    func callAsFunction(_ name: String) -> String { folder + "/" + name }

    func write(_ data: Data, _ name: String) throws {
        let url = URL(fileURLWithPath: self(name))
        try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
        try data.write(to: url)
    }

    func read(_ name: String) throws -> Data { try Data(contentsOf: URL(fileURLWithPath: self(name))) }

    func remove(_ names: String...) throws {
        for name in names { try FileManager.default.removeItem(atPath: self(name)) }
    }

    /// Runs ffmpeg with words that are separated by blanks; `@` stands for the folder.
    func ffmpeg(_ line: String) throws {
        try Tool.ffmpeg(line.replacingOccurrences(of: "@", with: folder))
    }

    // MARK: Running

    private var environment: [String: String] { ["XDG_CACHE_HOME": folder + "/cache"] }

    /// Runs the program in the folder, with words that are separated by blanks.
    @discardableResult
    func run(_ line: String, through command: [String] = []) throws -> Program.Ending {
        try run(line.split(separator: " ").map(String.init), through: command)
    }

    @discardableResult
    func run(
        _ words: [String], environment added: [String: String] = [:], through command: [String] = []
    ) throws -> Program.Ending {
        try Program.run(words, in: folder, environment: environment.merging(added) { $1 }, through: command)
    }

    func start(_ line: String, environment added: [String: String] = [:]) throws -> Program.Run {
        try Program.start(
            line.split(separator: " ").map(String.init), in: folder, environment: environment.merging(added) { $1 })
    }

    /// The summary of a run with `--json`, and what it says of its only clip.
    func summary(_ line: String) throws -> (ending: Program.Ending, whole: JSON, clip: JSON) {
        let ending = try run(line + " --json")
        let whole = try JSON(parsing: ending.output.utf8)
        return (ending, whole, whole["clips"]?.array?.first ?? .null)
    }

    // MARK: What lies in the folder

    /// Everything in the folder, hidden files included: its kind, bytes and time of change.
    func contents() throws -> [String: String] {
        var result: [String: String] = [:]
        for name in try FileManager.default.subpathsOfDirectory(atPath: folder) where !name.hasPrefix("cache") {
            var status = stat()
            guard lstat(self(name), &status) == 0 else { continue }
            let isFile = status.st_mode & S_IFMT == S_IFREG
            // A folder's time changes with what is made and removed in it.
            let time = isFile ? "\(status.st_mtim.tv_sec).\(status.st_mtim.tv_nsec)" : ""
            let bytes = isFile ? (try? read(name))?.hashValue ?? 0 : 0
            result[name] = "\(status.st_mode & S_IFMT) \(status.st_size * (isFile ? 1 : 0)) \(bytes) \(time)"
        }
        return result
    }

    /// Runs the program and expects that it refuses: that status, one sentence with each of `words`, no crash, and the
    /// folder afterwards as it was before.
    func refuses(
        _ line: [String], status: Int32 = 1, saying words: [String], through command: [String] = [],
        sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        let before = try contents()
        let ending = try run(line, through: command)
        #expect(ending.status == status, "\(ending.errors)", sourceLocation: sourceLocation)
        let failures = ending.failures
        #expect(failures.count == 1, "\(ending.errors)", sourceLocation: sourceLocation)
        for word in words {
            #expect(failures.first?.contains(word) == true, "\(ending.errors)", sourceLocation: sourceLocation)
        }
        #expect(ending.output == "", sourceLocation: sourceLocation)
        let after = try contents()
        #expect(
            after == before, "\(Set(after.keys).symmetricDifference(before.keys).sorted())",
            sourceLocation: sourceLocation)
    }
}

extension Trait where Self == ConditionTrait {
    /// The clips are made with ffmpeg.
    static var needsFFmpeg: Self { .enabled(if: Tool.hasFFmpeg, "ffmpeg is not installed") }
}
