/// A set of arguments, options and flags, declared by the property wrappers of those names.
package protocol ParsableArguments: SendableMetatype {
    /// Creates the set with its defaults; parsing fills in the rest.
    init()
    /// Checks what the values have to do with each other; throws `ValidationError`.
    mutating func validate() throws
}

extension ParsableArguments {
    /// Nothing to check.
    package mutating func validate() throws {}
}

/// A command, or a command with subcommands.
package protocol ParsableCommand: ParsableArguments {
    /// The command's name, help and subcommands.
    static var configuration: CommandConfiguration { get }
    /// Does the command's work. A command with subcommands need not define it: it shows its help.
    mutating func run() throws
}

extension ParsableCommand {
    /// A command that says nothing about itself, named after its type.
    package static var configuration: CommandConfiguration { CommandConfiguration() }
    /// Shows the help.
    package mutating func run() throws { throw CleanExit.helpRequest(Self.self) }
    /// The name that is typed.
    package static var commandName: String { configuration.commandName ?? kebabCase("\(Self.self)") }
}

/// A command's name, help and subcommands.
package struct CommandConfiguration: Sendable {
    /// The name that is typed; `nil`: the type's name in kebab case.
    package let commandName: String?
    /// One line: what the command does.
    package let abstract: String
    /// Paragraphs that the help shows after the abstract. Lines that begin with spaces are kept as they are.
    package let discussion: String
    /// What `--version` shows.
    package let version: String
    /// The commands below this one.
    package let subcommands: [any ParsableCommand.Type]
    /// The subcommand that is meant when none is named.
    package let defaultSubcommand: (any ParsableCommand.Type)?

    /// Creates a configuration.
    package init(
        commandName: String? = nil, abstract: String = "", discussion: String = "", version: String = "",
        subcommands: [any ParsableCommand.Type] = [], defaultSubcommand: (any ParsableCommand.Type)? = nil
    ) {
        (self.commandName, self.abstract, self.discussion) = (commandName, abstract, discussion)
        (self.version, self.subcommands, self.defaultSubcommand) = (version, subcommands, defaultSubcommand)
    }
}

extension ParsableCommand {
    /// Parses a command line (without the program's own name) with this command as the root.
    ///
    /// - Returns: the command or subcommand that was named, ready to run.
    /// - Throws: `CleanExit` when a help or the version was asked for; `CommandError` for wrong usage.
    package static func parseAsRoot(_ arguments: [String]) throws -> any ParsableCommand {
        try CommandPath(root: Self.self).parse(arguments[...])
    }

    /// The text for an error that `parseAsRoot` or `run` threw: a help, the version, or a sentence and where to look.
    /// Empty for an `ExitCode`, since whoever threw it has said why.
    package static func fullMessage(for error: any Error, columns: Int = 80) -> String {
        switch error {
        case CleanExit.message(let text): text
        case CleanExit.helpRequest(let command): helpMessage(for: command, columns: columns)
        case let error as CommandError: error.description
        case let error as ValidationError: "\(commandName): \(error.message)"
        case is ExitCode: ""
        default: "\(commandName): \(error)"
        }
    }

    /// The exit status for an error that `parseAsRoot` or `run` threw.
    package static func exitCode(for error: any Error) -> ExitCode {
        switch error {
        case is CleanExit: .success
        case is CommandError, is ValidationError: .validationFailure
        case let code as ExitCode: code
        default: .failure
        }
    }

    /// The help of `command`, which is this command or one below it; `nil` means this one.
    package static func helpMessage(for command: (any ParsableCommand.Type)? = nil, columns: Int = 80) -> String {
        let root = CommandPath(root: Self.self)
        return HelpText(path: root.path(to: command ?? Self.self) ?? root, columns: columns).text
    }
}
