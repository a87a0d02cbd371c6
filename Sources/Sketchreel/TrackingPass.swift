internal import Foundation
internal import Geometry
internal import Imaging
internal import MediaIO
internal import Pipelines
internal import References
internal import Tracking
internal import Vision

/// What the pass over a clip gives.
struct TrackedClip: Sendable {
    let solved: SolvedClip
    let exposureShare: Double?
    let looks: (count: Int, seconds: Double)
    let sha256: String
    /// What could not be decoded; `nil` where all was well.
    let damage: Damage?
    /// The frames that an earlier run had done.
    let resumedAtFrame: Int?
}

/// The pass over a clip: decoding, tracking and the file's digest at once, each on a thread of its own; or what is left of it.
struct TrackingPass: Sendable {
    let info: ClipInfo
    let camera: Camera
    let library: ReferenceLibrary
    let options: TrackingOptions
    let checkpoints: TrackCheckpoints
    let context: RunContext

    /// What the tracking stage leaves behind.
    private struct SolvedPath: Sendable {
        let clip: SolvedClip
        let exposureShare: Double?
        let looks: (count: Int, seconds: Double)
        let resumedAtFrame: Int?
    }

    /// A picture on its way from the decoder to the tracker.
    private struct Picture: Sendable {
        let luma: GreyImage
        let ticks: Int64
        /// Of the clip up to here.
        let damage: TrackCheckpoints.Damage
    }

    /// Where decoding begins.
    private struct Beginning: Sendable {
        /// The time of the last frame that is done; `nil` at the clip's own beginning.
        var ticks: Int64?
        /// Whether all frames are done.
        var isAtEnd = false
        /// Of the clip up to there.
        var damage = TrackCheckpoints.Damage()
    }

    func run() throws -> TrackedClip {
        setVisionThreads(1)
        // At most four reduced pictures wait, of 1 MB each.
        let (beginnings, pictures) = (BoundedQueue<Beginning>(capacity: 1), BoundedQueue<Picture>(capacity: 4))
        let (solved, digest) = (Deposit<SolvedPath>(), Deposit<String>())
        let damage = Deposit<TrackCheckpoints.Damage>()
        var stages = StageGroup(cancellation: context.cancellation)
        stages.connect(beginnings)
        stages.connect(pictures)
        stages.add("decode") {
            guard let beginning = try beginnings.pop() else { return }
            damage.leave(try decode(from: beginning, into: pictures))
            pictures.finish()
        }
        stages.add("track") { solved.leave(try track(pictures, beginnings, damage)) }
        stages.add("digest") {
            if let text = try FileDigest.sha256(ofFile: info.path, isCancelled: { context.cancellation.isCancelled }) {
                digest.leave(text)
            }
        }
        try stages.run()
        guard let path = solved.value, let sha256 = digest.value, let damage = damage.value else { throw Cancelled() }
        return TrackedClip(
            solved: path.clip, exposureShare: path.exposureShare, looks: path.looks, sha256: sha256,
            damage: damage.told, resumedAtFrame: path.resumedAtFrame)
    }

    // MARK: Decoding

    /// Decodes what is left of the clip; returns the damage of all of it.
    private func decode(
        from beginning: Beginning, into pictures: BoundedQueue<Picture>
    ) throws -> TrackCheckpoints.Damage {
        if beginning.isAtEnd { return beginning.damage }
        let reader = try ClipReader(info)
        if let ticks = beginning.ticks { try reader.seek(toFrameAtOrBefore: ticks) }
        // Errors in what is only decoded to get there were counted by the run before.
        var before = 0
        func damage() -> TrackCheckpoints.Damage {
            guard let found = reader.damage, found.errorCount > before else { return beginning.damage }
            let first = beginning.damage.errorCount > 0 ? beginning.damage.detail : found.detail
            return TrackCheckpoints.Damage(
                errorCount: beginning.damage.errorCount + found.errorCount - before, detail: first,
                lostFrameCount: beginning.ticks == nil ? found.lostFrameCount ?? -1 : -1)
        }
        let luma = LumaReader(longSide: options.followLongSide, video: info.video, path: info.path)
        while let frame = try reader.nextFrame() {
            try context.cancellation.check()
            if let ticks = beginning.ticks, frame.presentationTime.ticks <= ticks {
                before = reader.damage?.errorCount ?? 0
                continue
            }
            try pictures.push(
                Picture(luma: try luma(frame), ticks: frame.presentationTime.ticks, damage: damage()))
        }
        return damage()
    }

