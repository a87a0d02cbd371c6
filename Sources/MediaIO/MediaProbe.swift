internal import CFFmpegShim

/// Tells what a file is by its content, whatever its name.
package enum MediaProbe {
    package enum Kind: Hashable, Sendable { case video, photo, audio, none }

    /// What the file at `path` holds; `none` also for one that is missing, unreadable or no medium.
    ///
    /// A GIF or WebP of several pictures is a video.
    package static func kind(of path: String) -> Kind {
        guard (try? LocalFile(path)) != nil else { return .none }
        let still = StillKind(ofFile: path)
        if still == .animatedWebP { return .video }
        if let still, still != .gif { return .photo }
        var content = media_content()
        guard unsafe media_probe(path, media_range(), &content).code >= 0 else { return still == .gif ? .photo : .none }
        if still == .gif { return content.has_several_pictures ? .video : .photo }
        // A guess at the container is taken for chance: any bytes look like some sound.
        guard content.score > 25 else { return .none }
        return content.has_video ? .video : content.has_audio ? .audio : .none
    }
}
