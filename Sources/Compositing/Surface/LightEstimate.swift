internal import CPixelKernels

/// Estimates the light on a page from frame to frame.
struct LightEstimate {
    private var last: (solver: LightSolver, solution: LightSolver.Solution)?
    /// The chroma of white for each code of its height.
    private var cast: (u: Float, v: Float)?

    /// The gain that the page mostly has: above 1 where its picture was registered darker than the clip shows it.
    private var level: Float?

    /// A film's white is at most this much brighter, as light, than the clip shows white at that level.
    private static let brightest: Float = 1.05
    /// Nodes along the longer side of the page.
    private static let density = 10.0
    /// Codes of an 8-bit clip that a page's colour may be off.
    private static let chromaTolerance: Float = 8
    /// Codes of an 8-bit clip that a sample may be off: wide, so that a poor start finds its way.
    private static let tolerance: Float = 30
    private static let rounds = 3
    /// Glare that makes the rest this much smaller is believed wholly, and from this on at all.
    private static let doubtful = 1.3, certain = 2.0

    /// - Parameter clear: how far each sample was clear of things in front, as far as that is known.
    mutating func field(for page: ObservedPage, clear: FloatPlane?) -> LightField {
        let spacing = max(Double(max(page.width, page.height)) / Self.density, 2)
        let columns = max(2, Int((Double(page.width) / spacing).rounded(.up)) + 1)
        let rows = max(2, Int((Double(page.height) / spacing).rounded(.up)) + 1)
        let solver = LightSolver(columns: columns, rows: rows)
        let perSample = Float(1 / spacing)
        let weights = likeness(page)
        let start = last.flatMap { $0.solver.columns == columns && $0.solver.rows == rows ? $0.solution : nil }
        let lit = LitRows(page, solver: solver, perSample: perSample)
        let all = lit.sums(weights: weights)
        let isShown = solver.showsDrawing(all)
        let mayGlare = zip(isShown, solver.isBright(all)).map { $0 || $1 }
        if let clear { discount(weights, clear, isShown, lit) }
        var sums = lit.sums(weights: initial(weights, page))
        var best = solver.solve(sums, from: start, mayGlare: mayGlare)
        for _ in 0..<Self.rounds {
            sums = lit.sums(weights: lit.reweighed(weights, best, tolerance: Self.tolerance * page.unit))
            best = solver.solve(sums, from: best, mayGlare: mayGlare)
        }
        let plain = solver.solve(sums, from: best, mayGlare: mayGlare.map { _ in false })
        let gain = (solver.residue(sums, plain) + 1e-6) / (solver.residue(sums, best) + 1e-6)
        let trust = Float(min(max((gain - Self.doubtful) / (Self.certain - Self.doubtful), 0), 1))
        best.gain = zip(plain.gain, best.gain).map { $0 + ($1 - $0) * trust }
        best.glare = best.glare.map { $0 * trust }
        level(&best, page, weights)
        let mean = best.gain.reduce(0, +) / Float(max(best.gain.count, 1))
        level = level.map { $0 + (mean - $0) * 0.03 } ?? mean
        last = (solver, best)
        let nodes = page.grid.nodes
        learnCast(page, weights, lit, best)
        return LightField(
            nodes: FieldNodes(
                originX: nodes.originX, originY: nodes.originY, spacing: nodes.spacing * spacing, columns: columns,
                rows: rows), gain: best.gain, glare: best.glare, castU: cast?.u ?? 0, castV: cast?.v ?? 0,
            range: page.range, filmShare: min(1, Self.brightest / max(level ?? 1, 0.1)))
    }

    /// Takes glare that lies on all of the page for gain: fine lines that come out paler than they are printed look like it.
    private func level(_ solution: inout LightSolver.Solution, _ page: ObservedPage, _ weights: FloatPlane) {
        let floor = solution.glare.sorted()[solution.glare.count / 4]
        guard floor > 0 else { return }
        var (sum, total) = (Float(0), Float(1e-6))
        for y in 0..<page.height {
            let (row, weight) = unsafe (page.drawing[0].row(y), weights.row(y))
            for x in 0..<page.width {
                let height = unsafe max(row[x] - page.scale.black, 0) / page.range
                let light = height * height
                unsafe sum += weight[x] * light
                unsafe total += weight[x] * light * light
            }
        }
        // What gain makes up best for it, over all of the page.
        let share = min(sum / total, 10)
        solution.gain = solution.gain.map { $0 + floor * share }
        solution.glare = solution.glare.map { max(0, $0 - floor) }
    }

