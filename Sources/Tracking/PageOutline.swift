internal import Geometry
internal import Imaging
internal import References
internal import Vision

/// Where the edges of the page lie in a picture, as far as they can be seen: four straight lines that hold a page still on
/// which there is little else to see.
///
/// Along each side, profiles across the expected edge are compared with what the page and an even colour beside it would look
/// like (`outlineEdges`). A side counts when enough of its places agree on one straight line; what a hand covers does not, nor
/// does a drawing whose paper goes on beyond the registered image.
struct PageOutline: Sendable {
    let reference: ReferenceModel

    /// A side that was found: all lengths in units of half the page's diagonal.
    struct Side {
        let index: Int
        /// How its middle moves outwards to inwards with the eight numbers, and how far it lies from where it was expected.
        let row: [Double]
        let shift: Double
    }

    /// What the outline says of a small homography about where it was expected: `information · p = right`.
    struct Evidence {
        fileprivate(set) var information = SquareMatrix(size: 8)
        fileprivate(set) var right = [Double](repeating: 0, count: 8)
        fileprivate(set) var sides: [Side] = []
        /// Sides of which enough is inside the picture to be found.
        fileprivate(set) var visibleSides = 0
        /// The share of all places inside the picture that lie on these sides.
        fileprivate(set) var support = 0.0

        var isEmpty: Bool { sides.isEmpty }
        /// How far the sides lie from where they were expected, in units of half the page's diagonal; 0 where none was found.
        var largestShift: Double { sides.map { abs($0.shift) }.max() ?? 0 }
        /// Whether every side that can be seen was found, and they fix the page.
        var isComplete: Bool { sides.count >= 3 && sides.count == visibleSides }
    }

    /// Least share of a profile that the page must explain, and of a side's places that must agree.
    private static let leastAgreement = 0.75, leastShare = 0.3, leastPlaces = 5
    /// Neighbouring places err together: of four, one counts; and none is more exact than this, in pixels.
    fileprivate static let correlation = 4.0, leastError = 0.3
    /// Blur is never even: the middle of a smeared edge is off by this share of it.
    fileprivate static let smear = 0.06

    /// Looks for the edges of the page about `corners`.
    ///
    /// - Parameters:
    ///   - trim: how the paper is cut beside the registered image, as far as it is known.
    ///   - motion: of the page from frame to frame, in pixels of the picture; `exposure` is the share of it that blurs.
    ///   - covariance: of a small homography about `unit`, the coordinates in which the evidence is meant, too.
    func evidence(
        in picture: GreyImage, about corners: Quad, trim: PaperTrim, motion: CornerMotion, exposure: Double,
        covariance: SquareMatrix, unit: (centre: Point2, scale: Double)
    ) -> Evidence {
        let level = reference.level(atScale: (corners.signedArea / reference.outline.signedArea).squareRoot())
        guard let modelFromPicture = Homography(from: corners, to: reference.outline),
            let levelFromPicture = reference.levelFromModel(level) * modelFromPicture
        else { return Evidence() }
        var evidence = Evidence()
        var (seen, found) = (0, 0)
        for side in 0..<4 {
            let places = self.places(onSide: side, of: corners, motion, exposure, levelFromPicture)
                .filter { isInside($0.point, picture) }
            seen += places.count
            if places.count >= Self.leastPlaces { evidence.visibleSides += 1 }
            let rows = places.map { row(of: $0, unit) }
            let spread = rows.map { covariance.quadratic($0) }.max() ?? 0
            let reach = 3 * (spread + trim.variance(of: side)).squareRoot() * unit.scale + 1.5
            let edges = outlineEdges(
                in: picture, of: reference.levels[level], at: places, reach: Int(min(16, max(3, reach))))
            let line = Self.line(through: edges, blur: places.map(\.blur))
            guard line.count >= max(Self.leastPlaces, Int(Self.leastShare * Double(places.count))) else { continue }
            found += line.count
            let blur = line.map { places[$0].blur }.reduce(0, +) / Double(line.count)
            evidence.add(side, line.map { (rows[$0], edges[$0]) }, trim, blur: blur, unit.scale)
        }
        evidence.support = seen > 0 ? Double(found) / Double(seen) : 0
        return evidence
    }

