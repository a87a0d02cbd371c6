internal import Geometry

/// What was measured in each frame of a clip, by reference.
struct ClipObservations: Sendable {
    private(set) var ticks: [Int64] = []
    /// Whether a frame begins another shot than the one before it.
    private(set) var isCut: [Bool] = []
    /// By reference, as far as the last frame with one: of a large catalog few are ever seen.
    private var measurements: [[Measurement?]]

    init(references: Int) { measurements = Array(repeating: [], count: references) }

    subscript(reference: Int, frame: Int) -> Measurement? {
        frame < measurements[reference].count ? measurements[reference][frame] : nil
    }

    /// Whether a reference was measured in any frame.
    func isSeen(_ reference: Int) -> Bool { !measurements[reference].isEmpty }

    /// Adds a frame; returns its number.
    mutating func begin(ticks: Int64, isCut: Bool) -> Int {
        self.ticks.append(ticks)
        self.isCut.append(isCut)
        return self.ticks.count - 1
    }

    mutating func add(_ measurement: Measurement, of reference: Int, at frame: Int) {
        let missing = frame + 1 - measurements[reference].count
        if missing > 0 { measurements[reference].append(contentsOf: repeatElement(nil, count: missing)) }
        measurements[reference][frame] = measurement
    }

    mutating func remove(_ reference: Int, at frame: Int) {
        if frame < measurements[reference].count { measurements[reference][frame] = nil }
    }

    /// Frames in which a reference is measured and was not in the frame before.
    func starts(of reference: Int) -> [Int] {
        let found = measurements[reference]
        return found.indices.filter { found[$0] != nil && $0 > 0 && found[$0 - 1] == nil }
    }

    /// Two references cannot lie in one place: the one that agrees less gives way.
    mutating func keepDistinct(at frame: Int) {
        let present = measurements.indices.filter { self[$0, frame] != nil }
        guard present.count > 1 else { return }
        let best = present.sorted {
            (self[$0, frame]?.confidence ?? 0) > (self[$1, frame]?.confidence ?? 0)
        }
        var kept: [Quad] = []
        for index in best {
            guard let corners = self[index, frame]?.corners else { continue }
            let isTaken = kept.contains { other in
                let size = min(other.signedArea, corners.signedArea).squareRoot()
                return (other.centre - corners.centre).length < 0.25 * size
            }
            if isTaken { remove(index, at: frame) } else { kept.append(corners) }
        }
    }
}
