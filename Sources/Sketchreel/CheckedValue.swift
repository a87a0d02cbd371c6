internal import Foundation
internal import OrderedJSON

/// A value in a JSON file that people write by hand. What is wrong with it is said with its place:
/// `show.json:7:15: references.Cat.fit: "cover" is none of whole, fill, stretch`.
struct CheckedValue {
    private let file: String
    private let places: JSON.Places
    private let path: [JSON.Step]
    let json: JSON

    /// The whole of a file's text.
    init(parsing text: some Collection<UInt8>, file: String) throws(SketchreelError) {
        do throws(JSONError) { (json, places) = try JSON.located(parsing: text) } catch {
            throw SketchreelError("\(file)\(error.place.map { ":\($0)" } ?? ""): \(error.reason)")
        }
        (self.file, path) = (file, [])
    }

    private init(_ json: JSON, at step: JSON.Step, in parent: CheckedValue) {
        (file, places, path, self.json) = (parent.file, parent.places, parent.path + [step], json)
    }

    // MARK: Its place

    /// "show.json:7:15: references.Cat.fit".
    var place: String { described(places.value(path)) }

    /// The same, with the place of its key.
    var keyPlace: String { described(places.key(path) ?? places.value(path)) }

    private func described(_ place: JSON.Place?) -> String {
        "\(file)\(place.map { ":\($0)" } ?? "")" + (path.isEmpty ? "" : ": \(Self.name(path))")
    }

    private static func name(_ path: [JSON.Step]) -> String {
        path.reduce("") { name, step in
            switch step {
            case .element(let index): "\(name)[\(index)]"
            case .member(let key):
                (name.isEmpty ? "" : name + ".") + (isWord(key) ? key : JSON.string(key).text(.compact))
            }
        }
    }

    private static func isWord(_ key: String) -> Bool {
        !key.isEmpty && key.allSatisfy { $0.isLetter || $0.isNumber }
    }

    func error(_ what: String) -> SketchreelError { SketchreelError("\(place): \(what)") }

    private func isNo(_ kind: String) -> SketchreelError { error("\(shown) is no \(kind)") }

    /// The value as it is written, cut short.
    private var shown: String {
        let text = json.text(.compact)
        return text.count > 60 ? text.prefix(60) + "…" : text
    }

    // MARK: What it holds

    /// The members of an object, which may have no other keys than `known` ones; any, where that is `nil`.
    func members(known: [String]? = nil) throws(SketchreelError) -> [(key: String, value: CheckedValue)] {
        guard let object = json.object else { throw isNo("object") }
        let members = object.members.map {
            (key: $0.key, value: CheckedValue($0.value, at: .member($0.key), in: self))
        }
        if let known, let stranger = members.first(where: { !known.contains($0.key) }) {
            throw SketchreelError(
                "\(stranger.value.keyPlace): there is no such key here, but \(known.joined(separator: ", "))")
        }
        return members
    }

    /// The texts of an array, or the one text that stands for such an array.
    func texts() throws(SketchreelError) -> [CheckedValue] {
        guard let elements = json.array else {
            guard json.string != nil else { throw error("\(shown) is no text and no list of texts") }
            return [self]
        }
        let values = elements.enumerated().map { CheckedValue($0.element, at: .element($0.offset), in: self) }
        if let stranger = values.first(where: { $0.json.string == nil }) { throw stranger.isNo("text") }
        return values
    }

    func text() throws(SketchreelError) -> String {
        guard let text = json.string else { throw isNo("text") }
        return text
    }

    func truth() throws(SketchreelError) -> Bool {
        guard let truth = json.bool else { throw error("\(shown) is neither true nor false") }
        return truth
    }

    func number(in range: ClosedRange<Double>, unit: String = "") throws(SketchreelError) -> Double {
        guard let number = json.double else { throw isNo("number") }
        guard range.contains(number) else {
            let ends = [range.lowerBound, range.upperBound].map { JSON.real($0).text(.compact) }
            throw error("\(shown) does not lie between \(ends[0]) and \(ends[1])\(unit)")
        }
        return number
    }

    func word<Word: RawRepresentable & CaseIterable>(_: Word.Type) throws(SketchreelError) -> Word
    where Word.RawValue == String {
        guard let word = json.string.flatMap(Word.init) else {
            throw error("\(shown) is none of \(Word.allCases.map(\.rawValue).joined(separator: ", "))")
        }
        return word
    }

    func colour() throws(SketchreelError) -> ProgramColour {
        guard let colour = json.string.flatMap(ProgramColour.init) else {
            throw error("\(shown) is no colour; write it like \"#00FF40\"")
        }
        return colour
    }
}
