internal import Geometry
internal import Imaging
internal import Vision

extension GreyImage {
    /// Where a page at `corners` of the picture before (or after) would be here if it moved with the points that lie on it; `nil`
    /// when they do not agree.
    func flow(of corners: Quad, from previous: GreyImage) throws(VisionError) -> Quad? {
        let bounds = Quad(outlineOfWidth: width, height: height).bounds
        let visible = Polygon.clip(corners.corners, to: bounds)
        guard let frame = PatchFrame(around: visible, in: previous, areaLimit: .max) else { return nil }
        let part = previous.cropped(x: frame.x, y: frame.y, width: frame.fullWidth, height: frame.fullHeight)
        let mask = try GreyImage.mask(
            of: visible.compactMap { frame.patchFromPicture($0) }, width: frame.width, height: frame.height)
        let side = Double(frame.width * frame.height).squareRoot()
        let points = try part.goodPoints(limit: 160, quality: 0.01, minDistance: max(5, side / 25))
            .filter { mask[Int($0.x), Int($0.y)] != 0 }
            .compactMap { frame.pictureFromPatch($0) }
        guard points.count >= 8 else { return nil }
        let ends = try followPoints(points, guesses: points, from: previous, to: self, window: 25, levels: 5)
        let kept = points.indices.filter { ends[$0] != nil }
        guard
            let fit = try fitHomography(
                from: kept.map { points[$0] }, to: kept.compactMap { ends[$0] }, threshold: 2.5, maxIterations: 400),
            fit.inlierCount >= 8, let moved = fit.map(corners), moved.isConvexAndFrontFacing
        else { return nil }
        return moved
    }
}
