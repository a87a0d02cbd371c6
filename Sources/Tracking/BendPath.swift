internal import Geometry

/// How a page bends over a clip: decided for each stretch in which it is followed, from all of its frames together.
///
/// A page is flat unless it proves not to be: the frames about one must agree on a bend far better than they scatter, and it
/// must be seen. Then the bend is smoothed over time, and the corners are those that belong to it.
struct BendPath {
    /// Whether a frame begins another shot.
    let isCut: [Bool]
    /// Frames without a measurement that do not end a stretch.
    let longestGap: Int

    /// A page that bends somewhere.
    struct Solved {
        /// With the corners of a page that bends.
        var measurements: [Measurement?]
        /// By frame, as in `BendEvidence`; `nil` where the page is flat.
        var bends: [[Double]?]
    }

    /// Frames on each side that are asked together, and the least of them that decide.
    private static let reach = 12, leastFrames = 3
    /// The bend's mean square over that of the scatter, from which it is none by chance.
    private static let leastRatio = 10.0
    /// Displacements that nobody sees, in pixels of the followed picture.
    private static let leastEffect = 0.35
    /// The share of a stretch that must be bent for it to be told.
    private static let leastShare = 0.3
    /// Standard deviation in frames of the weights over which a bend is smoothed.
    private static let smoothing = 2.5

    /// A frame that tells something of the bend.
    private struct Told {
        let frame: Int
        let evidence: BendEvidence
        /// Of the bend alone: the inverse covariance, and that times the most likely bend.
        let information: SquareMatrix
        let right: [Double]
        let radius: Double
    }

    /// `nil` when the page is flat in all of the clip.
    func solve(_ measurements: [Measurement?]) -> Solved? {
        var solved = Solved(measurements: measurements, bends: Array(repeating: nil, count: measurements.count))
        var isBent = false
        for stretch in stretches(of: measurements) {
            let told = stretch.compactMap { self.told(measurements[$0], at: $0) }
            guard told.count >= Self.leastFrames, isBending(told) else { continue }
            isBent = true
            for frame in stretch { solved.bends[frame] = bend(at: frame, told) }
            settle(&solved, stretch, told)
        }
        return isBent ? solved : nil
    }

    private func stretches(of measurements: [Measurement?]) -> [Range<Int>] {
        var result: [Range<Int>] = []
        for frame in measurements.indices where measurements[frame] != nil {
            if let last = result.last, frame - last.upperBound <= longestGap,
                !isCut[last.upperBound...frame].contains(true)
            {
                result[result.count - 1] = last.lowerBound..<frame + 1
            } else {
                result.append(frame..<frame + 1)
            }
        }
        return result
    }

    private func told(_ measurement: Measurement?, at frame: Int) -> Told? {
        guard let measurement, let evidence = measurement.bend, let information = evidence.bendInformation else {
            return nil
        }
        return Told(
            frame: frame, evidence: evidence, information: information, right: information * evidence.bend,
            radius: measurement.corners.diagonal / 2)
    }

    /// Whether enough of the frames are bent, each together with those about it.
    private func isBending(_ told: [Told]) -> Bool {
        var bent = 0
        for here in told {
            let around = told.filter { abs($0.frame - here.frame) <= Self.reach }
            if around.count >= Self.leastFrames, isBent(around, radius: here.radius) { bent += 1 }
        }
        return bent >= Self.leastFrames && Double(bent) >= Self.leastShare * Double(told.count)
    }

    /// An F test of one bend for all against none, with the scatter that the frames really have.
    private func isBent(_ around: [Told], radius: Double) -> Bool {
        guard let mean = mean(around, weights: around.map { _ in 1 }),
            PageBend(mean, radius: radius).largest > Self.leastEffect
        else { return false }
        var (explained, scatter) = (0.0, 0.0)
        for told in around {
            explained += told.information.quadratic(mean)
            scatter += told.information.quadratic(zip(told.evidence.bend, mean).map { $0 - $1 })
        }
        let numbers = Double(BendEvidence.bendCount)
        let noise = max(1, scatter / (numbers * Double(around.count - 1)))
        return explained / numbers > Self.leastRatio * noise
    }

    private func mean(_ told: [Told], weights: [Double]) -> [Double]? {
        var information = SquareMatrix(size: BendEvidence.bendCount)
        var right = [Double](repeating: 0, count: BendEvidence.bendCount)
        for (told, weight) in zip(told, weights) where weight > 0 {
            information = information + told.information.scaled(by: weight)
            for index in right.indices { right[index] += told.right[index] * weight }
        }
        return information.solve(right)
    }

    /// The bend at a frame: the mean of what those about it tell.
    private func bend(at frame: Int, _ told: [Told]) -> [Double]? {
        let near = told.filter { abs($0.frame - frame) <= Self.reach }
        guard !near.isEmpty else {
            return told.min { abs($0.frame - frame) < abs($1.frame - frame) }?.evidence.bend
        }
        return mean(
            near,
            weights: near.map { told in
                let distance = Double(told.frame - frame) / Self.smoothing
                // A bell without exponentials; never nothing.
                return 1 / (1 + distance * distance * distance * distance)
            })
    }

    /// Moves the corners to where they belong on the page that bends; between frames that tell it, as much as on both sides.
    private func settle(_ solved: inout Solved, _ stretch: Range<Int>, _ told: [Told]) {
        let planes = told.compactMap { told in
            solved.bends[told.frame].flatMap { told.evidence.plane(bending: $0) }.map { (told.frame, $0) }
        }
        var next = 0
        for frame in stretch {
            while next < planes.count, planes[next].0 < frame { next += 1 }
            guard let after = planes.indices.contains(next) ? planes[next] : planes.last,
                var measurement = solved.measurements[frame]
            else { continue }
            let before = next > 0 && after.0 != frame ? planes[next - 1] : after
            let share = after.0 > before.0 ? Double(frame - before.0) / Double(after.0 - before.0) : 0
            let numbers = zip(before.1.numbers, after.1.numbers).map { $0 + ($1 - $0) * share }
            guard let corners = measurement.corners.moved(by: numbers), corners.isConvexAndFrontFacing else { continue }
            measurement.corners = corners
            measurement.covariance = after.1.covariance
            solved.measurements[frame] = measurement
        }
    }
}

extension Quad {
    /// The corners moved by a small homography about the centre, in units of half the diagonal, to first order.
    fileprivate func moved(by numbers: [Double]) -> Quad? {
        let (centre, radius) = (centre, diagonal / 2)
        return map { corner in
            let unit = (corner - centre) / radius
            let rows = SmallHomography.jacobian(unit.x, unit.y)
            return corner + Point2(dot(rows.x, numbers), dot(rows.y, numbers)) * radius
        }
    }
}
