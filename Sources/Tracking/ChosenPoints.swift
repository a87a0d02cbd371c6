internal import Geometry
internal import Imaging
internal import References
internal import Vision

/// Places on a drawing that can be followed, chosen where it is rendered and kept while it looks about the same.
struct ChosenPoints: Sendable {
    private static let limit = 220, quality = 0.03
    /// Uses for which a choice is kept, and the change of scale that ends it sooner.
    private static let uses = 8, scaleChange = 1.15

    /// In model pixels.
    private var places: [Point2] = []
    /// Pixels of the patch to one of the model when they were chosen.
    private var scale = 0.0
    private var used = 0
    /// Where the points of the last picture were expected and where they were followed to, in pixels of the picture; what
    /// covers the page is among them.
    private(set) var followed: [(expected: Point2, seen: Point2)] = []

    /// Takes note of where points of a patch were followed to.
    mutating func note(_ from: [Point2], _ to: [Point2], in patch: Patch) {
        followed = zip(from, to).compactMap { from, to in
            guard let expected = patch.pictureFromPatch(from), let seen = patch.pictureFromPatch(to) else { return nil }
            return (expected, seen)
        }
    }

    /// Points in pixels of a patch that shows `corners` of the picture.
    mutating func points(
        in patch: Patch, showing corners: Quad, of reference: ReferenceModel
    ) throws(VisionError) -> [Point2] {
        guard let modelFromPicture = Homography(from: corners, to: reference.outline),
            let modelFromPatch = modelFromPicture * patch.pictureFromPatch, let patchFromModel = modelFromPatch.inverse
        else { return [] }
        let area = abs(corners.signedArea) / (patch.frame.reduction * patch.frame.reduction)
        let now = (area / reference.outline.signedArea).squareRoot()
        let change = max(now, scale) / max(min(now, scale), 1e-9)
        if used < Self.uses, change < Self.scaleChange {
            let kept = places.compactMap { patchFromModel($0) }.filter { patch.contains($0) }
            // Where much has gone out of the picture, more can be found in what is left.
            if 4 * kept.count > 3 * places.count {
                used += 1
                return kept
            }
        }
        let side = Double(patch.expected.width * patch.expected.height).squareRoot()
        let found = try patch.expected.goodPoints(
            limit: Self.limit, quality: Self.quality, minDistance: max(4, side / 40))
        (places, scale, used) = (found.compactMap { modelFromPatch($0) }, now, 0)
        return found
    }
}

extension ChosenPoints: Stored {
    mutating func pass(_ archive: inout StateArchive) throws(StateArchive.Malformed) {
        try archive.pass(&places, of: .zero)
        try archive.pass(&scale)
        try archive.pass(&used)
        var (expected, seen) = (followed.map(\.expected), followed.map(\.seen))
        try archive.pass(&expected, of: .zero)
        try archive.pass(&seen, of: .zero)
        guard expected.count == seen.count else { throw StateArchive.Malformed() }
        followed = zip(expected, seen).map { ($0, $1) }
    }
}
