internal import Geometry

/// A measurement as it is kept for every frame of a clip: in few bytes, since a clip may last two hours.
///
/// Of the covariance, which is symmetric, the upper triangle stays. Nothing is rounded: where ways meet, the last digit may decide.
struct KeptMeasurement: Sendable {
    /// Corners, as they were measured: they decide where ways meet.
    private(set) var corners: Quad
    private var sigma, innerShare: Double
    private(set) var confidence: Double
    private var support: Double
    private var innerCells: Int16
    private var covariance: [36 of Double]
    private var bend: BendEvidence?

    init(_ measurement: Measurement) {
        (corners, sigma, bend) = (measurement.corners, measurement.sigma, measurement.bend)
        (confidence, innerShare) = (measurement.confidence, measurement.innerShare)
        (support, innerCells) = (measurement.support, Int16(clamping: measurement.innerCells))
        covariance = .init(repeating: 0)
        var next = 0
        for row in 0..<8 {
            for column in row..<8 {
                covariance[next] = measurement.covariance[row, column]
                next += 1
            }
        }
    }

    /// The measurement.
    var measurement: Measurement {
        var whole = SquareMatrix(size: 8)
        var next = 0
        for row in 0..<8 {
            for column in row..<8 {
                let element = covariance[next]
                (whole[row, column], whole[column, row]) = (element, element)
                next += 1
            }
        }
        return Measurement(
            corners: corners, sigma: sigma, covariance: whole, confidence: confidence, innerShare: innerShare,
            innerCells: Int(innerCells), support: support, bend: bend)
    }
}

extension KeptMeasurement: Stored {
    /// A measurement to read into.
    static let blank = KeptMeasurement(
        Measurement(
            corners: .blank, sigma: 0, covariance: SquareMatrix(size: 8), confidence: 0, innerShare: 0, innerCells: 0,
            support: 0))

    mutating func pass(_ archive: inout StateArchive) throws(StateArchive.Malformed) {
        try archive.pass(&corners)
        try archive.pass(&sigma)
        try archive.pass(&innerShare)
        try archive.pass(&confidence)
        try archive.pass(&support)
        try archive.pass(&innerCells)
        for index in covariance.indices { try archive.pass(&covariance[index]) }
        try archive.pass(&bend, blank: .blank)
    }
}
