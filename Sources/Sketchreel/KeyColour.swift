/// The colour of a screen, as it is named on a command line: `green`, `blue`, or in sRGB as `#00ff00`.
package struct KeyColour: Hashable, Sendable {
    /// The colour.
    package let colour: ProgramColour

    /// Screens' usual colours.
    private static let named = [
        "green": "#00ff00", "blue": "#0000ff", "red": "#ff0000", "cyan": "#00ffff", "magenta": "#ff00ff",
        "yellow": "#ffff00",
    ]

    /// A screen cannot be told from what is grey: its strongest channel is at least this much above its weakest.
    private static let leastColour = 32

    /// Reads a name or six hexadecimal digits; `nil` for anything else, and for colours that are nearly grey.
    package init?(_ text: String) {
        let lower = text.lowercased()
        let digits = Self.named[lower] ?? (lower.hasPrefix("#") ? lower : "#" + lower)
        guard let colour = ProgramColour(digits) else { return nil }
        let parts = [colour.red, colour.green, colour.blue]
        guard let most = parts.max(), let least = parts.min(), Int(most) - Int(least) >= Self.leastColour else {
            return nil
        }
        self.colour = colour
    }
}
