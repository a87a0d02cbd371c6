internal import Geometry
internal import Imaging
internal import References
internal import Vision

/// About where a page is, before every pixel is asked: by points on it, or by the edges of its paper.
extension PageMeasurer {
    /// The corners moved so that most points of the rendering lie on what they show; `nil` when they do not agree.
    func cornersByPoints(
        in patch: Patch, _ expected: Expectation, _ chosen: inout ChosenPoints
    ) throws(VisionError) -> Estimate? {
        let side = Double(patch.expected.width * patch.expected.height).squareRoot()
        chosen.note([], [], in: patch)
        let points = try chosen.points(in: patch, showing: expected.corners, of: reference)
        guard points.count >= 8 else { return nil }
        let ends = try followPoints(
            points, guesses: points, from: patch.expected, to: patch.seen, window: 17, levels: side > 120 ? 4 : 3)
        let kept = points.indices.filter { ends[$0] != nil && patch.contains(points[$0]) }
        let (from, to) = (kept.map { points[$0] }, kept.compactMap { ends[$0] })
        chosen.note(from, to, in: patch)
        guard let fit = try fitHomography(from: from, to: to, threshold: 1.5, maxIterations: 600),
            fit.inlierCount >= 8, Double(fit.inlierCount) >= 0.12 * Double(points.count)
        else { return nil }
        let pairs = zip(zip(from, to), fit.isInlier).filter(\.1).map { (from: $0.0.0, to: $0.0.1) }
        return settle(pairs, patch, expected)
    }

    /// The corners that the edges of the paper make most likely; `nil` when too little of them is seen.
    func cornersByOutline(
        in picture: GreyImage, _ expected: Expectation, _ page: PageEstimate
    ) -> Estimate? {
        guard var covariance = expected.information.inverse else { return nil }
        let unit = (centre: expected.corners.centre, scale: expected.corners.diagonal / 2)
        let zero = SmallHomography(Array(repeating: 0, count: 8))
        let rigidity = rigidity(in: picture, expected.focal, page.shape)
        let known = HomographyPrior(offset: zero, information: expected.information)
        var (corners, place) = (expected.corners, zero)
        for _ in 0..<2 {
            let edges = outline.evidence(
                in: picture, about: corners, trim: page.trim, motion: expected.motion, exposure: expected.exposure,
                covariance: covariance, unit: unit)
            guard edges.sides.count >= 3, edges.support >= 0.4 else { return nil }
            let both = known.joined(with: rigidity.evidence(about: corners, unit: unit), at: place)
                .joined(with: edges, at: place)
            place = SmallHomography(both.offset.map { -$0 })
            guard let map = place.map(centre: unit.centre, scale: unit.scale), let moved = map(expected.corners),
                moved.isConvexAndFrontFacing, let remaining = both.information.inverse
            else { return nil }
            (corners, covariance) = (moved, remaining)
        }
        return (corners, covariance)
    }

    /// The corners that points which agree with each other, and what was known before, make most likely.
    func settle(
        _ pairs: [(from: Point2, to: Point2)], _ patch: Patch, _ expected: Expectation
    ) -> Estimate? {
        let (centre, scale) = patch.unit(of: expected.corners)
        let prior = expected.information
        // Half a pixel each, and neighbours err together.
        let weight = scale * scale / (0.5 * 0.5 * 4)
        var small = SmallHomography(Array(repeating: 0, count: 8))
        var covariance = SquareMatrix(size: 8)
        for _ in 0..<3 {
            guard let map = small.map(centre: centre, scale: scale) else { return nil }
            var information = prior
            var right = (prior * small.parameters).map { -$0 }
            for pair in pairs {
                guard let at = map(pair.from) else { continue }
                let unit = (at - centre) / scale
                let rows = SmallHomography.jacobian(unit.x, unit.y)
                let rest = (pair.to - at) / scale
                information.addOuterProduct(of: rows.x, weight: weight)
                information.addOuterProduct(of: rows.y, weight: weight)
                for index in right.indices {
                    right[index] += weight * (rows.x[index] * rest.x + rows.y[index] * rest.y)
                }
            }
            guard let step = information.solve(right) else { return nil }
            small = SmallHomography(zip(small.parameters, step).map { $0 + $1 })
            covariance = information.inverse ?? covariance
        }
        guard let map = small.map(centre: centre, scale: scale), let corners = patch.moved(expected.corners, by: map),
            corners.isConvexAndFrontFacing
        else { return nil }
        return (corners, covariance)
    }
}
