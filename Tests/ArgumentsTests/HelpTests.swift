@testable import Arguments
import Testing

@Suite struct HelpTests {
    @Test func `the root's help shows its commands`() {
        #expect(
            Studio.helpMessage() == """
                Makes drawings play films.

                Usage: studio <command> [<options>]

                The first paragraph is long enough to be broken over two lines when the help is
                eighty columns wide.

                  studio play clip.mp4

                Commands:
                  play           Plays a film on clips.
                  shelf          Shows what is there.
                  nothing

                Options:
                      --version  Show the version.
                  -h, --help     Show this help.

                Run 'studio play --help' for the help of a command.
                """)
    }

    @Test func `a command's help shows every option with its default, aligned, within 80 columns`() {
        #expect(
            Studio.helpMessage(for: Play.self) == """
                Plays a film on clips.

                Usage: studio play <clips> ... --album <dir> ... [<options>]

                Arguments:
                  <clips>                  The clips.

                Options:
                      --album <dir>        A folder of films. (may be repeated)
                  -o, --output <file>      The result.
                      --sound <sound>      What is heard. (mix, clip, album, none; default: mix)
                      --seed <number>      Repeats a choice.
                      --gain <decibels>    Sets the loudness. (default: 0)
                      --code <code>        Four letters. (default: NONE)
                  -q, --quiet              Prints nothing.
                  -v, --verbose            Prints more.
                  -h, --help               Show this help.

                Timing:
                      --fade-in <seconds>  Seconds until the film is fully there. (default: 3)
                      --hold <seconds>     Seconds of the whole show. (default: 15)
                """)
    }

    @Test(arguments: [60, 80, 120])
    func `no line is wider than asked for`(columns: Int) {
        for command in [Studio.self, Play.self, Shelf.self, Shelf.Remove.self] as [any ParsableCommand.Type] {
            let lines = Studio.helpMessage(for: command, columns: columns).split(separator: "\n")
            #expect(lines.allSatisfy { $0.count <= columns || $0.split(separator: " ").count == 1 })
        }
    }

    @Test func `help and version are answered wherever they are asked for, with status 0`() {
        let help = Studio.helpMessage(for: Play.self)
        #expect(ending("play", "--help").text == help)
        #expect(ending("play", "-h").text == help)
        #expect(ending("play", "--nonsense", "--help").text == help)
        #expect(ending("help", "play").text == help)
        #expect(ending("help", "shelf", "remove").text == Studio.helpMessage(for: Shelf.Remove.self))
        #expect(ending("play", "--help").status == 0)
        #expect(ending().text == Studio.helpMessage())
        #expect(ending("help").text == Studio.helpMessage())
        #expect(ending("--version") == ("studio 1.2.3", 0))
        #expect(ending("play", "--version") == ("studio 1.2.3", 0))
    }

    @Test func `a command without a configuration is named after its type and shows its help`() {
        #expect(ending("nothing").text == "Usage: studio nothing\n\nOptions:\n  -h, --help  Show this help.")
    }

    @Test func `a short usage names every option`() {
        let usage = Studio.helpMessage(for: Shelf.Remove.self).split(separator: "\n")[1]
        #expect(usage == "Usage: studio shelf remove <name> [<times>] [<reason>]")
    }

    @Test func `the help of a command with a default subcommand shows that one's options`() {
        let help = Studio.helpMessage(for: Shelf.self)
        #expect(help.contains("Usage: studio shelf [<command>] [<options>]"))
        #expect(help.contains("  list        Lists everything. (default)"))
        #expect(help.contains("--json"))
    }

    @Test(arguments: [
        ("fadeIn", "fade-in"), ("crf", "crf"), ("focalLength35mm", "focal-length35mm"),
        ("outputURLPath", "output-url-path"),
    ])
    func `a property's name becomes words with dashes`(property: String, name: String) {
        #expect(kebabCase(property) == name)
    }
}
