internal import CFFmpegShim

/// A kind of file that a clip is written as.
package enum Container: String, Hashable, Sendable, CaseIterable {
    case mp4, mov, mkv

    /// The container of an extension in any case ("MOV"), or `nil` when it is none that is written.
    package init?(fileExtension: String) { self.init(rawValue: fileExtension.lowercased()) }

    /// libav's name of its muxer.
    var libavName: String { self == .mkv ? "matroska" : rawValue }

    /// Whether it states times in the clip's own ticks, and a turn of the picture.
    var isQuickTime: Bool { self != .mkv }

    func takes(encoder: String) -> Bool {
        // libav's table and its muxer differ: QuickTime files hold FFV1 under its own tag, but no AV1 and no VP9.
        if self == .mov {
            if encoder == "ffv1" { return true }
            if encoder.contains("av1") || encoder.contains("vp9") { return false }
        }
        return unsafe media_container_takes_encoder(libavName, encoder)
    }

    func takes(codec: String) -> Bool { unsafe media_container_takes_codec(libavName, codec) }

    /// The containers that take what `encoder` makes, as a user writes them.
    static func thatTake(encoder: String) -> String {
        let names = allCases.filter { $0.takes(encoder: encoder) }.map { "." + $0.rawValue }
        return names.isEmpty ? "none" : names.joined(separator: " or ")
    }
}
