internal import CPixelKernels

/// Tells what lies in front of a page from how it differs from what the drawing and its light would show.
///
/// A difference is weighed against the camera's noise, what a slight shift of the page would make, and how far the drawing
/// itself is off, which is learnt. The evidence is smoothed along surfaces of one colour (the domain transform of Gastal and
/// Oliveira, 2011), so it ends where the thing ends.
struct FrontEstimate {
    /// How much more than expected a clear page differs.
    private var excess: Float = 1
    /// The most that it was, lately.
    private var worst: Float = 1

    /// Standard deviation of codes of an 8-bit clip, the share of its slope that a page may be shifted, and of its height.
    private static let noise: Float = 4, shift: Float = 0.4, share: Float = 0.045
    /// The part of its way by which a page's blur may be off.
    private static let blur: Float = 0.25
    /// Steps in things in front.
    private static let smoothness: Float = 6
    private static let most: Float = 40, threshold: Float = 12
    /// The excess from which on a page is compared roughly, and how far around each sample then.
    private static let rough: Float = 1.08, around = 2
    private static let forgetting: Float = 0.998
    /// Samples of a page's edge that tell nothing alone.
    private static let rim = 4
    /// The least that can be a thing in front: samples, and a share of the observed part of the frame.
    private static let leastSamples = 16, leastShare = 0.002
    /// The reach of smoothing, in samples, and the contrast over which it ends, in codes of an 8-bit clip.
    private static let reach: Float = 6, contrast: Float = 40
    private static let rounds = 2

    /// Evidence that something is in front.
    ///
    /// - Parameters:
    ///   - expected: what the light makes of the drawing.
    ///   - way: how far the page moves while the shutter is open, in samples: its blur is known less well then.
    mutating func evidence(_ page: ObservedPage, expected: [FloatPlane], way: Float) -> FloatPlane {
        var evidence = differences(page, expected, way)
        // Of a page that is half hidden, most of what is clear differs by less than about 2.
        let seen = min(max(typical(of: evidence, page) / 2, 1), 12)
        excess += (seen - excess) * (seen < excess ? 0.3 : 0.1)
        // A page that does not lie quite where it is said to, or is not as it was registered, is compared with the nearest of
        // what is printed around each sample.
        worst = max(worst * Self.forgetting, excess)
        let isRough = worst > Self.rough
        if isRough { evidence = differences(page, nearest(to: page.frame, in: expected), way) }
        let unit = page.unit * page.unit
        let texture = observe_texture(
            noise: Self.noise * Self.noise * unit, smooth: Self.smoothness * Self.smoothness * unit,
            share_squared: 0.16, most: 6, weight: 4 / ((1 + way) * (isRough ? worst : 1)))
        for y in 0..<page.height {
            let (row, cover) = unsafe (evidence.row(y), page.cover.row(y))
            for x in 0..<page.width {
                unsafe row[x] = min(row[x] / excess, Self.most) - Self.threshold
            }
            unsafe observe_add_steps(
                page.frame[0].row(y), page.frame[0].row(y + 1), expected[0].row(y), expected[0].row(y + 1), texture,
                Int32(page.width), row)
            for x in 0..<page.width where unsafe cover[x] < 0.98 { unsafe row[x] = 0 }
        }
        DomainTransform.smooth(
            evidence, along: page.frame, reach: Self.reach, contrast: Self.contrast * page.unit, rounds: Self.rounds)
        dropSpecks(evidence, page)
        // Where nothing speaks for or against it, nothing is in front.
        for y in 0..<page.height {
            let row = unsafe evidence.row(y)
            for x in 0..<page.width { unsafe row[x] -= FrontMatte.softness }
        }
        return evidence
    }

