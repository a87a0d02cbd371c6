internal import Arguments
internal import Foundation
internal import Pipelines

/// Runs the command line `arguments` and returns the status with which the process ends.
///
/// The one place where an error becomes text and a status (DESIGN §3): 0 done, 1 failed, 2 nothing to show, 64 wrong
/// usage, 130 and 143 stopped by SIGINT and SIGTERM.
func endingStatus(of arguments: [String]) -> Int32 {
    // From here on a signal leaves nothing half-made.
    let interruption = Interruption.shared
    do {
        var command = try SketchreelCommand.parseAsRoot(arguments)
        try command.run()
        return ExitCode.success.rawValue
    } catch {
        if let status = interruption.status {
            Terminal.writeError("sketchreel: stopped; nothing half-made was left behind\n")
            return status
        }
        let text = SketchreelCommand.fullMessage(for: error)
        if error is CleanExit {
            guard Terminal.writeOutput(text + "\n") else { return ExitCode.failure.rawValue }
        } else if !text.isEmpty {
            Terminal.writeError((error is CommandError ? text : text.printable) + "\n")
        }
        return SketchreelCommand.exitCode(for: error).rawValue
    }
}
