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