    /// The codes nearest to the frame's among those that are expected at a sample and around it.
    private func nearest(to frame: [FloatPlane], in expected: [FloatPlane]) -> [FloatPlane] {
        zip(frame, expected).map { frame, expected in
            let result = FloatPlane(width: frame.width, height: frame.height)
            for y in 0..<frame.height {
                let rows = unsafe (-Self.around...Self.around).map { unsafe expected.row(y + $0) }
                let (seen, target) = unsafe (frame.row(y), result.row(y))
                for x in 0..<frame.width {
                    var (low, high) = (Float.infinity, -Float.infinity)
                    for column in max(x - Self.around, 0)...min(x + Self.around, frame.width - 1) {
                        for row in unsafe rows.indices {
                            unsafe (low, high) = (min(low, rows[row][column]), max(high, rows[row][column]))
                        }
                    }
                    unsafe target[x] = min(max(seen[x], low), high)
                }
            }
            return result
        }
    }

    private func differences(_ page: ObservedPage, _ expected: [FloatPlane], _ way: Float) -> FloatPlane {
        let squares = FloatPlane(width: page.width, height: page.height)
        let noise = Self.noise * page.unit
        for component in expected.indices {
            let tolerance = observe_tolerance(
                noise: noise * noise, slope_squared: Self.shift * Self.shift + Self.blur * Self.blur * way * way,
                share_squared: Self.share * Self.share, weight: 3)
            for y in 0..<page.height {
                unsafe observe_add_difference(
                    page.frame[component].row(y), expected[component].row(y), expected[component].row(y - 1),
                    expected[component].row(y + 1), expected[0].row(y), page.scale.black, tolerance,
                    Int32(page.width), squares.row(y))
            }
        }
        return squares
    }

    /// What three of ten samples of the page stay below, to a hundredth.
    private func typical(of plane: FloatPlane, _ page: ObservedPage) -> Float {
        var counts = Array(repeating: 0, count: 2001)
        var total = 0
        for y in 0..<page.height {
            let (row, cover) = unsafe (plane.row(y), page.cover.row(y))
            for x in 0..<page.width where unsafe cover[x] > 0.98 {
                unsafe counts[Int(min(row[x] * 100, 2000))] += 1
                total += 1
            }
        }
        var sum = 0
        for (bin, count) in counts.enumerated() {
            sum += count
            if 10 * sum >= 3 * total { return Float(bin) / 100 }
        }
        return 0
    }

    /// Takes back what is too small to be a thing in front, lines that came out otherwise than they are printed, and what lies
    /// along an edge alone, where the paper is cut otherwise than its picture.
    private func dropSpecks(_ evidence: FloatPlane, _ page: ObservedPage) {
        let (width, height) = (page.width, page.height)
        let least = max(Self.leastSamples, Int(Self.leastShare * Double(width * height)))
        var isSeen = [Bool](repeating: false, count: width * height)
        for start in 0..<width * height where !isSeen[start] {
            guard unsafe evidence.row(start / width)[start % width] > FrontMatte.softness else { continue }
            var (found, next) = ([start], 0)
            isSeen[start] = true
            while next < found.count {
                let (x, y) = (found[next] % width, found[next] / width)
                next += 1
                for (i, j) in [(x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1)]
                where i >= 0 && j >= 0 && i < width && j < height && !isSeen[j * width + i] {
                    guard unsafe evidence.row(j)[i] > FrontMatte.softness else { continue }
                    isSeen[j * width + i] = true
                    found.append(j * width + i)
                }
            }
            guard found.count < least || !found.contains(where: { isDeep($0 % width, $0 / width, page) }) else {
                continue
            }
            for index in found { unsafe evidence.row(index / width)[index % width] = -Self.threshold }
        }
    }

    /// Whether a sample lies well inside the page.
    private func isDeep(_ x: Int, _ y: Int, _ page: ObservedPage) -> Bool {
        let depth = Self.rim
        guard x >= depth, y >= depth, x + depth < page.width, y + depth < page.height else { return true }
        return [(-depth, -depth), (depth, -depth), (-depth, depth), (depth, depth)].allSatisfy { offset in
            unsafe page.cover.row(y + offset.1)[x + offset.0] > 0.98
        }
    }
}
