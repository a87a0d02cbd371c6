internal import Geometry
internal import References
internal import Vision

/// Whether a page bends: what its cells are shifted by beside the plane.
extension PageMeasurer {
    private static let bendColumns = 12, bendRows = 9
    /// How far a page may bend, before anything is seen, in units of half its diagonal: functions of a bent page, and of a
    /// folded one or what perspective adds. And how far its plane may lie elsewhere.
    private static let usualBend = 0.1, usualFold = 0.05, usualShift = 0.05

    /// Measures the bend of a page that was found as a plane; `nil` where too little of it is seen.
    ///
    /// Gauss and Newton's steps for a smooth surface over the shifts of cells, which are measured anew about it each time: what
    /// lies too far off to be measured at first is brought near by the rest. A cell that agrees little counts little.
    ///
    /// - Parameters:
    ///   - start: the corners that the expected picture of `alignment` was rendered at.
    ///   - watched: the bend seen before, if any.
    ///   - points: where points were expected, for a page at those corners, and where they were seen: pixels of the picture.
    func bend(
        _ alignment: Alignment, _ patch: Patch, _ start: Quad, under seenFromExpected: Homography,
        beginningWith watched: [Double]?, _ points: (followed: [(expected: Point2, seen: Point2)], corners: Quad)
    ) -> BendEvidence? {
        guard let pageFromPicture = Homography(from: start, to: Self.pageSquare),
            let pageFromPatch = pageFromPicture * patch.pictureFromPatch
        else { return nil }
        let count = Self.bendColumns * Self.bendRows
        let (centre, scale) = patch.unit(of: start)
        let cells = alignment.cells(count: count) { point in
            pageFromPatch(point).flatMap { Self.bendCell(of: $0) }
        }
        let places = BendPlaces(centre: centre, scale: scale, pageFromPatch: pageFromPatch)
        var numbers = Array(repeating: 0.0, count: BendEvidence.planeCount)
        numbers += watched ?? Array(repeating: 0, count: BendEvidence.bendCount)
        let pairs = Self.pairs(points.followed, points.corners, start, patch, seenFromExpected)
        if let rough = places.numbers(by: pairs, Self.equations) { numbers = rough }
        // Nothing is shifted while nothing is known.
        lazy var middles = (0..<count).map { cell in
            pageFromPatch.inverse?(Self.middle(ofBendCell: cell)).flatMap { places.cell(at: $0) }
        }
        var lastStep = Double.infinity
        let unshifted = Array(repeating: Alignment.ShiftedCell(), count: count)
        let flat = alignment.shifts(
            under: seenFromExpected, cells: cells, count: count, about: unshifted,
            cutoff: 64)
        for iteration in 0...Self.bendSteps {
            let isFlat = numbers.allSatisfy { $0 == 0 }
            let shifts: [Alignment.ShiftedCell] =
                isFlat ? unshifted : middles.map { $0?.shifted(by: numbers, scale) ?? .init() }
            let found =
                isFlat
                ? flat
                : alignment.shifts(under: seenFromExpected, cells: cells, count: count, about: shifts, cutoff: 64)
            guard found.count(where: { $0 != nil }) >= 16 else { return nil }
            var equations = Self.equations
            for cell in found.indices {
                guard let seen = found[cell] else { continue }
                guard let row = places.row(at: seen.place) else { continue }
                equations.add(seen, shifts[cell].shift(at: seen.place), row, scale, numbers)
            }
            guard let information = equations.information, let next = information.solve(equations.right) else {
                return nil
            }
            if iteration == Self.bendSteps || lastStep < 0.15 {
                guard Self.agreement(found) > Self.agreement(flat) - 0.01 else { return nil }
                return BendEvidence(numbers: numbers, information: information)
            }
            lastStep = zip(next, numbers).reduce(0) { max($0, abs($1.0 - $1.1)) } * scale
            guard lastStep < 0.2 * scale, next.allSatisfy({ abs($0) < 0.3 }) else { return nil }
            numbers = next
        }
        return nil
    }

