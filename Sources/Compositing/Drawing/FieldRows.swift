internal import CPixelKernels

/// Fills rows of a grid from the nodes of a field. Keeps a row of scratch memory.
final class FieldRows {
    private let between: RowBuffer
    private let nodes: FieldNodes

    init(_ nodes: FieldNodes) {
        self.nodes = nodes
        between = RowBuffer(width: nodes.columns)
    }

    /// Fills `row` for samples of a row of `grid`; beyond the field its outermost nodes go on.
    func fill(_ row: RowBuffer, from values: [Float], grid: SampleGrid, y: Int, _ samples: Range<Int>) {
        let first = grid.place(x: samples.lowerBound, y: y)
        let down = min(max((first.y - nodes.originY) / nodes.spacing, 0), Double(nodes.rows - 1))
        let upper = min(Int(down), max(nodes.rows - 2, 0))
        let lower = min(upper + 1, nodes.rows - 1)
        unsafe values.withUnsafeBufferPointer { values in
            guard let base = values.baseAddress else { return }
            unsafe pixel_between_rows(
                base + upper * nodes.columns, base + lower * nodes.columns, Float(down - Double(upper)),
                Int32(nodes.columns), between.at(0))
        }
        unsafe pixel_ramp_row(
            between.at(0), Int32(nodes.columns), Float((first.x - nodes.originX) / nodes.spacing),
            Float(grid.pitch.x / nodes.spacing), Int32(samples.count), row.at(samples.lowerBound))
    }
}
