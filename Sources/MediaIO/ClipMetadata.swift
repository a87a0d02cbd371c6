/// A clip's metadata as its result carries it on.
struct ClipMetadata {
    let entries: [String: String]

    /// What describes the source's file rather than the film.
    private static let ofTheFile: Set<String> = [
        "major_brand", "minor_version", "compatible_brands", "encoder", "duration",
    ]

    /// ISO 639-2 has two words for some languages; QuickTime files know one of them (QuickTime File Format, "Language Codes"; libav
    /// names them so).
    private static let quickTimeLanguages = [
        "deu": "ger", "nld": "dut", "swe": "sve", "ell": "gre", "isl": "ice", "zho": "chi", "fre": "fra", "msa": "may",
        "sqi": "alb", "hye": "arm", "kat": "geo", "mya": "bur", "eus": "baq", "cym": "wel", "bod": "tib", "mkd": "mac",
        "rum": "ron", "cze": "ces", "slo": "slk",
    ]

    /// - Parameters:
    ///   - isKept: without it there is none.
    ///   - container: what the result is written as.
    init(_ source: [String: String], isKept: Bool = true, for container: Container) {
        var kept = isKept ? Self.ofTheFilm(source) : [:]
        if container == .mov, let word = kept["language"].flatMap({ Self.quickTimeLanguages[$0] }) {
            kept["language"] = word
        }
        entries = kept
    }

    private static func ofTheFilm(_ source: [String: String]) -> [String: String] {
        source.filter { key, value in
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
