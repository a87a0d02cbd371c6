internal import Arguments
internal import Foundation
internal import OrderedJSON
internal import Sketchreel

extension TrackSummary {
    /// What was found, for a person.
    func text(clip: String) -> String {
        var lines = ["\(clip.printable): \(frameCount) frames"]
        for sighting in sightings {
            let held = sighting.heldFrames > 0 ? " and \(sighting.heldFrames) bridged" : ""
            let from = String(format: "%.1f", sighting.firstSeconds)
            let to = String(format: "%.1f", sighting.lastSeconds)
            lines.append(
                row("found", "'\(sighting.reference)' in \(sighting.trackedFrames) frames\(held), \(from)–\(to) s"))
        }
        lines.append(row("track", output))
        if let report { lines.append(row("report", report)) }
        return lines.joined(separator: "\n")
    }
}

extension RenderSummary {
    /// What plays, for a person; `clip` heads it where nothing else does.
    func text(clip: String?) -> String {
        var lines = clip.map { ["\($0.printable): \(frameCount) frames"] } ?? []
        for show in shows {
            let from = String(format: "%.1f", show.startSeconds)
            let to = String(format: "%.1f", show.endSeconds)
            lines.append(row("shows", "\(show.item) on '\(show.reference)', \(from)–\(to) s"))
        }
        lines += notes.map { row("note", $0) }
        if showsAnything { lines.append(row("seed", "\(seed)")) }
        lines.append(row("film", output + (codec.map { " (\($0))" } ?? "")))
        return lines.joined(separator: "\n")
    }
}

private func row(_ label: String, _ text: String) -> String {
    "  " + label.padding(toLength: 7, withPad: " ", startingAt: 0) + text.printable
}

/// "21" or "14.8": centimetres with the millimetres that matter.
func centimetres(_ metres: Double) -> String {
    JSON.decimal(metres * 100, places: 1).text(.compact)
}

extension JSON {
    /// An array of strings.
    static func strings(_ strings: [String]) -> JSON { .array(strings.map { .string($0) }) }
}
