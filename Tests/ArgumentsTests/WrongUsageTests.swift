@testable import Arguments
import Testing

@Suite struct WrongUsageTests {
    @Test func `words with codes for a terminal are shown and not obeyed`() {
        let word = "a\nb\u{1B}[31m\u{9B}\u{202E}\u{2028}é👩‍👧"
        #expect(word.printable == "a\\nb\\u{1B}[31m\\u{009B}\\u{202E}\\u{2028}é👩‍👧")
        let error = CommandError(command: "studio", usage: .unknownOption(word, suggestion: nil))
        #expect(error.description.split(separator: "\n").count == 2)
    }

    /// A command line and the first line of what it ends with.
    static let wrong: [(line: [String], sentence: String)] = [
        (["play", "c", "--albun", "a"], "studio play: unknown option '--albun'; did you mean '--album'?"),
        (["play", "c", "-album", "a"], "studio play: unknown option '-a'; did you mean '--album'?"),
        (["play", "c", "--zzz"], "studio play: unknown option '--zzz'"),
        (["play", "c", "-x"], "studio play: unknown option '-x'"),
        (["play", "c", "--album"], "studio play: '--album' needs a value; write --album <dir>"),
        (
            ["play", "c", "--album", "--quiet"],
            "studio play: '--album' needs a value but '--quiet' follows; write --album <dir>, or --album=--quiet if the "
                + "value begins with a dash"
        ),
        (["play", "c", "-o", "-q"], "studio play: '-o' needs a value but '-q' follows; write -o <file>"),
        (["play", "c"], "studio play: '--album' is missing; add --album <dir>"),
        (["play", "--album", "a"], "studio play: '<clips>' is missing: The clips."),
        (["play", "c", "--quiet=yes"], "studio play: '--quiet' takes no value; leave '=yes' out"),
        (
            ["play", "c", "--sound", "mux"],
            "studio play: 'mux' is not a value of '--sound'; did you mean 'mix'? (It can be mix, clip, album or none)"
        ),
        (
            ["play", "c", "--sound", "loud"],
            "studio play: 'loud' is not a value of '--sound'; choose mix, clip, album or none"
        ),
        (["play", "c", "--gain", "1.5"], "studio play: '1.5' is not a value of '--gain'; give a whole number"),
        (
            ["play", "c", "--seed", "-1"],
            "studio play: '-1' is not a value of '--seed'; give a whole number from 0 to 18446744073709551615"
        ),
        (
            ["play", "c", "--hold", "3s"],
            "studio play: '3s' is not a value of '--hold'; give a number, such as 3 or 1.5"
        ),
        (
            ["play", "c", "--hold", "nan"],
            "studio play: 'nan' is not a value of '--hold'; give a number, such as 3 or 1.5"
        ),
        (["play", "c", "--code", "x"], "studio play: '--code': the code is too short; give four letters"),
        (
            ["play", "c", "--album", "a", "--fade-in", "-1"],
            "studio play: '--fade-in' cannot be negative; give 0 or more"
        ),
        (["play", "c", "d", "--album", "a", "-o", "x"], "studio play: '--output' is for one clip; give one"),
        (
            ["shelf", "remove", "a", "1", "b", "c"],
            "studio shelf remove: 'c' is one argument too many; put names that contain spaces in quotes"
        ),
        (["pley"], "studio: unknown command 'pley'; did you mean 'play'?"),
        (["dance"], "studio: unknown command 'dance'; choose play, shelf or nothing"),
        (["help", "dance"], "studio: unknown command 'dance'; choose play, shelf or nothing"),
        (["--quiet"], "studio: unknown option '--quiet'"),
        (["shelf", "remov", "x"], "studio shelf: unknown command 'remov'; did you mean 'remove'?"),
        (
            ["shelf", "--json", "remove"],
            "studio shelf: 'remove' must come first; write studio shelf remove, then the options"
        ),
    ]

    @Test(arguments: wrong)
    func `wrong usage is told in one sentence that names the option, with status 64`(
        line: [String], sentence: String
    ) throws {
        let error = #expect(throws: CommandError.self) { try Studio.parseAsRoot(line) }
        let command = try #require(error).command
        #expect(Studio.fullMessage(for: try #require(error)) == "\(sentence)\nSee '\(command) --help'.")
        #expect(Studio.exitCode(for: try #require(error)).rawValue == 64)
    }

    @Test func `a typed error says what is wrong, for a program to read`() {
        let error = #expect(throws: CommandError.self) { try Studio.parseAsRoot(["play", "--albun"]) }
        #expect(error?.usage == .unknownOption("--albun", suggestion: "--album"))
    }

    @Test func `errors of a run have their own status`() {
        struct Broken: Error, CustomStringConvertible { let description = "clip.mp4: cannot open" }
        #expect(Studio.fullMessage(for: Broken()) == "studio: clip.mp4: cannot open")
        #expect(Studio.exitCode(for: Broken()) == .failure)
        #expect(Studio.exitCode(for: ExitCode(2)).rawValue == 2)
        #expect(Studio.exitCode(for: ValidationError("no")) == .validationFailure)
    }

    @Test(arguments: [
        ("", "", 0), ("abc", "abc", 0), ("abc", "", 3), ("kitten", "sitting", 3), ("albmu", "album", 1),
        ("ca", "abc", 3),
    ])
    func `a swap of neighbours is one mistake`(first: String, second: String, distance: Int) {
        #expect(editDistance(first, second) == distance)
        #expect(editDistance(second, first) == distance)
    }
}
