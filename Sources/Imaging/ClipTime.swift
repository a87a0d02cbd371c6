/// A rational number of seconds per tick, as a container states it.
package struct TimeBase: Hashable, Sendable {
    package let numerator, denominator: Int32

    /// Creates a time base, or returns `nil` unless both parts are positive.
    package init?(_ numerator: Int32, _ denominator: Int32) {
        guard numerator > 0, denominator > 0 else { return nil }
        (self.numerator, self.denominator) = (numerator, denominator)
    }

    /// Seconds of `ticks`: for printing and for the show's clock, never for arithmetic on timestamps.
    package func seconds(_ ticks: Int64) -> Double { Double(ticks) * Double(numerator) / Double(denominator) }
}

/// A presentation timestamp: integer ticks of a rational time base.
package struct ClipTime: Hashable, Sendable {
    package let ticks: Int64
    package let timeBase: TimeBase

    package init(ticks: Int64, timeBase: TimeBase) { (self.ticks, self.timeBase) = (ticks, timeBase) }

    package var seconds: Double { timeBase.seconds(ticks) }
}
