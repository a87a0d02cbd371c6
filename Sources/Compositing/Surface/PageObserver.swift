internal import CPixelKernels
package import Geometry
package import Imaging

/// Looks at one page from frame to frame: what light lies on it, and what lies in front of it.
///
/// Used by one thread at a time, with frames in order. What it learns of a frame (the room's colour, where a hand was) helps
/// with the next.
package final class PageObserver {
    /// What is looked for.
    package struct Choice: Hashable, Sendable {
        package var light, front, grain: Bool

        package init(light: Bool, front: Bool, grain: Bool) {
            (self.light, self.front, self.grain) = (light, front, grain)
        }

        package var isNothing: Bool { !light && !front && !grain }
    }

    private let drawing: PagePicture
    private let choice: Choice
    private let options: CompositorOptions
    private let format: PixelFormat
    private let width, height: Int
    private let grids: [SampleGrid]
    private var light = LightEstimate()
    private var front = FrontEstimate()
    private var grain = GrainEstimate()
    private var focus = FocusEstimate()
    private var lastClear: (grid: ObservedGrid, clear: FloatPlane, page: Homography)?

    /// - Parameter drawing: the drawing that is printed on the page, in the clip's format and colours.
    package init(
        drawing: PagePicture, width: Int, height: Int, colour: ColourDescription, choice: Choice,
        options: CompositorOptions = .init()
    ) {
        (self.drawing, self.choice, self.options) = (drawing, choice, options)
        (format, self.width, self.height) = (drawing.format, width, height)
        grids = (0..<drawing.format.colourComponentCount).map {
            SampleGrid(format: drawing.format, colour: colour, component: $0, width: width, height: height)
        }
    }

    /// Forgets what was seen in earlier frames: after a cut, or when the page was out of sight.
    package func forget() { lastClear = nil }

    /// What `frame`, in which nothing is composed yet, shows of the page.
    ///
    /// - Parameters:
    ///   - page: from the canvas of `drawing` to pixels of the frame as it is stored.
    ///   - bend: of the page, in pixels of the frame as it is stored.
    ///   - motion: over the exposure, in the same coordinates.
    package func observe(
        _ frame: Frame, page: Homography, bend: PageBend? = nil, motion: Layer.Motion?
    ) -> PageSurface {
        let layer = Layer(page: page, bend: bend, picture: drawing, opacity: 1, motion: motion)
        let softness = focus.softness(atLeast: options.softnessPixels)
        let poses = PagePoses(layer, softness: softness)
        guard let seen = look(at: frame, poses, page, softness) else {
            return PageSurface(
                drawing: drawing, light: nil, front: nil, others: nil, grain: nil, softness: softness)
        }
        let clear = lastClear.flatMap { remembered($0.clear, $0.grid, $0.page, seen.grid, page) }
        let field = light.field(for: seen, clear: clear)
        var (matte, evidence): (FrontMatte?, FloatPlane?)
        if choice.front {
            let found = front.evidence(
                seen, expected: expected(seen, field), way: Float(poses.way / seen.grid.nodes.spacing))
            matte = FrontMatte(nodes: seen.grid.nodes, evidence: found.values)
            lastClear = (seen.grid, Self.clear(found), page)
            evidence = found
        }
        grain.learn(from: frame, seen, evidence: evidence, grids: grids)
        // A page that moves is blurred by more than the lens.
        if poses.way < 2 {
            focus.learn(from: frame, seen, evidence: evidence, noise: grain.variance ?? 0) { x, y, softness in
                luma(poses, field, seen, x, y, softness)
            }
        }
        return PageSurface(
            drawing: drawing, light: choice.light ? field : nil, front: matte,
            others: OtherLight(beside: seen, evidence: evidence),
            grain: choice.grain ? grain.grain(shift: Self.shift(of: frame)) : nil, softness: softness)
    }

    /// A number that differs from frame to frame, and is the same whenever the clip is rendered.
    private static func shift(of frame: Frame) -> UInt64 {
        var random = SplitMix64(seed: UInt64(bitPattern: frame.presentationTime.ticks))
        return random.next()
    }

    /// The frame and the drawing on the observed grid.
    private func look(at frame: Frame, _ poses: PagePoses, _ page: Homography, _ softness: Double) -> ObservedPage? {
        let outline = Quad(outlineOfWidth: drawing.canvasWidth, height: drawing.canvasHeight)
        let seen = PageOutline.seen(
            outline.corners, by: page.matrix, bend: poses.bend, pitch: Point2(1, 1), width: width, height: height)
        guard !seen.isEmpty,
            let grid = ObservedGrid(around: seen, format: format, grids: grids, width: width, height: height),
            let part = drawing.parts.first,
            let coverage = PartCoverage(
                part: part, picture: drawing, poses: poses, grid: grid.grids[0], staysInside: false)
        else { return nil }
        let cover = FloatPlane(width: grid.width, height: grid.height)
        let planes = grids.indices.map { _ in FloatPlane(width: grid.width, height: grid.height) }
        let textures = grids.indices.compactMap { component in
            TextureMap(
                part: part, component: component, format: format, poses: poses, grid: grid.grids[component],
                softness: softness
            ).map {
                TextureRows(
                    pyramid: part.components[component], map: $0, width: grid.width, isPortable: options.isPortable)
            }
        }
        guard textures.count == grids.count else { return nil }
        let rows = CoverRows(coverage)
        for y in 0..<grid.height {
            guard let samples = rows.find(row: y) else { continue }
            unsafe (cover.row(y) + samples.lowerBound).update(
                from: rows.cover.at(samples.lowerBound), count: samples.count)
            for (texture, plane) in zip(textures, planes) {
                texture.warp(row: y, samples, needed: rows.cover)
                unsafe (plane.row(y) + samples.lowerBound).update(
                    from: texture.codes.at(samples.lowerBound), count: samples.count)
            }
        }
        let scale = part.components[0].scale
        let isLimited = scale.black > 0
        let white = isLimited ? Float(235 << (format.bitDepth - 8)) : scale.maximum
        return ObservedPage(
            grid: grid, frame: grids.indices.map { grid.means(of: $0, in: frame) }, drawing: planes, cover: cover,
            scale: scale, range: white - scale.black, isRGB: format.model == .planarRGB)
    }

    /// Luma of the drawing in the light of a frame, over a part of the frame, as a lens of that softness shows it.
    private func luma(
        _ poses: PagePoses, _ field: LightField, _ page: ObservedPage, _ xs: Range<Int>, _ ys: Range<Int>,
        _ softness: Double
    ) -> FloatPlane? {
        guard let part = drawing.parts.first,
            let map = TextureMap(
                part: part, component: 0, format: format, poses: poses, grid: grids[0], softness: softness)
        else { return nil }
        let texture = TextureRows(
            pyramid: part.components[0], map: map, width: width, isPortable: options.isPortable)
        let (all, gain, glare) = (RowBuffer(width: width), RowBuffer(width: width), RowBuffer(width: width))
        all.fill(xs, with: 1)
        let fields = FieldRows(field.nodes)
        let plane = FloatPlane(width: xs.count, height: ys.count)
        for y in ys {
            texture.warp(row: y, xs, needed: all)
            fields.fill(gain, from: field.gain, at: field.nodes, grid: grids[0], y: y, xs)
            fields.fill(glare, from: field.glare, at: field.nodes, grid: grids[0], y: y, xs)
            let at = xs.lowerBound
            unsafe pixel_light_luma_row(
                texture.codes.at(at), gain.at(at), glare.at(at), page.scale.black, page.range, Int32(xs.count),
                plane.row(y - ys.lowerBound))
        }
        return plane
    }

    /// What the light makes of the drawing.
    private func expected(_ page: ObservedPage, _ field: LightField) -> [FloatPlane] {
        let solver = LightSolver(columns: field.nodes.columns, rows: field.nodes.rows)
        let lit = LitRows(page, solver: solver, perSample: Float(page.grid.nodes.spacing / field.nodes.spacing))
        let solution = LightSolver.Solution(gain: field.gain, glare: field.glare)
        let planes = page.drawing.map { _ in FloatPlane(width: page.width, height: page.height) }
        for y in 0..<page.height {
            unsafe planes[0].row(y).update(from: lit.lit(solution, row: y), count: page.width)
            for component in 1..<max(planes.count, 1) {
                if page.isRGB {
                    unsafe pixel_light_luma_row(
                        page.drawing[component].row(y), lit.gain.at(0), lit.glare.at(0), page.scale.black, page.range,
                        Int32(page.width), planes[component].row(y))
                } else {
                    lit.litChroma(component: component, cast: component == 1 ? field.castU : field.castV, row: y)
                    unsafe planes[component].row(y).update(from: lit.chroma.at(0), count: page.width)
                }
            }
        }
        return planes
    }

    private static func clear(_ evidence: FloatPlane) -> FloatPlane {
        let clear = FloatPlane(width: evidence.width, height: evidence.height)
        for y in 0..<evidence.height {
            unsafe clear.row(y).update(from: evidence.row(y), count: evidence.width)
            unsafe pixel_clear_row(clear.row(y), FrontMatte.softness, Int32(evidence.width))
        }
        return clear
    }

    /// What was clear in the frame before, carried along with the page; `nil` when the page cannot be compared.
    private func remembered(
        _ clear: FloatPlane, _ from: ObservedGrid, _ before: Homography, _ to: ObservedGrid, _ page: Homography
    ) -> FloatPlane? {
        guard let canvasFromFrame = page.matrix.inverse else { return nil }
        let map = from.grids[0].gridFromFrame * before.matrix * canvasFromFrame * to.grids[0].frameFromGrid
        let result = FloatPlane(width: to.width, height: to.height, filledWith: 1)
        for y in 0..<to.height {
            let row = unsafe result.row(y)
            for x in 0..<to.width {
                let v = map * SIMD3(Double(x), Double(y), 1)
                guard v.z > 1e-9 else { continue }
                let (column, line) = ((v.x / v.z).rounded(), (v.y / v.z).rounded())
                guard column >= 0, line >= 0, column < Double(from.width), line < Double(from.height) else { continue }
                unsafe row[x] = unsafe clear.row(Int(line))[Int(column)]
            }
        }
        return result
    }
}
