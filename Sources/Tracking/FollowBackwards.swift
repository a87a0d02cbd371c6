package import Imaging
internal import Vision

/// How far following backwards has come.
struct BackwardsPass {
    /// The reference that is followed, by its number.
    var reference = 0
    /// Where it is still to be followed from, first ones first; they are taken from the end.
    var starts: [Int]
    /// The way that it is being followed; `nil` between two of them.
    var way: Way?

    /// From a start towards the beginning of the clip.
    struct Way {
        var follower: Follower
        /// The frame that was reached.
        var end: Int
    }
}

extension ClipTracker {
    /// Follows each reference backwards from where it was found to where it can first be seen, re-reading those stretches.
    ///
    /// - Parameters:
    ///   - source: the clip again; `picture` makes what `observe` was given from one of its frames.
    ///   - afterEachStep: called now and then, where a checkpoint can be taken.
    package func followBackwards(
        in source: any FrameSource, picture: (Frame) throws -> GreyImage, afterEachStep: () throws -> Void = {}
    ) throws {
        endObserving()
        var pass = backwards ?? firstPass
        while pass.reference < measurers.count {
            if let way = pass.way {
                pass.way = try followedOn(way, pass.reference, in: source, picture)
            } else if let start = pass.starts.popLast() {
                pass.way = way(of: pass.reference, from: start)
            } else {
                observations.removeOutliers(of: pass.reference)
                pass.reference += 1
                pass.starts = starts(of: pass.reference)
            }
            backwards = pass
            try afterEachStep()
        }
    }

    /// Says that all pictures were observed; a checkpoint tells it.
    package func endObserving() { backwards = backwards ?? firstPass }

    private var firstPass: BackwardsPass { BackwardsPass(starts: starts(of: 0)) }

    private func starts(of reference: Int) -> [Int] {
        reference < measurers.count ? observations.starts(of: reference) : []
    }

    private func way(of index: Int, from start: Int) -> BackwardsPass.Way? {
        guard let first = observations[index, start] else { return nil }
        let next = start + 1 < frameCount ? observations[index, start + 1] : nil
        return BackwardsPass.Way(
            follower: Follower(measurer: measurers[index], options: options, start: first, previous: next?.corners),
            end: start)
    }

    /// Follows through one window of frames; `nil` where the way ends.
    private func followedOn(
        _ way: BackwardsPass.Way, _ index: Int, in source: any FrameSource, _ picture: (Frame) throws -> GreyImage
    ) throws -> BackwardsPass.Way? {
        var follower = way.follower
        let end = way.end
        guard end > 0, !follower.isLost, !observations.isCut[end] else { return nil }
        let begin = max(0, end - options.windowFrames + 1)
        let window = try read(begin...end, from: source, picture)
        for frame in stride(from: end - 1, through: begin, by: -1) {
            if observations.isCut[frame + 1] { return nil }
            guard let now = window[frame - begin], let later = window[frame - begin + 1] else { return nil }
            let found = try follower.follow(
                into: now, previous: later, camera: &camera, page: &pages[index], frame: frame)
            // Where both ways meet, the better one stays; behind it, the other one was better already.
            if let before = observations[index, frame], before.merit >= (found?.merit ?? 0) - 0.02 { return nil }
            if let found {
                observations.add(found, of: index, at: frame)
                observations.keepDistinct(at: frame)
            }
            if follower.isLost { return nil }
        }
        return BackwardsPass.Way(follower: follower, end: begin)
    }

    /// Decodes a stretch of frames again; `nil` for one that does not come a second time.
    private func read(
        _ frames: ClosedRange<Int>, from source: any FrameSource, _ picture: (Frame) throws -> GreyImage
    ) throws -> [GreyImage?] {
        var pictures = [GreyImage?](repeating: nil, count: frames.count)
        let ticks = observations.ticks
        try source.seek(toFrameAtOrBefore: ticks[frames.lowerBound])
        while let frame = try source.nextFrame() {
            let time = frame.presentationTime.ticks
            if time < ticks[frames.lowerBound] { continue }
            if time > ticks[frames.upperBound] { break }
            if let at = frames.first(where: { ticks[$0] == time }) {
                pictures[at - frames.lowerBound] = try picture(frame)
            }
            if time == ticks[frames.upperBound] { break }
        }
        return pictures
    }
}
