/// Where a field keeps its value: shared by the copies of a command, filled once while the command line is parsed.
final class Stored<Value> {
    private var value: Value?

    /// Keeps `value`, the default; `nil` where the command line must say one.
    init(_ value: Value?) { self.value = value }

    /// The default, or what the command line said.
    var current: Value {
        guard let value else { preconditionFailure("a command is parsed before its values are read") }
        return value
    }

    /// Replaces the value.
    func set(_ value: Value) { self.value = value }
}

/// How the words of one option or argument become its value, and what the help says about that.
struct Reception<Value> {
    /// Where the value goes; the other members are those of `Definition`.
    let stored: Stored<Value>
    let isRequired: Bool
    let isRepeating: Bool
    let defaultText: String?
    let choices: [String]
    let expected: String?
    let accept: (String) throws -> Void

    /// One value; the last word wins.
    init(
        initial: Value?, defaultText: String?, choices: [String], expected: String?,
        parse: @escaping (String) throws -> Value
    ) {
        let stored = Stored(initial)
        (self.stored, self.defaultText, self.choices, self.expected) = (stored, defaultText, choices, expected)
        (isRequired, isRepeating) = (initial == nil, false)
        accept = { stored.set(try parse($0)) }
    }

    /// Several values, in the order of the command line; the first word replaces the default.
    init<Element: ExpressibleByArgument>(elements initial: [Element]?) where Value == [Element] {
        let stored = Stored(initial)
        var taken: [Element] = []
        self.stored = stored
        (isRequired, isRepeating) = (initial == nil, true)
        defaultText = initial.flatMap { elements in
            elements.isEmpty ? nil : elements.map(\.defaultValueDescription).joined(separator: ", ")
        }
        (choices, expected) = (Element.allValueStrings, Element.expectedValueDescription)
        accept = { word in
            taken.append(try parsed(word))
            stored.set(taken)
        }
    }

    /// One value of a type that reads itself from a word.
    init(value initial: Value?) where Value: ExpressibleByArgument {
        self.init(
            initial: initial, defaultText: initial?.defaultValueDescription, choices: Value.allValueStrings,
            expected: Value.expectedValueDescription, parse: parsed)
    }

    /// One value that may be absent.
    init<Wrapped: ExpressibleByArgument>(optional: Wrapped.Type) where Value == Wrapped? {
        self.init(
            initial: .some(nil), defaultText: nil, choices: Wrapped.allValueStrings,
            expected: Wrapped.expectedValueDescription, parse: { try parsed($0) as Wrapped })
    }

    /// One value that may be absent, and that `transform` makes from a word.
    init<Wrapped>(optionalBy transform: @escaping (String) throws -> Wrapped) where Value == Wrapped? {
        self.init(initial: .some(nil), defaultText: nil, choices: [], expected: nil, parse: transform)
    }

    /// One value that `transform` makes from a word; its error says what is wrong with the word.
    init(initial: Value?, transform: @escaping (String) throws -> Value) {
        self.init(initial: initial, defaultText: initial.map { "\($0)" }, choices: [], expected: nil, parse: transform)
    }
}

private func parsed<Value: ExpressibleByArgument>(_ word: String) throws -> Value {
    guard let value = Value(argument: word) else { throw NotAValue() }
    return value
}
