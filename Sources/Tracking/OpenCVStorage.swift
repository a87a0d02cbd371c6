internal import Foundation
internal import OrderedJSON

/// What stands on the outermost level of a file of OpenCV's `FileStorage` (YAML, XML or JSON), or of ROS's `camera_info`.
///
/// Not a parser of those languages: it reads scalars, lists of numbers and matrices, and leaves everything else. Time and
/// memory are proportional to the file, and nothing in it nests.
struct OpenCVStorage {
    /// A scalar or a matrix.
    struct Entry {
        /// A scalar's text, trimmed.
        let text: String
        /// The numbers, row by row; `nil` where something else stands among them.
        let numbers: [Double]?
    }

    private var entries: [String: Entry] = [:]

    /// The first entry that has one of these names. Case and underscores do not count: give lower case without them.
    func entry(_ names: [String]) -> Entry? { names.lazy.compactMap { entries[$0] }.first }

    /// Reads YAML or XML; `nil` for XML whose tags do not close.
    init?(text: String) {
        let start = text.drop { $0.isWhitespace || $0 == "\u{FEFF}" }
        if start.first == "<" {
            guard readXML(start) else { return nil }
        } else {
            readYAML(start)
        }
    }

    /// Reads the members of an object of JSON.
    init(json: JSON) {
        for (key, value) in json.object?.members.map({ ($0.key, $0.value) }) ?? [] {
            let listed = (value["data"] ?? value).array.map { $0.flatMap { $0.array ?? [$0] }.map(\.double) }
            let numbers = listed ?? [value.double]
            keep(
                key, text: value.string ?? value.double.map { "\($0)" } ?? "",
                numbers: numbers.contains { !($0?.isFinite ?? false) } ? nil : numbers.compactMap { $0 })
        }
    }

    private mutating func keep(_ key: some StringProtocol, text: String, numbers: [Double]?) {
        let name = key.lowercased().filter { $0.isLetter || $0.isNumber }
        // The first counts, as for OpenCV.
        if entries[name] == nil { entries[name] = Entry(text: text, numbers: numbers) }
    }

    // MARK: YAML

    private mutating func readYAML(_ text: Substring) {
        var key: Substring?
        var block: [Substring] = []
        for line in text.split(whereSeparator: \.isNewline) {
            guard let first = line.first, !line.hasPrefix("%"), !line.hasPrefix("---"),
                line.first(where: { !$0.isWhitespace }) != "#"
            else { continue }
            if !first.isWhitespace, first != "-", let colon = line.firstIndex(of: ":") {
                keepYAML(key, block)
                key = line[..<colon]
                block = [line[line.index(after: colon)...]]
            } else {
                block.append(line)
            }
        }
        keepYAML(key, block)
    }

    private mutating func keepYAML(_ key: Substring?, _ block: [Substring]) {
        guard let key else { return }
        let lines = block.map { line in line.firstRange(of: " #").map { line[..<$0.lowerBound] } ?? line }
        // A matrix is a map of rows, cols, dt and data; only the last is a list.
        let data = lines.firstIndex { $0.drop(while: \.isWhitespace).hasPrefix("data:") }
        let listed = data.map { [lines[$0].drop { $0 != ":" }.dropFirst()] + lines[($0 + 1)...] } ?? lines
        let text = lines.joined(separator: " ").trimmingCharacters(in: CharacterSet(charactersIn: " \t\"'"))
        keep(key, text: text, numbers: Self.numbers(in: listed.joined(separator: " ")))
    }

    /// The numbers of a list, of whatever brackets and dashes it is made.
    private static func numbers(in text: String) -> [Double]? {
        var numbers: [Double] = []
        for word in text.split(whereSeparator: { $0.isWhitespace || "[],".contains($0) }) where word != "-" {
            guard let number = Double(word), number.isFinite else { return nil }
            numbers.append(number)
        }
        return numbers
    }

    // MARK: XML

    private mutating func readXML(_ text: Substring) -> Bool {
        guard let root = text.firstRange(of: "<opencv_storage>") else { return false }
        var rest = text[root.upperBound...]
        while let open = rest.firstIndex(of: "<") {
            rest = rest[rest.index(after: open)...]
            if rest.hasPrefix("/") { return true }
            if rest.hasPrefix("!--") {
                guard let end = rest.firstRange(of: "-->") else { return false }
                rest = rest[end.upperBound...]
                continue
            }
            let name = rest.prefix { !$0.isWhitespace && $0 != ">" && $0 != "/" }
            guard !name.isEmpty, let close = rest.firstIndex(of: ">"),
                let end = rest[close...].firstRange(of: "</\(name)>")
            else { return false }
            let content = rest[rest.index(after: close)..<end.lowerBound]
            let data = Self.element("data", in: content) ?? content
            keep(
                name, text: content.trimmingCharacters(in: CharacterSet(charactersIn: " \t\r\n\"")),
                numbers: Self.numbers(in: String(data)))
            rest = rest[end.upperBound...]
        }
        return false
    }

    private static func element(_ name: String, in text: Substring) -> Substring? {
        guard let open = text.firstRange(of: "<\(name)>"),
            let close = text[open.upperBound...].firstRange(of: "</\(name)>")
        else { return nil }
        return text[open.upperBound..<close.lowerBound]
    }
}
