internal import CFFmpegShim

/// A clip's streams beside its pictures that go into the result as they are, packet by packet.
final class CarriedStreams {
    let file: StreamFile
    /// In the order of the result.
    let streams: [StreamDescription]
    /// The pictures and the sound that are worked on: players are to take those.
    private let worked: Set<Int>
    private var isAtEnd = false

    /// Packets that are copied before anybody is asked whether to go on.
    private static let packetsAtOnce: Int32 = 256

    /// What is carried beside encoded pictures: sound unless `sound` encodes or drops it, other tracks of pictures and sound,
    /// and where `keepsMetadata` subtitles, covers, attachments and timed metadata. `nil` where there is nothing.
    init?(of source: ClipInfo, sound: SoundtrackPlan, keepsMetadata: Bool) throws(MediaError) {
        let wanted = source.streams.filter { stream in
            switch stream.kind {
            case .video: stream.index != source.videoStream
            case .audio:
                switch sound {
                case .silent: false
                case .copy: true
                case .mix: stream.index != source.audio?.index
                }
            case .subtitle, .picture, .attachment, .data: keepsMetadata
            case .timecode, .chapters: false
            }
        }
        let hasChapters = keepsMetadata && source.container != ""
        guard !wanted.isEmpty || hasChapters else { return nil }
        file = try StreamFile(path: source.path)
        worked = Self.worked(on: source)
        let chosen = source.audio?.index
        streams = wanted.filter { $0.index == chosen } + wanted.filter { $0.index != chosen }
    }

    /// Everything, for a clip that is copied.
    init(allOf source: ClipInfo, keepsMetadata: Bool) throws(MediaError) {
        file = try StreamFile(path: source.path)
        worked = Self.worked(on: source)
        streams = source.streams.filter { stream in
            switch stream.kind {
            case .video, .audio: true
            case .subtitle, .picture, .attachment, .data: keepsMetadata
            case .timecode, .chapters: false
            }
        }
    }

    private static func worked(on source: ClipInfo) -> Set<Int> {
        Set([source.videoStream] + (source.audio.map { [$0.index] } ?? []))
    }

    /// Adds the streams to the file that is written, with their metadata, and the chapters.
    ///
    /// - Returns: a sentence about what its container does not hold; `nil` when it holds all.
    func add(to muxer: Muxer, container: Container, keepsMetadata: Bool) throws(MediaError) -> String? {
        var lost: [String: Int] = [:]
        var order: [String] = []
        for stream in streams {
            let metadata = ClipMetadata(stream.metadata, isKept: keepsMetadata, for: container)
            let isMedium = stream.kind == .video || stream.kind == .audio
            let isDefault = isMedium ? worked.contains(stream.index) : stream.isDefault
            if try muxer.addCarried(stream, of: file, isDefault: isDefault, metadata: metadata) { continue }
            if lost[stream.words] == nil { order.append(stream.words) }
            lost[stream.words, default: 0] += 1
        }
        if keepsMetadata { try muxer.copyChapters(of: file) }
        let words = order.map { words in lost[words].map { $0 > 1 ? "\(words) × \($0)" : words } ?? words }
        return words.isEmpty
            ? nil : "the .\(container) file does not hold, so it was left out: \(words.joined(separator: ", "))"
    }

    /// Copies the packets before `seconds` of the clip's clock.
    ///
    /// - Returns: false when `isCancelled` said so.
    @discardableResult
    func copy(to muxer: Muxer, until seconds: Double, isCancelled: () -> Bool = { false }) throws(MediaError) -> Bool {
        while !isAtEnd {
            if isCancelled() { return false }
            switch try muxer.copyPackets(of: file, until: seconds, limit: Self.packetsAtOnce) {
            case .end: isAtEnd = true
            case .reached: return true
            case .more: continue
            }
        }
        return true
    }
}
