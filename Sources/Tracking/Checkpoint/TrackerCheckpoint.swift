internal import Geometry
package import Imaging
internal import References
package import Vision

/// A tracker in the middle of its work as bytes: a run that was stopped goes on from them, and ends as if it had not been.
///
/// A checkpoint holds what was observed since the one before, and all of the little else that changes. So all of them, in
/// order, are needed, and they grow with the clip alone. Pictures are not kept: the last one is decoded again.
extension ClipTracker {
    /// Changes whenever a clip could be tracked otherwise, or the bytes mean something else.
    package static let checkpointVersion = 1

    /// Passes what has changed since the last checkpoint; or brings a new tracker, made for the same clip, references and options,
    /// on by a checkpoint of another. The tracker keeps checkpoints.
    ///
    /// After the last one was read, `seeAgain` comes before all else. A tracker into which something malformed was read is of no use.
    package func passCheckpoint(_ archive: inout StateArchive) throws(StateArchive.Malformed) {
        if let previous { sumOfLast = Self.sum(of: previous) }
        try archive.pass(&sumOfLast)
        try observations.passChanges(&archive)
        try archive.pass(&camera)
        try passPages(&archive)
        try passFollowers(&archive)
        try archive.pass(&framesSinceLook)
        try archive.pass(&looksInVain)
        try archive.pass(&framesSinceLoss)
        try archive.pass(&looks.count)
        try archive.pass(&looks.seconds)
        try passBackwards(&archive)
    }

    /// The time of the picture that was observed last, in ticks of the clip's time base; `nil` before the first.
    package var lastTicks: Int64? { observations.ticks.last }

    /// Takes `picture` for the one that was observed last; false when it is another.
    package func seeAgain(_ picture: GreyImage) throws(VisionError) -> Bool {
        guard Self.sum(of: picture) == sumOfLast else { return false }
        try goOn(after: picture)
        return true
    }

    /// Whether all pictures were observed.
    package var hasObservedAll: Bool { backwards != nil }

    /// Checkpoints are no longer asked for.
    package func stopKeepingCheckpoints() { observations.stopNotingChanges() }

    private static func sum(of picture: GreyImage) -> UInt64 {
        var sum: UInt64 = UInt64(picture.width)
        for pixel in picture.pixels { sum = (sum ^ UInt64(pixel)) &* 0x100_0000_01B3 }
        return sum
    }

    /// Of a large catalog few pages are ever seen: the others are as they were in the beginning.
    private func passPages(_ archive: inout StateArchive) throws(StateArchive.Malformed) {
        let fresh = try StateArchive.bytes(of: PageEstimate())
        var learnt: [Int] = []
        if !archive.isReading {
            for index in pages.indices where try StateArchive.bytes(of: pages[index]) != fresh { learnt.append(index) }
        }
        try archive.pass(&learnt, of: 0)
        if archive.isReading { pages = pages.map { _ in PageEstimate() } }
        for index in learnt {
            guard pages.indices.contains(index) else { throw StateArchive.Malformed() }
            try archive.pass(&pages[index])
        }
    }

    private func passFollowers(_ archive: inout StateArchive) throws(StateArchive.Malformed) {
        for index in followers.indices {
            var memory = followers[index]?.memory
            try archive.pass(&memory, blank: Follower.Memory())
            followers[index] = memory.map { Follower(measurer: measurers[index], options: options, memory: $0) }
        }
    }

    private func passBackwards(_ archive: inout StateArchive) throws(StateArchive.Malformed) {
        var hasBegun = backwards != nil
        try archive.pass(&hasBegun)
        guard hasBegun else { return }
        var pass = backwards ?? BackwardsPass(starts: [])
        try archive.pass(&pass.reference)
        try archive.pass(&pass.starts, of: 0)
        guard (0...measurers.count).contains(pass.reference),
            pass.starts.allSatisfy(observations.ticks.indices.contains)
        else { throw StateArchive.Malformed() }
        try passWay(&pass, &archive)
        backwards = pass
    }

    private func passWay(_ pass: inout BackwardsPass, _ archive: inout StateArchive) throws(StateArchive.Malformed) {
        var (memory, end) = (pass.way?.follower.memory, pass.way?.end ?? 0)
        try archive.pass(&memory, blank: Follower.Memory())
        try archive.pass(&end)
        guard let memory else {
            pass.way = nil
            return
        }
        guard pass.reference < measurers.count, observations.ticks.indices.contains(end) else {
            throw StateArchive.Malformed()
        }
        pass.way = BackwardsPass.Way(
            follower: Follower(measurer: measurers[pass.reference], options: options, memory: memory), end: end)
    }
}

extension StateArchive {
    /// A value's bytes.
    fileprivate static func bytes(of value: some Stored) throws(Malformed) -> [UInt8] {
        var (archive, value) = (StateArchive(), value)
        try archive.pass(&value)
        return archive.bytes
    }
}
