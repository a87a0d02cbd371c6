internal import CPixelKernels
internal import Geometry
internal import Imaging

/// Learns a clip's noise from the even parts of its pages: how it grows with brightness, and how coarse it is.
struct GrainEstimate {
    /// What was learnt at one brightness: the mean of the frames' medians.
    private struct Level {
        var variance: Float = 0, neighbour: Float = 0, height: Float = 0
        var frames: Float = 0

        mutating func learn(_ seen: (variance: Float, neighbour: Float, height: Float)) {
            frames = min(frames + 1, GrainEstimate.memory)
            variance += (seen.variance - variance) / frames
            neighbour += (seen.neighbour - neighbour) / frames
            height += (seen.height - height) / frames
        }
    }

    private var luma = [Level](repeating: Level(), count: levelCount)
    private var chroma = Level()
    /// What the least varying parts of frames showed, as long as no part of the page was even.
    private var anywhere = Level()
    private var white: Float = 255
    private var pattern: GrainPattern?

    private static let levelCount = 8
    private static let memory: Float = 60
    /// Samples of a block, and pixels from one block to the next.
    private static let side = 8, pitch = 16
    /// Blocks of one brightness that a frame must have to be learnt from.
    private static let fewest = 4
    /// In an even part the drawing differs by no more than this, in a nearly even one by no more than that, in codes of an
    /// 8-bit clip.
    private static let evenness: Float = 3, slight: Float = 8
    /// The pattern is made anew when the correlation of neighbours has changed by this much.
    private static let noticeable = 0.08

    /// Learns from a frame.
    ///
    /// - Parameter evidence: that something is in front of the page, where it was looked for.
    mutating func learn(from frame: Frame, _ page: ObservedPage, evidence: FloatPlane?, grids: [SampleGrid]) {
        white = page.scale.black + page.range
        var blocks = [[observe_noise]](repeating: [], count: Self.levelCount)
        var chromaBlocks: [observe_noise] = []
        for place in evenPlaces(page, evidence) {
            guard let noise = Self.noise(of: 0, in: frame, grids[0], aroundX: place.x, y: place.y) else { continue }
            let height = (noise.mean - page.scale.black) / page.range
            guard height > 0.02, noise.mean < page.saturated - 4 * page.unit else { continue }
            blocks[min(Int(height * Float(Self.levelCount)), Self.levelCount - 1)].append(noise)
            guard page.hasChroma else { continue }
            if let noise = Self.noise(of: 1, in: frame, grids[1], aroundX: place.x, y: place.y) {
                chromaBlocks.append(noise)
            }
        }
        for (level, found) in blocks.enumerated() where found.count >= Self.fewest {
            luma[level].learn(Self.middle(found, black: page.scale.black))
        }
        if luma.allSatisfy({ $0.frames == 0 }) { learn(fromAllOf: frame, page, grids) }
        if chromaBlocks.count >= Self.fewest { chroma.learn(Self.middle(chromaBlocks, black: 0)) }
    }

    /// Where nothing of the page is even, the least that varies anywhere in the frame is noise.
    private mutating func learn(fromAllOf frame: Frame, _ page: ObservedPage, _ grids: [SampleGrid]) {
        var blocks: [observe_noise] = []
        let pitch = Self.pitch * max(1, frame.width / 640)
        for y in stride(from: Self.pitch, to: frame.height - Self.pitch, by: pitch) {
            for x in stride(from: Self.pitch, to: frame.width - Self.pitch, by: pitch) {
                guard let noise = Self.noise(of: 0, in: frame, grids[0], aroundX: Double(x), y: Double(y)) else {
                    continue
                }
                let height = (noise.mean - page.scale.black) / page.range
                if height > 0.1, height < 0.85 { blocks.append(noise) }
            }
        }
        guard blocks.count >= 10 * Self.fewest else { return }
        // A twentieth of all blocks of noise vary by less than 0.72 of their mean.
        let least = blocks.sorted { $0.variance < $1.variance }[blocks.count / 20]
        anywhere.learn((least.variance / 0.72, least.neighbour / 0.72, least.mean - page.scale.black))
    }

    /// Variance in codes² of what is middling bright; `nil` while nothing is known.
    var variance: Float? {
        let known = (luma + [anywhere]).filter { $0.frames > 0 }
        return known.isEmpty ? nil : known[known.count / 2].variance
    }

