internal import MediaIO

/// Which of a clip's tracks are worked on, counted from 1 in the order of the file; `nil` is the one that a player takes.
package struct SourceTracks: Hashable, Sendable {
    /// The pictures.
    package let video: Int?
    /// The sound; it has no say in tracking.
    package let audio: Int?

    /// Creates a choice.
    package init(video: Int? = nil, audio: Int? = nil) { (self.video, self.audio) = (video, audio) }

    /// The same for the reader; what is not asked for is the track file's `video`.
    func media(video tracked: Int? = nil) -> ClipTracks { ClipTracks(video: video ?? tracked, audio: audio) }
}
