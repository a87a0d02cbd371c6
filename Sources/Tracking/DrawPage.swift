internal import Geometry
internal import Imaging
internal import References
internal import Vision

/// What a page should look like in a picture.
extension PageMeasurer {
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
    func draw(_ expected: Expectation, _ frame: PatchFrame) throws(VisionError) -> GreyImage {
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
