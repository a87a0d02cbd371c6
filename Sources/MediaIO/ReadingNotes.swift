internal import Imaging

extension ClipInfo {
    /// Sentences about how the file is read where there was a choice, or where something of it is not shown.
    package var notes: [String] {
        var notes: [String] = []
        for (kind, chosen, option) in [
            (StreamDescription.Kind.video, Optional(videoStream), "--video-track"),
            (.audio, audio?.index, "--audio-track"),
        ] {
            let all = streams.filter { $0.kind == kind }
            guard all.count > 1, let taken = all.first(where: { $0.index == chosen }) else { continue }
            notes.append("of \(all.count) \(kind) tracks, \(taken.words) is used (\(option))")
        }
        switch scan {
        case .progressive: break
        case .deinterlaced: notes.append("its pictures are interlaced: they are made progressive")
        case .interlaced:
            notes.append(
                "its pictures are interlaced and are left so, since libavfilter is not installed or does not take them")
        }
        if hasSlowMotionNote {
            notes.append("its slow motion is known to the phone's own player alone: it runs as fast as it was filmed")
        }
        if let profile = dolbyVisionProfile {
            notes.append(
                "its Dolby Vision (profile \(profile)) is not kept in the result: what shows is the \(video.colour.isHDR ? "HDR" : "SDR") picture beneath it"
            )
        }
        return notes
    }
}
