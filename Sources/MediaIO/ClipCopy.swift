internal import CFFmpegShim

/// Copies a clip's streams as they are, for a clip in which nothing is to be shown.
package enum ClipCopy {
    /// Writes the streams of `clip` to `path`; `name` is what errors call the output.
    ///
    /// - Parameter isCancelled: asked between packets.
    /// - Returns: sentences about streams that the container does not hold; `nil` when it was cancelled.
    package static func copy(
        _ clip: ClipInfo, to path: String, name: String, container: Container, isCancelled: @escaping () -> Bool
    ) throws(MediaError) -> [String]? {
        var asked = Question(isCancelled: isCancelled)
        var status = media_status()
        let leftOut = unsafe String.fromC(capacity: 512) { text, size in
            unsafe withUnsafeMutablePointer(to: &asked) { context in
                status = unsafe media_copy(
                    clip.path, path, container.libavName,
                    { context in unsafe context?.assumingMemoryBound(to: Question.self).pointee.isCancelled() ?? false
                    },
                    context, text, size)
            }
        }
        if media_copy_was_stopped(status.code) { return nil }
        if status.code < 0 { throw MediaError(status, path: status.step == media_step_write ? name : clip.path) }
        return leftOut.isEmpty
            ? [] : ["the output's container does not hold these streams, which were left out: \(leftOut)"]
    }

    /// What C hands back to us when it asks.
    private struct Question {
        let isCancelled: () -> Bool
    }
}