    /// How sure it is that each sample shows the page, whatever the light.
    private func likeness(_ page: ObservedPage) -> FloatPlane {
        let result = FloatPlane(width: page.width, height: page.height)
        let chroma = observe_chroma(
            black: page.scale.black, middle: page.middle, cast_u: cast?.u ?? 0, cast_v: cast?.v ?? 0,
            tolerance: Self.chromaTolerance * page.unit)
        for y in 0..<page.height {
            let (u, v) = unsafe page.hasChroma ? (page.frame[1].row(y), page.frame[2].row(y)) : (nil, nil)
            let (pageU, pageV) = unsafe page.hasChroma ? (page.drawing[1].row(y), page.drawing[2].row(y)) : (nil, nil)
            unsafe observe_likeness(
                chroma, page.cover.row(y), page.frame[0].row(y), u, v, page.drawing[0].row(y), pageU, pageV,
                Int32(page.width), result.row(y))
        }
        return result
    }

    /// Takes weight off what was hidden a frame ago, but where the drawing shows again.
    private func discount(_ weights: FloatPlane, _ clear: FloatPlane, _ isShown: [Bool], _ lit: LitRows) {
        for y in 0..<weights.height {
            let (row, seen) = unsafe (weights.row(y), clear.row(y))
            for x in 0..<weights.width where !isShown[lit.node(x: x, y: y)] { unsafe row[x] *= max(seen[x], 0.02) }
        }
    }

    /// The weights to begin with: the parts of the page that are so bright that many of their samples are as bright as can
    /// be say nothing of the light.
    private func initial(_ weights: FloatPlane, _ page: ObservedPage) -> FloatPlane {
        let bins = Int(OBSERVE_BINS)
        var (all, bright) = (Array(repeating: Float(0), count: bins), Array(repeating: Float(0), count: bins))
        for y in 0..<page.height {
            unsafe observe_saturation(
                page.frame[0].row(y), page.drawing[0].row(y), weights.row(y), page.scale.black, page.range,
                page.saturated, Int32(page.width), &all, &bright)
        }
        let tells = zip(all, bright).map { $1 < 0.25 * $0 }
        let told = zip(all, tells).reduce(Float(0)) { sum, bin in bin.1 ? sum + bin.0 : sum }
        guard told > 50, tells.contains(false) else { return weights }
        let result = FloatPlane(width: page.width, height: page.height)
        for y in 0..<page.height {
            let (source, target) = unsafe (weights.row(y), result.row(y))
            let (drawing, frame) = unsafe (page.drawing[0].row(y), page.frame[0].row(y))
            for x in 0..<page.width {
                let height = unsafe (drawing[x] - page.scale.black) / page.range * Float(bins)
                let bin = min(max(Int(height), 0), bins - 1)
                unsafe target[x] = tells[bin] && frame[x] < page.saturated ? source[x] : 0
            }
        }
        return result
    }

    /// Learns the light's own colour, slowly.
    private mutating func learnCast(
        _ page: ObservedPage, _ weights: FloatPlane, _ lit: LitRows, _ solution: LightSolver.Solution
    ) {
        guard page.hasChroma else { return }
        var (u, v, total) = (Float(0), Float(0), Float(1))
        for y in 0..<page.height {
            let luma = unsafe lit.lit(solution, row: y)
            let (weight, frameU, frameV) = unsafe (weights.row(y), page.frame[1].row(y), page.frame[2].row(y))
            lit.litChroma(component: 1, cast: 0, row: y)
            let expectedU = unsafe lit.chroma.at(0)
            for x in 0..<page.width {
                let height = unsafe luma[x] - page.scale.black
                unsafe u += weight[x] * height * (frameU[x] - expectedU[x])
                unsafe total += weight[x] * height * height
            }
            lit.litChroma(component: 2, cast: 0, row: y)
            for x in 0..<page.width {
                unsafe v += weight[x] * (luma[x] - page.scale.black) * (frameV[x] - expectedU[x])
            }
        }
        let new = (u: u / total, v: v / total)
        guard let old = cast else { return cast = new }
        cast = (old.u + (new.u - old.u) * 0.2, old.v + (new.v - old.v) * 0.2)
    }
}
