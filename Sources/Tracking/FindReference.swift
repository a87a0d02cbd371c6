package import Geometry
package import Imaging
package import References
package import Vision

/// A reference that was recognised in a picture, not yet measured.
package struct Sighting: Sendable {
    /// Pixels of the followed picture from model pixels.
    package let pictureFromModel: Homography
    package let matches: Int
}

/// What was seen in one picture, to be compared with any number of references.
package struct Look: Sendable {
    let features: Features
    private let width, height: Int

    /// Finds the features of `picture`, looked at with a long side of `options.lookLongSide` pixels at most.
    ///
    /// - Parameter known: pages that are known to be there, in pixels of `picture`: what lies on them is no other's.
    package init(at picture: GreyImage, known: [Quad] = [], options: TrackingOptions) throws(VisionError) {
        (width, height) = (picture.width, picture.height)
        let factor = min(1, Double(options.lookLongSide) / Double(max(width, height)))
        let seen = try picture.resized(
            width: Int((Double(width) * factor).rounded()), height: Int((Double(height) * factor).rounded()))
        let back = Homography.resizing(Double(width) / Double(seen.width), Double(height) / Double(seen.height))
        var free: GreyImage?
        if let there = back.inverse {
            for page in known.compactMap({ there($0) }) {
                let mask = try GreyImage.mask(of: page.corners, width: seen.width, height: seen.height).inverted
                free = free?.intersection(mask) ?? mask
            }
        }
        var found = try Features(in: seen, limit: options.frameFeatures, contrastThreshold: 0.015, mask: free)
        found.points = found.points.compactMap { back($0) }
        features = found
    }

    /// Looks for `reference` among the features; `nil` when it is not there, or seen in a mirror.
    package func find(_ reference: ReferenceModel, options: TrackingOptions) throws(VisionError) -> Sighting? {
        let pairs = try matches(with: reference)
        guard pairs.count >= options.leastMatches else { return nil }
        let threshold = max(2, Double(max(width, height)) / 320)
        guard
            let fit = try fitHomography(
                from: pairs.map(\.model), to: pairs.map(\.picture), threshold: threshold, maxIterations: 4000),
            fit.inlierCount >= options.leastMatches, let quad = fit.map(reference.outline), quad.isConvexAndFrontFacing,
            isPlausible(quad), distinctPlaces(pairs.map(\.model), where: fit.isInlier) >= options.leastMatches - 2
        else { return nil }
        return Sighting(pictureFromModel: fit.map, matches: fit.inlierCount)
    }

    /// Nearest neighbours that are clearly better than the best one elsewhere on the reference: simulated views show each
    /// place many times, so the second best is mostly the same place.
    func matches(with reference: ReferenceModel) throws(VisionError) -> [(model: Point2, picture: Point2)] {
        let neighbours = 10
        let elsewhere = 0.03 * Double(max(reference.modelWidth, reference.modelHeight))
        guard let index = reference.index else { return [] }
        let found = try index.search(features, neighbours: neighbours, checks: 48)
        let points = index.points
        return features.points.indices.compactMap { query in
            let row = query * neighbours..<(query + 1) * neighbours
            guard found.positions[row.lowerBound] >= 0 else { return nil }
            let best = points[Int(found.positions[row.lowerBound])]
            let rival = row.first { slot in
                found.positions[slot] >= 0 && (points[Int(found.positions[slot])] - best).length > elsewhere
            }
            // 0.8 of the distance, squared.
            let limit = found.squaredDistances[rival ?? row.upperBound - 1] * (rival == nil ? 1.01 : 0.64)
            guard found.squaredDistances[row.lowerBound] < limit else { return nil }
            return (best, features.points[query])
        }
    }

    /// A page has a size that can be seen and is not wider than the camera could see.
    private func isPlausible(_ quad: Quad) -> Bool {
        let edges = quad.edgeLengths
        let frame = Double(max(width, height))
        guard let shortest = edges.min(), let longest = edges.max() else { return false }
        return shortest > 8 && longest < 8 * frame && quad.signedArea > 300
    }

    /// Places on the reference, at least 4 model pixels apart, that the agreeing matches come from.
    private func distinctPlaces(_ points: [Point2], where isInlier: [Bool]) -> Int {
        var places = Set<SIMD2<Int>>()
        for (point, agrees) in zip(points, isInlier) where agrees {
            places.insert(SIMD2(Int(point.x / 4), Int(point.y / 4)))
        }
        return places.count
    }
}
