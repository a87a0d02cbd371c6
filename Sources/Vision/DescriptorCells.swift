internal import CPixelKernels

/// How descriptors are sorted into cells, so that the nearest of very many are found by looking into a few cells.
///
/// An inverted file (Sivic and Zisserman 2003) with whole descriptors: k-means centres, learnt from the descriptors themselves.
/// Everything is exact integer arithmetic: the same descriptors give the same cells.
package struct DescriptorCells: Hashable, Sendable {
    /// One after the other, `Features.descriptorLength` bytes each.
    package let centres: [UInt8]

    package var count: Int { centres.count / Features.descriptorLength }

    private static let mostCells = 1024, descriptorsOfCell = 96, learntFrom = 32_768, steps = 4

    /// Learns centres from some of `descriptors`, one for about a hundred of them; there must be at least one.
    package init(for descriptors: [UInt8]) {
        let known = descriptors.count / Features.descriptorLength
        precondition(known > 0, "cells of something")
        let cells = min(Self.mostCells, max(1, known / Self.descriptorsOfCell))
        let sampled = min(known, Self.learntFrom)
        let sample = Self.spread(sampled, of: known, descriptors)
        var centres = Self.spread(cells, of: sampled, sample)
        let length = Features.descriptorLength
        for _ in 0..<Self.steps {
            let nearest = Self.nearest(of: sample, in: centres)
            var sums = [UInt32](repeating: 0, count: centres.count)
            var counts = [UInt32](repeating: 0, count: cells)
            unsafe px_sum_descriptors(sample, Int32(sampled), nearest, &sums, &counts)
            // A cell that nothing fell into keeps its centre.
            for cell in 0..<cells where counts[cell] > 0 {
                for at in cell * length..<(cell + 1) * length {
                    centres[at] = UInt8((sums[at] + counts[cell] / 2) / counts[cell])
                }
            }
        }
        self.centres = centres
    }

    /// `count` of `known` descriptors, evenly spread.
    private static func spread(_ count: Int, of known: Int, _ descriptors: [UInt8]) -> [UInt8] {
        let length = Features.descriptorLength
        var chosen: [UInt8] = []
        chosen.reserveCapacity(count * length)
        for index in 0..<count {
            let at = index * known / count * length
            chosen += descriptors[at..<at + length]
        }
        return chosen
    }

    /// The cell of each descriptor.
    package func cells(of descriptors: [UInt8]) -> [UInt32] { Self.nearest(of: descriptors, in: centres) }

    private static func nearest(of descriptors: [UInt8], in centres: [UInt8]) -> [UInt32] {
        let count = descriptors.count / Features.descriptorLength
        var nearest = [UInt32](repeating: 0, count: count)
        unsafe px_nearest_centres(
            descriptors, Int32(count), centres, Int32(centres.count / Features.descriptorLength), &nearest)
        return nearest
    }
}

/// Descriptors that lie sorted by their cells in memory that somebody else owns.
@safe package struct SortedDescriptors: @unchecked Sendable {  // Sendable: only read
    private let centres, descriptors: UnsafePointer<UInt8>
    private let starts: UnsafePointer<UInt32>
    private let cellCount: Int
    private let owner: any AnyObject & Sendable

    /// - Parameters:
    ///   - centres: as `DescriptorCells` has them, `cellCount` of them.
    ///   - starts: `cellCount` + 1 rising numbers: which descriptors lie in each cell; the last is the number of descriptors.
    ///   - owner: keeps the memory for as long as it lives.
    package init(
        centres: UnsafePointer<UInt8>, cellCount: Int, starts: UnsafePointer<UInt32>, descriptors: UnsafePointer<UInt8>,
        keptBy owner: any AnyObject & Sendable
    ) {
        precondition(cellCount <= 4096, "at most 4096 cells")
        unsafe (self.centres, self.starts, self.descriptors) = unsafe (centres, starts, descriptors)
        (self.cellCount, self.owner) = (cellCount, owner)
    }

    /// The `neighbours` (at most 64) nearest descriptors to each query in the `probes` (at most 16) cells nearest to it, nearest
    /// first: numbers (−1: none) and squared distances.
    package func search(
        _ queries: Features, probes: Int, neighbours: Int
    ) -> (positions: [Int32], squaredDistances: [UInt32]) {
        precondition((1...16).contains(probes) && (1...64).contains(neighbours), "within the kernel's limits")
        var positions = [Int32](repeating: -1, count: queries.count * neighbours)
        var distances = [UInt32](repeating: 0, count: queries.count * neighbours)
        var cells = unsafe px_cells(
            centres: centres, starts: starts, descriptors: descriptors, count: Int32(cellCount))
        unsafe px_search_cells(
            &cells, queries.descriptors, Int32(queries.count), Int32(probes), Int32(neighbours), &positions, &distances)
        return (positions, distances)
    }
}
