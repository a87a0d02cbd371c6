/// Scratch memory for one row of floats of a clip's frame, by the number of the sample.
@safe final class RowBuffer {
    /// Samples may lie this far before the row.
    static let margin = 16
    private let base: UnsafeMutablePointer<Float>

    init(width: Int) {
        // Kernels round up to eight, and sums reach one step behind the last sample.
        let capacity = (width + 2 * Self.margin + 32) / 16 * 16
        unsafe base = .allocate(capacity: capacity)
        unsafe base.initialize(repeating: 0, count: capacity)
    }

    deinit { unsafe base.deallocate() }

    /// The sample at `x`, and those behind it.
    func at(_ x: Int) -> UnsafeMutablePointer<Float> { unsafe base + (x + Self.margin) }

    func fill(_ samples: Range<Int>, with value: Float) {
        unsafe at(samples.lowerBound).update(repeating: value, count: samples.count)
    }
}