    private static let bendSteps = 7

    private static var equations: BendEquations {
        BendEquations(plane: usualShift, bend: usualBend, fold: usualFold)
    }

    /// How much of the page agrees.
    private static func agreement(_ cells: [Alignment.CellShift?]) -> Double {
        cells.reduce(0) { $0 + ($1?.agreement ?? 0) } / Double(max(1, cells.count))
    }

    /// Points in pixels of the expected picture, and how far they are seen from where the plane puts them.
    private static func pairs(
        _ followed: [(expected: Point2, seen: Point2)], _ corners: Quad, _ start: Quad, _ patch: Patch,
        _ seenFromExpected: Homography
    ) -> [(place: Point2, shift: Point2)] {
        guard let startFromExpected = Homography(from: corners, to: start) else { return [] }
        return followed.compactMap { pair in
            guard let place = startFromExpected(pair.expected).flatMap({ patch.frame.patchFromPicture($0) }),
                let seen = patch.frame.patchFromPicture(pair.seen), let plane = seenFromExpected(place)
            else { return nil }
            return (place, seen - plane)
        }
    }

    /// The page in coordinates u, v from −1 to 1.
    private static let pageSquare = Quad(Point2(-1, -1), Point2(1, -1), Point2(1, 1), Point2(-1, 1))

    private static func bendCell(of page: Point2) -> Int? {
        let (column, row) = (
            Int((page.x + 1) / 2 * Double(bendColumns)), Int((page.y + 1) / 2 * Double(bendRows))
        )
        guard page.x >= -1, page.y >= -1, column < bendColumns, row < bendRows else { return nil }
        return row * bendColumns + column
    }

    private static func middle(ofBendCell cell: Int) -> Point2 {
        Point2(
            (Double(cell % bendColumns) + 0.5) / Double(bendColumns) * 2 - 1,
            (Double(cell / bendColumns) + 0.5) / Double(bendRows) * 2 - 1)
    }
}

/// Places in the expected picture by what they tell of a bend.
private struct BendPlaces {
    let centre: Point2
    let scale: Double
    let pageFromPatch: Homography

    func row(at place: Point2) -> BendRow? { BendRow(at: place, centre, scale, pageFromPatch) }

    func cell(at place: Point2) -> BendCell? {
        guard let here = row(at: place), let right = row(at: place + Point2(1, 0)),
            let below = row(at: place + Point2(0, 1))
        else { return nil }
        return BendCell(place: place, here: here, right: right, below: below)
    }

    /// A rough bend by points that were followed; `nil` where most of them lie on the plane, or there are few.
    ///
    /// At first all count that lie near, then fewer and fewer: what covers the page goes its own way.
    func numbers(by pairs: [(place: Point2, shift: Point2)], _ prior: BendEquations) -> [Double]? {
        let near = pairs.filter { $0.shift.length < 0.15 * scale }
        guard near.count >= 40, near.count(where: { $0.shift.length < 1.5 }) < near.count * 9 / 10 else { return nil }
        let rows = near.map { row(at: $0.place) }
        var numbers = Array(repeating: 0.0, count: BendEvidence.count)
        for cutoff in [0.1 * scale, 0.05 * scale, 0.025 * scale, 4, 2, 1.5] {
            var equations = prior
            for (pair, row) in zip(near, rows) {
                guard let row else { continue }
                let rest = (pair.shift - row.shift(numbers, scale)).length / max(cutoff, 1.5)
                let weight = 1 / ((1 + rest * rest) * (1 + rest * rest))
                equations.add(pair.shift, row, scale, information: weight)
            }
            guard let next = equations.information?.solve(equations.right) else { return nil }
            numbers = next
        }
        return numbers
    }
}

/// How a place on the page moves with the numbers of `BendEvidence`.
private struct BendRow {
    let x, y: [Double]

