internal import Geometry
internal import Imaging
internal import References
internal import Vision

/// Decides between references that were found in one place: pages that look alike never take each other's place.
struct RunnerUp {
    let picture: GreyImage
    let measurers: [PageMeasurer]

    typealias Contender = (index: Int, seen: Measurement)

    /// Whom the picture shows, of two.
    enum Verdict: Hashable, Sendable { case first, second, undecided }

    /// How much of the difference between two pages must speak for one of them: 1 is all of it.
    private static let leastLead = 0.2
    /// Share of the smaller page's area from which two lie in one place.
    private static let leastOverlap = 0.3
    /// Grey levels of the locally normalised pages (32 are a standard deviation) from which they differ at a pixel, and the share
    /// of pixels that must differ for the pages to be told apart.
    private static let leastDifference = 20, leastDiffering = 0.004
    /// Pages that are the same where both are: the larger one is there if it agrees so much, compared with the smaller.
    private static let wholeShare = 0.6, larger = 1.3

    /// Those that are clearly better than every other one in their place.
    func clear(of contenders: [Contender]) throws(VisionError) -> [Contender] {
        var clear = Array(repeating: true, count: contenders.count)
        for first in contenders.indices {
            for second in contenders.indices where second > first {
                guard let verdict = try verdict(contenders[first], contenders[second]) else { continue }
                if verdict != .first { clear[first] = false }
                if verdict != .second { clear[second] = false }
            }
        }
        return contenders.indices.filter { clear[$0] }.map { contenders[$0] }
    }

    /// Which of two is there; `nil` when they do not lie in one place.
    func verdict(_ first: Contender, _ second: Contender) throws(VisionError) -> Verdict? {
        guard boxesMeet(first.seen.corners, second.seen.corners),
            let both = try compared(first, second)
        else { return nil }
        if Double(both.differing) >= max(24, Self.leastDiffering * Double(both.common)) {
            if both.lead > Self.leastLead { return .first }
            return both.lead < -Self.leastLead ? .second : .undecided
        }
        let ratio = first.seen.corners.signedArea / second.seen.corners.signedArea
        if ratio > Self.larger { return isWhole(first, beside: second) ? .first : .second }
        if ratio < 1 / Self.larger { return isWhole(second, beside: first) ? .second : .first }
        return .undecided
    }

    private func isWhole(_ large: Contender, beside small: Contender) -> Bool {
        large.seen.confidence >= Self.wholeShare * small.seen.confidence
    }

    private func boxesMeet(_ first: Quad, _ second: Quad) -> Bool {
        let (a, b) = (first.bounds, second.bounds)
        return a.min.x < b.max.x && b.min.x < a.max.x && a.min.y < b.max.y && b.min.y < a.max.y
    }

    /// What the picture says where both pages are.
    private struct Comparison {
        /// Pixels where both are, and those of them where they differ.
        var common = 0, differing = 0
        /// How far the picture is like the first and unlike the second where they differ: 1 when it is the first, −1 when it is
        /// the second, 0 when it is something else. The logarithm of the likelihoods' ratio, in units of the difference.
        var lead = 0.0
    }

    private func compared(_ first: Contender, _ second: Contender) throws(VisionError) -> Comparison? {
        let small = first.seen.corners.signedArea < second.seen.corners.signedArea ? first : second
        let bounds = Quad(outlineOfWidth: picture.width, height: picture.height).bounds
        let visible = Polygon.clip(small.seen.corners.corners, to: bounds)
        guard let frame = PatchFrame(around: visible, in: picture, areaLimit: 40_000) else { return nil }
        let (one, two) = places(first, second)
        guard let mask = try mask(of: one, two, frame) else { return nil }
        let common = mask.pixels.count { $0 != 0 }
        let area = abs(Polygon.signedArea(visible)) / frame.reduction / frame.reduction
        guard Double(common) > Self.leastOverlap * area else { return nil }
        let pages = try [(first.index, one), (second.index, two)].map { index, corners throws(VisionError) in
            try normalised(draw(measurers[index].reference, at: corners, frame), mask)
        }
        let seen = try picture.cropped(x: frame.x, y: frame.y, width: frame.fullWidth, height: frame.fullHeight)
            .resized(width: frame.width, height: frame.height)
        return compare(normalised(seen, mask), pages[0], pages[1], mask, common)
    }

    /// Where both are drawn: pages of one shape that were measured a pixel apart are compared in one place.
    private func places(_ first: Contender, _ second: Contender) -> (Quad, Quad) {
        let (one, two) = (first.seen.corners, second.seen.corners)
        guard one.alignmentError(to: two) < 0.03 * one.diagonal else { return (one, two) }
        let better = first.seen.confidence >= second.seen.confidence ? one : two
        return (better, better)
    }

    private func mask(of first: Quad, _ second: Quad, _ frame: PatchFrame) throws(VisionError) -> GreyImage? {
        guard let one = frame.patchFromPicture(first), let two = frame.patchFromPicture(second) else { return nil }
        let masks = try [one, two].map { quad throws(VisionError) in
            try GreyImage.mask(of: quad.corners, width: frame.width, height: frame.height)
        }
        return masks[0].intersection(masks[1])
    }

    private func draw(_ reference: ReferenceModel, at corners: Quad, _ frame: PatchFrame) throws(VisionError)
        -> GreyImage
    {
        let scale = (corners.signedArea / reference.outline.signedArea).squareRoot() / frame.reduction
        let level = reference.level(atScale: scale)
        guard let modelFromPicture = Homography(from: corners, to: reference.outline),
            let modelFromPatch = modelFromPicture * frame.pictureFromPatch
        else { return GreyImage(width: frame.width, height: frame.height, filledWith: 128) }
        return try reference.levels[level].warped(
            by: [reference.levelFromModel(level) * modelFromPatch].compactMap(\.self), width: frame.width,
            height: frame.height)
    }

    private func normalised(_ image: GreyImage, _ mask: GreyImage) -> GreyImage {
        image.locallyNormalised(mask: mask, window: 31, floor: 5)
    }

    private func compare(
        _ seen: GreyImage, _ first: GreyImage, _ second: GreyImage, _ mask: GreyImage, _ common: Int
    ) -> Comparison {
        var result = Comparison(common: common)
        var (difference, lead) = (0, 0)
        for at in mask.pixels.indices where mask.pixels[at] != 0 {
            let (s, a, b) = (Int(seen.pixels[at]), Int(first.pixels[at]), Int(second.pixels[at]))
            guard abs(a - b) >= Self.leastDifference else { continue }
            result.differing += 1
            difference += (a - b) * (a - b)
            lead += (s - b) * (s - b) - (s - a) * (s - a)
        }
        if difference > 0 { result.lead = Double(lead) / Double(difference) }
        return result
    }
}
