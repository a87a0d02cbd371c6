import Foundation

/// The built command line, run as a user runs it.
struct Program {
    /// What a run left behind.
    struct Ending {
        let status: Int32
        let output, errors: String
    }

    /// The program lies beside the tests that are running.
    static let path = URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent()
        .appendingPathComponent("sketchreel").path

    /// Whether the program can be run as a user who may not write everywhere: root, as a build server often is, may.
    static let runsAsAnotherUser: Bool = {
        guard getuid() == 0 else { return true }
        let ending = try? run(["--version"], in: NSTemporaryDirectory(), asAnotherUser: true)
        return ending?.status == 0
    }()

    /// Runs the program with `arguments` in `folder`; where the tests run as root, as `nobody` if so asked.
    static func run(
        _ arguments: [String], in folder: String, output: FileHandle? = nil, asAnotherUser: Bool = false
    ) throws -> Ending {
        let process = Process()
        if asAnotherUser && getuid() == 0 {
            process.executableURL = URL(fileURLWithPath: "/usr/bin/setpriv")
            process.arguments = ["--reuid=65534", "--regid=65534", "--clear-groups", path] + arguments
        } else {
            process.executableURL = URL(fileURLWithPath: path)
            process.arguments = arguments
        }
        process.currentDirectoryURL = URL(fileURLWithPath: folder)
        process.standardInput = FileHandle.nullDevice
        let (outputPipe, errorPipe) = (Pipe(), Pipe())
        process.standardOutput = output ?? outputPipe
        process.standardError = errorPipe
        try process.run()
        // What is printed here fits into a pipe's buffer, so one may be read after the other.
        let text = output == nil ? outputPipe.fileHandleForReading.readDataToEndOfFile() : Data()
        let errors = errorPipe.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return Ending(
            status: process.terminationStatus, output: String(decoding: text, as: UTF8.self),
            errors: String(decoding: errors, as: UTF8.self))
    }
}
