internal import CPixelKernels
internal import Geometry
internal import Imaging

/// Draws one layer into a frame, a row at a time: both chroma components first, which mix by the frame's own luma, then those
/// that stand for light.
///
/// A film is laid on a page as light: frame + weight · (film − page), where the page's own light is that of the frame
/// itself where nothing else is seen, and that which is expected of the drawing beside its edges, where the sample shows
/// other things as well.
struct LayerDrawing {
    let layer: Layer
    let poses: PagePoses
    let format: PixelFormat
    let grids: [SampleGrid]
    let options: CompositorOptions
    let rows: MixRows
    private let softness: Double

    init(
        _ layer: Layer, format: PixelFormat, grids: [SampleGrid], options: CompositorOptions, rows: MixRows
    ) {
        (self.layer, self.format, self.grids, self.options, self.rows) = (layer, format, grids, options, rows)
        softness = layer.surface?.softness ?? options.softnessPixels
        poses = PagePoses(layer, softness: softness)
    }

    func draw(onto frame: inout Frame) {
        let chroma = grids.indices.filter { format.isChroma(component: $0) }
        if !chroma.isEmpty { draw(chroma, light: 0, onto: &frame) }
        for component in grids.indices where !format.isChroma(component: component) {
            draw([component], light: component, onto: &frame)
        }
    }

    /// Draws components that share a grid; `light` is the component that tells how bright the film is.
    private func draw(_ components: [Int], light: Int, onto frame: inout Frame) {
        let grid = grids[components[0]]
        let wanted = components.contains(light) ? components : [light] + components
        let film = layer.picture.parts.compactMap { part(of: $0, layer.picture, wanted, grid) }
        guard let top = film.map(\.cover.coverage.rowRange.lowerBound).min(),
            let bottom = film.map(\.cover.coverage.rowRange.upperBound).max()
        else { return }
        let surface = layer.surface
        let page = surface.flatMap { surface in
            surface.drawing.parts.first.flatMap { part(of: $0, surface.drawing, wanted, grid) }
        }
        let lighting = surface?.light.map { (field: $0, rows: FieldRows($0.nodes)) }
        let matte = surface?.front.map { (front: $0, rows: FieldRows($0.nodes)) }
        let otherRows = surface?.others.map { FieldRows($0.nodes) }
        // The farther a page moves, the less what lies beside it says of what lies under its edge.
        let edgeDoubt = 0.15 / (1 + 0.3 * Float(poses.way))
        for row in top..<bottom {
            guard let samples = mix(film, wanted.count, row: row) else { continue }
            var doubt = edgeDoubt
            if let matte, matte.front.reaches(y: grid.place(x: 0, y: row).y) {
                doubt = 0.5
                hide(matte.front, matte.rows, grid, row, samples)
            }
            let needsPage = weigh(samples) && page != nil
            if needsPage, let page { warp(page, row, samples) }
            if let lighting { lay(lighting.field, lighting.rows, components, light, grid, row, samples, needsPage) }
            if needsPage || !components.contains(light) { readLuma(of: frame, grid, row: row, samples) }
            if needsPage, let others = surface?.others, let otherRows {
                refine(others, otherRows, doubt, grid, row, samples)
            }
            for component in components {
                let index = wanted.firstIndex(of: component) ?? 0
                write(component, index, surface?.grain, needsPage, row, samples, &frame)
            }
        }
    }

    /// Takes what is hidden off the shares of a row that show the page.
    private func hide(_ front: FrontMatte, _ fields: FieldRows, _ grid: SampleGrid, _ row: Int, _ samples: Range<Int>) {
        let (at, count) = (samples.lowerBound, Int32(samples.count))
        fields.fill(rows.clear, from: front.evidence, at: front.nodes, grid: grid, y: row, samples)
        unsafe pixel_clear_row(rows.clear.at(at), FrontMatte.softness, count)
        unsafe pixel_multiply_row(rows.cover.at(at), rows.clear.at(at), count)
    }

    /// Weighs the film; returns whether the page's own codes have to be known.
    private func weigh(_ samples: Range<Int>) -> Bool {
        let at = samples.lowerBound
        return unsafe pixel_weigh_row(
            rows.cover.at(at), rows.share.at(at), Float(min(layer.opacity, 1)), Int32(samples.count),
            rows.weight.at(at),
            rows.known.at(at))
    }

    private func warp(_ page: DrawnPart, _ row: Int, _ samples: Range<Int>) {
        for (index, texture) in page.textures.enumerated() {
            texture.warp(row: row, samples, needed: rows.known)
            unsafe rows.page[index].at(samples.lowerBound).update(
                from: texture.codes.at(samples.lowerBound), count: samples.count)
        }
    }

