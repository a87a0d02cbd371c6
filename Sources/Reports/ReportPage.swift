package import Foundation

/// The frame that every report has: one HTML file that needs nothing else, no script, no network, no file beside it.
package enum ReportPage {
    /// The whole page.
    ///
    /// - Parameters:
    ///   - title: what it is about, for the window and the first heading.
    ///   - kind: what sort of report this is, above the heading.
    ///   - program: what wrote it, at the foot.
    package static func html(
        title: String, kind: String, program: String, @MarkupBuilder body: () -> Markup
    ) -> String {
        let page = Markup.element("html", ["lang": "en"]) {
            Markup.element("head") {
                Markup.element("meta", ["charset": "utf-8"])
                // Nothing is loaded, whatever a name in the page looks like.
                Markup.element(
                    "meta",
                    [
                        "http-equiv": "Content-Security-Policy",
                        "content": "default-src 'none'; img-src data:; style-src 'unsafe-inline'",
                    ])
                Markup.element("meta", ["name": "viewport", "content": "width=device-width, initial-scale=1"])
                Markup.element("meta", ["name": "color-scheme", "content": "light dark"])
                Markup.element("title") { "\(title) – \(kind)" }
                Markup.style(PageStyle.css)
            }
            Markup.element("body") {
                Markup.element("main") {
                    Markup.element("header") {
                        Markup.element("p", ["class": "kind"]) { kind }
                        Markup.element("h1") { Markup.name(title) }
                    }
                    body()
                }
                Markup.element("footer") { Markup.element("p") { "Written by \(program)" } }
            }
        }
        return "<!DOCTYPE html>\n" + page.source
    }

    /// Facts as pairs of a term and what is to be said of it.
    package static func facts(_ facts: [(term: String, fact: Markup)]) -> Markup {
        .element("dl", ["class": "facts"]) {
            facts.map { pair in
                Markup.element("div") {
                    Markup.element("dt") { pair.term }
                    Markup.element("dd") { pair.fact }
                }
            }
        }
    }

    /// A table with a caption, which may scroll by itself where the page is narrow.
    ///
    /// - Parameters:
    ///   - caption: plain text; it also names the part that scrolls.
    ///   - numeric: the columns that hold numbers, which are set to the right.
    package static func table(caption: String, columns: [String], numeric: Set<Int>, rows: [[Markup]]) -> Markup {
        func kind(_ column: Int) -> String? { numeric.contains(column) ? "number" : nil }
        return .element("div", ["class": "scroll", "tabindex": "0", "role": "region", "aria-label": caption]) {
            Markup.element("table") {
                Markup.element("caption") { caption }
                Markup.element("thead") {
                    Markup.element("tr") {
                        columns.enumerated().map { index, column in
                            Markup.element("th", ["scope": "col", "class": kind(index)]) { column }
                        }
                    }
                }
                Markup.element("tbody") {
                    rows.map { row in
                        Markup.element("tr") {
                            row.enumerated().map { index, cell in
                                Markup.element("td", ["class": kind(index)]) { cell }
                            }
                        }
                    }
                }
            }
        }
    }
}

/// A small picture that is part of the page itself.
package struct ReportPicture: Hashable, Sendable {
    /// A whole JPEG file.
    package let jpeg: Data
    /// Its size in pixels.
    package let width, height: Int

    /// Wraps a JPEG file of that size.
    package init(jpeg: Data, width: Int, height: Int) { (self.jpeg, self.width, self.height) = (jpeg, width, height) }

    /// The `img` element.
    func image(alt: String) -> Markup {
        .element(
            "img",
            [
                "src": "data:image/jpeg;base64," + jpeg.base64EncodedString(), "alt": alt, "width": "\(width)",
                "height": "\(height)",
            ])
    }
}
