internal import CPixelKernels

/// Fills rows from the nodes of a field, which runs straight from node to node. Keeps a row of scratch memory.
final class FieldRows {
    private let columns, rows: Int
    private let between: RowBuffer

    init(columns: Int, rows: Int) {
        (self.columns, self.rows) = (columns, rows)
        between = RowBuffer(width: columns)
    }

    convenience init(_ nodes: FieldNodes) { self.init(columns: nodes.columns, rows: nodes.rows) }

    /// Fills `row` for samples of a row of `grid`, where the field's nodes lie as `nodes` says; beyond the field its outermost
    /// nodes go on.
    func fill(
        _ row: RowBuffer, from values: [Float], at nodes: FieldNodes, grid: SampleGrid, y: Int, _ samples: Range<Int>
    ) {
        let first = grid.place(x: samples.lowerBound, y: y)
        fill(
            row, from: values, down: (first.y - nodes.originY) / nodes.spacing,
            first: (first.x - nodes.originX) / nodes.spacing, perSample: grid.pitch.x / nodes.spacing, samples)
    }

    /// Fills `row` for samples that lie `down` nodes below the field's first row, the first of them `first` nodes behind its
    /// first column, and `perSample` nodes apart.
    func fill(
        _ row: RowBuffer, from values: [Float], down: Double, first: Double, perSample: Double, _ samples: Range<Int>
    ) {
        let down = min(max(down, 0), Double(rows - 1))
        let upper = min(Int(down), max(rows - 2, 0))
        let lower = min(upper + 1, rows - 1)
        unsafe values.withUnsafeBufferPointer { values in
            guard let base = values.baseAddress else { return }
            unsafe pixel_between_rows(
                base + upper * columns, base + lower * columns, Float(down - Double(upper)), Int32(columns),
                between.at(0))
        }
        unsafe pixel_ramp_row(
            between.at(0), Int32(columns), Float(first), Float(perSample), Int32(samples.count),
            row.at(samples.lowerBound))
    }
}
