import Arguments

/// A command line like the product's, to try the parser on.
struct Studio: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "studio", abstract: "Makes drawings play films.",
        discussion: """
            The first paragraph is long enough to be broken over two lines when the help is eighty columns wide.

              studio play clip.mp4
            """,
        version: "studio 1.2.3", subcommands: [Play.self, Shelf.self, Nothing.self])
}

struct Timing: ParsableArguments {
    @Option(help: ArgumentHelp("Seconds until the film is fully there.", valueName: "seconds"))
    var fadeIn = 3.0
    @Option(help: ArgumentHelp("Seconds of the whole show.", valueName: "seconds"))
    var hold = 15.0

    mutating func validate() throws {
        if fadeIn < 0 { throw ValidationError("'--fade-in' cannot be negative; give 0 or more") }
    }
}

enum Sound: String, CaseIterable, ExpressibleByArgument { case mix, clip, album, none }

struct TooShort: Error, CustomStringConvertible {
    let description = "the code is too short; give four letters"
}

struct Play: ParsableCommand {
    static let configuration = CommandConfiguration(commandName: "play", abstract: "Plays a film on clips.")

    @Argument(help: "The clips.") var clips: [String]
    @Option(help: ArgumentHelp("A folder of films.", valueName: "dir")) var album: [String]
    @Option(name: [.customShort("o"), .customLong("output")], help: ArgumentHelp("The result.", valueName: "file"))
    var output: String?
    @Option(help: "What is heard.") var sound = Sound.mix
    @Option(help: ArgumentHelp("Repeats a choice.", valueName: "number")) var seed: UInt64?
    @Option(help: ArgumentHelp("Sets the loudness.", valueName: "decibels")) var gain: Int = 0
    @Option(
        help: "Four letters.",
        transform: { word in
            guard word.count == 4 else { throw TooShort() }
            return word.uppercased()
        }) var code = "NONE"
    @Flag(name: .shortAndLong, help: "Prints nothing.") var quiet = false
    @Flag(name: .shortAndLong, help: "Prints more.") var verbose = false
    @OptionGroup(title: "Timing") var timing: Timing

    mutating func validate() throws {
        if clips.count > 1, output != nil { throw ValidationError("'--output' is for one clip; give one") }
    }
    mutating func run() throws {}
}

struct Shelf: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "shelf", abstract: "Shows what is there.", subcommands: [List.self, Remove.self],
        defaultSubcommand: List.self)

    struct List: ParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Lists everything.")
        @Flag var json = false
        mutating func run() throws {}
    }
    struct Remove: ParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Removes one.")
        @Argument(help: "Which one.") var name: String
        @Argument(help: "How often.") var times: Int = 1
        @Argument(help: "And why.") var reason: String?
        mutating func run() throws {}
    }
}

struct Nothing: ParsableCommand {}

/// Parses a command line of `Studio` as `Command`.
func parse<Command: ParsableCommand>(_ line: [String], as type: Command.Type) throws -> Command {
    let parsed = try Studio.parseAsRoot(line)
    guard let command = parsed as? Command else { throw Unexpected(description: "parsed a \(Swift.type(of: parsed))") }
    return command
}

/// Parses a `play` command line that has what must be there.
func play(_ line: String...) throws -> Play { try parse(["play", "clip.mp4", "--album", "a"] + line, as: Play.self) }

/// The text and status with which a command line ends.
func ending(_ line: String...) -> (text: String, status: Int32) {
    do {
        var command = try Studio.parseAsRoot(line)
        try command.run()
        return ("", 0)
    } catch { return (Studio.fullMessage(for: error), Studio.exitCode(for: error).rawValue) }
}

struct Unexpected: Error { let description: String }
