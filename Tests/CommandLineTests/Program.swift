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

    /// Runs the program with `arguments` in `folder`.
    static func run(_ arguments: [String], in folder: String, output: FileHandle? = nil) throws -> Ending {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: path)
        process.arguments = arguments
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
