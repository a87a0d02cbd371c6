/// What becomes of a show when its drawing goes out of sight: when a frame has no anchor for it.
package enum OnLoss: String, CaseIterable, Hashable, Sendable {
    /// Film and sound run on, and the film is where it should be when the drawing returns.
    case continues = "continue"
    /// Film and sound stop, and go on when it returns.
    case pauses = "pause"
    /// The show ends; the next one starts when it returns.
    case ends = "end"
}

/// How one reference plays its shows.
package struct ShowRule: Hashable, Sendable {
    /// How long a show fades in, holds and fades out.
    package var timing: ShowTiming
    /// What becomes of a show whose drawing goes out of sight.
    package var onLoss: OnLoss
    /// Whether one show is all that is played.
    package var once: Bool
    /// What may be picked: indices into the items of the run, in an order that is the same on every machine. None: nothing
    /// plays.
    package var items: [Int]

    /// Creates a rule.
    package init(timing: ShowTiming, onLoss: OnLoss = .continues, once: Bool = false, items: [Int]) {
        (self.timing, self.onLoss, self.once, self.items) = (timing, onLoss, once, items)
    }
}
