internal import CPixelKernels

/// Tells gain from glare over a page.
///
/// Frame = gain · page + glare, in light, both running smoothly over nodes; glare is never negative. What a node's samples
/// say is in its sums; smoothness does the rest: least squares by conjugate gradients, started from the last solution.
struct LightSolver {
    let columns, rows: Int

    /// What a bend of the gain costs, what one of the glare, and glare itself, in samples of mean light.
    private static let gainStiffness: Float = 2000
    private static let glareStiffness: Float = 1
    private static let glareCost: Float = 0.05
    private static let mostSteps = 40, mostRounds = 8

    var count: Int { columns * rows }

    struct Solution {
        var gain, glare: [Float]
    }

    /// The squares of what the solution leaves unexplained, weighed.
    func residue(_ sums: [observe_sums], _ solution: Solution) -> Double {
        sums.indices.reduce(0) { total, node in
            let (s, l, a) = (sums[node], Double(solution.gain[node]), Double(solution.glare[node]))
            let linear = Double(s.ff) - 2 * l * Double(s.pf) - 2 * a * Double(s.f)
            return total + max(0, linear + l * l * Double(s.pp) + 2 * l * a * Double(s.p) + a * a * Double(s.w))
        }
    }

    /// Where the drawing can be seen whatever lies on it: what is printed shows in the steps from sample to sample, by as much
    /// as the gain says. A thing in front does not let it through; glare does.
    ///
    /// - Parameter sums: of all samples that may show the page, whatever the light.
    func showsDrawing(_ sums: [observe_sums]) -> [Bool] {
        let seen = sums.reduce((p: Float(0), f: Float(0))) { ($0.p + $1.p, $0.f + $1.f) }
        let gain = seen.p > 0 ? seen.f / seen.p : 1
        return sums.map { s in
            guard s.step_pp > Self.leastContrast * s.w, s.w > 0 else { return false }
            return s.step_pf > 0.4 * gain * s.step_pp && s.step_pf * s.step_pf > 0.25 * s.step_pp * s.step_ff
        }
    }

    /// Where it is so bright that glare is likely, printed or not.
    func isBright(_ sums: [observe_sums]) -> [Bool] { sums.map { $0.w == 0 || $0.f / $0.w > Self.bright } }

    /// Mean light from which on glare is likely, and the mean square of the steps in what is printed from which on it can be
    /// recognised.
    private static let bright: Float = 0.7, leastContrast: Float = 1e-5

    /// - Parameter mayGlare: the nodes that may have glare.
    func solve(_ sums: [observe_sums], from start: Solution?, mayGlare: [Bool]) -> Solution {
        var solution =
            start ?? Solution(gain: Array(repeating: 1, count: count), glare: Array(repeating: 0, count: count))
        var isFree = mayGlare
        for node in 0..<count where !isFree[node] { solution.glare[node] = 0 }
        // Glare that would be negative is none, and what turns out to be wanted is free again (non-negative least squares by
        // an active set).
        for _ in 0..<Self.mostRounds {
            descend(sums, &solution, isFree)
            var isSettled = true
            for node in 0..<count where solution.glare[node] < 0 {
                (solution.glare[node], isFree[node], isSettled) = (0, false, false)
            }
            if isSettled {
                let pull = applied(sums, solution, mayGlare)
                for node in 0..<count where mayGlare[node] && !isFree[node] {
                    guard sums[node].f - pull.glare[node] > 1e-3 * (sums[node].w + 1) else { continue }
                    (isFree[node], isSettled) = (true, false)
                }
            }
            if isSettled { break }
        }
        for node in 0..<count { solution.glare[node] = max(solution.glare[node], 0) }
        return solution
    }

    private func descend(_ sums: [observe_sums], _ x: inout Solution, _ isFree: [Bool]) {
        // Preconditioned by the diagonal.
        let gainScale = sums.map { 1 / ($0.pp + 20 * Self.gainStiffness + 1e-3) }
        let glareScale = sums.map { 1 / ($0.w + 20 * Self.glareStiffness + Self.glareCost) }
        var residual = applied(sums, x, isFree)
        for node in 0..<count {
            residual.gain[node] = sums[node].pf - residual.gain[node]
            residual.glare[node] = isFree[node] ? sums[node].f - residual.glare[node] : 0
        }
        func scaled(_ r: Solution) -> Solution {
            Solution(gain: zip(r.gain, gainScale).map(*), glare: zip(r.glare, glareScale).map(*))
        }
        func dot(_ a: Solution, _ b: Solution) -> Float {
            zip(a.gain, b.gain).reduce(0) { $0 + $1.0 * $1.1 } + zip(a.glare, b.glare).reduce(0) { $0 + $1.0 * $1.1 }
        }
        var direction = scaled(residual)
        var size = dot(residual, direction)
        let goal = size * 1e-6 + 1e-12
        for _ in 0..<Self.mostSteps where size > goal {
            let image = applied(sums, direction, isFree)
            let curvature = dot(direction, image)
            guard curvature > 0 else { return }
            let step = size / curvature
            for node in 0..<count {
                x.gain[node] += step * direction.gain[node]
                x.glare[node] += step * direction.glare[node]
                residual.gain[node] -= step * image.gain[node]
                residual.glare[node] -= step * image.glare[node]
            }
            let next = scaled(residual)
            let nextSize = dot(residual, next)
            let share = nextSize / size
            for node in 0..<count {
                direction.gain[node] = next.gain[node] + share * direction.gain[node]
                direction.glare[node] = next.glare[node] + share * direction.glare[node]
            }
            size = nextSize
        }
    }

    /// The normal equations' matrix times a vector; glare that is not free stays out.
    private func applied(_ sums: [observe_sums], _ x: Solution, _ isFree: [Bool]) -> Solution {
        var result = Solution(gain: bend(x.gain, Self.gainStiffness), glare: bend(x.glare, Self.glareStiffness))
        for node in 0..<count {
            let s = sums[node]
            result.gain[node] += s.pp * x.gain[node] + s.p * x.glare[node] + 1e-3 * x.gain[node]
            result.glare[node] =
                isFree[node]
                ? result.glare[node] + s.p * x.gain[node] + (s.w + Self.glareCost) * x.glare[node] : 0
        }
        return result
    }

    /// The gradient of half the sum of squared second differences, along both axes and across.
    private func bend(_ field: [Float], _ stiffness: Float) -> [Float] {
        var result = Array(repeating: Float(0), count: count)
        func add(_ a: Int, _ b: Int, _ c: Int) {
            let bend = stiffness * (field[a] - 2 * field[b] + field[c])
            result[a] += bend
            result[b] -= 2 * bend
            result[c] += bend
        }
        for y in 0..<rows {
            for x in 0..<columns {
                let node = y * columns + x
                if x > 0 && x + 1 < columns { add(node - 1, node, node + 1) }
                if y > 0 && y + 1 < rows { add(node - columns, node, node + columns) }
                if x + 1 < columns && y + 1 < rows {
                    let (right, below) = (node + 1, node + columns)
                    let twist = stiffness * (field[node] - field[right] - field[below] + field[below + 1])
                    result[node] += twist
                    result[right] -= twist
                    result[below] -= twist
                    result[below + 1] += twist
                }
            }
        }
        return result
    }
}
