/// Why a show cannot be planned: one sentence that names the value, the range and the remedy.
package struct ShowError: Error, Hashable, Sendable, CustomStringConvertible {
    package let description: String
}

/// How long a show fades in, holds and fades out, in seconds of the clip.
package struct ShowTiming: Hashable, Sendable {
    package let fadeInSeconds, holdSeconds, fadeOutSeconds: Double

    /// 3 s in, 15 s held, 3 s out.
    package static let standard = ShowTiming(unchecked: 3, 15, 3)

    /// Each part may be zero, but a show takes at least this long: shorter ones could not be seen.
    private static let shortestShow = 0.1
    private static let longestPart = 86_400.0

    /// - Throws: when a part is negative, endless or longer than a day, or when all of them together are under 0.1 s.
    package init(fadeIn: Double, hold: Double, fadeOut: Double) throws(ShowError) {
        for (name, value) in [("fade-in", fadeIn), ("hold", hold), ("fade-out", fadeOut)]
        where !(0...Self.longestPart).contains(value) {
            throw ShowError(description: "the \(name) is \(value) s; give --\(name) from 0 to 86400 s")
        }
        guard fadeIn + hold + fadeOut >= Self.shortestShow else {
            throw ShowError(
                description: "fade-in, hold and fade-out are \(fadeIn + hold + fadeOut) s together; "
                    + "give --hold so that a show takes at least \(Self.shortestShow) s")
        }
        self.init(unchecked: fadeIn, hold, fadeOut)
    }

    private init(unchecked fadeIn: Double, _ hold: Double, _ fadeOut: Double) {
        (fadeInSeconds, holdSeconds, fadeOutSeconds) = (fadeIn, hold, fadeOut)
    }

    /// Seconds from a show's first moment to its end.
    package var durationSeconds: Double { fadeInSeconds + holdSeconds + fadeOutSeconds }

    /// How opaque a film is, `seconds` after its show began: clamp(min(t / in, (T − t) / out), 0, 1), and 0 outside.
    ///
    /// It is also the gain of the film's sound, as linear amplitude.
    package func opacity(atSeconds seconds: Double) -> Double {
        guard seconds >= 0, seconds < durationSeconds else { return 0 }
        let rising = fadeInSeconds > 0 ? seconds / fadeInSeconds : 1
        let falling = fadeOutSeconds > 0 ? (durationSeconds - seconds) / fadeOutSeconds : 1
        return max(0, min(rising, falling, 1))
    }

    /// The corners of the opacity's curve in seconds of the show: straight lines between them are the curve.
    package var breakpoints: [(seconds: Double, opacity: Double)] {
        let top = [(fadeInSeconds, 1.0)] + (holdSeconds > 0 ? [(fadeInSeconds + holdSeconds, 1.0)] : [])
        return (fadeInSeconds > 0 ? [(0.0, 0.0)] : []) + top + (fadeOutSeconds > 0 ? [(durationSeconds, 0.0)] : [])
    }
}
