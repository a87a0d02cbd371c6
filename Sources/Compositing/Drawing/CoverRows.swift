internal import CPixelKernels

/// How far the samples of a row lie on a part of a picture, a row at a time.
@safe final class CoverRows {
    let coverage: PartCoverage
    /// The covered share of each sample.
    let cover: RowBuffer
    private let outline: RowBuffer
    private let touched: UnsafeMutablePointer<UInt8>

    init(_ coverage: PartCoverage) {
        self.coverage = coverage
        (cover, outline) = (RowBuffer(width: coverage.width), RowBuffer(width: coverage.width))
        unsafe touched = .allocate(capacity: coverage.width / 16 + 8)
    }

    deinit { unsafe touched.deallocate() }

    /// Fills `cover` for a row; returns the samples from the first to the last that is covered, if any is.
    func find(row: Int) -> Range<Int>? {
        guard coverage.rowRange.contains(row) else { return nil }
        fill(cover, coverage.visible, row)
        if let edges = coverage.outline {
            fill(outline, edges, row)
            for x in samples where unsafe outline.at(x).pointee <= 0 { unsafe cover.at(x).pointee = 0 }
        }
        var (low, high) = (samples.lowerBound, samples.upperBound)
        while unsafe low < high && cover.at(low).pointee <= 0 { low += 1 }
        while unsafe low < high && cover.at(high - 1).pointee <= 0 { high -= 1 }
        return low < high ? low..<high : nil
    }

    /// The samples inside the grid that may be covered.
    private var samples: Range<Int> { coverage.sampleRange.clamped(to: 0..<coverage.width) }

    private func fill(_ row: RowBuffer, _ edges: [pixel_edge], _ y: Int) {
        let first = coverage.sampleRange.lowerBound
        unsafe pixel_cover_row(
            edges, Int32(edges.count), Double(y), Int32(first), Int32(coverage.sampleRange.count), touched,
            row.at(first))
    }
}
