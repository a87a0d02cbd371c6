/// How an option or a flag is called on the command line.
package struct NameSpecification: Hashable, Sendable, ExpressibleByArrayLiteral {
    /// One of the names.
    package enum Element: Hashable, Sendable {
        /// The property's name in kebab case: `fadeIn` is `--fade-in`.
        case long
        /// The first letter of the property's name: `-f`.
        case short
        /// A long name of its own, without the dashes.
        case customLong(String)
        /// A letter of its own.
        case customShort(Character)
    }

    let elements: [Element]

    /// Creates a specification from its names, in the order in which the help shows them.
    package init(arrayLiteral elements: Element...) { self.elements = elements }

    /// The property's name in kebab case.
    package static var long: Self { [.long] }
    /// The first letter of the property's name.
    package static var short: Self { [.short] }
    /// Both of them.
    package static var shortAndLong: Self { [.short, .long] }
    /// A long name of its own, without the dashes.
    package static func customLong(_ name: String) -> Self { [.customLong(name)] }
    /// A letter of its own.
    package static func customShort(_ letter: Character) -> Self { [.customShort(letter)] }

    /// The names for the property called `property`.
    func names(property: String) -> [OptionName] {
        elements.map { element in
            switch element {
            case .long: .long(kebabCase(property))
            case .short: .short(property.first ?? "?")
            case .customLong(let name): .long(name)
            case .customShort(let letter): .short(letter)
            }
        }
    }
}

/// A name as it is typed.
enum OptionName: Hashable, Sendable, CustomStringConvertible {
    case long(String)
    case short(Character)

    var description: String {
        switch self {
        case .long(let name): "--\(name)"
        case .short(let letter): "-\(letter)"
        }
    }

    var isLong: Bool { if case .long = self { true } else { false } }
}

/// `fadeIn` as `fade-in`; runs of capitals stay together: `outputURLPath` is `output-url-path`.
func kebabCase(_ camelCase: String) -> String {
    let letters = Array(camelCase)
    var words = ""
    for (index, letter) in letters.enumerated() {
        let startsWord =
            index > 0 && letter.isUppercase
            && (!letters[index - 1].isUppercase || (index + 1 < letters.count && letters[index + 1].isLowercase))
        words += (startsWord ? "-" : "") + letter.lowercased()
    }
    return words
}
