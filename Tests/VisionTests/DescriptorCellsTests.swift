import Geometry
import SceneRendering
import Testing
import Vision

/// Owns the arrays that sorted descriptors lie in.
private final class Memory: Sendable {
    nonisolated(unsafe) let centres, descriptors: UnsafeMutablePointer<UInt8>
    nonisolated(unsafe) let starts: UnsafeMutablePointer<UInt32>

    init(_ centres: [UInt8], _ starts: [UInt32], _ descriptors: [UInt8]) {
        func copy<Value>(_ values: [Value]) -> UnsafeMutablePointer<Value> {
            let memory = UnsafeMutablePointer<Value>.allocate(capacity: values.count)
            for (index, value) in values.enumerated() { (memory + index).initialize(to: value) }
            return memory
        }
        (self.centres, self.starts, self.descriptors) = (copy(centres), copy(starts), copy(descriptors))
    }

    deinit {
        centres.deallocate()
        starts.deallocate()
        descriptors.deallocate()
    }
}

@Suite struct DescriptorCellsTests {
    private static let length = Features.descriptorLength

    /// Descriptors in crowds, as real ones are.
    private static func descriptors(_ count: Int, seed: UInt64) -> [UInt8] {
        var random = SplitMix(seed: seed)
        let crowds = (0..<12).map { _ in (0..<length).map { _ in UInt8(random.next() & 127) } }
        return (0..<count).flatMap { index in crowds[index % 12].map { $0 + UInt8(random.next() & 63) } }
    }

    private static func distance(_ a: ArraySlice<UInt8>, _ b: ArraySlice<UInt8>) -> UInt32 {
        zip(a, b).reduce(0) { $0 + UInt32((Int($1.0) - Int($1.1)) * (Int($1.0) - Int($1.1))) }
    }

    private static func descriptor(_ index: Int, of all: [UInt8]) -> ArraySlice<UInt8> {
        all[index * length..<(index + 1) * length]
    }

    @Test func `centres and cells are the same each time, and each descriptor is in the nearest cell`() {
        let all = Self.descriptors(1000, seed: 1)
        let cells = DescriptorCells(for: all)
        #expect(cells.count == 10 && DescriptorCells(for: all) == cells)
        for (index, cell) in cells.cells(of: all).enumerated() {
            let distances = (0..<cells.count).map {
                Self.distance(Self.descriptor(index, of: all), Self.descriptor($0, of: cells.centres))
            }
            #expect(distances[Int(cell)] == distances.min())
        }
    }

    @Test func `one descriptor has one cell`() {
        let one = Self.descriptors(1, seed: 2)
        #expect(DescriptorCells(for: one).centres == one)
    }

    /// With every cell looked into nothing is missed.
    @Test func `the nearest are found, nearest first, with their distances`() {
        let all = Self.descriptors(900, seed: 3)
        let cells = DescriptorCells(for: all)
        let cellOf = cells.cells(of: all)
        let order = cellOf.indices.sorted { (cellOf[$0], $0) < (cellOf[$1], $1) }
        let sorted = order.flatMap { Array(Self.descriptor($0, of: all)) }
        let starts = (0...cells.count).map { cell in UInt32(cellOf.count { $0 < cell }) }
        let memory = Memory(cells.centres, starts, sorted)
        let index = SortedDescriptors(
            centres: memory.centres, cellCount: cells.count, starts: memory.starts, descriptors: memory.descriptors,
            keptBy: memory)
        let queries = Features(points: Array(repeating: .zero, count: 20), descriptors: Self.descriptors(20, seed: 4))
        let found = index.search(queries, probes: 16, neighbours: 5)
        for query in 0..<20 {
            let wanted = Self.descriptor(query, of: queries.descriptors)
            let nearest = (0..<900).map { Self.distance(wanted, Self.descriptor($0, of: sorted)) }.sorted().prefix(5)
            #expect(Array(found.squaredDistances[query * 5..<query * 5 + 5]) == Array(nearest))
            for slot in query * 5..<query * 5 + 5 {
                let position = Int(found.positions[slot])
                #expect(Self.distance(wanted, Self.descriptor(position, of: sorted)) == found.squaredDistances[slot])
            }
        }
        // Of more than lie in one cell the rest is said to be missing.
        let few = index.search(queries.selecting([0]), probes: 1, neighbours: 64)
        let firstMissing = few.positions.firstIndex(of: -1) ?? few.positions.endIndex
        #expect(few.positions[firstMissing...].allSatisfy { $0 == -1 } && firstMissing > 0)
        #expect(index.search(Features(), probes: 3, neighbours: 5).positions.isEmpty)
    }
}
