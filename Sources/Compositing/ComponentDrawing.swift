internal import CPixelKernels
internal import Geometry

/// Scratch memory for one row of samples of a clip's frame.
@safe final class RowBuffers {
    let visible, over, outline, alpha, picture: UnsafeMutablePointer<Float>
    let touched: UnsafeMutablePointer<UInt8>

    init(width: Int) {
        // Up to three samples outside the row, one step behind them, and kernels that round up to eight.
        let capacity = (width + 32 + 15) / 16 * 16
        unsafe visible = .allocate(capacity: 5 * capacity)
        unsafe visible.initialize(repeating: 0, count: 5 * capacity)
        unsafe (over, outline) = (visible + capacity, visible + 2 * capacity)
        unsafe (alpha, picture) = (visible + 3 * capacity, visible + 4 * capacity)
        unsafe touched = .allocate(capacity: capacity)
    }

    deinit {
        unsafe visible.deallocate()
        unsafe touched.deallocate()
    }
}

/// A stretch of samples of one row that is ready to be blended.
@safe struct DrawnSpan {
    let row, x, count: Int
    let codes, alpha: UnsafePointer<Float>
}

/// Draws one component of one part of a picture, a row at a time.
struct ComponentDrawing {
    let pyramid: ComponentPyramid
    let map: TextureMap
    let coverage: PartCoverage
    let opacity: Float
    let isPortable: Bool

    /// Samples and rows that share a filter.
    private static let tileWidth = 32
    private static let tileHeight = 16

    /// How the samples of a tile are found: the level's texture, which the pyramid keeps alive, where its texels lie, and
    /// which taps of the list of all are the tile's.
    @safe private struct Tile {
        let texture: pixel_texture
        let place: SampleFilter.Place
        let firstTap, tapCount: Int
    }

    /// Calls `blend` with the covered samples of each row, from the top to the bottom.
    func draw(_ rows: RowBuffers, blend: (DrawnSpan) -> Void) {
        var tiles = [Tile?](repeating: nil, count: coverage.width / Self.tileWidth + 1)
        var taps: [pixel_tap] = []
        var band = -1
        for row in coverage.rowRange {
            if row / Self.tileHeight != band {
                band = row / Self.tileHeight
                for index in tiles.indices { tiles[index] = nil }
                taps.removeAll(keepingCapacity: true)
            }
            guard let covered = findAlpha(row: row, rows) else { continue }
            var x = covered.lowerBound
            while x < covered.upperBound {
                let column = x / Self.tileWidth
                let end = min(covered.upperBound, (column + 1) * Self.tileWidth)
                if unsafe coverage.over == nil || !isClear(rows.alpha + (x - coverage.sampleRange.lowerBound), end - x)
                {
                    let tile = tiles[column] ?? makeTile(column: column, band: band, &taps)
                    tiles[column] = tile
                    warp(tile, taps, row: row, x..<end, rows)
                }
                x = end
            }
            let start = covered.lowerBound - coverage.sampleRange.lowerBound
            unsafe blend(
                DrawnSpan(
                    row: row, x: covered.lowerBound, count: covered.count, codes: rows.picture + start,
                    alpha: rows.alpha + start))
        }
    }

    /// Fills a row's alpha and returns the samples from the first to the last that is not clear.
    private func findAlpha(row: Int, _ rows: RowBuffers) -> Range<Int>? {
        let first = coverage.sampleRange.lowerBound
        let count = coverage.sampleRange.count
        func cover(_ edges: [pixel_edge], _ result: UnsafeMutablePointer<Float>) {
            unsafe pixel_cover_row(
                edges, Int32(edges.count), Double(row), Int32(first), Int32(count), rows.touched, result)
        }
        unsafe cover(coverage.visible, rows.visible)
        if let edges = coverage.outline { unsafe cover(edges, rows.outline) }
        let outline = unsafe coverage.outline == nil ? nil : rows.outline
        if let edges = coverage.over {
            unsafe cover(edges, rows.over)
            unsafe pixel_alpha_under(rows.visible, rows.over, opacity, Int32(count), rows.alpha)
            if unsafe outline != nil { unsafe pixel_alpha_over(rows.alpha, outline, 1, Int32(count), rows.alpha) }
        } else {
            unsafe pixel_alpha_over(rows.visible, outline, opacity, Int32(count), rows.alpha)
        }
        var (low, high) = (max(0, first), min(coverage.width, coverage.sampleRange.upperBound))
        while unsafe low < high && rows.alpha[low - first] <= 0 { low += 1 }
        while unsafe low < high && rows.alpha[high - 1 - first] <= 0 { high -= 1 }
        return low < high ? low..<high : nil
    }

    private func isClear(_ alpha: UnsafeMutablePointer<Float>, _ count: Int) -> Bool {
        for index in 0..<count where unsafe alpha[index] > 0 { return false }
        return true
    }

    private func makeTile(column: Int, band: Int, _ taps: inout [pixel_tap]) -> Tile {
        let middle = Point2(
            (Double(column) + 0.5) * Double(Self.tileWidth) - 0.5, (Double(band) + 0.5) * Double(Self.tileHeight) - 0.5)
        let filter = map.filter(at: middle, levels: pyramid.levels)
        let start = taps.count
        filter.appendTaps(to: &taps)
        return unsafe Tile(
            texture: pyramid.level(filter.level).texture, place: filter.place, firstTap: start,
            tapCount: taps.count - start)
    }

    private func warp(_ tile: Tile, _ taps: [pixel_tap], row: Int, _ samples: Range<Int>, _ rows: RowBuffers) {
        let middle = samples.count / 2
        let line = map.line(
            at: Point2(Double(samples.lowerBound + middle), Double(row)), middle: middle, place: tile.place)
        let codes = unsafe rows.picture + (samples.lowerBound - coverage.sampleRange.lowerBound)
        var texture = unsafe tile.texture
        // Taken out of `self`, which would be copied into the closure.
        let (scale, isPortable) = (pyramid.scale, isPortable)
        unsafe taps.withUnsafeBufferPointer { taps in
            guard let first = taps.baseAddress else { return }
            unsafe pixel_warp_span(
                &texture, line, first + tile.firstTap, Int32(tile.tapCount), scale, Int32(samples.count), isPortable,
                codes)
        }
    }
}
