/// How a command line is wrong.
package enum UsageError: Error, Hashable, Sendable, CustomStringConvertible {
    /// What would be right instead of a bad value.
    package enum Hint: Hashable, Sendable {
        /// One of these words.
        case choices([String])
        /// A kind of value: "a whole number".
        case expected(String)
        /// The type's own words about what is wrong with the value.
        case reason(String)
    }

    /// No option has this name.
    case unknownOption(String, suggestion: String?)
    /// An option is the last word, or another option (`found`) follows it.
    case missingValue(of: String, valueName: String, found: String?)
    /// A flag was given a value: `--quiet=yes`.
    case needlessValue(String, of: String)
    /// The word is no value of the option's or argument's type.
    case invalidValue(String, of: String, Hint?)
    /// An argument that must be there is not; `about` is its help.
    case missingArgument(String, about: String)
    /// An option that must be given is not.
    case missingOption(String, valueName: String)
    /// A word is left when every argument has its own.
    case unexpectedArgument(String)
    /// No command has this name.
    case unknownSubcommand(String, suggestion: String?, known: [String])
    /// A subcommand stands behind options.
    case subcommandLate(String, path: String)
    /// The command's own `validate` refused the values.
    case invalid(String)

    /// One sentence that names the option and what to do, without a full stop.
    package var description: String {
        switch self {
        case .unknownOption(let name, let suggestion):
            return "unknown option '\(name)'" + (suggestion.map { "; did you mean '\($0)'?" } ?? "")
        case .missingValue(let name, let valueName, nil):
            return "'\(name)' needs a value; write \(name) <\(valueName)>"
        case .missingValue(let name, let valueName, let found?):
            return "'\(name)' needs a value but '\(found)' follows; write \(name) <\(valueName)>"
                + (name.hasPrefix("--") ? ", or \(name)=\(found) if the value begins with a dash" : "")
        case .needlessValue(let value, let name):
            return "'\(name)' takes no value; leave '=\(value)' out"
        case .invalidValue(let value, let name, let hint):
            return Self.invalidValueSentence(value, name, hint)
        case .missingArgument(let name, let about):
            return "'\(name)' is missing" + (about.isEmpty ? "" : ": \(about)")
        case .missingOption(let name, let valueName):
            return "'\(name)' is missing; add \(name) <\(valueName)>"
        case .unexpectedArgument(let word):
            return "'\(word)' is one argument too many; put names that contain spaces in quotes"
        case .unknownSubcommand(let word, let suggestion, let known):
            return "unknown command '\(word)'; "
                + (suggestion.map { "did you mean '\($0)'?" } ?? "choose \(alternatives(known))")
        case .subcommandLate(let word, let path):
            return "'\(word)' must come first; write \(path) \(word), then the options"
        case .invalid(let message):
            return message
        }
    }

    private static func invalidValueSentence(_ value: String, _ name: String, _ hint: Hint?) -> String {
        if case .reason(let reason) = hint { return "'\(name)': \(reason)" }
        let refusal = "'\(value)' is not a value of '\(name)'"
        switch hint {
        case .choices(let choices):
            guard let suggestion = nearest(to: value, in: choices) else {
                return "\(refusal); choose \(alternatives(choices))"
            }
            return "\(refusal); did you mean '\(suggestion)'? (It can be \(alternatives(choices)))"
        case .expected(let expected): return "\(refusal); give \(expected)"
        case .reason, nil: return refusal
        }
    }
}

/// Wrong usage of a command: exit status 64.
package struct CommandError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The command as it is typed: "sketchreel references remove".
    package let command: String
    /// What is wrong.
    package let usage: UsageError

    /// The sentence, and a line that says where to look.
    package var description: String { "\(command): \(usage.description.printable)\nSee '\(command) --help'." }
}

/// Thrown by `validate` or `run`: values that do not go together; exit status 64.
package struct ValidationError: Error, Hashable, Sendable, CustomStringConvertible {
    /// One sentence that names the option and what to do.
    package let message: String
    /// Creates an error from its sentence.
    package init(_ message: String) { self.message = message }
    /// The sentence.
    package var description: String { message }
}

/// The end of a run that has only a text to show; exit status 0.
package enum CleanExit: Error {
    /// The help of a command is to be shown.
    case helpRequest(any ParsableCommand.Type)
    /// A text is to be shown.
    case message(String)
}

/// The status with which the process ends; thrown by a command that has said why.
package struct ExitCode: Error, Hashable, Sendable {
    /// The number that the shell sees.
    package let rawValue: Int32
    /// Creates a status.
    package init(_ rawValue: Int32) { self.rawValue = rawValue }
    /// 0.
    package static let success = ExitCode(0)
    /// 1.
    package static let failure = ExitCode(1)
    /// 64: wrong usage, `EX_USAGE` of sysexits.h.
    package static let validationFailure = ExitCode(64)
}

/// "a", "a or b", "a, b or c".
private func alternatives(_ words: [String]) -> String {
    guard let last = words.last, words.count > 1 else { return words.first ?? "" }
    return words.dropLast().joined(separator: ", ") + " or " + last
}
