package import Geometry
internal import Imaging
internal import References
internal import Vision

/// Where a page was measured in one picture.
package struct Measurement: Hashable, Sendable {
    /// The page's outline in pixels of the picture.
    package var corners: Quad
    /// Standard deviation of the corners in pixels of the picture.
    package var sigma: Double
    /// Covariance of the eight numbers of a small homography about the page's centre, in units of half its diagonal.
    package var covariance: SquareMatrix
    /// The share of the page's contrast inside the picture that agrees with the reference, 0…1.
    package var confidence: Double
    /// The same away from the page's edges, where pages differ: the share, and how many cells agree.
    package var innerShare: Double
    package var innerCells: Int
    /// The share of the page's outline inside the picture whose edges were found.
    package var support: Double

    /// What decides between two measurements: the drawing, and the paper's edges.
    var merit: Double { confidence + 0.5 * support }
}

/// How far each corner moves from one frame to the next, in pixels of the picture.
struct CornerMotion: Hashable, Sendable {
    var offsets: Quad

    static let none = CornerMotion(offsets: Quad(.zero, .zero, .zero, .zero))

    init(offsets: Quad) { self.offsets = offsets }

    /// The motion that takes `from` to `to` in `frames` frames.
    init(from: Quad, to: Quad, frames: Int) {
        func mean(_ a: Point2, _ b: Point2) -> Point2 { (b - a) / Double(frames) }
        offsets = Quad(
            mean(from.topLeft, to.topLeft), mean(from.topRight, to.topRight), mean(from.bottomRight, to.bottomRight),
            mean(from.bottomLeft, to.bottomLeft))
    }

    /// The motion half a frame later, if it goes on changing as it has changed since `before`, a frame earlier.
    func continued(after before: CornerMotion) -> CornerMotion {
        func on(_ now: Point2, _ then: Point2) -> Point2 { now + (now - then) * 0.5 }
        return CornerMotion(
            offsets: Quad(
                on(offsets.topLeft, before.offsets.topLeft), on(offsets.topRight, before.offsets.topRight),
                on(offsets.bottomRight, before.offsets.bottomRight), on(offsets.bottomLeft, before.offsets.bottomLeft)))
    }

    var largest: Double { offsets.corners.map(\.length).max() ?? 0 }

    /// `quad` after `frames` frames, which may be a fraction or negative.
    func moved(_ quad: Quad, frames: Double) -> Quad {
        Quad(
            quad.topLeft + offsets.topLeft * frames, quad.topRight + offsets.topRight * frames,
            quad.bottomRight + offsets.bottomRight * frames, quad.bottomLeft + offsets.bottomLeft * frames)
    }
}

/// Measures one reference's pose in pictures, given about where it is.
///
/// The reference is rendered at the expected pose, blurred as the frame is blurred, and compared with the frame itself: first
/// points by optical flow and a robust fit, which bears occlusion and a rough guess, then all pixels with contrast, which is
/// precise. Comparing with the reference does not drift.
struct PageMeasurer: Sendable {
    let reference: ReferenceModel
    let options: TrackingOptions

    /// What is known before.
    struct Expectation {
        var corners: Quad
        /// How the page moves at the middle of this frame's exposure.
        var motion: CornerMotion
        /// Share of the frame time that the shutter is open.
        var exposure: Double
        var focal: Focal
        /// Inverse covariance of where it is about `corners`: a small homography in units of half the diagonal.
        var information: SquareMatrix
        /// Whether the paper's edges alone may tell where it is, while its drawing is hidden.
        var mayRestOnEdges = false
        /// Where it was in the frame before, and how it moved then: what the motion is learnt from.
        var previous: (corners: Quad, motion: CornerMotion)?

        /// The same, with the motion that led from the frame before to `found`.
        func moving(to found: Quad) -> Expectation {
            guard let previous else { return self }
            var moving = self
            moving.motion = CornerMotion(from: previous.corners, to: found, frames: 1).continued(after: previous.motion)
            return moving
        }
    }

    /// About where a page is, and the covariance of a small homography about that.
    typealias Estimate = (corners: Quad, covariance: SquareMatrix)

