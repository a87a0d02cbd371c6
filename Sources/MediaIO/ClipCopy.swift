/// Copies a clip's streams as they are, for a clip in which nothing is to be shown.
package enum ClipCopy {
    /// Writes the streams of `clip` to `path`; `name` is what errors call the output.
    ///
    /// - Parameters:
    ///   - keepsMetadata: whether metadata, subtitles, chapters and the like go along.
    ///   - isCancelled: asked between packets.
    /// - Returns: sentences about streams that the container does not hold; `nil` when it was cancelled.
    package static func copy(
        _ clip: ClipInfo, to path: String, name: String, container: Container, keepsMetadata: Bool = true,
        isCancelled: () -> Bool
    ) throws(MediaError) -> [String]? {
        let muxer = try Muxer(path: path, name: name, container: container)
        let streams = try CarriedStreams(allOf: clip, keepsMetadata: keepsMetadata)
        let lost = try streams.add(to: muxer, container: container, keepsMetadata: keepsMetadata)
        try muxer.start(
            source: clip, container: container, soundRate: clip.audio?.sampleRate,
            metadata: ClipMetadata(clip.metadata, isKept: keepsMetadata, for: container))
        guard try streams.copy(to: muxer, until: .infinity, isCancelled: isCancelled) else { return nil }
        try muxer.finish()
        return lost.map { [$0] } ?? []
    }
}
