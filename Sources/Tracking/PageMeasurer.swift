internal import Geometry
internal import Imaging
internal import References
internal import Vision

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
            moving.motion = CornerMotion(from: previous.corners, to: found).continued(after: previous.motion)
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
    static let pointsArea = 110_000, denseArea = 420_000

    /// Whether the rendering at the expected pose is good enough to be refined with: near where the page is, about as large, and
    /// blurred alike.
    private func canServe(_ patch: Patch, _ expected: Expectation, _ moving: Expectation, _ start: Estimate) -> Bool {
        let blur = CornerMotion(from: expected.motion.offsets, to: moving.motion.offsets).largest * expected.exposure
        let shift = CornerMotion(from: expected.corners, to: start.corners).largest
        return patch.frame.reduction <= 1 && shift < 2 && blur < 0.6
    }

    /// What the page must look like as a rigid rectangle in `picture`.
    func rigidity(in picture: GreyImage, _ focal: Focal, _ shape: ShapeOffset) -> Rigidity {
        Rigidity(
            aspect: reference.aspect, shape: shape, focal: focal, width: Double(picture.width),
            height: Double(picture.height))
    }
}
