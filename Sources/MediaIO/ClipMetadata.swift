/// A clip's metadata as its result carries it on.
struct ClipMetadata {
    let entries: [String: String]

    /// What describes the source's file rather than the film.
    private static let ofTheFile: Set<String> = [
        "major_brand", "minor_version", "compatible_brands", "encoder", "duration",
    ]

    /// - Parameter isKept: without it there is none.
    init(_ source: [String: String], isKept: Bool = true) {
        entries = source.filter { key, value in
            guard isKept else { return false }
            if Self.ofTheFile.contains(key.lowercased()) { return false }
            // libavformat gives QuickTime's texts twice, with and without their language ("location-eng").
            let parts = key.split(separator: "-")
            let isRepeated = parts.count == 2 && parts[1].count == 3 && source[String(parts[0])] == value
            return !isRepeated
        }
    }

    /// Whether there are keys ("com.apple.quicktime.make") that QuickTime's classic four-letter entries do not hold.
    var hasNamedKeys: Bool { entries.keys.contains { $0.contains(".") } }
}