    /// Measures the page, beginning with points on it, or with its edges where those do not agree; `nil` when it is not seen.
    /// `page` is learnt on the way.
    func measure(
        in picture: GreyImage, _ expected: Expectation, page: inout PageEstimate
    ) throws(VisionError) -> Measurement? {
        let patch = try patch(of: picture, expected, areaLimit: Self.pointsArea)
        if let patch, let start = try cornersByPoints(in: patch, expected, &page.points) {
            let moving = expected.moving(to: start.corners)
            let rendering = canServe(patch, expected, moving, start) ? (patch, expected.corners) : nil
            if let found = try refine(in: picture, moving, from: start, rendering, &page) { return found }
        }
        return try measureFromOutline(in: picture, expected, page: &page)
    }

    /// Measures the page beginning with its edges alone, wherever they lie near.
    func measureFromOutline(
        in picture: GreyImage, _ expected: Expectation, page: inout PageEstimate
    ) throws(VisionError) -> Measurement? {
        guard let start = cornersByOutline(in: picture, expected, page) else { return nil }
        return try refine(in: picture, expected.moving(to: start.corners), from: start, nil, &page)
    }

    /// Patches of more pixels than these are reduced: for points, and for the refinement.
    private static let pointsArea = 110_000, denseArea = 420_000

    /// Whether the rendering at the expected pose is good enough to be refined with: near where the page is, about as large, and
    /// blurred alike.
    private func canServe(_ patch: Patch, _ expected: Expectation, _ moving: Expectation, _ start: Estimate) -> Bool {
        let blur =
            CornerMotion(
                offsets: Quad(
                    moving.motion.offsets.topLeft - expected.motion.offsets.topLeft,
                    moving.motion.offsets.topRight - expected.motion.offsets.topRight,
                    moving.motion.offsets.bottomRight - expected.motion.offsets.bottomRight,
                    moving.motion.offsets.bottomLeft - expected.motion.offsets.bottomLeft)
            ).largest * expected.exposure
        let shift = CornerMotion(from: expected.corners, to: start.corners, frames: 1).largest
        return patch.frame.reduction <= 1 && shift < 2 && blur < 0.6
    }

    /// How well the page agrees where it is expected, without moving it: mean correlation over its cells.
    func agreement(in picture: GreyImage, _ expected: Expectation) throws(VisionError) -> Double {
        try agreement(in: picture, expected, areaLimit: 40_000)?.mean ?? 0
    }

    /// The same from afar and away from the page's edges: what tells one sheet of paper from another.
    func likeness(in picture: GreyImage, _ expected: Expectation) throws(VisionError) -> Double {
        try agreement(in: picture, expected, areaLimit: 20_000)?.inner.mean ?? 0
    }

    private func agreement(
        in picture: GreyImage, _ expected: Expectation, areaLimit: Int
    ) throws(VisionError) -> Agreement? {
        guard let patch = try patch(of: picture, expected, areaLimit: areaLimit) else { return nil }
        let alignment = patch.alignment(of: expected.corners, limit: 6000)
        return agreement(of: alignment, cells(of: alignment, patch, expected.corners), under: .identity)
    }

    /// What the page must look like as a rigid rectangle in `picture`.
    func rigidity(in picture: GreyImage, _ focal: Focal, _ shape: ShapeOffset) -> Rigidity {
        Rigidity(
            aspect: reference.aspect, shape: shape, focal: focal, width: Double(picture.width),
            height: Double(picture.height))
    }

    // MARK: Points

    /// The corners moved so that most points of the rendering lie on what they show; `nil` when they do not agree.
    private func cornersByPoints(
        in patch: Patch, _ expected: Expectation, _ chosen: inout ChosenPoints
    ) throws(VisionError) -> Estimate? {
        let side = Double(patch.expected.width * patch.expected.height).squareRoot()
        let points = try chosen.points(in: patch, showing: expected.corners, of: reference)
        guard points.count >= 8 else { return nil }
        let ends = try followPoints(
            points, guesses: points, from: patch.expected, to: patch.seen, window: 17, levels: side > 120 ? 4 : 3)
        let kept = points.indices.filter { ends[$0] != nil && patch.contains(points[$0]) }
        let (from, to) = (kept.map { points[$0] }, kept.compactMap { ends[$0] })
        guard let fit = try fitHomography(from: from, to: to, threshold: 1.5, maxIterations: 600),
            fit.inlierCount >= 8, Double(fit.inlierCount) >= 0.12 * Double(points.count)
        else { return nil }
        let pairs = zip(zip(from, to), fit.isInlier).filter(\.1).map { (from: $0.0.0, to: $0.0.1) }
        return settle(pairs, patch, expected)
    }

