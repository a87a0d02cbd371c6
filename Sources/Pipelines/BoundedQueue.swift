internal import Foundation

/// A first-in, first-out queue between two stages that run on threads of their own.
///
/// At most `capacity` elements wait in it; a stage that is ahead blocks, so memory stays bounded by
/// capacity × element size. When a stage fails the queue is cancelled and both ends wake with `Cancelled`.
package final class BoundedQueue<Element: Sendable>: @unchecked Sendable {  // Sendable: all state is behind `condition`
    private let condition = NSCondition()
    private let capacity: Int
    private var waiting: [Element] = []
    private var isFinished = false
    private var isCancelled = false

    package init(capacity: Int) {
        precondition(capacity > 0, "a queue holds something")
        self.capacity = capacity
    }

    /// Adds `element`, waiting while the queue is full.
    package func push(_ element: sending Element) throws(Cancelled) {
        condition.lock()
        defer { condition.unlock() }
        while waiting.count >= capacity && !isCancelled { condition.wait() }
        if isCancelled { throw Cancelled() }
        waiting.append(element)
        condition.broadcast()
    }

    /// Takes the oldest element, waiting for one; `nil` when the queue was finished and is empty.
    package func pop() throws(Cancelled) -> Element? {
        condition.lock()
        defer { condition.unlock() }
        while waiting.isEmpty && !isFinished && !isCancelled { condition.wait() }
        if isCancelled { throw Cancelled() }
        guard !waiting.isEmpty else { return nil }
        condition.broadcast()
        return waiting.removeFirst()
    }

    /// Says that nothing more will come.
    package func finish() {
        condition.lock()
        isFinished = true
        condition.broadcast()
        condition.unlock()
    }

    /// Wakes both ends with `Cancelled` and drops what waits.
    package func cancel() {
        condition.lock()
        isCancelled = true
        waiting = []
        condition.broadcast()
        condition.unlock()
    }
}
