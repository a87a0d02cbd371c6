internal import Files
internal import Foundation

/// Where the results for one clip go.
package struct ClipOutputs: Hashable, Sendable {
    /// `CLIP.track.jsonl`.
    package let track: String
    /// `CLIP.sketchreel.EXT`.
    package let film: String

    /// The usual places: beside the clip, or in `folder`.
    ///
    /// - Parameter codec: the codec that was asked for; the film gets the clip's extension if that container can hold it.
    package init(clip: String, folder: String? = nil, codec: String? = nil) {
        let stem = Self.stem(of: clip)
        let name = (stem as NSString).lastPathComponent
        let start = folder.map { ($0 as NSString).appendingPathComponent(name) } ?? stem
        track = start + ".track.jsonl"
        film = start + ".sketchreel." + Self.container(for: clip, codec: codec)
    }

    /// The film goes to `film`, the track file beside it.
    package init(film: String) {
        self.film = film
        track = Self.stem(of: film) + ".track.jsonl"
    }

    /// Checks, before any work, that no output is an input or another clip's output, and that each can be written.
    ///
    /// - Parameters:
    ///   - inputs: the files that are read.
    ///   - albums: the folders that are read; a result that is there already may be one of their films.
    /// - Throws: `SketchreelError` or `OutputError` with the first output that cannot be.
    package static func check(
        _ outputs: [String], inputs: [String], albums: [String] = [], overwrite: Bool
    ) throws {
        var seen: Set<String> = []
        try refuse(outputs, thatAreAmong: inputs)
        for output in outputs {
            if let album = albums.first(where: { holds($0, film: output) }) {
                throw SketchreelError(
                    "\(output): this is a film of the album \(album), and an input is never written to; choose another output"
                )
            }
            guard seen.insert(resolved(output)).inserted else {
                throw SketchreelError(
                    "\(output): two results would have this name; run the clips one by one, each with its own -o")
            }
            try OutputFile(path: output, overwrite: overwrite).discard()
        }
    }

    /// Throws when one of `outputs` is one of `inputs`, by whatever name.
    static func refuse(_ outputs: [String], thatAreAmong inputs: [String]) throws {
        for output in outputs {
            if inputs.contains(where: { resolved($0) == resolved(output) || FileSystem.isSame($0, as: output) }) {
                throw SketchreelError("\(output): an input is never written to; choose another output")
            }
        }
    }

    /// Whether `output` is there and lies in `folder` or below it. Track files are no films.
    private static func holds(_ folder: String, film output: String) -> Bool {
        FileSystem.isTaken(output) && !output.hasSuffix(".jsonl") && resolved(output).hasPrefix(resolved(folder) + "/")
    }

    private static func stem(of path: String) -> String { (path as NSString).deletingPathExtension }

    /// Containers that are written, and what each codec needs.
    private static func container(for clip: String, codec: String?) -> String {
        let ending = (clip as NSString).pathExtension.lowercased()
        switch codec {
        case "ffv1": return "mkv"
        case "prores", "prores_ks": return ending == "mkv" ? "mkv" : "mov"
        default: return ["mp4", "mov", "mkv"].contains(ending) ? ending : "mp4"
        }
    }

    private static func resolved(_ path: String) -> String {
        URL(fileURLWithPath: path).resolvingSymlinksInPath().standardizedFileURL.path
    }
}
