import Foundation
import Testing

#if canImport(FoundationXML)
    import FoundationXML
#endif

/// A page read as XML, for questions about its elements.
final class Page: NSObject, XMLParserDelegate {
    /// An element: its name, its attributes, and all text in it.
    struct Element {
        let name: String
        let attributes: [String: String]
        var text = ""
    }

    private(set) var elements: [Element] = []
    private var open: [Int] = []

    /// - Throws: when a tag is not closed, an attribute not quoted or a character not escaped.
    init(_ html: String) throws {
        super.init()
        let parser = XMLParser(data: Data(html.utf8))
        parser.delegate = self
        try #require(parser.parse(), "line \(parser.lineNumber): \(String(describing: parser.parserError))")
    }

    func parser(
        _ parser: XMLParser, didStartElement name: String, namespaceURI: String?, qualifiedName: String?,
        attributes: [String: String]
    ) {
        open.append(elements.count)
        elements.append(Element(name: name, attributes: attributes))
    }

    func parser(_ parser: XMLParser, didEndElement name: String, namespaceURI: String?, qualifiedName: String?) {
        open.removeLast()
    }

    func parser(_ parser: XMLParser, foundCharacters text: String) {
        for index in open { elements[index].text += text }
    }

    func callAsFunction(_ name: String, _ isWanted: (Element) -> Bool = { _ in true }) -> [Element] {
        elements.filter { $0.name == name && isWanted($0) }
    }
}
