/// How a film lies on a drawing: lengths are shares of the drawing's shorter side.
package struct PageLook: Hashable, Sendable {
    /// A frame inside the drawing's outline.
    package struct Border: Hashable, Sendable {
        /// 0 … 0.25.
        package let width: Double
        /// Its colour.
        package let colour: ProgramColour
    }

    /// How a film of another shape fills the drawing.
    package var fit: RenderRequest.Fit
    /// The radius of the corners, 0 … 0.5.
    package var cornerRounding = 0.0
    /// `nil` where there is none.
    package var border: Border?
    /// Of the film at the height of its show, 0 … 1.
    package var opacity = 1.0
    /// The colour in films that the page shows through; `nil` where they are whole.
    package var chromaKey: ProgramColour?

    /// Creates a look with nothing special about it.
    package init(fit: RenderRequest.Fit) { self.fit = fit }
}

/// A colour in sRGB, 0 … 255 each.
package struct ProgramColour: Hashable, Sendable {
    /// Its parts.
    package let red, green, blue: UInt8

    /// Reads "#RRGGBB"; `nil` for anything else.
    package init?(_ text: String) {
        let digits = text.dropFirst()
        guard text.first == "#", digits.utf8.count == 6, digits.allSatisfy(\.isHexDigit),
            let value = UInt32(digits, radix: 16)
        else { return nil }
        (red, green, blue) = (UInt8(value >> 16), UInt8(value >> 8 & 255), UInt8(value & 255))
    }
}

/// What plays on a drawing, and how.
package struct Presentation: Hashable, Sendable {
    /// Where films come from: folders, which are one album, then single files.
    package struct Source: Hashable, Sendable {
        /// One file.
        package struct File: Hashable, Sendable {
            /// Its path, and how it was written.
            package let path, name: String
        }

        /// Folders of films and photos.
        package var albums: [String]
        /// Films and photos by themselves.
        package var files: [File]

        /// Creates a source; one of nothing plays nothing.
        package init(albums: [String] = [], files: [File] = []) { (self.albums, self.files) = (albums, files) }
    }

    /// `nil` where nobody has said; nothing plays then.
    package var source: Source?
    /// Seconds of a show's three parts.
    package var fadeIn, hold, fadeOut: Double
    /// What becomes of a show whose drawing goes out of sight.
    package var onLoss: RenderRequest.OnLoss
    /// Whether one show is all that plays.
    package var once: Bool
    /// How the films lie on the drawing.
    package var look: PageLook
    /// Of the films' sound, in decibels.
    package var soundLevel = 0.0
}
