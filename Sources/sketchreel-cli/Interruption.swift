internal import Dispatch
internal import Foundation
internal import Pipelines
internal import Sketchreel
internal import Synchronization

/// SIGINT, SIGTERM and SIGHUP: the first one asks the run to stop, the second one ends the process at once.
final class Interruption: Sendable {
    /// Listens from its first use on.
    static let shared = Interruption()

    /// Raised by the first signal.
    let cancellation = Cancellation()
    private let received = Atomic<Int32>(0)

    private init() {
        // Each signal is read by a thread of its own choosing, where any code may run, unlike in a signal handler.
        for number in [SIGINT, SIGTERM, SIGHUP] {
            let earlier = signal(number, SIG_IGN)
            // `nohup` says that a closed window shall not end the run.
            if number == SIGHUP, unsafe unsafeBitCast(earlier, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self) {
                continue
            }
            let source = DispatchSource.makeSignalSource(signal: number, queue: .global(qos: .userInitiated))
            source.setEventHandler { self.take(number, source) }
            source.activate()
        }
        // A reader that has gone away (`sketchreel … | head`) is no reason to leave a partial file behind.
        signal(SIGPIPE, SIG_IGN)
        // Nor is a limit on a file's size: writing then fails, and says so.
        signal(SIGXFSZ, SIG_IGN)
    }

    /// The exit status that says which signal ended the run, or `nil` when none came.
    var status: Int32? {
        let number = received.load(ordering: .acquiring)
        return number == 0 ? nil : 128 + number
    }

    /// `source` is kept alive by its own handler.
    private func take(_ number: Int32, _ source: any DispatchSourceSignal) {
        let (isFirst, _) = received.compareExchange(expected: 0, desired: number, ordering: .acquiringAndReleasing)
        if isFirst {
            cancellation.cancel()
            let newLine = Terminal.isWatched ? "\n" : ""
            Terminal.writeError(newLine + "sketchreel: stopping; once more stops at once\n")
        } else {
            abandonOutputs()
            _exit(128 + number)
        }
    }
}
