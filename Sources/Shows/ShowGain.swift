extension Show {
    /// Seconds in which the sound goes where a show breaks off, and comes where it goes on: a cut would click.
    static let seamSeconds = 0.04

    /// The corners of the sound's gain over clip time, linear amplitude: straight lines lie between them.
    package var gain: [(seconds: Double, gain: Double)] {
        let curve = timing.breakpoints.map { (clockStartSeconds + $0.seconds, $0.opacity) }
        guard goesOn || breaksOff else { return curve }
        let seam = min(Self.seamSeconds, (endSeconds - startSeconds) / 2)
        var corners = curve.filter { startSeconds < $0.0 && $0.0 < endSeconds }
        for seconds in [startSeconds] + (goesOn ? [startSeconds + seam] : []) + (breaksOff ? [endSeconds - seam] : []) {
            corners.append((seconds, timing.opacity(atSeconds: seconds - clockStartSeconds)))
        }
        // The curve's own end, where the opacity is 0 already, is the limit from before.
        corners.append(
            (endSeconds, breaksOff ? 0 : timing.opacity(atSeconds: (endSeconds - clockStartSeconds).nextDown)))
        return corners.sorted { $0.0 < $1.0 }.map { corner in
            let coming = goesOn ? (corner.0 - startSeconds) / seam : 1
            let going = breaksOff ? (endSeconds - corner.0) / seam : 1
            return (corner.0, corner.1 * max(0, min(coming, going, 1)))
        }
    }
}
