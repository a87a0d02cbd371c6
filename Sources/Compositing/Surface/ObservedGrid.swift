internal import CPixelKernels
internal import Geometry
internal import Imaging

/// A plane of floats.
@safe final class FloatPlane {
    let width, height: Int
    private let base: UnsafeMutablePointer<Float>

    init(width: Int, height: Int, filledWith value: Float = 0) {
        (self.width, self.height) = (width, height)
        // Kernels round up to eight.
        let capacity = width * height + 16
        unsafe base = .allocate(capacity: capacity)
        unsafe base.initialize(repeating: value, count: capacity)
    }

    deinit { unsafe base.deallocate() }

    /// A row; rows outside are the outermost.
    func row(_ y: Int) -> UnsafeMutablePointer<Float> { unsafe base + min(max(y, 0), height - 1) * width }

    var values: [Float] { unsafe Array(UnsafeBufferPointer(start: base, count: width * height)) }
}

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
        let plane = FloatPlane(width: width, height: height)
        let (place, block) = (frame.format.components[component], blocks[component])
        let (step, shift) = (Int32(place.step), Int32(frame.format.shift))
        let (columns, rows) = (Int32(block.columns), Int32(block.rows))
        unsafe frame.withPlane(place.plane) { base, stride in
            for y in 0..<height {
                let offset = place.offset + block.x * place.step
                let line = unsafe base + (block.y + y * block.rows) * stride
                if frame.format.bytesPerSample == 2 {
                    unsafe pixel_mean_row_u16(
                        line.assumingMemoryBound(to: UInt16.self) + offset, stride, step, shift, columns, rows,
                        Int32(width), plane.row(y))
                } else {
                    unsafe pixel_mean_row_u8(
                        line.assumingMemoryBound(to: UInt8.self) + offset, stride, step, columns, rows, Int32(width),
                        plane.row(y))
                }
            }
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
