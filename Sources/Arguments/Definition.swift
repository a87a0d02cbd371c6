/// What the help says about an argument, an option or a flag.
package struct ArgumentHelp: Hashable, Sendable, ExpressibleByStringInterpolation {
    /// One sentence.
    package let abstract: String
    /// What the value is called between angle brackets; derived from the name when `nil`.
    package let valueName: String?

    /// Creates a help text with its value's name.
    package init(_ abstract: String, valueName: String? = nil) {
        (self.abstract, self.valueName) = (abstract, valueName)
    }

    /// Creates a help text from its sentence.
    package init(stringLiteral abstract: String) { self.init(abstract) }
}

/// One argument, option or flag of a command, as the parser and the help see it.
struct Definition {
    /// Whether the value is told by position, by name, or is only on or off.
    enum Kind: Hashable { case argument, option, flag }

    /// How the definition is found on the command line.
    let kind: Kind
    /// How it is typed; empty for an argument.
    let names: [OptionName]
    /// What stands between angle brackets.
    let valueName: String
    /// One sentence for the help.
    let abstract: String
    /// The default as the help shows it.
    let defaultText: String?
    /// Whether the command line must say it.
    let isRequired: Bool
    /// Whether it collects several words.
    let isRepeating: Bool
    /// The words that are accepted, when they can be listed.
    let choices: [String]
    /// What an error asks for: "a whole number".
    let expected: String?
    /// The help's heading above it; `nil` for the usual one.
    var section: String?
    /// Takes one word; throws what is wrong with it.
    let accept: (String) throws -> Void

    /// The name that errors use: the long one where there is one.
    var displayName: String {
        kind == .argument ? "<\(valueName)>" : (names.first(where: \.isLong) ?? names.first)?.description ?? valueName
    }

    /// Takes `text`, or says why it cannot be taken.
    func take(_ text: String) throws(UsageError) {
        do { try accept(text) } catch is NotAValue {
            let hint = choices.isEmpty ? expected.map { .expected($0) } : UsageError.Hint.choices(choices)
            throw .invalidValue(text, of: displayName, hint)
        } catch {
            throw .invalidValue(text, of: displayName, .reason("\(error)"))
        }
    }
}

/// Thrown by a field when `init?(argument:)` returned `nil`.
struct NotAValue: Error {}

/// A property wrapper of a command that stands for one or several words of the command line.
protocol Field {
    /// What is declared; `property` is the name of the wrapped property.
    func definitions(property: String) -> [Definition]
    /// Checks what belongs together, after all words were taken.
    func validateGroup() throws
}

extension Field {
    func validateGroup() throws {}
}

/// The fields that are declared in `arguments`, in order.
func fields(of arguments: any ParsableArguments) -> [(property: String, field: any Field)] {
    Mirror(reflecting: arguments).children.compactMap { child in
        guard let label = child.label, let field = child.value as? any Field else { return nil }
        return (label.hasPrefix("_") ? String(label.dropFirst()) : label, field)
    }
}

/// The definitions of all fields in `arguments`, those of its option groups included.
func definitions(of arguments: any ParsableArguments) -> [Definition] {
    fields(of: arguments).flatMap { $0.field.definitions(property: $0.property) }
}
