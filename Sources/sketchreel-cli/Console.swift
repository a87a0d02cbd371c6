internal import Arguments
internal import Foundation
internal import OrderedJSON
internal import Sketchreel
internal import Synchronization

/// What a command says: results on standard output; progress, warnings and failures on standard error.
final class Console: Sendable {
    private struct Meter {
        var current: ProgressMeter?
        var shownAt = -Double.infinity
        var isOnScreen = false
    }

    private let command: String
    private let options: CommonOptions.Choice
    private let isWatched = Terminal.isWatched
    private let meter = Mutex(Meter())
    private let start = ContinuousClock.now

    /// `command` is the name that warnings begin with: "augment".
    init(command: String, options: CommonOptions.Choice) { (self.command, self.options) = (command, options) }

    /// The context for a use case: stopped by signals, watched by this console.
    var context: RunContext {
        RunContext(cancellation: Interruption.shared.cancellation) { [self] in
            show($0)
        } notice: { [self] in
            note($0)
        }
    }

    /// Says a result to a person: nothing with `--json` or `--quiet`.
    func say(_ text: String) throws {
        if !options.json && !options.quiet { try output(text + "\n") }
    }

    /// Says a result to a program: only with `--json`.
    func say(json members: JSON.Object, status: Int32) throws {
        guard options.json else { return }
        try output(summaryDocument(command: command, status: status, members: members).text(.xcode) + "\n")
    }

    /// Says a result that is the purpose of the command, `--quiet` or not; with `--json` the summary says it.
    func answer(_ text: String) throws {
        if !options.json { try output(text + "\n") }
    }

    /// Says what was skipped, assumed or damaged.
    func warn(_ warnings: [String]) {
        for warning in warnings { error("warning: \(warning)") }
    }

    /// Says what failed while the run goes on.
    func fail(_ failure: any Error) { error("\(failure)") }

    /// Takes the bar off the screen.
    func clear() {
        meter.withLock { meter in
            if meter.isOnScreen { Terminal.writeError("\r\u{1B}[K") }
            meter.isOnScreen = false
        }
    }

    private func output(_ text: String) throws {
        clear()
        if !Terminal.writeOutput(text) { throw OutputClosed() }
    }

    private func error(_ text: String) {
        clear()
        Terminal.writeError("sketchreel \(command): \(text.printable)\n")
    }

    /// Says what is good to know while the run goes on.
    private func note(_ notice: String) {
        guard !options.quiet else { return }
        clear()
        Terminal.writeError(notice.printable + "\n")
    }

    private func show(_ progress: ClipProgress) {
        guard !options.quiet else { return }
        let now = Double((ContinuousClock.now - start) / .milliseconds(1)) / 1000
        meter.withLock { meter in
            if meter.current.map({ $0.continues(with: progress) }) ?? false {
                meter.current?.take(progress, at: now)
            } else {
                meter.current = ProgressMeter(progress, at: now)
                meter.shownAt = isWatched ? -Double.infinity : now
            }
            // A screen is redrawn ten times a second; a log gets a line every five seconds.
            guard let current = meter.current, now - meter.shownAt >= (isWatched ? 0.1 : 5) else { return }
            meter.shownAt = now
            if isWatched {
                let bar = current.bar(columns: Terminal.columns, isUnicode: Terminal.isUnicode)
                Terminal.writeError("\r\(bar)\u{1B}[K")
                meter.isOnScreen = true
            } else {
                Terminal.writeError(current.line + "\n")
            }
        }
    }
}

/// Standard output could not be written; that was said already.
struct OutputClosed: Error, CustomStringConvertible {
    let description = "the result could not be printed"
}