    /// Weighs the film anew, by what the frame shows of the page where it shows something else as well.
    private func refine(
        _ others: OtherLight, _ fields: FieldRows, _ doubt: Float, _ grid: SampleGrid, _ row: Int, _ samples: Range<Int>
    ) {
        let at = samples.lowerBound
        fields.fill(rows.others, from: others.light, at: others.nodes, grid: grid, y: row, samples)
        unsafe pixel_refine_share_row(
            rows.luma.at(at), rows.page[0].at(at), rows.others.at(at), layer.picture.parts[0].components[0].scale.black,
            others.range, doubt, Int32(samples.count), rows.cover.at(at))
        _ = weigh(samples)
    }

    // MARK: Parts

    private struct DrawnPart {
        let cover: CoverRows
        let textures: [TextureRows]
        /// How opaque it is; `nil` where it is everywhere.
        let alpha: TextureRows?
    }

    private func part(
        of part: PagePicture.Part, _ picture: PagePicture, _ components: [Int], _ grid: SampleGrid
    ) -> DrawnPart? {
        let coverage = PartCoverage(
            part: part, picture: picture, poses: poses, grid: grid,
            staysInside: options.staysInsideOutline && layer.surface == nil)
        guard let coverage else { return nil }
        func rows(_ pyramid: ComponentPyramid, _ component: Int) -> TextureRows? {
            TextureMap(
                part: part, component: component, format: format, poses: poses, grid: grid, softness: softness
            ).map { TextureRows(pyramid: pyramid, map: $0, width: grid.width, isPortable: options.isPortable) }
        }
        let textures = components.compactMap { rows(part.components[$0], $0) }
        guard textures.count == components.count else { return nil }
        // Alpha has a sample for each of luma's.
        return DrawnPart(
            cover: CoverRows(coverage), textures: textures, alpha: part.alpha.flatMap { rows($0, 0) })
    }

    /// Fills the film's codes, how far it covers the page, and how much of what it covers it fills.
    private func mix(_ parts: [DrawnPart], _ count: Int, row: Int) -> Range<Int>? {
        var whole: Range<Int>?
        let found = parts.map { part -> Range<Int>? in
            let samples = part.cover.find(row: row)
            if let samples {
                whole =
                    whole.map {
                        min($0.lowerBound, samples.lowerBound)..<max($0.upperBound, samples.upperBound)
                    } ?? samples
            }
            return samples
        }
        guard let whole else { return nil }
        rows.cover.fill(whole, with: 0)
        rows.filled.fill(whole, with: 0)
        for (part, samples) in zip(parts, found) {
            guard let samples else { continue }
            let (at, count) = (samples.lowerBound, Int32(samples.count))
            var fill = part.cover.cover
            if let alpha = part.alpha {
                alpha.warp(row: row, samples, needed: part.cover.cover)
                unsafe pixel_fill_row(
                    part.cover.cover.at(at), alpha.codes.at(at), alpha.maximum, count, rows.part.at(at))
                fill = rows.part
            }
            for (index, texture) in part.textures.enumerated() {
                texture.warp(row: row, samples, needed: part.cover.cover)
                // Each component is weighed by what lies there already: the sum is kept aside until the last.
                unsafe rows.sum.at(at).update(from: rows.filled.at(at), count: samples.count)
                unsafe pixel_add_part(
                    texture.codes.at(at), fill.at(at), count, rows.film[index].at(at), rows.sum.at(at))
            }
            unsafe rows.filled.at(at).update(from: rows.sum.at(at), count: samples.count)
            unsafe pixel_add_row(rows.cover.at(at), part.cover.cover.at(at), count)
        }
        let (at, count) = (whole.lowerBound, Int32(whole.count))
        unsafe pixel_filled_share(rows.filled.at(at), rows.cover.at(at), count, rows.share.at(at))
        return whole
    }

    // MARK: Light

    /// Lights the film's codes, and the page's.
    private func lay(
        _ field: LightField, _ fields: FieldRows, _ components: [Int], _ light: Int, _ grid: SampleGrid, _ row: Int,
        _ samples: Range<Int>, _ needsPage: Bool
    ) {
        fields.fill(rows.gain, from: field.gain, at: field.nodes, grid: grid, y: row, samples)
        fields.fill(rows.glare, from: field.glare, at: field.nodes, grid: grid, y: row, samples)
        if needsPage { lay(field, components, light, on: rows.page, samples) }
        if field.filmShare < 1 {
            unsafe pixel_scale_row(rows.gain.at(samples.lowerBound), field.filmShare, Int32(samples.count))
        }
        lay(field, components, light, on: rows.film, samples)
    }

