package import Geometry
package import Imaging
package import References
package import Vision

/// Tracks references through a whole clip: `observe` every picture in order, then `solve`.
///
/// Pictures are upright luma of one size (`luma(of:orientation:longSide:)`). Observations are kept, pictures are not.
/// Used by one thread at a time.
package final class ClipTracker {
    let options: TrackingOptions
    let measurers: [PageMeasurer]
    private let shortList: ShortList
    var followers: [Follower?]
    var camera: CameraEstimate
    /// What is learnt of each reference's page.
    var pages: [PageEstimate]
    private var shots = CutDetector()
    private(set) var previous: GreyImage?
    /// What tells the picture that was observed last from others, as a checkpoint says it.
    var sumOfLast: UInt64 = 0
    var framesSinceLook: Int
    var looksInVain = 0
    /// Frames since a page was lost that had been followed: it is likely to come back soon.
    var framesSinceLoss = Int.max / 2
    /// What was found so far, and for which frame times.
    var observations: ClipObservations
    /// How far following backwards has come; `nil` before it begins.
    var backwards: BackwardsPass?

    /// How many looks there were, and how many seconds they took.
    package internal(set) var looks: (count: Int, seconds: Double) = (0, 0)

    /// - Parameters:
    ///   - index: of the catalog that `references` are, in its order; without one, every look compares with all of them.
    ///   - camera: as far as it is known before, in pixels of the clip; the focal length is made sharper on the way.
    ///   - keepsCheckpoints: whether `passCheckpoint` will be called.
    package init(
        references: [ReferenceModel], index: CatalogIndex? = nil, options: TrackingOptions = TrackingOptions(),
        camera: Camera? = nil, keepsCheckpoints: Bool = false
    ) {
        self.options = options
        self.camera = CameraEstimate(focal: camera.map(Focal.init) ?? .phone)
        shortList = ShortList(references: references, index: index)
        measurers = references.map { PageMeasurer(reference: $0, options: options) }
        followers = references.map { _ in nil }
        pages = references.map { _ in PageEstimate() }
        framesSinceLook = options.lookInterval
        observations = ClipObservations(references: references.count, notesChanges: keepsCheckpoints)
    }

    var references: [ReferenceModel] { measurers.map(\.reference) }

    package var frameCount: Int { observations.ticks.count }

    /// The share of the frame time for which the shutter is open, where enough frames moved to tell.
    package var exposureShare: Double? { camera.exposure.observations >= 3 ? camera.exposure.share : nil }

    // MARK: Forwards

    /// Takes the next presented picture, at `ticks` of the clip's time base.
    package func observe(_ picture: GreyImage, ticks: Int64) throws(VisionError) {
        let frame = observations.begin(ticks: ticks, isCut: try shots.isCut(picture))
        if observations.isCut[frame] {
            followers = followers.map { _ in nil }
            framesSinceLook = options.lookInterval
            looksInVain = 0
        }
        for index in measurers.indices {
            if let found = try followers[index]?.follow(
                into: picture, previous: previous, camera: &camera, page: &pages[index], frame: frame)
            {
                observations.add(found, of: index, at: frame)
            }
            if followers[index]?.isLost == true {
                followers[index] = nil
                looksInVain = 0
                framesSinceLoss = 0
            }
        }
        framesSinceLook += 1
        framesSinceLoss += 1
        try lookIfDue(picture, frame)
        observations.keepDistinct(at: frame)
        previous = picture
    }

    /// Has `picture`, observed last by another tracker, behind it.
    func goOn(after picture: GreyImage) throws(VisionError) {
        _ = try shots.isCut(picture)
        previous = picture
    }

    /// Looks grow rarer while nothing is found, except for a while after a loss: what appears between two of them is followed
    /// backwards.
    private var lookInterval: Int {
        framesSinceLoss < options.lossMemory
            ? options.lookInterval : min(options.lookInterval + looksInVain, 4 * options.lookInterval)
    }

    /// Looks, now and then, for what is not measured in this frame or agrees so little that it may be a mistake.
    private func lookIfDue(_ picture: GreyImage, _ frame: Int) throws(VisionError) {
        let wanted = measurers.indices.filter { observations[$0, frame] == nil || followers[$0]?.isWorthALook == true }
        guard !wanted.isEmpty, framesSinceLook >= lookInterval else { return }
        let begin = ContinuousClock.now
        defer { looks = (looks.count + 1, looks.seconds + (ContinuousClock.now - begin) / .seconds(1)) }
        framesSinceLook = 0
        looksInVain += 1
        let known = measurers.indices.filter { !wanted.contains($0) }.compactMap { observations[$0, frame]?.corners }
        let look = try Look(at: picture, known: known, options: options)
        for (index, found) in try sights(look, shortList.references(for: look.features, among: wanted), picture, frame)
        {
            looksInVain = 0
            if let known = observations[index, frame] {
                guard found.confidence > known.confidence + 0.05 else { continue }
                followers[index]?.correct(to: found)
            } else {
                followers[index] = Follower(measurer: measurers[index], options: options, start: found)
            }
            observations.add(found, of: index, at: frame)
        }
        try lookForShapes(picture, frame, wanted.filter { observations[$0, frame] == nil }, known)
    }

    /// Looks for sheets of paper that may hold what was not recognised by features.
    private func lookForShapes(
        _ picture: GreyImage, _ frame: Int, _ missing: [Int], _ known: [Quad]
    ) throws(VisionError) {
        guard !missing.isEmpty else { return }
        let found =
            missing.count < measurers.count ? measurers.indices.compactMap { observations[$0, frame]?.corners } : []
        let look = try ShapeLook(at: picture, known: known + found)
        for candidate in try look.candidates(among: missing, measurers, shortList, camera) {
            let index = candidate.reference
            guard observations[index, frame] == nil,
                let seen = try measure(index, at: candidate.corners, in: picture), seen.innerCells >= 3,
                seen.innerShare >= options.leastAgreement
            else { continue }
            looksInVain = 0
            followers[index] = Follower(measurer: measurers[index], options: options, start: seen)
            observations.add(seen, of: index, at: frame)
        }
    }

    /// The pages among `candidates` that are found and measured, and are clearly not another.
    private func sights(
        _ look: Look, _ candidates: [Int], _ picture: GreyImage, _ frame: Int
    ) throws(VisionError) -> [(index: Int, seen: Measurement)] {
        let learnt = pages
        var found: [RunnerUp.Contender] = []
        for index in candidates {
            if let seen = try sight(index, look, picture) { found.append((index, seen)) }
        }
        // What looks like a page that was found may have been missed, and be the one that is there.
        for (index, seen) in found {
            for other in shortList.lookalikes(of: index) where !found.contains(where: { $0.index == other }) {
                var alike = observations[other, frame]
                if alike == nil { alike = try measure(other, at: seen.corners, in: picture) }
                if let alike { found.append((other, alike)) }
            }
        }
        let clear = try RunnerUp(picture: picture, measurers: measurers).clear(of: found)
        // Of a page that is another's nothing was learnt.
        for (index, _) in found where !clear.contains(where: { $0.index == index }) { pages[index] = learnt[index] }
        return clear
    }

    /// Finds a page by its features and measures it there.
    private func sight(_ index: Int, _ look: Look, _ picture: GreyImage) throws(VisionError) -> Measurement? {
        let reference = measurers[index].reference
        guard let sighting = try look.find(reference, options: options),
            let corners = sighting.pictureFromModel(reference.outline)
        else { return nil }
        return try measure(index, at: corners, in: picture)
    }

    /// Measures a page that was found about `corners`: as if it stood still, and blurred as it seems to have moved.
    private func measure(_ index: Int, at corners: Quad, in picture: GreyImage) throws(VisionError) -> Measurement? {
        let still = try measure(index, at: corners, in: picture, moving: .none)
        if let still, still.confidence >= options.certainAgreement { return still }
        guard let previous, let before = try previous.flow(of: corners, from: picture) else { return still }
        let motion = CornerMotion(from: before, to: corners)
        guard motion.largest > 2, let moving = try measure(index, at: corners, in: picture, moving: motion) else {
            return still
        }
        return moving.confidence > still?.confidence ?? 0 ? moving : still
    }

    private func measure(
        _ index: Int, at corners: Quad, in picture: GreyImage, moving motion: CornerMotion
    ) throws(VisionError) -> Measurement? {
        let radius = corners.diagonal / 2
        return try measurers[index].measure(
            in: picture,
            PageMeasurer.Expectation(
                corners: corners, motion: motion, exposure: camera.exposure.share, focal: camera.focal.focal,
                information: MotionPrior.afterSighting(radius: radius).information(radius: radius)),
            page: &pages[index])
    }
}
