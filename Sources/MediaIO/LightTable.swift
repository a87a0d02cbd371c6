internal import CPixelKernels

/// A function in a table, for the row loops of `CPixelKernels`.
struct LightTable: Sendable {
    private let values: [Float]
    private let scale: Double

    /// - Parameters:
    ///   - end: the table goes from 0 to here.
    ///   - steps: how many parts it has.
    init(upTo end: Double, steps: Int, _ function: (Double) -> Double) {
        scale = Double(steps) / end
        values = (0...steps).map { Float(function(Double($0) / Double(steps) * end)) }
    }

    /// Lends the table to `body`.
    func withCurve(_ body: (px_curve) -> Void) {
        unsafe values.withUnsafeBufferPointer { table in
            guard let base = table.baseAddress else { return }
            unsafe body(px_curve(values: base, count: Int32(table.count), scale: Float(scale)))
        }
    }
}
