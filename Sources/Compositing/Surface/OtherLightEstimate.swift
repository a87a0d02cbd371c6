internal import CPixelKernels

extension OtherLight {
    /// Blocks around each that are looked through for one that shows no page: first near, then farther away.
    private static let reaches = [2, 6]

    /// Takes the light of what shows no page from around it.
    ///
    /// - Parameter evidence: that something is in front of the page, where it was looked for.
    init(beside page: ObservedPage, evidence: FloatPlane?) {
        let (width, height) = (page.width, page.height)
        var light = Array(repeating: Float(0), count: width * height)
        var weight = light
        for y in 0..<height {
            let (luma, cover, front) = unsafe (page.frame[0].row(y), page.cover.row(y), evidence?.row(y))
            for x in 0..<width {
                let isFront = unsafe (front.map { unsafe $0[x] } ?? 0) > 2 * FrontMatte.softness
                guard unsafe cover[x] < 0.01 || isFront else { continue }
                let level = unsafe max(luma[x] - page.scale.black, 0) / page.range
                (light[y * width + x], weight[y * width + x]) = (level * level, 1)
            }
        }
        var result = Array(repeating: Float(-1), count: width * height)
        for reach in Self.reaches {
            let sums = Self.box(light, width, height, reach), shares = Self.box(weight, width, height, reach)
            for index in result.indices where result[index] < 0 && shares[index] > 0.5 {
                result[index] = sums[index] / shares[index]
            }
        }
        self.init(nodes: page.grid.nodes, light: result, range: page.range)
    }

    /// Sums over squares of 2 · `reach` + 1 samples a side.
    private static func box(_ plane: [Float], _ width: Int, _ height: Int, _ reach: Int) -> [Float] {
        var across = plane, result = plane
        for y in 0..<height {
            let row = y * width
            var sum = plane[row..<row + min(reach, width)].reduce(0, +)
            for x in 0..<width {
                if x + reach < width { sum += plane[row + x + reach] }
                if x > reach { sum -= plane[row + x - reach - 1] }
                across[row + x] = sum
            }
        }
        var sums = Array(repeating: Float(0), count: width)
        for y in 0..<min(reach, height) { for x in 0..<width { sums[x] += across[y * width + x] } }
        for y in 0..<height {
            for x in 0..<width {
                if y + reach < height { sums[x] += across[(y + reach) * width + x] }
                if y > reach { sums[x] -= across[(y - reach - 1) * width + x] }
                result[y * width + x] = sums[x]
            }
        }
        return result
    }
}
