/// A switch that is off unless it is given: `@Flag var quiet = false` is `--quiet`.
@propertyWrapper package struct Flag: Field {
    private let stored: Stored<Bool>
    private let name: NameSpecification
    private let help: ArgumentHelp?

    /// Whether the flag was given.
    package var wrappedValue: Bool { stored.current }

    /// A flag that is off unless it is given.
    package init(wrappedValue: Bool, name: NameSpecification = .long, help: ArgumentHelp? = nil) {
        precondition(!wrappedValue, "a flag that is on from the start cannot be switched off")
        (stored, self.name, self.help) = (Stored(false), name, help)
    }

    func definitions(property: String) -> [Definition] {
        let stored = stored
        return [
            Definition(
                kind: .flag, names: name.names(property: property), valueName: "", abstract: help?.abstract ?? "",
                defaultText: nil, isRequired: false, isRepeating: false, choices: [], expected: nil,
                accept: { _ in stored.set(true) })
        ]
    }
}

/// Options that several commands share: `@OptionGroup(title: "Timing") var timing: TimingOptions`.
@propertyWrapper package struct OptionGroup<Group: ParsableArguments>: Field {
    /// The group with its values.
    package let wrappedValue: Group
    private let title: String?

    /// Declares the group; with a title it has a heading of its own in the help.
    package init(title: String? = nil) { (wrappedValue, self.title) = (Group(), title) }

    func definitions(property: String) -> [Definition] {
        Arguments.definitions(of: wrappedValue).map { definition in
            var definition = definition
            definition.section = definition.section ?? title
            return definition
        }
    }

    func validateGroup() throws { try validateAll(wrappedValue) }
}

/// Validates the groups in `arguments`, then `arguments`.
func validateAll(_ arguments: any ParsableArguments) throws {
    for (_, field) in fields(of: arguments) { try field.validateGroup() }
    var arguments = arguments
    try arguments.validate()
}