    /// Places along a side, away from its ends.
    private func places(
        onSide side: Int, of corners: Quad, _ motion: CornerMotion, _ exposure: Double, _ levelFromPicture: Homography
    ) -> [OutlinePlace] {
        let (c, m) = (corners.corners, motion.offsets.corners)
        let (a, b) = (c[side], c[(side + 1) % 4])
        let (from, to) = (m[side], m[(side + 1) % 4])
        let length = (b - a).length
        let along = (b - a) / length
        let normal = Point2(-along.y, along.x)
        let count = Int(min(28, max(7, length / 7)))
        return (0..<count).compactMap { index in
            let t = 0.04 + 0.92 * (Double(index) + 0.5) / Double(count)
            let point = a + (b - a) * t
            guard let here = levelFromPicture(point), let inside = levelFromPicture(point + normal * 2) else {
                return nil
            }
            return OutlinePlace(
                point: point, normal: normal, blur: abs((from + (to - from) * t).dot(normal)) * exposure,
                reference: here, referenceStep: (inside - here) / 2)
        }
    }

    private func isInside(_ point: Point2, _ picture: GreyImage) -> Bool {
        point.x > 4 && point.y > 4 && point.x < Double(picture.width - 5) && point.y < Double(picture.height - 5)
    }

    /// How a place moves along its normal with each number of the small homography.
    private func row(of place: OutlinePlace, _ unit: (centre: Point2, scale: Double)) -> [Double] {
        let at = (place.point - unit.centre) / unit.scale
        let rows = SmallHomography.jacobian(at.x, at.y)
        return zip(rows.x, rows.y).map { $0 * place.normal.x + $1 * place.normal.y }
    }

    /// The places whose edges lie on one straight line: of the lines through any two, the one that most agree with.
    private static func line(through edges: [OutlineEdge], blur: [Double]) -> [Int] {
        let good = edges.indices.filter { edges[$0].agreement >= leastAgreement }
        guard good.count >= leastPlaces else { return [] }
        let tolerance = 0.8 + 0.05 * (blur.max() ?? 0)
        var best: (places: [Int], score: Double) = ([], 0)
        for (position, first) in good.enumerated() {
            for second in good[(position + 1)...] {
                let slope = (edges[second].shift - edges[first].shift) / Double(second - first)
                var (places, score) = ([Int](), 0.0)
                for index in good {
                    let expected = edges[first].shift + slope * Double(index - first)
                    let rest = (edges[index].shift - expected) / tolerance
                    guard abs(rest) < 1 else { continue }
                    places.append(index)
                    score += 1 - rest * rest
                }
                if score > best.score { best = (places, score) }
            }
        }
        return best.places
    }
}

extension PageOutline.Evidence {
    /// Adds the places of a side, which all lie off by the same where the paper is cut off the registered image.
    fileprivate mutating func add(
        _ side: Int, _ places: [(row: [Double], edge: OutlineEdge)], _ trim: PaperTrim, blur: Double,
        _ scale: Double
    ) {
        var (total, meanRow, meanShift) = (0.0, [Double](repeating: 0, count: 8), 0.0)
        for (row, edge) in places {
            let error = PageOutline.leastError
            let weight = scale * scale / ((edge.variance + error * error) * PageOutline.correlation)
            let shift = edge.shift / scale
            information.addOuterProduct(of: row, weight: weight)
            for k in 0..<8 {
                right[k] += weight * row[k] * (shift - trim.offset(of: side))
                meanRow[k] += weight * row[k]
            }
            (total, meanShift) = (total + weight, meanShift + weight * shift)
        }
        guard total > 0 else { return }
        // The common offset is not known better than its variance (Woodbury).
        let smear = PageOutline.smear * blur / scale
        let share = -1 / (1 / (trim.variance(of: side) + smear * smear) + total)
        information.addOuterProduct(of: meanRow, weight: share)
        let common = meanShift - total * trim.offset(of: side)
        for k in 0..<8 { right[k] += share * meanRow[k] * common }
        sides.append(PageOutline.Side(index: side, row: meanRow.map { $0 / total }, shift: meanShift / total))
    }
}

extension HomographyPrior {
    /// The prior together with the outline's evidence, found about `place`.
    func joined(with evidence: PageOutline.Evidence, at place: SmallHomography) -> HomographyPrior {
        evidence.isEmpty ? self : joined(with: evidence.information, right: evidence.right, at: place)
    }
}
