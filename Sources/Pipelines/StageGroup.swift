internal import Foundation
internal import Synchronization

/// Runs the stages of a pipeline at once, each on a thread of its own, since decoding and encoding block.
///
/// The first failure, or the caller's cancellation, cancels every queue that joins the stages; `run` returns when all
/// have ended, and throws what came first.
package struct StageGroup {
    private let cancellation: Cancellation
    private var stages: [(name: String, body: @Sendable () throws -> Void)] = []
    private var onFailure: [@Sendable () -> Void] = []

    package init(cancellation: Cancellation) { self.cancellation = cancellation }

    /// Adds a queue that is cancelled when a stage fails.
    package mutating func connect<Element>(_ queue: BoundedQueue<Element>) {
        onFailure.append { queue.cancel() }
    }

    /// Adds a stage; `name` is its thread's, which Linux shows if it has at most 15 bytes.
    package mutating func add(_ name: String, _ body: @escaping @Sendable () throws -> Void) {
        stages.append((name, body))
    }

    /// Runs every stage to its end. Throws the first failure; `Cancelled` when the caller's flag was raised.
    package consuming func run() throws {
        let (cancellation, onFailure, stages) = (cancellation, onFailure, stages)
        let failures = FirstFailure()
        let done = DispatchGroup()
        for stage in stages {
            done.enter()
            let hasStarted = DispatchSemaphore(value: 0)
            let thread = Thread {
                defer { done.leave() }
                // Foundation names a thread for the system only once `start` has returned. What the codecs start inherits
                // the name, so the system's tools show what a stage costs, its codec included.
                hasStarted.wait()
                Thread.current.name = stage.name
                do { try stage.body() } catch {
                    failures.keep(error)
                    for cancel in onFailure { cancel() }
                }
            }
            thread.stackSize = 8 << 20
            thread.start()
            hasStarted.signal()
        }
        // A raised flag must wake stages that wait on a queue; they look at the flag themselves when they do not.
        while done.wait(timeout: .now() + .milliseconds(50)) == .timedOut {
            if cancellation.isCancelled { for cancel in onFailure { cancel() } }
        }
        if let failure = failures.value { throw failure }
        try cancellation.check()
    }
}

/// The first error of several threads.
private final class FirstFailure: Sendable {
    private let stored = Mutex<(any Error)?>(nil)

    /// A stage that was woken by a cancelled queue says `Cancelled`: that is never the cause while another error is known.
    func keep(_ error: any Error) {
        stored.withLock { if $0 == nil || ($0 is Cancelled && !(error is Cancelled)) { $0 = error } }
    }

    var value: (any Error)? { stored.withLock { $0 } }
}