    /// The corners that the edges of the paper make most likely; `nil` when too little of them is seen.
    private func cornersByOutline(
        in picture: GreyImage, _ expected: Expectation, _ page: PageEstimate
    ) -> Estimate? {
        guard var covariance = expected.information.inverse else { return nil }
        let unit = (centre: expected.corners.centre, scale: expected.corners.diagonal / 2)
        let zero = SmallHomography(Array(repeating: 0, count: 8))
        let rigidity = rigidity(in: picture, expected.focal, page.shape)
        let known = HomographyPrior(offset: zero, information: expected.information)
        var (corners, place) = (expected.corners, zero)
        for _ in 0..<2 {
            let edges = outline.evidence(
                in: picture, about: corners, trim: page.trim, motion: expected.motion, exposure: expected.exposure,
                covariance: covariance, unit: unit)
            guard edges.sides.count >= 3, edges.support >= 0.4 else { return nil }
            let both = known.joined(with: rigidity.evidence(about: corners, unit: unit), at: place)
                .joined(with: edges, at: place)
            place = SmallHomography(both.offset.map { -$0 })
            guard let map = place.map(centre: unit.centre, scale: unit.scale), let moved = map(expected.corners),
                moved.isConvexAndFrontFacing, let remaining = both.information.inverse
            else { return nil }
            (corners, covariance) = (moved, remaining)
        }
        return (corners, covariance)
    }

    /// The corners that points which agree with each other, and what was known before, make most likely.
    private func settle(
        _ pairs: [(from: Point2, to: Point2)], _ patch: Patch, _ expected: Expectation
    ) -> Estimate? {
        let (centre, scale) = patch.unit(of: expected.corners)
        let prior = expected.information
        // Half a pixel each, and neighbours err together.
        let weight = scale * scale / (0.5 * 0.5 * 4)
        var small = SmallHomography(Array(repeating: 0, count: 8))
        var covariance = SquareMatrix(size: 8)
        for _ in 0..<3 {
            guard let map = small.map(centre: centre, scale: scale) else { return nil }
            var information = prior
            var right = (prior * small.parameters).map { -$0 }
            for pair in pairs {
                guard let at = map(pair.from) else { continue }
                let unit = (at - centre) / scale
                let rows = SmallHomography.jacobian(unit.x, unit.y)
                let rest = (pair.to - at) / scale
                information.addOuterProduct(of: rows.x, weight: weight)
                information.addOuterProduct(of: rows.y, weight: weight)
                for index in right.indices {
                    right[index] += weight * (rows.x[index] * rest.x + rows.y[index] * rest.y)
                }
            }
            guard let step = information.solve(right) else { return nil }
            small = SmallHomography(zip(small.parameters, step).map { $0 + $1 })
            covariance = information.inverse ?? covariance
        }
        guard let map = small.map(centre: centre, scale: scale), let corners = patch.moved(expected.corners, by: map),
            corners.isConvexAndFrontFacing
        else { return nil }
        return (corners, covariance)
    }

    // MARK: Dense

