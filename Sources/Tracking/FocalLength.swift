internal import Foundation
internal import Geometry

/// A clip's focal length from its own views of flat pages whose shape is known.
///
/// The unknowns of `FocalUnknowns` that make all views of all pages likely, by Gauss–Newton with robust weights. Poses are not
/// needed, so neither are their flips. What is known before: the focal length that was assumed, that the lens's axis meets the
/// picture near its middle, and that prints have about their reference's shape; these make the uncertainty an honest one
/// where pages are tilted little.
struct FocalLength {
    /// The camera that was assumed: its focal length and its standard deviation are what is known before.
    let assumed: Camera

    /// What was found, in pixels.
    struct Estimate: Hashable, Sendable {
        let focal: Double
        let sigma: Double
    }

    /// How far from the middle of the picture the axis may be, in focal lengths; how wrong the ratio of a page's sides, as print
    /// or paper; both as standard deviations.
    private static let centreSigma = 0.01, stretchSigma = 0.003
    /// The lens's distortion and paper that is not quite flat: as a relative standard deviation of the focal length.
    private static let leastSigma = 0.005
    /// Views used of each reference, and how many neighbours may err together.
    private static let mostViews = 400, block = 15

    /// The focal length that the clip's views tell; `nil` where they tell too little.
    ///
    /// - Parameter pages: for each reference its height for a width of 1, and its corners in each frame, in pixels of the clip
    ///   without distortion.
    func estimate(_ pages: [(aspect: Double, frames: [SolvedFrame?])]) -> Estimate? {
        let views = pages.enumerated().flatMap { self.views(of: $0, $1) }
        guard views.count >= 3 else { return nil }
        var unknowns = start(views, references: pages.count)
        for _ in 0..<30 {
            let equations = self.equations(views, unknowns)
            guard let step = equations.information.damped(by: 1e-6).solve(equations.gradient) else { return nil }
            // A fifth of the focal length at a time.
            let share = min(1, 0.2 / max(abs(step[0]), 1e-12))
            unknowns.vector = zip(unknowns.vector, step).map { $0 - share * $1 }
            guard unknowns.vector.allSatisfy(\.isFinite) else { return nil }
            if abs(step[0]) < 1e-6 { break }
        }
        guard Self.sought.contains(unknowns.focal), let sigma = sigma(views, unknowns) else { return nil }
        let focal = assumed.fx * exp(unknowns.focal)
        return Estimate(focal: focal, sigma: sigma * focal)
    }

    /// Logarithms of what a focal length may be, in units of the assumed one: a third to four times.
    private static let sought = -1.1...1.4

    // MARK: Views

    /// The views of one page: of many, in each stretch of the clip the one that says most.
    private func views(of reference: Int, _ page: (aspect: Double, frames: [SolvedFrame?])) -> [FocalView] {
        let (middle, unit) = (Point2(assumed.cx, assumed.cy), assumed.fx)
        let usable = page.frames.compactMap(\.self).filter { $0.isMeasured && $0.confidence >= 0.3 }
        let stretch = (usable.count + Self.mostViews - 1) / Self.mostViews
        guard stretch > 0 else { return [] }
        return stride(from: 0, to: usable.count, by: stretch).compactMap { first in
            usable[first..<min(first + stretch, usable.count)].compactMap { frame in
                let covariance = frame.covariance + CornerCovariance.independent(SolvedFrame.finest)
                return FocalView(
                    reference: reference, corners: frame.corners.map { ($0 - middle) / unit },
                    covariance: covariance.scaled(by: 1 / (unit * unit)), aspect: page.aspect)
            }.max { $0.strength < $1.strength }
        }
    }

    // MARK: Fit

    /// Where a view begins to lose its say: the squares of its two numbers, in units of their variance.
    private static let bearable = 4.0

    /// Cauchy's weight, and the cost that it belongs to.
    private func weight(_ chiSquare: Double) -> Double { 1 / (1 + chiSquare / Self.bearable) }
    private func cost(_ chiSquare: Double) -> Double { Self.bearable * log1p(chiSquare / Self.bearable) }

