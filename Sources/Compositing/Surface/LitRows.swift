internal import CPixelKernels

/// What light makes of an observed page, row by row.
final class LitRows {
    private let page: ObservedPage
    private let solver: LightSolver
    private let perSample: Float
    private let fields: FieldRows
    let gain, glare, luma, chroma: RowBuffer

    /// - Parameter perSample: nodes from one sample of the page to the next.
    init(_ page: ObservedPage, solver: LightSolver, perSample: Float) {
        (self.page, self.solver, self.perSample) = (page, solver, perSample)
        fields = FieldRows(columns: solver.columns, rows: solver.rows)
        (gain, glare) = (RowBuffer(width: page.width), RowBuffer(width: page.width))
        (luma, chroma) = (RowBuffer(width: page.width), RowBuffer(width: page.width))
    }

    /// The node to which a sample belongs.
    func node(x: Int, y: Int) -> Int {
        min(Int(Float(y) * perSample + 0.5), solver.rows - 1) * solver.columns
            + min(Int(Float(x) * perSample + 0.5), solver.columns - 1)
    }

    /// Sums of each node over the page.
    func sums(weights: FloatPlane) -> [observe_sums] {
        var sums = Array(repeating: observe_sums(), count: solver.count)
        for y in 0..<page.height {
            let first = node(x: 0, y: y)
            unsafe sums.withUnsafeMutableBufferPointer { sums in
                guard let base = sums.baseAddress else { return }
                unsafe observe_add_sums(
                    page.frame[0].row(y), page.drawing[0].row(y), weights.row(y), page.scale.black, page.range, 0,
                    perSample, Int32(solver.columns), Int32(page.width), base + first)
            }
        }
        return sums
    }

    /// Weights by how well a solution explains each sample.
    func reweighed(_ weights: FloatPlane, _ solution: LightSolver.Solution, tolerance: Float) -> FloatPlane {
        let result = FloatPlane(width: page.width, height: page.height)
        for y in 0..<page.height {
            fill(solution, row: y)
            unsafe observe_reweigh(
                page.frame[0].row(y), page.drawing[0].row(y), gain.at(0), glare.at(0), weights.row(y), page.scale.black,
                page.range, page.saturated, tolerance, Int32(page.width), result.row(y))
        }
        return result
    }

    /// The luma, or the first component, that a solution expects; `gain` and `glare` are filled too.
    func lit(_ solution: LightSolver.Solution, row y: Int) -> UnsafeMutablePointer<Float> {
        fill(solution, row: y)
        unsafe pixel_light_luma_row(
            page.drawing[0].row(y), gain.at(0), glare.at(0), page.scale.black, page.range, Int32(page.width),
            luma.at(0))
        return unsafe luma.at(0)
    }

    /// The chroma that goes with the luma that was asked for last.
    func litChroma(component: Int, cast: Float, row y: Int) {
        unsafe pixel_light_chroma_row(
            page.drawing[component].row(y), page.drawing[0].row(y), gain.at(0), glare.at(0), page.scale.black,
            page.range, page.middle, cast, Int32(page.width), chroma.at(0))
    }

    private func fill(_ solution: LightSolver.Solution, row y: Int) {
        for (values, row) in [(solution.gain, gain), (solution.glare, glare)] {
            fields.fill(
                row, from: values, down: Double(y) * Double(perSample), first: 0, perSample: Double(perSample),
                0..<page.width)
        }
    }
}