    /// Refines `start` with every pixel of contrast and tells how well they agree; `nil` when the page is not seen.
    private func refine(
        in picture: GreyImage, _ expected: Expectation, from estimate: Estimate,
        _ rendering: (patch: Patch, corners: Quad)?, _ page: inout PageEstimate
    ) throws(VisionError) -> Measurement? {
        let start = rendering?.corners ?? estimate.corners
        var here = expected
        here.corners = start
        let rendered: Patch? =
            if let rendering { rendering.patch } else { try patch(of: picture, here, areaLimit: Self.denseArea) }
        guard let patch = rendered,
            let offset = rendering == nil ? .identity : Homography(from: start, to: estimate.corners)
        else { return nil }
        var alignment = patch.alignment(of: start, limit: 8000)
        let cells = self.cells(of: alignment, patch, start)
        let unit = (centre: start.centre, scale: start.diagonal / 2)
        let known = prior(expected, at: start)
        let rigidity = rigidity(in: picture, expected.focal, page.shape)
        func edges(about corners: Quad, _ covariance: SquareMatrix) -> PageOutline.Evidence {
            outline.evidence(
                in: picture, about: corners, trim: page.trim, motion: expected.motion, exposure: expected.exposure,
                covariance: covariance, unit: unit)
        }
        var found = edges(about: estimate.corners, estimate.covariance)
        var place = SmallHomography(offset, centre: unit.centre, scale: unit.scale)
        var prior = known.joined(with: rigidity.evidence(about: estimate.corners, unit: unit), at: place)
            .joined(with: found, at: place)
        guard let inPatch = patch.map(offset),
            let rough = alignment.refined(from: inPatch, with: prior, iterations: 4, cutoff: 80)
        else { return nil }
        // What does not agree at all is something in front: it says nothing of the page.
        let first = agreement(of: alignment, cells, under: rough.seenFromExpected)
        if found.largestShift * unit.scale > 0.3, let there = patch.moved(start, by: rough.seenFromExpected),
            there.isConvexAndFrontFacing
        {
            let (centre, scale) = patch.unit(of: start)
            place = SmallHomography(rough.seenFromExpected, centre: centre, scale: scale)
            found = edges(about: there, rough.covariance)
            prior = known.joined(with: rigidity.evidence(about: there, unit: unit), at: place)
                .joined(with: found, at: place)
        }
        alignment.weigh(cells, by: first.cells.map { min(1, max(0.02, ($0.correlation - 0.2) / 0.4)) })
        guard
            let result = alignment.refined(
                from: rough.seenFromExpected, with: prior, iterations: 4, cutoff: 64),
            let corners = patch.moved(start, by: result.seenFromExpected), corners.isConvexAndFrontFacing,
            corners.alignmentError(to: estimate.corners) < 4 + 0.02 * start.diagonal
        else { return nil }
        let final = agreement(of: alignment, cells, under: result.seenFromExpected)
        let sigma = patch.cornerSigma(of: start, result.covariance)
        let isSeen = final.agreeing >= options.leastCells && final.share >= options.leastAgreement
        let isHeld = expected.mayRestOnEdges && found.isComplete && found.support >= options.leastSupport
        guard isSeen || isHeld,
            sigma <= options.largestSigma * corners.diagonal + 0.1
        else { return nil }
        let (centre, scale) = patch.unit(of: start)
        let settled = SmallHomography(result.seenFromExpected, centre: centre, scale: scale)
        learn(&page.trim, from: found, about: place, settled, result.covariance)
        if let rigid = rigidity.evidence(about: corners, unit: unit),
            let alone = HomographyPrior.parting(
                settled, result.covariance, from: rigid.information, right: rigid.right, about: settled)
        {
            let moved = zip(alone.place, settled.parameters).map { $0 - $1 }
            page.shape.learn(rigidity, at: corners, moved: moved, alone.covariance, unit: unit)
        }
        return Measurement(
            corners: corners, sigma: sigma, covariance: result.covariance, confidence: final.share,
            innerShare: final.inner.share, innerCells: final.inner.agreeing, support: found.support)
    }

    /// Learns where the paper ends from where it is by its drawing alone.
    private func learn(
        _ trim: inout PaperTrim, from edges: PageOutline.Evidence, about place: SmallHomography,
        _ result: SmallHomography, _ covariance: SquareMatrix
    ) {
        guard !edges.isEmpty,
            let alone = HomographyPrior.parting(
                result, covariance, from: edges.information, right: edges.right, about: place)
        else { return }
        let moved = zip(alone.place, place.parameters).map { $0 - $1 }
        for side in edges.sides {
            let predicted = zip(side.row, moved).reduce(0) { $0 + $1.0 * $1.1 }
            trim.learn(
                side.index, offset: side.shift - predicted, variance: alone.covariance.quadratic(side.row) + 1e-6)
        }
    }

    /// What was known before, seen from where the points put the page.
    private func prior(_ expected: Expectation, at start: Quad) -> HomographyPrior {
        let radius = start.diagonal / 2
        let moved = Homography(from: expected.corners, to: start) ?? .identity
        return HomographyPrior(
            offset: SmallHomography(moved, centre: start.centre, scale: radius),
            information: expected.information)
    }

    private var outline: PageOutline { PageOutline(reference: reference) }

    private static let columns = 8, rows = 6

    /// The cell of the page that each sample lies in.
    private func cells(of alignment: Alignment, _ patch: Patch, _ corners: Quad) -> [UInt16] {
        let count = Self.columns * Self.rows
        guard let modelFromPicture = Homography(from: corners, to: reference.outline),
            let modelFromPatch = modelFromPicture * patch.pictureFromPatch
        else { return alignment.cells(count: count) { _ in nil } }
        let scaleX = Double(Self.columns) / Double(reference.modelWidth)
        let scaleY = Double(Self.rows) / Double(reference.modelHeight)
        return alignment.cells(count: count) { point in
            guard let model = modelFromPatch(point) else { return nil }
            let (column, row) = (Int((model.x + 0.5) * scaleX), Int((model.y + 0.5) * scaleY))
            guard (0..<Self.columns).contains(column), (0..<Self.rows).contains(row) else { return nil }
            return row * Self.columns + column
        }
    }