    /// The best focal length of a few, all else as assumed.
    private func start(_ views: [FocalView], references: Int) -> FocalUnknowns {
        var best = (cost: Double.infinity, unknowns: FocalUnknowns(references: references))
        for step in 0...25 {
            var unknowns = FocalUnknowns(references: references)
            unknowns.focal = Self.sought.lowerBound + 0.1 * Double(step)
            let cost = views.reduce(prior(unknowns.focal).cost) { sum, view in
                sum + self.cost(view.residual(under: unknowns)?.chiSquare ?? 0)
            }
            if cost < best.cost { best = (cost, unknowns) }
        }
        return best.unknowns
    }

    /// What is known of the focal length before. Its tails are heavy: some lenses are twice as long as usual.
    private func prior(_ focal: Double) -> (cost: Double, information: Double) {
        let sigma = max(assumed.focalSigma / assumed.fx, 0.01)
        let squares = focal * focal / (sigma * sigma)
        return (4 * log1p(squares / 4), 1 / (sigma * sigma) / (1 + squares / 4))
    }

    private struct Equations {
        var information: SquareMatrix
        var gradient: [Double]
        /// Sums of gradients over neighbouring views.
        var blocks: [[Double]] = []
        /// Sum of the weights, and of the weighed squares of both numbers of each view.
        var weight = 0.0, squares = 0.0
    }

    private func equations(_ views: [FocalView], _ unknowns: FocalUnknowns) -> Equations {
        let size = unknowns.vector.count
        var sums = Equations(information: SquareMatrix(size: size), gradient: Array(repeating: 0, count: size))
        for (index, view) in views.enumerated() {
            if index % Self.block == 0 { sums.blocks.append(Array(repeating: 0, count: size)) }
            guard let residual = view.residual(under: unknowns) else { continue }
            let weight = weight(residual.chiSquare)
            sums.weight += weight
            sums.squares += weight * residual.chiSquare
            for which in 0..<2 {
                let slopes = residual.slopes.map { $0[which] }
                sums.information.addOuterProduct(of: slopes, weight: weight)
                for column in 0..<size {
                    let pull = weight * slopes[column] * residual.values[which]
                    sums.gradient[column] += pull
                    sums.blocks[sums.blocks.count - 1][column] += pull
                }
            }
        }
        for (index, information) in priors(unknowns).enumerated() {
            sums.information[index, index] += information
            sums.gradient[index] += information * unknowns.vector[index]
        }
        return sums
    }

    /// The inverse variance of each unknown before anything was seen.
    private func priors(_ unknowns: FocalUnknowns) -> [Double] {
        let centre = 1 / (Self.centreSigma * Self.centreSigma)
        return [prior(unknowns.focal).information, centre, centre]
            + unknowns.stretches.map { _ in 1 / (Self.stretchSigma * Self.stretchSigma) }
    }

    /// The relative standard deviation of the focal length, by what the views say of themselves or by how far stretches of the
    /// clip disagree, whichever is more: neighbouring frames err together. It grows where views are worse than they say, and
    /// has a least value for what is not modelled at all. `nil` where the views leave the focal length open.
    private func sigma(_ views: [FocalView], _ unknowns: FocalUnknowns) -> Double? {
        let equations = self.equations(views, unknowns)
        guard let covariance = equations.information.inverse, equations.weight > 0 else { return nil }
        let row = (0..<covariance.size).map { covariance[0, $0] }
        let known = zip(row, priors(unknowns)).reduce(0) { $0 + $1.0 * $1.0 * $1.1 }
        let disagreement = equations.blocks.map { dot(row, $0) }.reduce(0) { $0 + $1 * $1 }
        // Few stretches say little of how far they disagree.
        let count = Double(equations.blocks.count)
        let said = covariance[0, 0] - known
        let errors = count > 3 ? max(said, disagreement * count / (count - 1)) : 4 * said
        let worse = max(1, equations.squares / (2 * equations.weight))
        return (known + worse * errors + Self.leastSigma * Self.leastSigma).squareRoot()
    }
}
