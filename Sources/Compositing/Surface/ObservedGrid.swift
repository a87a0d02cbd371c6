internal import CPixelKernels
internal import Geometry
internal import Imaging

/// The part of a frame in which a page lies, seen coarsely enough to be looked through quickly: each sample is the mean of a
/// block of the frame's.
struct ObservedGrid {
    /// Size in blocks.
    let width, height: Int
    /// For each component where its samples lie, and the block that is one of them.
    let grids: [SampleGrid]
    private let blocks: [Block]

    private struct Block { let x, y, columns, rows: Int }

    /// The longer side of the page is seen with about this many samples.
    private static let detail = 320.0
    /// Blocks around the page that are looked at as well.
    private static let margin = 3
    /// Pages that are smaller tell nothing.
    private static let leastSide = 8

    /// The part around `outline`, in pixels of the frame; `nil` where too little of it is in the frame.
    init?(around outline: [Point2], format: PixelFormat, grids frameGrids: [SampleGrid], width: Int, height: Int) {
        guard let left = outline.map(\.x).min(), let right = outline.map(\.x).max(),
            let top = outline.map(\.y).min(), let bottom = outline.map(\.y).max(),
            [left, right, top, bottom].allSatisfy({ $0.isFinite })
        else { return nil }
        // A block holds whole samples of every component.
        let coarse = max(2, 1 << max(format.log2ChromaWidth, format.log2ChromaHeight))
        let block = coarse * max(1, Int((max(right - left, bottom - top) / Self.detail / Double(coarse)).rounded(.up)))
        func span(_ low: Double, _ high: Double, _ size: Int) -> Range<Int> {
            let first = max(Int(max(low, 0)) / block - Self.margin, 0)
            let last = Int(min(max(high, 0) + 1, Double(size))) / block + Self.margin
            return first..<max(first, min(last + 1, size / block))
        }
        let (columns, rows) = (span(left, right, width), span(top, bottom, height))
        guard columns.count >= Self.leastSide, rows.count >= Self.leastSide else { return nil }
        (self.width, self.height) = (columns.count, rows.count)
        blocks = frameGrids.indices.map { component in
            let isChroma = format.isChroma(component: component)
            let across = block >> (isChroma ? format.log2ChromaWidth : 0)
            let down = block >> (isChroma ? format.log2ChromaHeight : 0)
            return Block(x: columns.lowerBound * across, y: rows.lowerBound * down, columns: across, rows: down)
        }
        grids = zip(frameGrids, blocks).map { grid, block in
            grid.reduced(
                columns: block.columns, rows: block.rows, fromX: block.x, y: block.y, width: columns.count,
                height: rows.count)
        }
    }

    /// The means of a component of a frame.
    func means(of component: Int, in frame: Frame) -> FloatPlane {
        let (plane, block) = (FloatPlane(width: width, height: height), blocks[component])
        for y in 0..<height {
            unsafe frame.readMeans(
                of: component, x: block.x, y: block.y + y * block.rows, columns: block.columns, rows: block.rows,
                count: width, into: plane.row(y))
        }
        return plane
    }

    /// Where the samples lie in the frame, as nodes of a field.
    var nodes: FieldNodes {
        let origin = grids[0].place(x: 0, y: 0)
        return FieldNodes(
            originX: origin.x, originY: origin.y, spacing: grids[0].pitch.x, columns: width, rows: height)
    }
}
