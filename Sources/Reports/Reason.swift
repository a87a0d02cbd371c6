internal import Geometry
internal import Tracking

/// What makes a drawing hard to find in a frame, as far as its last (or next) measured place tells.
struct Reason: Sendable {
    /// Below this size in pixels there is little in a picture to recognise a drawing by.
    static let smallSize = 60.0
    /// Blur over less than this is no hindrance: pixels, and the share of the drawing's size.
    static let blurPixels = 4.0, blurShare = 0.03
    /// From this angle on a page is squeezed to under 42 % of its width.
    static let steepDegrees = 65.0
    /// With less of it in the picture a drawing counts as leaving.
    static let leavingShare = 0.6
    /// How far ahead motion is followed to tell that a drawing leaves, in frames.
    private static let framesAhead = 5.0
    /// Where confidence is below this and nothing else explains it, something may be in the way.
    static let doubtfulConfidence = 0.55

    /// Below this even what else explains it leaves room for something in the way.
    static let poorConfidence = 0.35

    /// One thing that makes it hard.
    struct Phrase: Hashable, Sendable {
        /// By itself: "small (41 px)".
        let full: String
        /// Beside the figures that it comes from: "small".
        let short: String
    }

    /// What holds, the most telling first.
    let phrases: [Phrase]

    /// - Parameters:
    ///   - sample: the drawing's place in the nearest frame with one.
    ///   - others: samples beside it, for the way it moves: the ones before a loss, those after a return.
    ///   - exposureShare: the share of the frame time for which the shutter is open.
    init(_ sample: Sample, beside others: [Sample], clip: Track.Clip, exposureShare: Double?) {
        let motion = sample.motion ?? others.last?.motion ?? 0
        let blur = motion * (exposureShare ?? 0.5)
        var found: [Phrase] = []
        if Self.isLeaving(sample, others, clip) {
            let words = "at the edge of the picture (\(Numbers.percent(sample.shareInside)) of it inside)"
            found.append(Phrase(full: words, short: words))
        }
        if blur > Self.blurPixels, blur > Self.blurShare * sample.size {
            let blurred = "blurred over about \(Numbers.measure(blur)) px"
            found.append(
                Phrase(full: "moving fast (\(Numbers.measure(motion)) px a frame, \(blurred))", short: blurred))
        }
        if sample.size < Self.smallSize {
            found.append(Phrase(full: "small (\(Numbers.measure(sample.size)) px)", short: "small"))
        }
        if sample.tilt > Self.steepDegrees {
            found.append(Phrase(full: "seen steeply (\(Numbers.decimal(sample.tilt, 0))°)", short: "seen steeply"))
        }
        if sample.confidence < (found.isEmpty ? Self.doubtfulConfidence : Self.poorConfidence) {
            let words = "perhaps partly covered or in glare"
            found.append(Phrase(full: words, short: words))
        }
        phrases = found
    }

    private static func isLeaving(_ sample: Sample, _ others: [Sample], _ clip: Track.Clip) -> Bool {
        if sample.shareInside < leavingShare { return true }
        guard let earlier = others.last, earlier.frame != sample.frame else { return false }
        let step = (sample.corners.centre - earlier.corners.centre) / Double(abs(sample.frame - earlier.frame))
        let ahead = sample.corners.map { $0 + step * framesAhead }
        return ahead.shareInside(width: clip.width, height: clip.height) < leavingShare
    }

    /// The phrases as one; `nil` when none holds.
    var text: String? { Self.joined(phrases.map(\.full)) }

    /// The same beside the figures.
    var shortText: String? { Self.joined(phrases.map(\.short)) }

    private static func joined(_ phrases: [String]) -> String? {
        guard let last = phrases.last else { return nil }
        return phrases.count == 1 ? last : phrases.dropLast().joined(separator: ", ") + " and " + last
    }
}
