internal import Arguments
internal import Sketchreel

/// The root of the command line.
struct SketchreelCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "sketchreel",
        abstract: "Makes a drawing play a film.",
        discussion: """
            Register a drawing with its printed size and film it with a phone. Sketchreel finds it in the clip, works \
            out where its plane lies in space, and puts a film of an album onto it.

              sketchreel register cat.png --width 21cm
              sketchreel augment party.mov --album Party/AR_0
            """,
        version: programName,
        subcommands: [
            RegisterCommand.self, ReferencesCommand.self, TrackCommand.self, RenderCommand.self, AugmentCommand.self,
            CalibrateCommand.self,
        ])
}
