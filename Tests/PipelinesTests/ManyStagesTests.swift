import Pipelines
import Synchronization
import Testing

private struct Broken: Error, Equatable { let stage: Int }

@Suite struct ManyStagesTests {
    /// Eight stages in a row over queues of one, each adding one; stage `failing` breaks at its 50th element.
    private func run(_ count: Int, failing: Int? = nil, cancellation: Cancellation = Cancellation()) throws -> [Int] {
        let queues = (0..<8).map { _ in BoundedQueue<Int>(capacity: 1) }
        let results = Mutex<[Int]>([])
        var stages = StageGroup(cancellation: cancellation)
        for queue in queues { stages.connect(queue) }
        stages.add("source") {
            for value in 0..<count { try queues[0].push(value) }
            queues[0].finish()
        }
        for index in 1..<8 {
            stages.add("stage \(index)") {
                var seen = 0
                while let value = try queues[index - 1].pop() {
                    seen += 1
                    if index == failing && seen == 50 { throw Broken(stage: index) }
                    try queues[index].push(value + 1)
                }
                queues[index].finish()
            }
        }
        stages.add("sink") { while let value = try queues[7].pop() { results.withLock { $0.append(value) } } }
        try stages.run()
        return results.withLock { $0 }
    }

    @Test func `elements pass any number of stages in order`() throws {
        #expect(try run(500) == (0..<500).map { $0 + 7 })
    }

    @Test func `no elements are a clean end`() throws {
        #expect(try run(0).isEmpty)
    }

    @Test(arguments: [1, 4, 7])
    func `whichever stage fails, all end and its error is told`(failing: Int) {
        #expect(throws: Broken(stage: failing)) { try run(100_000, failing: failing) }
    }

    @Test func `a run that was cancelled before it began ends with that`() {
        let cancellation = Cancellation()
        cancellation.cancel()
        #expect(throws: Cancelled()) { try run(100_000, cancellation: cancellation) }
    }

    @Test func `a group without stages ends at once`() throws {
        try StageGroup(cancellation: Cancellation()).run()
    }
}
