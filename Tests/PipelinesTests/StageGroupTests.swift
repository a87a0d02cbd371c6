import Foundation
import Pipelines
import Synchronization
import Testing

private struct Broken: Error {}

@Suite struct StageGroupTests {
    @Test func `elements arrive in order and all of them`() throws {
        let queue = BoundedQueue<Int>(capacity: 2)
        let seen = Mutex<[Int]>([])
        var stages = StageGroup(cancellation: Cancellation())
        stages.connect(queue)
        stages.add("produce") {
            for value in 0..<1000 { try queue.push(value) }
            queue.finish()
        }
        stages.add("consume") { while let value = try queue.pop() { seen.withLock { $0.append(value) } } }
        try stages.run()
        #expect(seen.withLock { $0 } == Array(0..<1000))
    }

    @Test func `a failing consumer stops a producer that waits, and its error is the one reported`() {
        let queue = BoundedQueue<Int>(capacity: 1)
        var stages = StageGroup(cancellation: Cancellation())
        stages.connect(queue)
        stages.add("produce") { for value in 0..<1000 { try queue.push(value) } }
        stages.add("consume") {
            _ = try queue.pop()
            throw Broken()
        }
        #expect(throws: Broken.self) { try stages.run() }
    }

    @Test func `cancelling from outside wakes a stage that waits`() {
        let cancellation = Cancellation()
        let queue = BoundedQueue<Int>(capacity: 1)
        var stages = StageGroup(cancellation: cancellation)
        stages.connect(queue)
        stages.add("consume") { _ = try queue.pop() }
        stages.add("cancel") { cancellation.cancel() }
        #expect(throws: Cancelled.self) { try stages.run() }
    }

    @Test func `the system's tools see each stage's thread under the stage's name`() throws {
        let names = Mutex<Set<String>>([])
        var stages = StageGroup(cancellation: Cancellation())
        for name in ["decode", "encode"] {
            stages.add(name) {
                let comm = try String(contentsOfFile: "/proc/thread-self/comm", encoding: .utf8)
                names.withLock { _ = $0.insert(comm.trimmingCharacters(in: .newlines)) }
            }
        }
        try stages.run()
        #expect(names.withLock { $0 } == ["decode", "encode"])
    }
}
