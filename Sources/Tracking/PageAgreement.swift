internal import Geometry
internal import Imaging
internal import References
internal import Vision

/// How far a picture agrees with a page, cell by cell.
extension PageMeasurer {
    /// How well the page agrees where it is expected, without moving it: mean correlation over its cells.
    func agreement(in picture: GreyImage, _ expected: Expectation) throws(VisionError) -> Double {
        try agreement(in: picture, expected, areaLimit: 40_000)?.mean ?? 0
    }

    /// The same from afar and away from the page's edges: what tells one sheet of paper from another.
    func likeness(in picture: GreyImage, _ expected: Expectation) throws(VisionError) -> Double {
        try agreement(in: picture, expected, areaLimit: 20_000)?.inner.mean ?? 0
    }

    func agreement(
        in picture: GreyImage, _ expected: Expectation, areaLimit: Int
    ) throws(VisionError) -> Agreement? {
        guard let patch = try patch(of: picture, expected, areaLimit: areaLimit) else { return nil }
        let alignment = patch.alignment(of: expected.corners, limit: 6000)
        return agreement(of: alignment, cells(of: alignment, patch, expected.corners), under: .identity)
    }

    static let columns = 8, rows = 6

    /// The cell of the page that each sample lies in.
    func cells(of alignment: Alignment, _ patch: Patch, _ corners: Quad) -> [UInt16] {
        let count = Self.columns * Self.rows
        guard let modelFromPicture = Homography(from: corners, to: reference.outline),
            let modelFromPatch = modelFromPicture * patch.pictureFromPatch
        else { return alignment.cells(count: count) { _ in nil } }
        let scaleX = Double(Self.columns) / Double(reference.modelWidth)
        let scaleY = Double(Self.rows) / Double(reference.modelHeight)
        return alignment.cells(count: count) { point in
            guard let model = modelFromPatch(point) else { return nil }
            let (column, row) = (Int((model.x + 0.5) * scaleX), Int((model.y + 0.5) * scaleY))
            guard (0..<Self.columns).contains(column), (0..<Self.rows).contains(row) else { return nil }
            return row * Self.columns + column
        }
    }

    /// How far the picture agrees with the reference.
    struct Agreement {
        let cells: [(correlation: Double, samples: Int)]

        /// Cells with enough contrast to be compared.
        private var compared: [(correlation: Double, samples: Int)] { cells.filter { $0.samples >= 12 } }
        private var samples: Double { Double(max(1, compared.reduce(0) { $0 + $1.samples })) }
        private var alike: [(correlation: Double, samples: Int)] { compared.filter { $0.correlation > 0.55 } }

        var agreeing: Int { alike.count }
        /// The share of the samples that lie in cells which agree.
        var share: Double { Double(alike.reduce(0) { $0 + $1.samples }) / samples }
        /// The cells that do not touch the page's edge.
        var inner: Agreement {
            Agreement(
                cells: cells.enumerated().filter { index, _ in
                    let (column, row) = (index % PageMeasurer.columns, index / PageMeasurer.columns)
                    return (1..<PageMeasurer.columns - 1).contains(column) && (1..<PageMeasurer.rows - 1).contains(row)
                }.map(\.element))
        }

        /// The mean correlation.
        var mean: Double { compared.reduce(0) { $0 + $1.correlation * Double($1.samples) } / samples }
    }

    func agreement(
        of alignment: Alignment, _ cells: [UInt16], under seenFromExpected: Homography
    ) -> Agreement {
        Agreement(
            cells: alignment.correlations(
                under: seenFromExpected, cells: cells, cellCount: Self.columns * Self.rows))
    }
}
