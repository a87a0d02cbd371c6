internal import Files
internal import Foundation
internal import MediaIO
internal import OrderedJSON

/// Reads what is said of one drawing, or of all.
struct ProgramEntryReader {
    let folder: ProgramFolder

    private static let keys = [
        "album", "files", "fadeIn", "hold", "fadeOut", "onLoss", "once", "fit", "cornerRounding", "border", "opacity",
        "chromaKey", "soundLevel",
    ]

    func presentation(_ entry: CheckedValue, over base: Presentation) throws(SketchreelError) -> Presentation {
        var result = base
        let members = try entry.members(known: Self.keys)
        if members.contains(where: { $0.key == "album" || $0.key == "files" }) { result.source = Presentation.Source() }
        for (key, value) in members { try read(key, value, into: &result) }
        let seconds = result.fadeIn + result.hold + result.fadeOut
        guard seconds >= 0.1 else {
            throw entry.error("fadeIn, hold and fadeOut are \(seconds) s together; a show takes at least 0.1 s")
        }
        return result
    }

    /// A table: what each key sets.
    private func read(_ key: String, _ value: CheckedValue, into result: inout Presentation) throws(SketchreelError) {
        let seconds = 0.0...86_400
        switch key {
        case "album": result.source?.albums = try folders(value)
        case "files": result.source?.files = try files(value)
        case "fadeIn": result.fadeIn = try value.number(in: seconds, unit: " s")
        case "hold": result.hold = try value.number(in: seconds, unit: " s")
        case "fadeOut": result.fadeOut = try value.number(in: seconds, unit: " s")
        case "onLoss": result.onLoss = try value.word(RenderRequest.OnLoss.self)
        case "once": result.once = try value.truth()
        case "fit": result.look.fit = try value.word(RenderRequest.Fit.self)
        case "cornerRounding": result.look.cornerRounding = try value.number(in: 0...0.5)
        case "border": result.look.border = try border(value)
        case "opacity": result.look.opacity = try value.number(in: 0...1)
        case "chromaKey": result.look.chromaKey = value.json == .null ? nil : try value.colour()
        case "soundLevel": result.soundLevel = try value.number(in: RenderRequest.levels, unit: " dB")
        default: preconditionFailure("\(key) is a key that is known")
        }
    }

    /// `null` takes a border away that all have.
    private func border(_ value: CheckedValue) throws(SketchreelError) -> PageLook.Border? {
        if value.json == .null { return nil }
        var (width, colour): (Double?, ProgramColour?)
        for (key, value) in try value.members(known: ["width", "colour"]) {
            if key == "width" { width = try value.number(in: 0...0.25) } else { colour = try value.colour() }
        }
        guard let width, let colour else { throw value.error("a border has a width and a colour") }
        return PageLook.Border(width: width, colour: colour)
    }

    private func folders(_ value: CheckedValue) throws(SketchreelError) -> [String] {
        var folders: [String] = []
        for text in try value.texts() {
            let path = try folder.path(text)
            guard FileSystem.kind(of: path) == .folder else {
                let isThere = FileSystem.kind(of: path) != nil
                throw text.error(
                    isThere ? "\(path) is no folder; name files under \"files\"" : "there is no folder \(path)")
            }
            folders.append(path)
        }
        return folders
    }

    private func files(_ value: CheckedValue) throws(SketchreelError) -> [Presentation.Source.File] {
        var files: [Presentation.Source.File] = []
        for text in try value.texts() {
            let path = try folder.path(text)
            switch FileSystem.kind(of: path) {
            case .file: break
            case nil: throw text.error("there is no file \(path)")
            default: throw text.error("\(path) is no file; name folders under \"album\"")
            }
            guard [.video, .photo].contains(MediaProbe.kind(of: path)) else {
                throw text.error("\(path) is no photo or video that can be read")
            }
            files.append(Presentation.Source.File(path: path, name: try text.text()))
        }
        return files
    }
}

/// The folder of a program. What it names with a relative path lies in it: a program from elsewhere reads nothing of its
/// reader's by `..` or through links. An absolute path is meant as it is.
struct ProgramFolder {
    private let folder: String

    init(of program: String) { folder = (program as NSString).deletingLastPathComponent }

    func path(_ value: CheckedValue) throws(SketchreelError) -> String {
        let name = try value.text()
        guard !name.isEmpty, !name.utf8.contains(0) else { throw value.error("this is no path") }
        if name.hasPrefix("/") { return name }
        let home = Self.resolved(folder)
        let place = Self.resolved(home + "/" + name)
        guard place == home || place.hasPrefix(home + "/") else {
            throw value.error("\(name) leads out of the program's folder; if that is meant, write it absolutely")
        }
        return (folder as NSString).appendingPathComponent(name)
    }

    private static func resolved(_ path: String) -> String {
        let path = URL(fileURLWithPath: path.isEmpty ? "." : path).resolvingSymlinksInPath().standardizedFileURL.path
        return path == "/" ? "" : path
    }
}
