import Foundation
import Pipelines
import Synchronization
import Testing

@Suite struct BoundedQueueTests {
    @Test func `what waits is taken before the end is told`() throws {
        let queue = BoundedQueue<Int>(capacity: 4)
        for value in 1...3 { try queue.push(value) }
        queue.finish()
        #expect(try (0..<5).map { _ in try queue.pop() } == [1, 2, 3, nil, nil])
    }

    @Test func `a cancelled queue gives and takes nothing, even what waited`() throws {
        let queue = BoundedQueue<Int>(capacity: 4)
        try queue.push(1)
        queue.cancel()
        #expect(throws: Cancelled()) { try queue.pop() }
        #expect(throws: Cancelled()) { try queue.push(2) }
        queue.finish()
        #expect(throws: Cancelled()) { try queue.pop() }
    }

    @Test func `no more than the capacity waits, however slow the taker`() throws {
        let queue = BoundedQueue<Int>(capacity: 3)
        let pushed = Atomic(0)
        let taken = Atomic(0)
        let most = Mutex(0)
        var stages = StageGroup(cancellation: Cancellation())
        stages.connect(queue)
        stages.add("produce") {
            for value in 0..<200 {
                try queue.push(value)
                let ahead =
                    pushed.add(1, ordering: .sequentiallyConsistent).newValue
                    - taken.load(ordering: .sequentiallyConsistent)
                most.withLock { $0 = max($0, ahead) }
            }
            queue.finish()
        }
        stages.add("consume") {
            while try queue.pop() != nil {
                taken.add(1, ordering: .sequentiallyConsistent)
                usleep(50)
            }
        }
        try stages.run()
        // One more may just have been taken and not been counted yet.
        #expect((1...4).contains(most.withLock { $0 }))
    }

    /// A thread that waits on a queue, and whether it has come back.
    private func waiting(_ body: @escaping @Sendable () throws -> Void) -> Deposit<Bool> {
        let wasCancelled = Deposit<Bool>()
        Thread {
            do {
                try body()
                wasCancelled.leave(false)
            } catch { wasCancelled.leave(error is Cancelled) }
        }.start()
        return wasCancelled
    }

    private func settle(_ deposit: Deposit<Bool>) -> Bool? {
        for _ in 0..<2000 {
            if let value = deposit.value { return value }
            usleep(2000)
        }
        return nil
    }

    @Test func `cancelling wakes whoever waits for room and whoever waits for something`() throws {
        let full = BoundedQueue<Int>(capacity: 1)
        try full.push(1)
        let empty = BoundedQueue<Int>(capacity: 1)
        let (pusher, taker) = (waiting { try full.push(2) }, waiting { _ = try empty.pop() })
        usleep(20_000)
        #expect(pusher.value == nil && taker.value == nil)
        full.cancel()
        empty.cancel()
        #expect(settle(pusher) == true && settle(taker) == true)
    }

    @Test func `finishing wakes whoever waits for something with the end`() {
        let queue = BoundedQueue<Int>(capacity: 1)
        let taker = waiting {
            let last = try queue.pop()
            #expect(last == nil)
        }
        usleep(20_000)
        queue.finish()
        #expect(settle(taker) == false)
    }
}

@Suite struct DepositTests {
    @Test func `nothing was left until something is, and the last counts`() {
        let deposit = Deposit<String>()
        #expect(deposit.value == nil)
        deposit.leave("a")
        deposit.leave("b")
        #expect(deposit.value == "b")
    }

    @Test func `a stage's result is there when the stages have ended`() throws {
        let deposit = Deposit<Int>()
        var stages = StageGroup(cancellation: Cancellation())
        stages.add("work") {
            usleep(10_000)
            deposit.leave(42)
        }
        try stages.run()
        #expect(deposit.value == 42)
    }
}

@Suite struct CancellationTests {
    @Test func `a flag that was raised stays raised`() throws {
        let flag = Cancellation()
        try flag.check()
        flag.cancel()
        flag.cancel()
        #expect(flag.isCancelled)
        #expect(throws: Cancelled()) { try flag.check() }
    }
}
