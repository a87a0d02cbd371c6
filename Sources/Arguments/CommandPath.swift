/// The way from the root command to one below it; parsing walks down it.
struct CommandPath {
    let commands: [any ParsableCommand.Type]

    init(root: any ParsableCommand.Type) { commands = [root] }

    private init(commands: [any ParsableCommand.Type]) { self.commands = commands }

    var command: any ParsableCommand.Type { commands[commands.count - 1] }
    /// The names from the root down, as they are typed.
    var name: String { commands.map { $0.commandName }.joined(separator: " ") }
    /// The version of the nearest command that states one.
    var version: String { commands.last { !$0.configuration.version.isEmpty }?.configuration.version ?? "" }

    func appending(_ subcommand: any ParsableCommand.Type) -> CommandPath {
        CommandPath(commands: commands + [subcommand])
    }

    /// The way to `target`, or `nil` when it is not below this command.
    func path(to target: any ParsableCommand.Type) -> CommandPath? {
        if command == target { return self }
        for subcommand in command.configuration.subcommands {
            if let path = appending(subcommand).path(to: target) { return path }
        }
        return nil
    }

    /// Parses `words` for this command: goes down where a subcommand is named, else reads its own values.
    func parse(_ words: ArraySlice<String>) throws -> any ParsableCommand {
        let configuration = command.configuration
        if !configuration.subcommands.isEmpty, let first = words.first {
            if let subcommand = configuration.subcommands.first(where: { $0.commandName == first }) {
                return try appending(subcommand).parse(words.dropFirst())
            }
            if first == "help", commands.count == 1 { return try help(for: words.dropFirst()) }
        }
        try answerHelpAndVersion(words)
        if let subcommand = configuration.defaultSubcommand { return try parseDefault(subcommand, words) }
        if !configuration.subcommands.isEmpty, let first = words.first { throw wrongUsage(unknown(first)) }
        return try parseOwn(words)
    }

    private func parseOwn(_ words: ArraySlice<String>) throws -> any ParsableCommand {
        let parsed = command.init()
        do {
            try ValueParser(definitions: definitions(of: parsed)).parse(words)
        } catch { throw wrongUsage(error) }
        do { try validateAll(parsed) } catch let error as ValidationError {
            throw CommandError(command: name, usage: .invalid(error.message))
        }
        return parsed
    }

    /// A word that the default subcommand does not know may be a misspelt or misplaced subcommand.
    private func parseDefault(
        _ subcommand: any ParsableCommand.Type, _ words: ArraySlice<String>
    ) throws -> any ParsableCommand {
        do { return try appending(subcommand).parse(words) } catch let error as CommandError {
            guard case .unexpectedArgument(let word) = error.usage else { throw error }
            let names = command.configuration.subcommands.map { $0.commandName }
            guard names.contains(word) else { throw wrongUsage(unknown(word)) }
            throw wrongUsage(.subcommandLate(word, path: name))
        }
    }

    /// `--help` and `--version` are answered wherever they stand, whatever else is wrong.
    private func answerHelpAndVersion(_ words: ArraySlice<String>) throws {
        let options = words.prefix { $0 != "--" }
        if options.contains("--help") || options.contains("-h") { throw CleanExit.helpRequest(command) }
        if options.contains("--version"), !version.isEmpty { throw CleanExit.message(version) }
    }

    /// `help track` is `track --help`.
    private func help(for words: ArraySlice<String>) throws -> any ParsableCommand {
        guard let word = words.first else { throw CleanExit.helpRequest(command) }
        guard let subcommand = command.configuration.subcommands.first(where: { $0.commandName == word }) else {
            throw wrongUsage(unknown(word))
        }
        return try appending(subcommand).help(for: words.dropFirst())
    }

    private func unknown(_ word: String) -> UsageError {
        let names = command.configuration.subcommands.map { $0.commandName }
        if word.hasPrefix("-"), word != "-" { return .unknownOption(word, suggestion: nil) }
        return .unknownSubcommand(word, suggestion: nearest(to: word, in: names), known: names)
    }

    private func wrongUsage(_ usage: UsageError) -> CommandError { CommandError(command: name, usage: usage) }
}
