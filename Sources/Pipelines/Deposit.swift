internal import Synchronization

/// Where a stage leaves what it made, for whoever waits for the stages.
package final class Deposit<Value: Sendable>: Sendable {
    private let stored = Mutex<Value?>(nil)

    package init() {}

    /// Leaves `value`; a later one takes its place.
    package func leave(_ value: Value) { stored.withLock { $0 = value } }

    /// What was left, or `nil`.
    package var value: Value? { stored.withLock { $0 } }
}
