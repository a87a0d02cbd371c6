/// A piece of a page that is safe as it stands: text is escaped when it becomes markup, and elements are always closed.
///
/// Written so that it is HTML and well-formed XML at once: `<br />`, quoted attributes, no named entities of HTML's own.
package struct Markup: Hashable, Sendable {
    /// The markup's text.
    package let source: String

    private init(source: String) { self.source = source }

    /// Words, escaped. A string literal is written in a builder as it is.
    package static func text(_ words: String) -> Markup { Markup(source: escaped(words)) }

    /// A name from outside, isolated so that its writing direction does not spill over into what stands beside it.
    package static func name(_ words: String) -> Markup { element("bdi") { Markup.text(words) } }

    /// Several pieces, one after the other.
    package static func sequence(_ pieces: [Markup]) -> Markup { Markup(source: pieces.map(\.source).joined()) }

    /// What a style element holds: CSS of our own, which has no `<` or `&` in it.
    package static func style(_ css: String) -> Markup { Markup(source: "<style>\(css)</style>\n") }

    /// An element without content (`meta`, `img`, `rect`).
    package static func element(_ name: String, _ attributes: KeyValuePairs<String, String?> = [:]) -> Markup {
        Markup(source: "<\(opening(name, attributes)) />")
    }

    /// An element and what is in it. Attributes that are `nil` are left out.
    package static func element(
        _ name: String, _ attributes: KeyValuePairs<String, String?> = [:], @MarkupBuilder _ content: () -> Markup
    ) -> Markup {
        // Blocks stand on lines of their own, for people who look at the source.
        let end = blocks.contains(name) ? "\n" : ""
        return Markup(source: "<\(opening(name, attributes))>\(content().source)</\(name)>\(end)")
    }

    private static let blocks: Set<String> = [
        "html", "head", "body", "title", "header", "main", "section", "footer", "h1", "h2", "h3", "p", "figure",
        "table",
        "thead", "tbody", "tr", "dl", "div", "ol", "ul", "li", "svg", "details",
    ]

    private static func opening(_ name: String, _ attributes: KeyValuePairs<String, String?>) -> String {
        attributes.reduce(into: name) { text, attribute in
            if let value = attribute.value { text += " \(attribute.key)=\"\(escaped(value))\"" }
        }
    }

    /// `words` with what means something to HTML or XML taken apart. Control characters, which neither allows, are shown by
    /// their pictures (␊).
    private static func escaped(_ words: String) -> String {
        var result = String.UnicodeScalarView()
        for scalar in words.unicodeScalars {
            switch scalar {
            case "&": result.append(contentsOf: "&amp;".unicodeScalars)
            case "<": result.append(contentsOf: "&lt;".unicodeScalars)
            case ">": result.append(contentsOf: "&gt;".unicodeScalars)
            case "\"": result.append(contentsOf: "&quot;".unicodeScalars)
            case "'": result.append(contentsOf: "&#39;".unicodeScalars)
            case "\u{00}"..."\u{1F}": result.append(Unicode.Scalar(UInt8(scalar.value)).picture)
            case "\u{7F}"..."\u{9F}", "\u{FFFE}"..."\u{FFFF}": result.append("\u{FFFD}")
            default: result.append(scalar)
            }
        }
        return String(result)
    }
}

extension Unicode.Scalar {
    /// The visible picture of a control character below the space.
    fileprivate var picture: Unicode.Scalar { Unicode.Scalar(0x2400 + value) ?? "\u{FFFD}" }
}

/// Puts pieces of a page one after the other; strings among them are text.
@resultBuilder package enum MarkupBuilder {
    /// Markup stands as it is.
    package static func buildExpression(_ markup: Markup) -> Markup { markup }
    /// A string is text.
    package static func buildExpression(_ text: String) -> Markup { .text(text) }
    /// What `map` gives.
    package static func buildExpression(_ pieces: [Markup]) -> Markup { .sequence(pieces) }
    /// The pieces in order.
    package static func buildBlock(_ pieces: Markup...) -> Markup { .sequence(pieces) }
    /// Nothing where a condition does not hold.
    package static func buildOptional(_ piece: Markup?) -> Markup { piece ?? .sequence([]) }
    /// One of two.
    package static func buildEither(first: Markup) -> Markup { first }
    /// The other of two.
    package static func buildEither(second: Markup) -> Markup { second }
}
