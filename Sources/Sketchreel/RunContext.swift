internal import Files
package import Pipelines

/// How far a step has come.
package struct ClipProgress: Hashable, Sendable {
    /// A pass over a clip, or over several pictures.
    package enum Step: String, Hashable, Sendable {
        /// Finding the drawings.
        case track
        /// Taking the pictures of the report.
        case report
        /// Putting the films onto them.
        case render
        /// Looking for a calibration board.
        case calibrate
    }

    /// The pass that is running.
    package let step: Step
    /// The clip's path, or words for the pictures.
    package let clip: String
    /// Frames that are done.
    package let framesDone: Int
    /// Frames in all, as far as the clip's container knows.
    package let frameCount: Int?

    /// Creates a report.
    package init(step: Step, clip: String, framesDone: Int, frameCount: Int?) {
        (self.step, self.clip, self.framesDone, self.frameCount) = (step, clip, framesDone, frameCount)
    }
}

/// What a use case is given to be watched and stopped by.
package struct RunContext: Sendable {
    /// Raised to stop the run; the use case then removes its partial files and throws `Cancelled`.
    package let cancellation: Cancellation
    /// Called from any thread, at most once a frame; it returns quickly.
    package let progress: @Sendable (ClipProgress) -> Void
    /// Called from any thread with a sentence that is good to know while the run goes on.
    package let notice: @Sendable (String) -> Void

    /// Creates a context; by default nobody watches.
    package init(
        cancellation: Cancellation = Cancellation(), progress: @escaping @Sendable (ClipProgress) -> Void = { _ in },
        notice: @escaping @Sendable (String) -> Void = { _ in }
    ) {
        (self.cancellation, self.progress, self.notice) = (cancellation, progress, notice)
    }
}

/// Why a use case could not be carried out: one sentence that names the file, the step and what to do.
package struct SketchreelError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The sentence, without a full stop.
    package let description: String
    /// Creates an error from its sentence.
    package init(_ description: String) { self.description = description }
}

/// Deletes the partial files of all runs, for a process that is about to end at once.
package func abandonOutputs() { PartialFiles.removeAll() }
