internal import Arguments
internal import Geometry
internal import OrderedJSON
internal import References
internal import Sketchreel

/// `sketchreel references`.
struct ReferencesCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "references", abstract: "List, remove or rename the drawings in the catalog.",
        subcommands: [List.self, Remove.self, Rename.self], defaultSubcommand: List.self)

    /// `references list`, or `references` alone.
    struct List: ParsableCommand {
        static let configuration = CommandConfiguration(commandName: "list", abstract: "List the drawings.")

        @OptionGroup var catalog: CatalogOptions
        @OptionGroup var common: CommonOptions

        mutating func run() throws {
            let console = Console(command: "references", options: common.choice)
            let summary = try listReferences(in: catalog.references)
            console.warn(summary.warnings)
            try console.answer(ReferencesCommand.table(summary, catalog: catalog.references))
            try console.say(json: ReferencesCommand.members(summary), status: 0)
        }
    }

    /// `references remove`.
    struct Remove: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "remove", abstract: "Remove a drawing, and its picture in the catalog.")

        @Argument(help: "The drawing's name.") var name: String
        @OptionGroup var catalog: CatalogOptions
        @OptionGroup var common: CommonOptions

        mutating func run() throws {
            let console = Console(command: "references", options: common.choice)
            let summary = try removeReference(name, from: catalog.references)
            console.warn(summary.warnings)
            try console.say("removed '\(name)' from \(catalog.references)".printable)
            try console.say(json: ReferencesCommand.members(summary), status: 0)
        }
    }

    /// `references rename`.
    struct Rename: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "rename", abstract: "Give a drawing another name.")

        @Argument(help: "The drawing's name.") var name: String
        @Argument(help: "Its new name.") var newName: String
        @OptionGroup var catalog: CatalogOptions
        @OptionGroup var common: CommonOptions

        mutating func run() throws {
            let console = Console(command: "references", options: common.choice)
            let summary = try renameReference(name, to: newName, in: catalog.references)
            console.warn(summary.warnings)
            try console.say("renamed '\(name)' to '\(newName)'".printable)
            try console.say(json: ReferencesCommand.members(summary), status: 0)
        }
    }

    fileprivate static func members(_ summary: ReferencesSummary) -> JSON.Object {
        JSON.Object([("references", summary.json), ("warnings", .strings(summary.warnings))])
    }

    /// One line for each drawing, in columns.
    static func table(_ summary: ReferencesSummary, catalog: String) -> String {
        if summary.entries.isEmpty { return "\(catalog.printable) holds no drawings" }
        let width = min(40, summary.entries.map(\.name.count).max() ?? 0)
        return summary.entries.map { entry in
            let name = entry.name + String(repeating: " ", count: max(0, width - entry.name.count))
            let size = entry.width.map { "\($0) wide" } ?? "of unknown size"
            return "\(name)  \(size)  \(entry.imagePath)".printable
        }.joined(separator: "\n")
    }
}