    init?(at place: Point2, _ centre: Point2, _ scale: Double, _ pageFromPatch: Homography) {
        guard let page = pageFromPatch(place) else { return nil }
        let unit = (place - centre) / scale
        let plane = SmallHomography.jacobian(unit.x, unit.y)
        let functions = PageBend.functions(u: page.x, v: page.y)
        let bend = (0..<PageBend.functionCount).map { functions[$0] }
        let none = Array(repeating: 0.0, count: PageBend.functionCount)
        (x, y) = (plane.x + bend + none, plane.y + none + bend)
    }

    /// In pixels of the patch.
    func shift(_ numbers: [Double], _ scale: Double) -> Point2 { Point2(dot(x, numbers), dot(y, numbers)) * scale }
}

/// How a place moves, and the pixels to its right and below it.
private struct BendCell {
    let place: Point2
    let here, right, below: BendRow

    func shifted(by numbers: [Double], _ scale: Double) -> Alignment.ShiftedCell {
        let shift = here.shift(numbers, scale)
        return Alignment.ShiftedCell(
            place: place, shift: shift, perX: right.shift(numbers, scale) - shift,
            perY: below.shift(numbers, scale) - shift)
    }
}

/// Normal equations of the numbers of `BendEvidence`.
private struct BendEquations {
    private static let count = BendEvidence.count
    /// Upper triangle, row by row.
    private var triangle: [Double]
    private(set) var right = [Double](repeating: 0, count: count)

    /// With a prior about zero, by standard deviations.
    init(plane: Double, bend: Double, fold: Double) {
        triangle = []
        triangle.reserveCapacity(Self.count * (Self.count + 1) / 2)
        for row in 0..<Self.count {
            let function = (row - BendEvidence.planeCount) % PageBend.functionCount
            let sigma = row < BendEvidence.planeCount ? plane : function < 6 ? bend : fold
            triangle.append(1 / (sigma * sigma))
            for _ in row + 1..<max(Self.count, row + 1) { triangle.append(0) }
        }
    }

    var information: SquareMatrix? { SquareMatrix(upperTriangle: triangle, size: Self.count) }

    /// Adds what a cell says that was shifted by `shift`; it counts less the further it strays from what `numbers` say.
    mutating func add(
        _ seen: Alignment.CellShift, _ shift: Point2, _ row: BendRow, _ scale: Double, _ numbers: [Double]
    ) {
        // Its most likely shift is information · (shift + d) = pull.
        let goal = Point2(
            seen.pull.x + seen.xx * shift.x + seen.xy * shift.y, seen.pull.y + seen.xy * shift.x + seen.yy * shift.y)
        let (trace, determinant) = (seen.xx + seen.yy, seen.xx * seen.yy - seen.xy * seen.xy)
        guard trace > 0 else { return }
        // The squared distance that is left, in standard deviations.
        let damped = determinant + 1e-3 * trace * trace
        let strayed =
            (seen.yy * seen.pull.x * seen.pull.x - 2 * seen.xy * seen.pull.x * seen.pull.y
                + seen.xx * seen.pull.y * seen.pull.y) / damped
        let weight = min(1, max(0, (seen.agreement - 0.4) / 0.3)) / (1 + max(strayed, 0) / 16)
        guard weight > 0 else { return }
        let share = weight * scale * scale
        add(row, xx: seen.xx * share, xy: seen.xy * share, yy: seen.yy * share, pull: goal * weight * scale)
    }

    /// Adds a place that is shifted by `shift` pixels, with a variance of one by `information`.
    mutating func add(_ shift: Point2, _ row: BendRow, _ scale: Double, information: Double) {
        let share = information * scale * scale
        add(row, xx: share, xy: 0, yy: share, pull: shift * information * scale)
    }

    private mutating func add(_ row: BendRow, xx: Double, xy: Double, yy: Double, pull: Point2) {
        var next = 0
        for first in 0..<Self.count {
            let (ax, ay) = (row.x[first], row.y[first])
            right[first] += ax * pull.x + ay * pull.y
            let (kx, ky) = (ax * xx + ay * xy, ax * xy + ay * yy)
            for second in first..<Self.count {
                triangle[next] += kx * row.x[second] + ky * row.y[second]
                next += 1
            }
        }
    }
}
