/// A named value: `@Option var seed: UInt64?` is `--seed 7` or `--seed=7`.
///
/// Given twice, the last one counts; an array collects all of them.
@propertyWrapper package struct Option<Value>: Field {
    private let reception: Reception<Value>
    private let name: NameSpecification
    private let help: ArgumentHelp?

    private init(_ reception: Reception<Value>, _ name: NameSpecification, _ help: ArgumentHelp?) {
        (self.reception, self.name, self.help) = (reception, name, help)
    }

    /// What the command line said, or the default.
    package var wrappedValue: Value { reception.stored.current }

    /// An option that must be given.
    package init(name: NameSpecification = .long, help: ArgumentHelp? = nil) where Value: ExpressibleByArgument {
        self.init(Reception(value: nil), name, help)
    }

    /// An option with a default.
    package init(wrappedValue: Value, name: NameSpecification = .long, help: ArgumentHelp? = nil)
    where Value: ExpressibleByArgument {
        self.init(Reception(value: wrappedValue), name, help)
    }

    /// An option that may be left out.
    package init<Wrapped: ExpressibleByArgument>(name: NameSpecification = .long, help: ArgumentHelp? = nil)
    where Value == Wrapped? {
        self.init(Reception(optional: Wrapped.self), name, help)
    }

    /// An option that is given once or more often.
    package init<Element: ExpressibleByArgument>(name: NameSpecification = .long, help: ArgumentHelp? = nil)
    where Value == [Element] {
        self.init(Reception(elements: nil), name, help)
    }

    /// An option that is given any number of times; the default counts when it is not given.
    package init<Element: ExpressibleByArgument>(
        wrappedValue: [Element], name: NameSpecification = .long, help: ArgumentHelp? = nil
    ) where Value == [Element] {
        self.init(Reception(elements: wrappedValue), name, help)
    }

    /// An option that may be left out and whose word `transform` reads.
    package init<Wrapped>(
        name: NameSpecification = .long, help: ArgumentHelp? = nil, transform: @escaping (String) throws -> Wrapped
    ) where Value == Wrapped? {
        self.init(Reception(optionalBy: transform), name, help)
    }

    /// An option that must be given and whose word `transform` reads.
    @_disfavoredOverload
    package init(
        name: NameSpecification = .long, help: ArgumentHelp? = nil, transform: @escaping (String) throws -> Value
    ) {
        self.init(Reception(initial: nil, transform: transform), name, help)
    }

    /// An option with a default, whose word `transform` reads.
    package init(
        wrappedValue: Value, name: NameSpecification = .long, help: ArgumentHelp? = nil,
        transform: @escaping (String) throws -> Value
    ) {
        self.init(Reception(initial: wrappedValue, transform: transform), name, help)
    }

    func definitions(property: String) -> [Definition] {
        let names = name.names(property: property)
        return [
            Definition(
                kind: .option, names: names, valueName: help?.valueName ?? kebabCase(property),
                abstract: help?.abstract ?? "", defaultText: reception.defaultText, isRequired: reception.isRequired,
                isRepeating: reception.isRepeating, choices: reception.choices, expected: reception.expected,
                accept: reception.accept)
        ]
    }
}
