internal import Geometry

/// What was measured in each frame of a clip, by reference.
struct ClipObservations {
    private(set) var ticks: [Int64] = []
    /// Whether a frame begins another shot than the one before it.
    private(set) var isCut: [Bool] = []
    /// By reference, as far as the last frame with one: of a large catalog few are ever seen.
    private var measurements: [[KeptMeasurement?]]
    /// What was added or removed since `passChanges`; `nil` where nobody asks.
    private var changes: Changes?

    /// A reference in a frame.
    private struct Cell: Hashable { var reference, frame: Int }

    private struct Changes {
        /// Frames that were there the last time.
        var firstFrame = 0
        var cells: Set<Cell> = []
    }

    /// - Parameter notesChanges: whether `passChanges` will be called.
    init(references: Int, notesChanges: Bool = false) {
        measurements = Array(repeating: [], count: references)
        changes = notesChanges ? Changes() : nil
    }

    subscript(reference: Int, frame: Int) -> Measurement? { kept(reference, frame)?.measurement }

    private func kept(_ reference: Int, _ frame: Int) -> KeptMeasurement? {
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
        set(KeptMeasurement(measurement), Cell(reference: reference, frame: frame))
    }

    mutating func remove(_ reference: Int, at frame: Int) {
        if frame < measurements[reference].count { set(nil, Cell(reference: reference, frame: frame)) }
    }

    private mutating func set(_ measurement: KeptMeasurement?, _ cell: Cell) {
        let missing = cell.frame + 1 - measurements[cell.reference].count
        if missing > 0 { measurements[cell.reference].append(contentsOf: repeatElement(nil, count: missing)) }
        measurements[cell.reference][cell.frame] = measurement
        changes?.cells.insert(cell)
    }

    /// Frames in which a reference is measured and was not in the frame before.
    func starts(of reference: Int) -> [Int] {
        let found = measurements[reference]
        return found.indices.filter { found[$0] != nil && $0 > 0 && found[$0 - 1] == nil }
    }

    /// Two references cannot lie in one place: the one that agrees less gives way.
    mutating func keepDistinct(at frame: Int) {
        let present = measurements.indices.filter { kept($0, frame) != nil }
        guard present.count > 1 else { return }
        let best = present.sorted {
            (kept($0, frame)?.confidence ?? 0) > (kept($1, frame)?.confidence ?? 0)
        }
        var taken: [Quad] = []
        for index in best {
            guard let corners = kept(index, frame)?.corners else { continue }
            let isTaken = taken.contains { other in
                let size = min(other.signedArea, corners.signedArea).squareRoot()
                return (other.centre - corners.centre).length < 0.25 * size
            }
            if isTaken { remove(index, at: frame) } else { taken.append(corners) }
        }
    }

    // MARK: Keeping changes

    private struct FrameMark: Stored {
        var ticks: Int64 = 0
        var isCut = false

        mutating func pass(_ archive: inout StateArchive) throws(StateArchive.Malformed) {
            try archive.pass(&ticks)
            try archive.pass(&isCut)
        }
    }

    private struct Change: Stored {
        var cell = Cell(reference: 0, frame: 0)
        var measurement: KeptMeasurement?

        mutating func pass(_ archive: inout StateArchive) throws(StateArchive.Malformed) {
            try archive.pass(&cell.frame)
            try archive.pass(&cell.reference)
            try archive.pass(&measurement, blank: .blank)
        }
    }

    /// Passes what has changed since the last time, or lays what is read over what is here.
    mutating func passChanges(_ archive: inout StateArchive) throws(StateArchive.Malformed) {
        let noted = changes ?? Changes()
        var marks = (noted.firstFrame..<ticks.count).map { FrameMark(ticks: ticks[$0], isCut: isCut[$0]) }
        try archive.pass(&marks, of: FrameMark())
        let cells = noted.cells.sorted { ($0.frame, $0.reference) < ($1.frame, $1.reference) }
        var changed = cells.map { Change(cell: $0, measurement: kept($0.reference, $0.frame)) }
        try archive.pass(&changed, of: Change())
        if archive.isReading {
            for mark in marks { _ = begin(ticks: mark.ticks, isCut: mark.isCut) }
            for change in changed {
                guard measurements.indices.contains(change.cell.reference), ticks.indices.contains(change.cell.frame)
                else { throw StateArchive.Malformed() }
                set(change.measurement, change.cell)
            }
        }
        changes = Changes(firstFrame: ticks.count)
    }

    /// Stops noting what changes: `passChanges` will not be called any more.
    mutating func stopNotingChanges() { changes = nil }
}
