internal import Geometry
internal import Imaging
internal import References
internal import Vision

/// Follows one reference from picture to picture, forwards or backwards in time, from a first measurement.
///
/// It ends when the page was not measured for more frames than it may coast.
struct Follower {
    private let measurer: PageMeasurer
    private let options: TrackingOptions

    private enum State {
        /// Measured in the last picture, or `missed` pictures ago and carried on by the motion of what is around it.
        case following(corners: Quad, motion: CornerMotion, missed: Int)
        case lost
    }
    private var state: State

    init(measurer: PageMeasurer, options: TrackingOptions, start: Quad, motion: CornerMotion = .none) {
        (self.measurer, self.options) = (measurer, options)
        state = .following(corners: start, motion: motion, missed: 0)
    }

    var isLost: Bool {
        if case .lost = state { true } else { false }
    }

    /// Measures the page in the next picture; `previous` is the one before. `nil` when it is not seen there.
    mutating func follow(
        into picture: GreyImage, previous: GreyImage?, exposure: inout ExposureEstimate, frame: Int
    ) throws(VisionError) -> Measurement? {
        guard case .following(let corners, let motion, let missed) = state else { return nil }
        var flowed: Quad?
        for attempt in 0..<3 {
            // First as it moved before, then as the picture moved, then as if it stood still.
            let guess: Quad
            switch attempt {
            case 0: guess = motion.moved(corners, frames: 1)
            case 1:
                guard let previous, let moved = try flow(of: corners, from: previous, to: picture) else { continue }
                (guess, flowed) = (moved, moved)
            default:
                guard motion.largest > 2, missed == 0 else { continue }
                guess = corners
            }
            let expected = PageMeasurer.Expectation(
                corners: guess, motion: CornerMotion(from: corners, to: guess, frames: 1), exposure: exposure.share)
            guard let found = try measurer.measure(in: picture, expected) else { continue }
            let moved = CornerMotion(from: corners, to: found.corners, frames: 1)
            try learnExposure(&exposure, picture, found, moved, frame)
            state = .following(corners: found.corners, motion: moved, missed: 0)
            return found
        }
        coast(corners, motion, missed, flowed)
        return nil
    }

    /// Carries the page on without a measurement, or gives it up.
    private mutating func coast(_ corners: Quad, _ motion: CornerMotion, _ missed: Int, _ flowed: Quad?) {
        let next = flowed ?? motion.moved(corners, frames: 1)
        guard missed < options.coastFrames, next.isFinite, next.isConvexAndFrontFacing else {
            state = .lost
            return
        }
        let carried = flowed.map { CornerMotion(from: corners, to: $0, frames: 1) } ?? motion
        state = .following(corners: next, motion: carried, missed: missed + 1)
    }

    /// Where the page would be if it moved with the points that lie on it; `nil` when they do not agree.
    private func flow(of corners: Quad, from previous: GreyImage, to picture: GreyImage) throws(VisionError) -> Quad? {
        let bounds = Quad(outlineOfWidth: picture.width, height: picture.height).bounds
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
        let ends = try followPoints(points, guesses: points, from: previous, to: picture, window: 25, levels: 5)
        let kept = points.indices.filter { ends[$0] != nil }
        guard
            let fit = try fitHomography(
                from: kept.map { points[$0] }, to: kept.compactMap { ends[$0] }, threshold: 2.5, maxIterations: 400),
            fit.inlierCount >= 8, let moved = fit.map(corners), moved.isConvexAndFrontFacing
        else { return nil }
        return moved
    }

    /// Compares how well renderings with each share of open shutter agree with a frame that moves.
    private func learnExposure(
        _ exposure: inout ExposureEstimate, _ picture: GreyImage, _ found: Measurement, _ motion: CornerMotion, _ frame: Int
    ) throws(VisionError) {
        guard motion.largest >= ExposureEstimate.leastMotion, exposure.isDue(frame: frame) else { return }
        var agreements: [Double] = []
        for share in ExposureEstimate.candidates {
            agreements.append(
                try measurer.agreement(
                    in: picture, PageMeasurer.Expectation(corners: found.corners, motion: motion, exposure: share)))
        }
        exposure.add(agreements)
    }
}