    /// What has been learnt, for a frame; `nil` while nothing has.
    ///
    /// - Parameter shift: differs from frame to frame.
    mutating func grain(shift: UInt64) -> Grain? {
        let even = luma.filter { $0.frames > 0 }
        let known = even.isEmpty ? [anywhere].filter { $0.frames > 0 } : even
        guard !known.isEmpty else { return nil }
        let (variance, neighbour) = known.reduce((Float(0), Float(0))) { ($0.0 + $1.variance, $0.1 + $1.neighbour) }
        let correlation = min(max(Double(neighbour / max(variance, 1e-3)), 0), 0.6)
        let current: GrainPattern
        if let pattern, abs(pattern.correlation - correlation) < Self.noticeable {
            current = pattern
        } else {
            current = GrainPattern(correlation: correlation, seed: 1)
            pattern = current
        }
        let line = Self.line(known)
        // Rounding adds its own twelfth again.
        return Grain(
            base: line.base - 1.0 / 12, slope: line.slope, chroma: chroma.variance - 1.0 / 12, white: white,
            pattern: current, shift: shift)
    }

    /// Pixels of the frame around which the page is seen, and even; the evenest, where hardly any part is.
    private func evenPlaces(_ page: ObservedPage, _ evidence: FloatPlane?) -> [Point2] {
        let pitch = max(1, Int((Double(Self.pitch) / page.grid.nodes.spacing).rounded()))
        var found: [(contrast: Float, x: Int, y: Int)] = []
        for y in stride(from: pitch, to: page.height - pitch, by: pitch) {
            for x in stride(from: pitch, to: page.width - pitch, by: pitch) {
                guard let contrast = contrast(page, evidence, x, y), contrast <= Self.slight * page.unit else {
                    continue
                }
                found.append((contrast, x, y))
            }
        }
        found.sort { ($0.contrast, $0.y, $0.x) < ($1.contrast, $1.y, $1.x) }
        let even = found.prefix { $0.contrast <= Self.evenness * page.unit }
        return found.prefix(max(even.count, 3 * Self.fewest)).map { page.grid.grids[0].place(x: $0.x, y: $0.y) }
    }

    /// How much the drawing varies around a sample, in codes; `nil` where not all around it is page.
    private func contrast(_ page: ObservedPage, _ evidence: FloatPlane?, _ x: Int, _ y: Int) -> Float? {
        let reach = max(1, Int((Double(Self.side) / 2 / page.grid.nodes.spacing).rounded(.up)))
        guard x >= reach, y >= reach, x + reach < page.width, y + reach < page.height else { return nil }
        var (low, high) = (Float.infinity, -Float.infinity)
        for j in y - reach...y + reach {
            let (row, cover) = unsafe (page.drawing[0].row(j), page.cover.row(j))
            let front = unsafe evidence?.row(j)
            for i in x - reach...x + reach {
                guard unsafe cover[i] > 0.99, unsafe front.map({ unsafe $0[i] < -FrontMatte.softness }) ?? true else {
                    return nil
                }
                unsafe (low, high) = (min(low, row[i]), max(high, row[i]))
            }
        }
        return high - low
    }

    /// The noise of a component around a pixel of the frame.
    private static func noise(
        of component: Int, in frame: Frame, _ grid: SampleGrid, aroundX x: Double, y: Double
    ) -> observe_noise? {
        let (column, row) = (Int(x / grid.pitch.x) - side / 2, Int(y / grid.pitch.y) - side / 2)
        guard column >= 0, row >= 0, column + side <= grid.width, row + side <= grid.height else { return nil }
        let place = frame.format.components[component]
        return unsafe frame.withPlane(place.plane) { plane, stride in
            let line = unsafe plane + row * stride
            let offset = place.offset + column * place.step
            return frame.format.bytesPerSample == 2
                ? unsafe observe_block_u16(
                    line.assumingMemoryBound(to: UInt16.self) + offset, stride, Int32(place.step),
                    Int32(frame.format.shift))
                : unsafe observe_block_u8(
                    line.assumingMemoryBound(to: UInt8.self) + offset, stride, Int32(place.step))
        }
    }

    /// Medians: a block that lies on something is not among them.
    private static func middle(
        _ blocks: [observe_noise], black: Float
    ) -> (variance: Float, neighbour: Float, height: Float) {
        func median(_ values: [Float]) -> Float { values.sorted()[values.count / 2] }
        return (
            median(blocks.map(\.variance)), median(blocks.map(\.neighbour)), median(blocks.map(\.mean)) - black
        )
    }

    /// The straight line through the variances, which rise with brightness.
    private static func line(_ levels: [Level]) -> (base: Float, slope: Float) {
        let count = levels.reduce(0) { $0 + $1.frames }
        let height = levels.reduce(0) { $0 + $1.frames * $1.height } / count
        let variance = levels.reduce(0) { $0 + $1.frames * $1.variance } / count
        let (spread, common) = levels.reduce((Float(0), Float(0))) { sums, level in
            let away = level.height - height
            return (sums.0 + level.frames * away * away, sums.1 + level.frames * away * (level.variance - variance))
        }
        let slope = spread > 0 ? min(max(common / spread, 0), variance / max(height, 1)) : 0
        return (variance - slope * height, slope)
    }
}
