internal import Foundation
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

    /// Where the page was in the last picture: measured there, or carried on for `missed` pictures by what moves around it.
    fileprivate struct Place: Sendable {
        var corners: Quad
        /// Where it was one picture before; `nil` while it was seen once only.
        var previous: Quad?
        /// Covariance at the last measurement.
        var covariance: SquareMatrix
        var missed = 0

        var motion: CornerMotion? { previous.map { CornerMotion(from: $0, to: corners) } }

        /// Where it will be if the plane goes on moving as it did: turning, too, goes on as turning.
        var expected: Quad {
            guard let previous else { return corners }
            let step = Homography(from: previous, to: corners)
            if let next = step?(corners), next.isFinite, next.isConvexAndFrontFacing { return next }
            return CornerMotion(from: previous, to: corners).moved(corners, frames: 1)
        }
    }

    /// All that changes while a page is followed: a follower with it goes on as the one that it is from.
    struct Memory: Sendable {
        fileprivate var place: Place?
        fileprivate var usualAgreement = 0.0, usualSupport = 0.0
        fileprivate var lastAgreement = 1.0
        /// Whether the last measurement agreed so little that another look may find better.
        fileprivate var isDoubtful = false
        /// Frames in which only the paper's edges were seen.
        fileprivate var hiddenFrames = 0

        /// What nothing was followed with.
        init() {}
    }
    private(set) var memory = Memory()

    /// Goes on with what another follower of the same page knew.
    init(measurer: PageMeasurer, options: TrackingOptions, memory: Memory) {
        (self.measurer, self.options, self.memory) = (measurer, options, memory)
    }

    /// Starts at a measurement; `previous` is where the page was in the picture before that, in the direction that is followed.
    init(measurer: PageMeasurer, options: TrackingOptions, start: Measurement, previous: Quad? = nil) {
        (self.measurer, self.options) = (measurer, options)
        (memory.usualAgreement, memory.usualSupport) = (start.confidence, start.support)
        memory.place = Place(corners: start.corners, previous: previous, covariance: start.covariance)
    }

    var isLost: Bool { memory.place == nil }

    /// Whether another look may find better than the last measurement.
    var isWorthALook: Bool { memory.isDoubtful && memory.lastAgreement < options.leastCertainty }

    /// Measures the page in the next picture; `previous` is the one before. `nil` when it is not seen there.
    ///
    /// The page is expected as it moved before. Where what is found there agrees little, it is also expected as the picture
    /// moved, and as if it stood still: a line can fall onto its neighbour, and only the better agreement tells.
    mutating func follow(
        into picture: GreyImage, previous: GreyImage?, camera: inout CameraEstimate, page: inout PageEstimate,
        frame: Int
    ) throws(VisionError) -> Measurement? {
        guard let place = memory.place else { return nil }
        var best = try measure(in: picture, guess: place.expected, camera, &page)
        var flowed: Quad?
        if isDoubtful(best) {
            flowed = try previous.flatMap { previous throws(VisionError) in
                try picture.flow(of: place.corners, from: previous)
            }
            if let flowed { best = better(best, try measure(in: picture, guess: flowed, camera, &page)) }
            if memory.usualSupport > 0.3, isDoubtful(best), let expected = expectation(flowed ?? place.expected, camera)
            {
                best = better(best, try measurer.measureFromOutline(in: picture, expected, page: &page))
            }
            if let motion = place.motion, motion.largest > 2, place.missed == 0 {
                best = better(best, try measure(in: picture, guess: place.corners, camera, &page))
            }
        }
        memory.isDoubtful = isDoubtful(best)
        guard let found = best, isCredible(found, place) else {
            coast(flowed)
            return nil
        }
        try settle(on: found, in: picture, &camera, frame)
        return found
    }

    /// Takes `found`, which came from elsewhere, for the place of the page in the last picture.
    mutating func correct(to found: Measurement) {
        let previous = memory.place.flatMap { $0.missed == 0 ? $0.previous : nil }
        memory.place = Place(corners: found.corners, previous: previous, covariance: found.covariance)
    }

    private func isDoubtful(_ found: Measurement?) -> Bool {
        guard let found else { return true }
        return found.confidence < max(options.certainAgreement, options.usualShare * memory.usualAgreement)
            || found.support < options.usualShare * memory.usualSupport - 0.05
    }

    /// What agrees little is a mistake where it would have turned or come nearer at once, or after several missed frames: what
    /// lies about then may be anything.
    private func isCredible(_ found: Measurement, _ place: Place) -> Bool {
        if place.missed >= options.trustedFrames && (found.confidence < 0.35 || found.innerCells < 4) { return false }
        if found.confidence >= options.certainAgreement { return true }
        let growth = found.corners.signedArea / max(place.expected.signedArea, 1)
        let limit = pow(options.largestGrowth, Double(place.missed + 1))
        return growth < limit && growth > 1 / limit
    }

    private func better(_ a: Measurement?, _ b: Measurement?) -> Measurement? {
        guard let a, let b else { return a ?? b }
        return b.merit > a.merit + 0.02 ? b : a
    }

    private func measure(
        in picture: GreyImage, guess: Quad, _ camera: CameraEstimate, _ page: inout PageEstimate
    ) throws(VisionError) -> Measurement? {
        guard let expected = expectation(guess, camera) else { return nil }
        return try measurer.measure(in: picture, expected, page: &page)
    }

    private func expectation(_ guess: Quad, _ camera: CameraEstimate) -> PageMeasurer.Expectation? {
        guard let place = memory.place else { return nil }
        let radius = guess.diagonal / 2
        let prior: MotionPrior =
            place.previous == nil
            ? .afterSighting(radius: radius) : .following(radius: radius, frames: place.missed + 1)
        return PageMeasurer.Expectation(
            corners: guess, motion: CornerMotion(from: place.corners, to: guess),
            exposure: camera.exposure.share,
            focal: camera.focal.focal,
            information: prior.information(radius: radius, before: place.covariance),
            mayRestOnEdges: memory.hiddenFrames < options.longestHidden,
            previous: place.motion.map { (place.corners, $0) })
    }

    private mutating func settle(
        on found: Measurement, in picture: GreyImage, _ camera: inout CameraEstimate, _ frame: Int
    ) throws(VisionError) {
        guard let place = memory.place else { return }
        memory.lastAgreement = found.confidence
        memory.hiddenFrames = found.confidence < options.leastAgreement ? memory.hiddenFrames + 1 : 0
        memory.usualAgreement += 0.2 * (found.confidence - memory.usualAgreement)
        memory.usualSupport += 0.2 * (found.support - memory.usualSupport)
        if found.confidence >= options.certainAgreement {
            camera.focal.add(found, measurer.rigidity(in: picture, camera.focal.focal, ShapeOffset()))
        }
        let moved = CornerMotion(from: place.corners, to: found.corners)
        if let before = place.motion, place.missed == 0, found.confidence > 0.5 {
            try learnExposure(&camera, picture, found, moved.continued(after: before), frame)
        }
        memory.place = Place(corners: found.corners, previous: place.corners, covariance: found.covariance)
    }

    /// Carries the page on without a measurement, or gives it up.
    private mutating func coast(_ flowed: Quad?) {
        guard let last = memory.place, last.missed < options.coastFrames else {
            memory.place = nil
            return
        }
        let corners = flowed ?? last.expected
        guard corners.isFinite, corners.isConvexAndFrontFacing else {
            memory.place = nil
            return
        }
        // What lies around may have stopped or turned; without it, the page goes on.
        memory.place = Place(
            corners: corners, previous: last.previous == nil && flowed == nil ? nil : last.corners,
            covariance: last.covariance, missed: last.missed + 1)
    }

    /// Compares how well renderings with each share of open shutter agree with a frame that moves.
    private func learnExposure(
        _ camera: inout CameraEstimate, _ picture: GreyImage, _ found: Measurement, _ motion: CornerMotion,
        _ frame: Int
    ) throws(VisionError) {
        guard motion.largest >= ExposureEstimate.leastMotion, camera.exposure.isDue(frame: frame) else { return }
        var agreements: [Double] = []
        for share in camera.exposure.candidates {
            agreements.append(
                try measurer.agreement(
                    in: picture,
                    PageMeasurer.Expectation(
                        corners: found.corners, motion: motion, exposure: share, focal: camera.focal.focal,
                        information: found.covariance)))
        }
        camera.exposure.add(agreements)
    }
}

extension Follower.Place: Stored {
    /// A place to read into.
    static let blank = Follower.Place(corners: .blank, covariance: SquareMatrix(size: 8))

    mutating func pass(_ archive: inout StateArchive) throws(StateArchive.Malformed) {
        try archive.pass(&corners)
        try archive.pass(&previous, blank: .blank)
        try archive.pass(&covariance)
        try archive.pass(&missed)
    }
}

extension Follower.Memory: Stored {
    mutating func pass(_ archive: inout StateArchive) throws(StateArchive.Malformed) {
        try archive.pass(&place, blank: .blank)
        try archive.pass(&usualAgreement)
        try archive.pass(&usualSupport)
        try archive.pass(&lastAgreement)
        try archive.pass(&isDoubtful)
        try archive.pass(&hiddenFrames)
    }
}
