internal import Geometry
internal import Imaging
internal import References
internal import Vision

/// Where a page is, by every pixel with contrast and all that is known besides; and what is learnt from that.
extension PageMeasurer {
    /// Refines `start` with every pixel of contrast and tells how well they agree; `nil` when the page is not seen.
    func refine(
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
        var bend: BendEvidence?
        if isSeen, page.bend.isDue() {
            bend = self.bend(
                alignment, patch, start, under: result.seenFromExpected, beginningWith: page.bend.last,
                (page.points.followed, expected.corners))
            if let bend { page.bend.note(bend, radius: corners.diagonal / 2) }
        }
        return Measurement(
            corners: corners, sigma: sigma, covariance: result.covariance, confidence: final.share,
            innerShare: final.inner.share, innerCells: final.inner.agreeing, support: found.support, bend: bend)
    }

    /// Learns where the paper ends from where it is by its drawing alone.
    func learn(
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
    func prior(_ expected: Expectation, at start: Quad) -> HomographyPrior {
        let radius = start.diagonal / 2
        let moved = Homography(from: expected.corners, to: start) ?? .identity
        return HomographyPrior(
            offset: SmallHomography(moved, centre: start.centre, scale: radius),
            information: expected.information)
    }

    var outline: PageOutline { PageOutline(reference: reference) }
}
