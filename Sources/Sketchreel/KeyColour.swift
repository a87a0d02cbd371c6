internal import Foundation

/// The colour of a screen, as it is named on a command line: `green`, `blue`, or in sRGB as `#00ff00`.
package struct KeyColour: Hashable, Sendable {
    /// Codes of sRGB.
    package let red, green, blue: UInt8

    /// Screens' usual colours.
    private static let named: [String: (UInt8, UInt8, UInt8)] = [
        "green": (0, 255, 0), "blue": (0, 0, 255), "red": (255, 0, 0), "cyan": (0, 255, 255), "magenta": (255, 0, 255),
        "yellow": (255, 255, 0),
    ]

    /// A screen cannot be told from what is grey: its strongest channel is at least this much above its weakest.
    private static let leastColour = 32

    /// Reads a name or six hexadecimal digits; `nil` for anything else, and for colours that are nearly grey.
    package init?(_ text: String) {
        let lower = text.lowercased()
        if let known = Self.named[lower] {
            (red, green, blue) = known
            return
        }
        let digits = lower.hasPrefix("#") ? lower.dropFirst() : lower[...]
        guard digits.utf8.count == 6, digits.allSatisfy(\.isHexDigit), let number = UInt32(digits, radix: 16) else {
            return nil
        }
        (red, green, blue) = (UInt8(number >> 16), UInt8(number >> 8 & 255), UInt8(number & 255))
        guard Int(max(red, green, blue)) - Int(min(red, green, blue)) >= Self.leastColour else { return nil }
    }
}
