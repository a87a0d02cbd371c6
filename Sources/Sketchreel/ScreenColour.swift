extension ProgramColour {
    /// Screens' usual colours.
    private static let screens = [
        "green": "#00FF00", "blue": "#0000FF", "red": "#FF0000", "cyan": "#00FFFF", "magenta": "#FF00FF",
        "yellow": "#FFFF00",
    ]

    /// A screen cannot be told from what is grey: its strongest channel is at least this much above its weakest.
    private static let leastColour = 32

    /// The colour of a screen that films were taken before: a name such as `green`, or `#00ff00`; `nil` for anything else,
    /// and for what is nearly grey.
    package static func screen(_ text: String) -> ProgramColour? {
        guard let colour = ProgramColour(screens[text.lowercased()] ?? text) else { return nil }
        let (strongest, weakest) = (
            max(colour.red, colour.green, colour.blue), min(colour.red, colour.green, colour.blue)
        )
        return Int(strongest) - Int(weakest) >= leastColour ? colour : nil
    }
}
