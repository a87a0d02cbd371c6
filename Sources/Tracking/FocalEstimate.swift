internal import Foundation
internal import Geometry

/// What is known of the clip's focal length while it is tracked, as a share of the picture's long side.
struct Focal: Hashable, Sendable {
    var share: Double
    /// Standard deviation of its logarithm.
    var sigma: Double

    /// A phone's main camera, give or take.
    static let phone = Focal(share: 0.8, sigma: 0.2)

    init(share: Double, sigma: Double) { (self.share, self.sigma) = (share, sigma) }

    init(_ camera: Camera) {
        share = camera.fx / Double(max(camera.width, camera.height))
        sigma = max(camera.focalSigma / camera.fx, 0.01)
    }
}

/// The clip's focal length as pages are measured: a distribution over a range of them, sharper with every tilted view.
struct FocalEstimate: Sendable {
    private static let shares = (0..<64).map { 0.4 * pow(8, Double($0) / 63) }
    /// Views of neighbouring frames err together: of this many, one counts.
    private static let correlation = 12.0
    private static let leastSigma = 0.02

    private var scores: [Double]
    private(set) var focal: Focal

    init(_ first: Focal) {
        focal = first
        scores = Self.shares.map { share in
            let distance = log(share / first.share) / first.sigma
            return -0.5 * distance * distance
        }
    }

    mutating func add(_ logLikelihoods: [Double]) {
        for index in scores.indices { scores[index] += max(logLikelihoods[index], -8) / Self.correlation }
        let best = scores.max() ?? 0
        let weights = scores.map { exp($0 - best) }
        let total = weights.reduce(0, +)
        let logs = Self.shares.map { log($0) }
        let mean = zip(weights, logs).reduce(0) { $0 + $1.0 * $1.1 } / total
        let variance = zip(weights, logs).reduce(0) { $0 + $1.0 * ($1.1 - mean) * ($1.1 - mean) } / total
        focal = Focal(share: exp(mean), sigma: max(variance.squareRoot(), Self.leastSigma))
    }

    mutating func add(_ found: Measurement, _ rigidity: Rigidity) {
        let unit = (centre: found.corners.centre, scale: found.corners.diagonal / 2)
        if let scores = rigidity.logLikelihoods(
            of: found.corners, covariance: found.covariance, unit: unit, at: Self.shares)
        {
            add(scores)
        }
    }
}

extension FocalEstimate: Stored {
    mutating func pass(_ archive: inout StateArchive) throws(StateArchive.Malformed) {
        try archive.passEach(&scores)
        try archive.pass(&focal.share)
        try archive.pass(&focal.sigma)
    }
}