    private func lay(
        _ field: LightField, _ components: [Int], _ light: Int, on codes: [RowBuffer], _ samples: Range<Int>
    ) {
        let (at, count) = (samples.lowerBound, Int32(samples.count))
        let scale = layer.picture.parts[0].components[light].scale
        guard !components.contains(light) else {
            return unsafe pixel_light_luma_row(
                codes[0].at(at), rows.gain.at(at), rows.glare.at(at), scale.black, field.range, count, codes[0].at(at))
        }
        let middle = (scale.maximum + 1) / 2
        for (index, cast) in zip(1..., [field.castU, field.castV]).prefix(components.count) {
            unsafe pixel_light_chroma_row(
                codes[index].at(at), codes[0].at(at), rows.gain.at(at), rows.glare.at(at), scale.black, field.range,
                middle, cast, count, codes[index].at(at))
        }
        unsafe pixel_light_luma_row(
            codes[0].at(at), rows.gain.at(at), rows.glare.at(at), scale.black, field.range, count, codes[0].at(at))
    }

    // MARK: Writing

    private func write(
        _ component: Int, _ index: Int, _ grain: Grain?, _ needsPage: Bool, _ row: Int, _ samples: Range<Int>,
        _ frame: inout Frame
    ) {
        let (at, count) = (samples.lowerBound, Int32(samples.count))
        let scale = layer.picture.parts[0].components[component].scale
        let place = format.components[component]
        let (step, shift) = (Int32(place.step), Int32(format.shift))
        let isWide = format.bytesPerSample == 2
        if let grain {
            grain.fill(
                rows.grain, for: rows.film[index], scale: scale, isChroma: !scale.is_light, plane: component,
                y: row, samples)
        }
        unsafe frame.withMutablePlane(place.plane) { plane, bytesPerRow in
            let start = unsafe plane + row * bytesPerRow
            let offset = place.offset + at * place.step
            let film = unsafe rows.film[index].at(at)
            let page = unsafe needsPage ? rows.page[index].at(at) : nil
            let known = unsafe needsPage ? rows.known.at(at) : nil
            let noise = unsafe grain == nil ? nil : rows.grain.at(at)
            guard !format.isChroma(component: component) else {
                let mix = unsafe pixel_chroma_mix(
                    film: film, film_y: rows.film[0].at(at), old_y: rows.luma.at(at), weight: rows.weight.at(at),
                    page: page, page_y: needsPage ? rows.page[0].at(at) : nil, known: known, grain: noise,
                    black: layer.picture.parts[0].components[0].scale.black, middle: (scale.maximum + 1) / 2,
                    maximum: scale.maximum)
                return isWide
                    ? unsafe pixel_mix_chroma_row_u16(
                        start.assumingMemoryBound(to: UInt16.self) + offset, step, shift, mix, count)
                    : unsafe pixel_mix_chroma_row_u8(
                        start.assumingMemoryBound(to: UInt8.self) + offset, step, shift, mix, count)
            }
            if isWide {
                unsafe pixel_mix_row_u16(
                    start.assumingMemoryBound(to: UInt16.self) + offset, step, shift, scale, film, rows.weight.at(at),
                    page, known, noise, count)
            } else {
                unsafe pixel_mix_row_u8(
                    start.assumingMemoryBound(to: UInt8.self) + offset, step, shift, scale, film, rows.weight.at(at),
                    page, known, noise, count)
            }
        }
    }

    /// Reads the frame's own luma where the samples of a row of `grid` lie.
    private func readLuma(of frame: Frame, _ grid: SampleGrid, row: Int, _ samples: Range<Int>) {
        let (across, down) = (Int(grid.pitch.x), Int(grid.pitch.y))
        // The last block may jut out of a frame whose size is odd; the block before it serves for it then.
        let inside = samples.clamped(to: 0..<max(1, frame.width / across))
        let line = min(row, max(frame.height / down - 1, 0)) * down
        unsafe frame.readMeans(
            of: 0, x: inside.lowerBound * across, y: line, columns: min(across, frame.width),
            rows: min(down, frame.height), count: inside.count, into: rows.luma.at(inside.lowerBound))
        for x in inside.upperBound..<max(samples.upperBound, inside.upperBound) {
            unsafe rows.luma.at(x).pointee = unsafe rows.luma.at(x - 1).pointee
        }
    }
}

/// The rows that a layer is mixed in.
final class MixRows {
    /// The film's codes and the drawing's, one row for each component that is drawn together, with luma first.
    let film, page: [RowBuffer]
    /// How much of a sample the film covers, how much it fills, and that as a share of this.
    let cover, filled, share, part: RowBuffer
    let sum, weight, known, clear, others, gain, glare, luma, grain: RowBuffer

    init(width: Int) {
        film = (0..<3).map { _ in RowBuffer(width: width) }
        page = (0..<3).map { _ in RowBuffer(width: width) }
        (cover, filled, sum) = (RowBuffer(width: width), RowBuffer(width: width), RowBuffer(width: width))
        (share, part) = (RowBuffer(width: width), RowBuffer(width: width))
        (weight, known, clear) = (RowBuffer(width: width), RowBuffer(width: width), RowBuffer(width: width))
        (gain, glare) = (RowBuffer(width: width), RowBuffer(width: width))
        (luma, grain, others) = (RowBuffer(width: width), RowBuffer(width: width), RowBuffer(width: width))
    }
}