    /// How far the picture agrees with the reference.
    private struct Agreement {
        let cells: [(correlation: Double, samples: Int)]

        /// Cells with enough contrast to be compared.
        private var compared: [(correlation: Double, samples: Int)] { cells.filter { $0.samples >= 12 } }
        private var samples: Double { Double(max(1, compared.reduce(0) { $0 + $1.samples })) }
        private var alike: [(correlation: Double, samples: Int)] { compared.filter { $0.correlation > 0.55 } }

        var agreeing: Int { alike.count }
        /// The share of the samples that lie in cells which agree.
        var share: Double { Double(alike.reduce(0) { $0 + $1.samples }) / samples }
        /// The cells that do not touch the page's edge.
        var inner: Agreement {
            Agreement(
                cells: cells.enumerated().filter { index, _ in
                    let (column, row) = (index % PageMeasurer.columns, index / PageMeasurer.columns)
                    return (1..<PageMeasurer.columns - 1).contains(column) && (1..<PageMeasurer.rows - 1).contains(row)
                }.map(\.element))
        }

        /// The mean correlation.
        var mean: Double { compared.reduce(0) { $0 + $1.correlation * Double($1.samples) } / samples }
    }

    private func agreement(
        of alignment: Alignment, _ cells: [UInt16], under seenFromExpected: Homography
    ) -> Agreement {
        Agreement(
            cells: alignment.correlations(
                under: seenFromExpected, cells: cells, cellCount: Self.columns * Self.rows))
    }

    // MARK: Rendering

    /// Renders the page as it is expected and cuts the same part from the picture; `nil` when too little of it is inside.
    func patch(of picture: GreyImage, _ expected: Expectation, areaLimit: Int) throws(VisionError) -> Patch? {
        let bounds = Quad(outlineOfWidth: picture.width, height: picture.height).bounds
        let visible = Polygon.clip(expected.corners.corners, to: bounds)
        guard expected.corners.isConvexAndFrontFacing, abs(Polygon.signedArea(visible)) > 500,
            let frame = PatchFrame(around: visible, in: picture, areaLimit: areaLimit)
        else { return nil }
        let outline = visible.compactMap { frame.patchFromPicture($0) }
        let mask = try GreyImage.mask(of: outline, width: frame.width, height: frame.height)
        let drawn = try draw(expected, frame)
        let seen = try picture.cropped(x: frame.x, y: frame.y, width: frame.fullWidth, height: frame.fullHeight)
            .resized(width: frame.width, height: frame.height)
        let window = min(31, max(9, Int(0.3 * Double(min(frame.width, frame.height))))) | 1
        return Patch(
            expected: drawn.locallyNormalised(mask: mask, window: window, floor: 5),
            seen: seen.locallyNormalised(mask: mask, window: window, floor: 5), mask: mask, frame: frame)
    }

    /// The reference at the expected pose: the mean over the exposure where it moves.
    private func draw(_ expected: Expectation, _ frame: PatchFrame) throws(VisionError) -> GreyImage {
        let area = expected.corners.signedArea / frame.reduction / frame.reduction
        let drawnScale = (area / reference.outline.signedArea).squareRoot()
        let level = reference.level(atScale: drawnScale)
        let blur = expected.motion.largest * expected.exposure / frame.reduction
        let poses = min(15, max(1, Int((blur / 2.5).rounded(.up))))
        let maps = (0..<poses).compactMap { pose -> Homography? in
            let instant = ((Double(pose) + 0.5) / Double(poses) - 0.5) * expected.exposure
            let quad = poses == 1 ? expected.corners : expected.motion.moved(expected.corners, frames: instant)
            guard let modelFromPicture = Homography(from: quad, to: reference.outline),
                let modelFromPatch = modelFromPicture * frame.pictureFromPatch
            else { return nil }
            return reference.levelFromModel(level) * modelFromPatch
        }
        return try reference.levels[level].warped(by: maps, width: frame.width, height: frame.height)
    }
}
