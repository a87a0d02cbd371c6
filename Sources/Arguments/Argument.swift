/// A word of the command line that is told by its position: `@Argument var clip: String`.
///
/// An array takes all the words that are left, and stands last; without a default it needs at least one.
@propertyWrapper package struct Argument<Value>: Field {
    private let reception: Reception<Value>
    private let help: ArgumentHelp?

    private init(_ reception: Reception<Value>, _ help: ArgumentHelp?) {
        (self.reception, self.help) = (reception, help)
    }

    /// What the command line said, or the default.
    package var wrappedValue: Value { reception.stored.current }

    /// A word that must be there.
    package init(help: ArgumentHelp? = nil) where Value: ExpressibleByArgument {
        self.init(Reception(value: nil), help)
    }

    /// A word that may be left out for the default.
    package init(wrappedValue: Value, help: ArgumentHelp? = nil) where Value: ExpressibleByArgument {
        self.init(Reception(value: wrappedValue), help)
    }

    /// A word that may be left out.
    package init<Wrapped: ExpressibleByArgument>(help: ArgumentHelp? = nil) where Value == Wrapped? {
        self.init(Reception(optional: Wrapped.self), help)
    }

    /// At least one word.
    package init<Element: ExpressibleByArgument>(help: ArgumentHelp? = nil) where Value == [Element] {
        self.init(Reception(elements: nil), help)
    }

    /// Any number of words, or the default.
    package init<Element: ExpressibleByArgument>(wrappedValue: [Element], help: ArgumentHelp? = nil)
    where Value == [Element] {
        self.init(Reception(elements: wrappedValue), help)
    }

    /// A word that must be there and that `transform` reads.
    package init(help: ArgumentHelp? = nil, transform: @escaping (String) throws -> Value) {
        self.init(Reception(initial: nil, transform: transform), help)
    }

    func definitions(property: String) -> [Definition] {
        [
            Definition(
                kind: .argument, names: [], valueName: help?.valueName ?? kebabCase(property),
                abstract: help?.abstract ?? "", defaultText: reception.defaultText, isRequired: reception.isRequired,
                isRepeating: reception.isRepeating, choices: reception.choices, expected: reception.expected,
                accept: reception.accept)
        ]
    }
}
