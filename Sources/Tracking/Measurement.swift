package import Geometry
internal import Imaging
internal import References
internal import Vision

/// Where a page was measured in one picture.
package struct Measurement: Hashable, Sendable {
    /// Pixels of the picture from model pixels.
    package var pictureFromModel: Homography
    /// The page's outline in pixels of the picture.
    package var corners: Quad
    /// Standard deviation of the corners in pixels of the picture.
    package var sigma: Double
    /// The share of the page's contrast inside the picture that agrees with the reference, 0…1.
    package var confidence: Double
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
        var motion: CornerMotion
        /// Share of the frame time that the shutter is open.
        var exposure: Double
    }

    /// Measures the page; `nil` when it is not seen there.
    func measure(in picture: GreyImage, _ expected: Expectation) throws(VisionError) -> Measurement? {
        guard let byPoints = try cornersByPoints(in: picture, expected) else { return nil }
        var refined = expected
        refined.corners = byPoints
        guard let dense = try refine(in: picture, refined), dense.shift < 6 else { return nil }
        return dense.measurement
    }

    /// How well the page agrees where it is expected, without moving it: mean correlation over its cells.
    func agreement(in picture: GreyImage, _ expected: Expectation) throws(VisionError) -> Double {
        guard let patch = try patch(of: picture, expected, areaLimit: 120_000) else { return 0 }
        let alignment = patch.alignment(limit: 6000)
        let cells = try cells(of: alignment, patch, expected.corners, under: .identity)
        let samples = cells.reduce(0) { $0 + $1.samples }
        return samples == 0 ? 0 : cells.reduce(0) { $0 + $1.correlation * Double($1.samples) } / Double(samples)
    }

    // MARK: Points

    /// The corners moved so that most points of the rendering lie on what they show; `nil` when they do not agree.
    func cornersByPoints(in picture: GreyImage, _ expected: Expectation) throws(VisionError) -> Quad? {
        guard let patch = try patch(of: picture, expected, areaLimit: 160_000) else { return nil }
        let side = Double(patch.expected.width * patch.expected.height).squareRoot()
        let points = try patch.expected.goodPoints(limit: 260, quality: 0.03, minDistance: max(4, side / 40))
        guard points.count >= 8 else { return nil }
        let ends = try followPoints(
            points, guesses: points, from: patch.expected, to: patch.seen, window: 21, levels: side > 120 ? 4 : 3)
        let kept = points.indices.filter { ends[$0] != nil && patch.contains(points[$0]) }
        guard
            let fit = try fitHomography(
                from: kept.map { points[$0] }, to: kept.compactMap { ends[$0] }, threshold: 1.5, maxIterations: 600),
            fit.inlierCount >= 8, Double(fit.inlierCount) >= 0.12 * Double(points.count)
        else { return nil }
        return patch.moved(expected.corners, by: fit.map).flatMap { $0.isConvexAndFrontFacing ? $0 : nil }
    }

    // MARK: Dense

    /// Refines the corners with every pixel of contrast and tells how well they agree; `nil` when the page is not seen.
    private func refine(
        in picture: GreyImage, _ expected: Expectation
    ) throws(VisionError) -> (measurement: Measurement, shift: Double)? {
        guard let patch = try patch(of: picture, expected, areaLimit: 420_000) else { return nil }
        let alignment = patch.alignment(limit: 16_000)
        guard let result = try alignment.refined(from: .identity, iterations: 6, cutoff: 72),
            let corners = patch.moved(expected.corners, by: result.seenFromExpected), corners.isConvexAndFrontFacing,
            let pictureFromModel = Homography(from: reference.outline, to: corners)
        else { return nil }
        let cells = try cells(of: alignment, patch, expected.corners, under: result.seenFromExpected)
        let samples = cells.reduce(0) { $0 + $1.samples }
        let agreeing = cells.filter { $0.correlation > 0.55 }
        let share = Double(agreeing.reduce(0) { $0 + $1.samples }) / Double(max(samples, 1))
        guard agreeing.count >= options.leastCells, share >= options.leastAgreement else { return nil }
        let sigma = patch.cornerSigma(of: expected.corners, result)
        let measurement = Measurement(
            pictureFromModel: pictureFromModel, corners: corners, sigma: sigma, confidence: share)
        return (measurement, corners.alignmentError(to: expected.corners))
    }

    private static let columns = 8, rows = 6

    /// Correlation and samples of those cells of the page that have enough contrast to be compared.
    func cells(
        of alignment: Alignment, _ patch: Patch, _ corners: Quad, under seenFromExpected: Homography
    ) throws(VisionError) -> [(correlation: Double, samples: Int)] {
        guard let modelFromPicture = Homography(from: corners, to: reference.outline),
            let modelFromPatch = modelFromPicture * patch.pictureFromPatch
        else { return [] }
        let scaleX = Double(Self.columns) / Double(reference.modelWidth)
        let scaleY = Double(Self.rows) / Double(reference.modelHeight)
        let all = try alignment.correlations(
            under: seenFromExpected, cellCount: Self.columns * Self.rows,
            cellOf: { point in
                guard let model = modelFromPatch(point) else { return nil }
                let (column, row) = (Int((model.x + 0.5) * scaleX), Int((model.y + 0.5) * scaleY))
                guard (0..<Self.columns).contains(column), (0..<Self.rows).contains(row) else { return nil }
                return row * Self.columns + column
            })
        return all.filter { $0.samples >= 12 }
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
            expected: try drawn.locallyNormalised(mask: mask, window: window, floor: 5),
            seen: try seen.locallyNormalised(mask: mask, window: window, floor: 5), mask: mask, frame: frame)
    }

    /// The reference at the expected pose: the mean over the exposure where it moves.
    private func draw(_ expected: Expectation, _ frame: PatchFrame) throws(VisionError) -> GreyImage {
        let area = expected.corners.signedArea / frame.reduction / frame.reduction
        let drawnScale = (area / reference.outline.signedArea).squareRoot()
        let level = min(max(0, Int((-log2OfPositive(drawnScale) + 0.25).rounded(.down))), reference.levels.count - 1)
        let blur = expected.motion.largest * expected.exposure / frame.reduction
        let poses = min(15, max(1, Int((blur / 1.5).rounded(.up))))
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
