internal import Geometry

extension ClipObservations {
    /// Removes measurements that contradict those before and after: a corner does not leave its path for one frame and return.
    ///
    /// A quadratic in time is fitted to seven frames by least absolute deviations (iteratively reweighted least squares);
    /// what lies far from it, by the measure of what the others lie off, and agrees less than they do, was a mistake.
    mutating func removeOutliers(of reference: Int) {
        var outliers: [Int] = []
        for frame in ticks.indices {
            guard let here = self[reference, frame] else { continue }
            let window = self.window(of: reference, about: frame, count: Self.windowFrames)
            guard window.count == Self.windowFrames else { continue }
            let others = window.filter { $0 != frame }.compactMap { self[reference, $0] }
            let merits = others.map(\.merit).sorted()
            guard here.merit < merits[merits.count / 2] else { continue }
            let distances = distancesFromPath(
                window.compactMap { self[reference, $0]?.corners }, at: window.map { Double($0) })
            let sorted = distances.sorted()
            guard let position = window.firstIndex(of: frame) else { continue }
            let usual = sorted[sorted.count / 2]
            if distances[position] > max(Self.leastDistance, 5 * usual, 3 * here.sigma) { outliers.append(frame) }
        }
        for frame in outliers { remove(reference, at: frame) }
    }

    /// A quadratic passes through three of any frames: of five, half would lie on it by chance. At the ends of a stretch the window
    /// lies to one side.
    private static let windowFrames = 7
    /// Distance in pixels from which a measurement may be an outlier.
    private static let leastDistance = 3.0

    /// The `count` frames of one shot, without a gap, that lie nearest about `frame`: fewer where the stretch is shorter.
    private func window(of reference: Int, about frame: Int, count: Int) -> [Int] {
        func continues(into next: Int) -> Bool {
            self[reference, next - 1] != nil && self[reference, next] != nil && !isCut[next]
        }
        var (low, high) = (frame, frame)
        while low > 0, frame - low < count - 1, continues(into: low) { low -= 1 }
        while high + 1 < ticks.count, high - frame < count - 1, continues(into: high + 1) { high += 1 }
        let first = max(low, min(frame - count / 2, high - count + 1))
        return Array(first...min(high, first + count - 1))
    }

    /// How far each of `quads` lies from the path that most of them follow, in pixels: its worst corner.
    private func distancesFromPath(_ quads: [Quad], at times: [Double]) -> [Double] {
        let origin = times[times.count / 2]
        let bases = times.map { [1, ($0 - origin), ($0 - origin) * ($0 - origin)] }
        var distances = [Double](repeating: 1, count: quads.count)
        for _ in 0..<8 {
            var normal = SquareMatrix(size: 3)
            let weights = distances.map { 1 / max($0, 0.2) }
            for (basis, weight) in zip(bases, weights) { normal.addOuterProduct(of: basis, weight: weight) }
            var worst = [Double](repeating: 0, count: quads.count)
            for corner in 0..<4 {
                let points = quads.map { $0.corners[corner] }
                func fit(_ values: [Double]) -> [Double]? {
                    normal.solve(
                        (0..<3).map { k in zip(values, zip(bases, weights)).reduce(0) { $0 + $1.0 * $1.1.0[k] * $1.1.1 }
                        })
                }
                guard let x = fit(points.map(\.x)), let y = fit(points.map(\.y)) else { return distances }
                for (index, basis) in bases.enumerated() {
                    func value(_ c: [Double]) -> Double { zip(c, basis).reduce(0) { $0 + $1.0 * $1.1 } }
                    worst[index] = max(worst[index], (points[index] - Point2(value(x), value(y))).length)
                }
            }
            distances = worst
        }
        return distances
    }
}
