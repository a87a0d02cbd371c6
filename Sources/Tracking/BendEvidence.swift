internal import Geometry

/// What one picture says of how a page bends.
///
/// Twenty-eight numbers in units of half the page's diagonal: eight of a small homography about the page's centre, by which
/// the measured corners would move if the page is let bend, and the x, then the y of `PageBend`'s coefficients.
struct BendEvidence: Hashable, Sendable {
    static let planeCount = 8, bendCount = 2 * PageBend.functionCount
    static let count = planeCount + bendCount

    /// The most likely numbers.
    private(set) var numbers: [Double]
    /// Their inverse covariance: the upper triangle, row by row. Kept for every measured frame, so in few bytes.
    private var upperTriangle: [Float]

    init(numbers: [Double], information: SquareMatrix) {
        self.numbers = numbers
        upperTriangle = (0..<Self.count).flatMap { row in
            (row..<Self.count).map { Float(information[row, $0]) }
        }
    }

    /// The bend alone.
    var bend: [Double] { Array(numbers[Self.planeCount...]) }

    /// The parts of the inverse covariance: of the plane's numbers, of them with the bend's, and of the bend's.
    private var parts: (plane: SquareMatrix, mixed: [[Double]], bend: SquareMatrix)? {
        guard let all = SquareMatrix(upperTriangle: upperTriangle.map(Double.init), size: Self.count) else {
            return nil
        }
        var (plane, bend) = (SquareMatrix(size: Self.planeCount), SquareMatrix(size: Self.bendCount))
        for row in 0..<Self.planeCount { for column in 0..<Self.planeCount { plane[row, column] = all[row, column] } }
        for row in 0..<Self.bendCount {
            for column in 0..<Self.bendCount {
                bend[row, column] = all[Self.planeCount + row, Self.planeCount + column]
            }
        }
        let mixed = (0..<Self.planeCount).map { row in
            (0..<Self.bendCount).map { all[row, Self.planeCount + $0] }
        }
        return (plane, mixed, bend)
    }

    /// The inverse covariance of the bend, wherever the plane lies; `nil` when the numbers say nothing.
    var bendInformation: SquareMatrix? {
        guard let (plane, mixed, bend) = parts else { return nil }
        var result = bend
        for column in 0..<Self.bendCount {
            guard let gain = plane.solve(mixed.map { $0[column] }) else { return nil }
            for row in 0..<Self.bendCount {
                for index in 0..<Self.planeCount { result[row, column] -= mixed[index][row] * gain[index] }
            }
        }
        return result
    }

    /// The plane's most likely numbers and their covariance for a page that is known to bend by `bend`.
    func plane(bending bend: [Double]) -> (numbers: [Double], covariance: SquareMatrix)? {
        guard let (plane, mixed, _) = parts, let covariance = plane.inverse else { return nil }
        let change = zip(bend, self.bend).map { $0 - $1 }
        let step = covariance * mixed.map { dot($0, change) }
        return (zip(numbers, step).map { $0 - $1 }, covariance)
    }
}

extension PageBend {
    /// From the twenty numbers of `BendEvidence`, in pixels of a frame in which half the page's diagonal is `radius`.
    init(_ numbers: [Double], radius: Double) {
        self.init()
        for index in 0..<Self.functionCount {
            (x[index], y[index]) = (numbers[index] * radius, numbers[Self.functionCount + index] * radius)
        }
    }
}

/// When a page is asked whether it bends, and where the answer is looked for.
struct BendWatch: Sendable {
    /// The bend that was seen last, as in `BendEvidence`; `nil` while the page looks flat.
    private(set) var last: [Double]?
    private var untilNext = 0

    /// Measurements from one that asks to the next while there is no sign of a bend.
    private static let interval = 4
    /// Displacements that are no sign of one, in pixels.
    private static let leastSign = 0.35

    /// Whether this measurement should ask.
    mutating func isDue() -> Bool {
        untilNext -= 1
        guard untilNext <= 0 || last != nil else { return false }
        untilNext = Self.interval
        return true
    }

    /// Takes note of an answer; `radius` is half the page's diagonal in pixels.
    mutating func note(_ evidence: BendEvidence, radius: Double) {
        let bend = evidence.bend
        let isSeen = PageBend(bend, radius: radius).largest > Self.leastSign
        let isCertain = isSeen && (evidence.bendInformation?.quadratic(bend) ?? 0) > 4 * Double(BendEvidence.bendCount)
        last = isCertain ? bend : nil
    }
}

extension BendEvidence: Stored {
    /// Evidence to read into.
    static let blank = BendEvidence(
        numbers: Array(repeating: 0, count: count), information: SquareMatrix(size: count))

    mutating func pass(_ archive: inout StateArchive) throws(StateArchive.Malformed) {
        try archive.passEach(&numbers)
        try archive.passEach(&upperTriangle)
    }
}

extension BendWatch: Stored {
    mutating func pass(_ archive: inout StateArchive) throws(StateArchive.Malformed) {
        var (isBent, bend) = (last != nil, last ?? Array(repeating: 0, count: BendEvidence.bendCount))
        try archive.pass(&isBent)
        try archive.passEach(&bend)
        last = isBent ? bend : nil
        try archive.pass(&untilNext)
    }
}
