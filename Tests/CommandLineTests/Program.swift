import Foundation

/// The built command line, run as a user runs it.
struct Program {
    /// What a run left behind.
    struct Ending {
        let status: Int32
        let output, errors: String

        /// What was said on standard error but progress and warnings.
        var failures: [String] {
            errors.split(separator: "\n").map(String.init).filter {
                $0.hasPrefix("sketchreel") && !$0.contains(": warning: ")
            }
        }
    }

    /// The program lies beside the tests that are running.
    static let path = URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent()
        .appendingPathComponent("sketchreel").path

    /// A run that takes longer hangs: it is killed, and its status is then 9.
    private static let mostSeconds = 100.0

    /// The command that runs another as a user who may not write everywhere: root, as a build server often is, may.
    static let asAnotherUser =
        getuid() == 0 ? ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"] : ["env"]
    /// Whether the program can be run so.
    static let runsAsAnotherUser =
        (try? run(["--version"], in: NSTemporaryDirectory(), through: asAnotherUser))?.status == 0

    /// Runs the program with `arguments` in `folder`.
    ///
    /// - Parameters:
    ///   - environment: what is added to the tests' own.
    ///   - command: a command of the system that runs the program, such as `nice`.
    static func run(
        _ arguments: [String], in folder: String, output: FileHandle? = nil, environment: [String: String] = [:],
        through command: [String] = []
    ) throws -> Ending {
        try start(arguments, in: folder, output: output, environment: environment, through: command).ending()
    }

    /// Starts the program and does not wait for it.
    static func start(
        _ arguments: [String], in folder: String, output: FileHandle? = nil, environment: [String: String] = [:],
        through command: [String] = []
    ) throws -> Run {
        let process = Process()
        let words = command + [path] + arguments
        process.executableURL = URL(fileURLWithPath: command.isEmpty ? path : "/usr/bin/env")
        process.arguments = command.isEmpty ? arguments : words
        process.currentDirectoryURL = URL(fileURLWithPath: folder)
        process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
        process.standardInput = FileHandle.nullDevice
        let (outputPipe, errorPipe) = (Pipe(), Pipe())
        process.standardOutput = output ?? outputPipe
        process.standardError = errorPipe
        try process.run()
        DispatchQueue.global().asyncAfter(deadline: .now() + mostSeconds) {
            if process.isRunning { kill(process.processIdentifier, SIGKILL) }
        }
        return Run(process: process, output: output == nil ? outputPipe : nil, errors: errorPipe)
    }

    /// A run that has not been waited for.
    struct Run {
        fileprivate let process: Process
        fileprivate let output: Pipe?
        fileprivate let errors: Pipe

        var isRunning: Bool { process.isRunning }

        func send(_ signal: Int32) { kill(process.processIdentifier, signal) }

        /// Waits for the end. What is printed fits into a pipe's buffer, so one may be read after the other.
        func ending() -> Ending {
            let text = output?.fileHandleForReading.readDataToEndOfFile() ?? Data()
            let said = errors.fileHandleForReading.readDataToEndOfFile()
            process.waitUntilExit()
            return Ending(
                status: process.terminationStatus, output: String(decoding: text, as: UTF8.self),
                errors: String(decoding: said, as: UTF8.self))
        }
    }
}

/// Tools of the system that the tests make clips with and look at them.
enum Tool {
    struct Failure: Error { let words: [String], status: Int32, said: String }

    static func isInstalled(_ name: String) -> Bool {
        let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
        return folders.contains { FileManager.default.isExecutableFile(atPath: "\($0)/\(name)") }
    }

    static let hasFFmpeg = isInstalled("ffmpeg") && isInstalled("ffprobe")

    /// Runs a tool and returns what it printed.
    @discardableResult
    static func run(_ words: [String]) throws -> String {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = words
        let (output, errors) = (Pipe(), Pipe())
        process.standardOutput = output
        process.standardError = errors
        process.standardInput = FileHandle.nullDevice
        try process.run()
        let printed = output.fileHandleForReading.readDataToEndOfFile()
        let said = errors.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else {
            throw Failure(
                words: words, status: process.terminationStatus, said: String(decoding: said, as: UTF8.self))
        }
        return String(decoding: printed, as: UTF8.self)
    }

    /// Runs ffmpeg with words that are separated by blanks.
    static func ffmpeg(_ line: String) throws {
        try run(["ffmpeg", "-v", "error", "-y", "-threads", "1"] + line.split(separator: " ").map(String.init))
    }

    /// What ffprobe prints for a question, a line for each value.
    static func ffprobe(_ line: String, _ path: String) throws -> [String] {
        let words = ["ffprobe", "-v", "error", "-of", "csv=p=0"] + line.split(separator: " ").map(String.init)
        return try run(words + ["file:" + path]).split(separator: "\n").map(String.init)
    }
}
