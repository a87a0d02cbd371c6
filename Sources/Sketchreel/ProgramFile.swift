internal import Files
internal import Foundation
internal import OrderedJSON

/// A file that says, drawing by drawing, what plays on it and how (docs/formats.md).
package struct ProgramFile: Hashable, Sendable {
    /// What is said of one drawing.
    package struct Entry: Hashable, Sendable {
        /// The drawing's name.
        package let reference: String
        /// Where that is said: "show.json:7:5: references.Cat".
        package let place: String
        /// What plays on it.
        package let presentation: Presentation
    }

    /// The file's path.
    package let path: String
    /// What plays on drawings that have no entry.
    package let usual: Presentation
    /// In the order of the file.
    package let entries: [Entry]

    private static let version = 1.0
    private static let mostBytes = 1 << 20

    /// Reads and checks the file.
    ///
    /// - Parameter base: what holds where the file says nothing.
    /// - Throws: one sentence with the place in the file of what is wrong first.
    package init(path: String, over base: Presentation) throws(SketchreelError) {
        let text: Data
        do { text = try FileSystem.read(path, limit: Self.mostBytes) } catch {
            throw SketchreelError("\(path): cannot read the program: \(error)")
        }
        let whole = try CheckedValue(parsing: text, file: path)
        let members = try whole.members(known: ["format", "version", "default", "references"])
        for (key, value) in members where key == "format" && value.json.string != "sketchreel.program" {
            throw value.error("this is no program; write \"sketchreel.program\"")
        }
        for (key, value) in members where key == "version" && value.json.double != Self.version {
            throw value.error("only version 1 is known; an older or newer program of Sketchreel may know it")
        }
        let reader = ProgramEntryReader(folder: ProgramFolder(of: path))
        var usual = base
        for (_, value) in members.filter({ $0.key == "default" }) { usual = try reader.presentation(value, over: base) }
        var entries: [Entry] = []
        for (_, references) in members.filter({ $0.key == "references" }) {
            for (name, value) in try references.members() {
                let presentation = try reader.presentation(value, over: usual)
                entries.append(Entry(reference: name, place: value.keyPlace, presentation: presentation))
            }
        }
        (self.path, self.usual, self.entries) = (path, usual, entries)
    }

    /// What plays on a drawing.
    package func presentation(of reference: String) -> Presentation {
        entries.first { $0.reference == reference }?.presentation ?? usual
    }

    private var sources: [Presentation.Source] { ([usual] + entries.map(\.presentation)).compactMap(\.source) }

    /// The folders that films are taken from.
    package var folders: [String] { sources.flatMap(\.albums) }
    /// The files that are read one by one, itself among them.
    package var files: [String] { [path] + sources.flatMap { $0.files.map(\.path) } }
}
