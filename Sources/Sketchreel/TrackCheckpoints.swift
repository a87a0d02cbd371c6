internal import Files
internal import Foundation
internal import MediaIO
internal import Tracking

/// Keeps in the cache how far tracking a clip has come, so that a run that was stopped, however that happened, goes on there.
///
/// One journal for each clip, set of references and options (`TrackIdentity`). It is no output: a cache that cannot be written,
/// a full disk or another run that has the journal only mean that nothing is kept.
// Sendable: the tracking stage uses it, and the run before that stage begins and after it has ended.
final class TrackCheckpoints: @unchecked Sendable {
    /// What cannot be read in a clip, as far as it was read.
    struct Damage: Hashable, Sendable {
        /// Errors while decoding.
        var errorCount = 0
        /// libav's words for the first.
        var detail = ""
        /// Frames that are lost, where one run read all of the clip; less than 0 where that is not known.
        var lostFrameCount = -1

        /// The same for the user; `nil` where all was well.
        var told: MediaIO.Damage? {
            errorCount == 0
                ? nil
                : MediaIO.Damage(
                    errorCount: errorCount, detail: detail, lostFrameCount: lostFrameCount < 0 ? nil : lostFrameCount)
        }
    }

    private let path: String
    private let identity: String
    private var journal: JournalFile?
    /// When something was kept last, or the run began.
    private var keptAt = ContinuousClock.now
    /// Whether there is no use in trying.
    private var hasFailed = false

    /// Seconds of work from one checkpoint to the next: a clip that takes less is tracked again. Tests want them sooner
    /// (`SKETCHREEL_CHECKPOINT_SECONDS`).
    private let interval: Duration
    private static let usualSeconds = 10.0
    /// Nobody comes back after so many days.
    private static let days = 30

    /// - Parameter isFresh: whether what an earlier run has kept is dropped.
    init(_ identity: TrackIdentity, isFresh: Bool) {
        let folder = CacheFolder.path() + "/tracks"
        path = "\(folder)/\(identity.digest.prefix(32)).journal"
        self.identity = identity.digest
        let asked = ProcessInfo.processInfo.environment["SKETCHREEL_CHECKPOINT_SECONDS"].flatMap(Double.init)
        interval = .seconds(min(max(asked ?? Self.usualSeconds, 0), 86_400))
        journal = JournalFile.existing(path, identity: identity.digest)
        if isFresh { journal?.removeAll() }
    }

    // MARK: Going on

    /// Brings a new tracker to where an earlier run was, and says what that run found damaged.
    ///
    /// - Returns: `nil` when there is nothing to go on from; the tracker is then of no use, and nothing is kept of what was there.
    func restore(_ tracker: ClipTracker) -> Damage? {
        guard let journal else { return nil }
        var damage = Damage()
        do {
            for record in journal.records {
                var archive = StateArchive(reading: record)
                try archive.pass(&damage)
                try tracker.passCheckpoint(&archive)
                try archive.finish()
            }
        } catch { return nil }
        return tracker.lastTicks == nil ? nil : damage
    }

    /// Forgets what an earlier run has kept.
    func forget() { journal?.removeAll() }

    // MARK: Keeping

    /// Keeps where `tracker` is, if the last time is long enough ago.
    func keepIfDue(_ tracker: ClipTracker, _ damage: Damage) {
        if ContinuousClock.now - keptAt >= interval { keep(tracker, damage) }
    }

    /// Keeps where `tracker` is at the end of its work, or of the run, unless that took no time worth it.
    func keepAtEnd(_ tracker: ClipTracker, _ damage: Damage) {
        if ContinuousClock.now - keptAt >= interval / 2 { keep(tracker, damage) }
    }

    private func keep(_ tracker: ClipTracker, _ damage: Damage) {
        guard !hasFailed else { return }
        if journal == nil {
            JournalFile.removeOld(in: (path as NSString).deletingLastPathComponent, ending: "journal", days: Self.days)
            journal = JournalFile.new(path, identity: identity)
        }
        var (archive, damage) = (StateArchive(), damage)
        guard let journal, (try? archive.pass(&damage)) != nil, (try? tracker.passCheckpoint(&archive)) != nil,
            journal.append(archive.bytes)
        else {
            // What was not written is missing from all that would follow.
            hasFailed = true
            tracker.stopKeepingCheckpoints()
            return
        }
        keptAt = ContinuousClock.now
    }

    /// The clip is tracked: removes what was kept.
    func remove() {
        journal?.remove()
        journal = nil
    }
}

extension TrackCheckpoints.Damage: Stored {
    mutating func pass(_ archive: inout StateArchive) throws(StateArchive.Malformed) {
        try archive.pass(&errorCount)
        try archive.pass(&detail)
        try archive.pass(&lostFrameCount)
    }
}