    // MARK: Tracking

    private func track(
        _ pictures: BoundedQueue<Picture>, _ beginnings: BoundedQueue<Beginning>,
        _ wholeDamage: Deposit<TrackCheckpoints.Damage>
    ) throws -> SolvedPath {
        var (tracker, beginning, size) = try begin()
        let resumedAtFrame = beginning.ticks == nil ? nil : tracker.frameCount
        try beginnings.push(beginning)
        do {
            while let picture = try pictures.pop() {
                try context.cancellation.check()
                size = (picture.luma.width, picture.luma.height)
                try tracker.observe(picture.luma, ticks: picture.ticks)
                beginning.damage = picture.damage
                checkpoints.keepIfDue(tracker, beginning.damage)
                report(tracker)
            }
            guard tracker.frameCount > 0 else {
                throw SketchreelError(
                    "\(info.path): cannot track: none of its pictures can be decoded; check that it plays")
            }
            beginning.damage = wholeDamage.value ?? beginning.damage
            tracker.endObserving()
            try followBackwards(tracker, beginning.damage)
        } catch let cancelled as Cancelled {
            // Nothing is half done between two frames.
            checkpoints.keepAtEnd(tracker, beginning.damage)
            throw cancelled
        }
        checkpoints.keepAtEnd(tracker, beginning.damage)
        let clip = try tracker.solve(
            camera: camera, timeBase: info.video.timeBase, pictureWidth: size.width, pictureHeight: size.height)
        return SolvedPath(
            clip: clip, exposureShare: tracker.exposureShare, looks: tracker.looks, resumedAtFrame: resumedAtFrame)
    }

    private func followBackwards(_ tracker: ClipTracker, _ damage: TrackCheckpoints.Damage) throws {
        let luma = LumaReader(longSide: options.followLongSide, video: info.video, path: info.path)
        try tracker.followBackwards(in: try ClipReader(info)) { frame in
            try context.cancellation.check()
            return try luma(frame)
        } afterEachStep: {
            checkpoints.keepIfDue(tracker, damage)
        }
    }

    private var frameCount: Int? { info.video.estimatedFrameCount > 0 ? info.video.estimatedFrameCount : nil }

    private func report(_ tracker: ClipTracker) {
        context.progress(
            ClipProgress(step: .track, clip: info.path, framesDone: tracker.frameCount, frameCount: frameCount))
    }

    // MARK: Beginning

    private func newTracker() -> ClipTracker {
        ClipTracker(
            references: library.references.map(\.model), index: library.index, options: options, camera: camera,
            keepsCheckpoints: true)
    }

    /// A tracker where an earlier run was, if there was one and its last picture is found again in the clip; else a new one.
    private func begin() throws -> (tracker: ClipTracker, beginning: Beginning, size: (width: Int, height: Int)) {
        let tracker = newTracker()
        guard let damage = checkpoints.restore(tracker), let ticks = tracker.lastTicks,
            let last = try picture(at: ticks), try tracker.seeAgain(last)
        else {
            checkpoints.forget()
            return (newTracker(), Beginning(), (0, 0))
        }
        let frames = frameCount.map { "frame \(tracker.frameCount) of \($0)" } ?? "frame \(tracker.frameCount)"
        context.notice("\(info.path): track: going on at \(frames) (an earlier run was stopped there)")
        return (
            tracker, Beginning(ticks: ticks, isAtEnd: tracker.hasObservedAll, damage: damage), (last.width, last.height)
        )
    }

    /// The clip's picture with that time, decoded again; `nil` when it has none.
    private func picture(at ticks: Int64) throws -> GreyImage? {
        let reader = try ClipReader(info)
        try reader.seek(toFrameAtOrBefore: ticks)
        while let frame = try reader.nextFrame(), frame.presentationTime.ticks <= ticks {
            try context.cancellation.check()
            guard frame.presentationTime.ticks == ticks else { continue }
            return try LumaReader(
                longSide: options.followLongSide, video: info.video, path: info.path)(frame)
        }
        return nil
    }
}
