internal import Synchronization

/// Why a run was stopped from outside.
package struct Cancelled: Error, Hashable, Sendable {
    package init() {}
}

/// A flag that one thread raises and every stage looks at once a frame.
package final class Cancellation: Sendable {
    private let raised = Atomic<Bool>(false)

    package init() {}

    package func cancel() { raised.store(true, ordering: .releasing) }

    package var isCancelled: Bool { raised.load(ordering: .acquiring) }

    /// Throws `Cancelled` once `cancel` was called.
    package func check() throws(Cancelled) {
        if isCancelled { throw Cancelled() }
    }
}
