/// What can be tuned in tracking; the defaults are what the benchmarks were measured with.
package struct TrackingOptions: Hashable, Sendable {
    /// Long side in pixels at which frames are followed, 320…4096. More is finer and slower.
    package var followLongSide = 1280
    /// Long side in pixels at which references are looked for, 320…2048.
    package var lookLongSide = 800
    /// Frames from one look to the next while something is not found, 1…60; four times as many after looking in vain for long. What
    /// lies between is followed backwards.
    package var lookInterval = 5
    /// Frames after a loss in which looks do not grow rarer, 0…1000.
    package var lossMemory = 20
    /// Features taken from a frame, 200…10,000.
    package var frameFeatures = 2000
    /// Fewest agreeing matches for a first sight, 6…100.
    package var leastMatches = 9
    /// Fewest agreeing cells of a page, and least share of its contrast that agrees, for a measurement to count.
    package var leastCells = 4
    package var leastAgreement = 0.22
    /// Least share of the paper's outline that tells alone where a followed page is while its drawing is hidden, and for how many
    /// frames it may, 0…1000.
    package var leastSupport = 0.5
    package var longestHidden = 60
    /// The agreement from which a measurement is taken without trying others, and the share of what is usual that it may
    /// fall to before others are tried.
    package var certainAgreement = 0.5
    package var usualShare = 0.8
    /// The agreement under which a page that is followed is looked for elsewhere, 0…1.
    package var leastCertainty = 0.4
    /// Largest standard deviation of the corners, as a share of the page's diagonal, for a measurement to count.
    package var largestSigma = 0.007
    /// Frames that a lost reference is still looked for where it should be, 0…30.
    package var coastFrames = 12
    /// Missed frames after which a page must agree well to be found again, 0…30.
    package var trustedFrames = 4
    /// Largest change of a page's area in a frame, beyond what its motion predicts, where it agrees little; 1 and more.
    package var largestGrowth = 1.25
    /// Longest gap in frames that is bridged (`held`) between two measured ends, 0…30.
    package var longestBridge = 5
    /// Longest stretch in frames that is decoded at once to be followed backwards, 8…64.
    package var windowFrames = 64

    package init() {}

    /// A value outside its range, in one sentence.
    package struct OutOfRange: Error, Hashable, Sendable, CustomStringConvertible {
        package let description: String
    }

    /// Checks every field against its range.
    package func validate() throws(OutOfRange) {
        let whole: [(String, Int, ClosedRange<Int>)] = [
            ("followLongSide", followLongSide, 320...4096), ("lookLongSide", lookLongSide, 320...2048),
            ("lookInterval", lookInterval, 1...60), ("frameFeatures", frameFeatures, 200...10_000),
            ("leastMatches", leastMatches, 6...100), ("leastCells", leastCells, 1...48),
            ("coastFrames", coastFrames, 0...30), ("trustedFrames", trustedFrames, 0...30),
            ("longestBridge", longestBridge, 0...30),
            ("windowFrames", windowFrames, 8...64), ("lossMemory", lossMemory, 0...1000),
            ("longestHidden", longestHidden, 0...1000),
        ]
        for (name, value, range) in whole where !range.contains(value) {
            throw OutOfRange(description: "\(name) is \(value); it must be \(range.lowerBound) to \(range.upperBound)")
        }
        guard (0...1).contains(leastAgreement) else {
            throw OutOfRange(description: "leastAgreement is \(leastAgreement); it must be 0 to 1")
        }
    }
}
