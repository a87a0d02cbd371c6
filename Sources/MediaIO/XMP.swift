internal import Foundation

/// A packet of XMP as far as it is asked: single values by the end of their names, whatever their name spaces (XMP
/// Specification, part 1).
struct XMP {
    private let text: Data
    /// A text that names one thing again and again is none of a camera.
    private static let mostMentions = 16

    init(_ bytes: some Collection<UInt8>) { text = Data(bytes) }

    /// The number that `name` has, as an attribute or as an element: digits with a point or a stroke, as they stand there.
    func number(_ name: String) -> String? {
        var rest = text[...]
        for _ in 0..<Self.mostMentions {
            guard let found = rest.range(of: Data(name.utf8)) else { return nil }
            rest = rest[found.upperBound...]
            let start = String(decoding: rest.prefix(64), as: UTF8.self)
            if let match = start.prefixMatch(of: /\s*(?:=\s*["']|>)\s*(?<value>[0-9.\/]{1,18})/) {
                return String(match.value)
            }
        }
        return nil
    }

    func mentions(_ word: String) -> Bool { text.range(of: Data(word.utf8)) != nil }

    /// The items of lists, in their order, at most `limit` of them.
    func items(limit: Int) -> [XMP] {
        let start = Data("<rdf:li".utf8)
        var items: [XMP] = []
        var rest = text.range(of: start).map { text[$0.upperBound...] }
        while let item = rest, items.count < limit {
            let next = item.range(of: start)
            items.append(XMP(item[..<(next?.lowerBound ?? item.endIndex)]))
            rest = next.map { item[$0.upperBound...] }
        }
        return items
    }
}
