import Geometry
import Imaging
import References
import SceneRendering
import TestSupport
import Testing
import Vision

@testable import Tracking

/// A run over a clip that may be stopped at any step, forwards and backwards, and goes on from its last checkpoint.
private struct StoppableRun {
    struct Stopped: Error {}

    let strip: FilmStrip
    let references: [ReferenceModel]
    let options: TrackingOptions
    /// What the runs before have left.
    private(set) var checkpoints: [[UInt8]] = []
    private(set) var steps = 0

    init(_ strip: FilmStrip, _ references: [ReferenceModel], _ options: TrackingOptions) {
        (self.strip, self.references, self.options) = (strip, references, options)
    }

    private func picture(_ frame: Frame) throws -> GreyImage {
        try luma(of: frame, orientation: strip.video.orientation, longSide: options.followLongSide)
    }

    /// Runs to the end; takes a checkpoint after every `interval` steps, and throws `Stopped` after `stop` of them.
    mutating func run(interval: Int, stop: Int = .max) throws -> SolvedClip {
        let tracker = ClipTracker(references: references, options: options, keepsCheckpoints: true)
        try tracker.restore(checkpoints)
        strip.seek(toFrameAtOrBefore: tracker.lastTicks ?? 0)
        if tracker.lastTicks != nil {
            let again = try #require(strip.nextFrame())
            #expect(try tracker.seeAgain(try picture(again)))
        }
        steps = 0
        while !tracker.hasObservedAll, let frame = strip.nextFrame() {
            try tracker.observe(try picture(frame), ticks: frame.presentationTime.ticks)
            try step(tracker, interval, stop)
        }
        try tracker.followBackwards(in: strip, picture: picture) { try step(tracker, interval, stop) }
        return try tracker.solve(
            camera: smallCamera, timeBase: strip.video.timeBase, pictureWidth: 320, pictureHeight: 240)
    }

    private mutating func step(_ tracker: ClipTracker, _ interval: Int, _ stop: Int) throws {
        steps += 1
        if steps % interval == 0 { checkpoints.append(try tracker.checkpoint()) }
        if steps == stop { throw Stopped() }
    }
}

extension ClipTracker {
    fileprivate func checkpoint() throws -> [UInt8] {
        var archive = StateArchive()
        try passCheckpoint(&archive)
        return archive.bytes
    }

    fileprivate func restore(_ checkpoints: [[UInt8]]) throws {
        for bytes in checkpoints {
            var archive = StateArchive(reading: bytes)
            try passCheckpoint(&archive)
            try archive.finish()
        }
    }
}

@Suite struct CheckpointTests {
    /// A page that comes out from under a sheet late, another shot with another page, and the first one again: it is followed
    /// forwards, over cuts, and backwards through several windows.
    private static let pictures: [RGBAImage] = {
        var cat = Scene.cat { View(x: 0.02 * $0, distance: 0.45, tilt: 0.3, roll: 0.2 * $0) }
        cat.sheets.append(
            Sheet(
                texture: Texture(colour: SIMD3(0.6, 0.6, 0.55)), widthMetres: 0.24,
                stageFromSheet: Motion { $0 < 2.5 / 30 ? .shift(y: 0.002) : .shift(x: 5) }))
        var dog = Scene(
            page: Pages.dog, name: "dog", widthMetres: 0.2,
            backdrop: .drawing(seed: 404, width: 200, height: 150, shapes: 50), camera: smallCamera,
            cameraFromStage: .viewed { View(x: -0.3 * $0, distance: 0.4, tilt: 0.5, azimuth: 1, roll: 0.8) })
        dog.sensor = .phone
        let shot = Shot(cat, frameCount: 22).pictures
        return shot + Shot(dog, frameCount: 8).pictures + shot.suffix(5)
    }()

    private func run() throws -> StoppableRun {
        var options = TrackingOptions()
        (options.lookInterval, options.windowFrames) = (18, 8)
        return StoppableRun(try FilmStrip(Self.pictures), [Pages.catModel, Pages.dogModel], options)
    }

    @Test func `a run that is stopped at any step goes on as if it had not been`() throws {
        var undisturbed = try run()
        let whole = try undisturbed.run(interval: 1)
        #expect(whole.frames.anchors(of: "cat").prefix(18).contains { $0 != nil })
        #expect(undisturbed.steps > Self.pictures.count + 5, "some steps lead backwards")
        var random = SplitMix(seed: 5)
        for _ in 0..<8 {
            let interval = 1 + Int(random.next() % 7)
            let stop = 1 + Int(random.next() % UInt64(undisturbed.steps - 1))
            var stopped = try run()
            #expect(throws: StoppableRun.Stopped.self) { _ = try stopped.run(interval: interval, stop: stop) }
            let solved = try stopped.run(interval: 4)
            #expect(solved.frames == whole.frames, "stopped after \(stop), checkpoints after \(interval)")
            #expect(solved.camera == whole.camera)
        }
    }

    @Test func `a run that is stopped again and again comes to the same end`() throws {
        var undisturbed = try run()
        let whole = try undisturbed.run(interval: 1)
        var stopped = try run()
        var solved: SolvedClip?
        for _ in 0..<20 where solved == nil {
            do { solved = try stopped.run(interval: 3, stop: 7) } catch is StoppableRun.Stopped {}
        }
        #expect(solved?.frames == whole.frames)
    }

    @Test func `bytes that are cut off or go on are no checkpoint, and take no memory`() throws {
        var run = try run()
        #expect(throws: StoppableRun.Stopped.self) { _ = try run.run(interval: 6, stop: 6) }
        let bytes = try #require(run.checkpoints.first)
        func restore(_ bytes: [UInt8]) throws {
            try ClipTracker(references: [Pages.catModel, Pages.dogModel], keepsCheckpoints: true).restore([bytes])
        }
        try restore(bytes)
        for count in 0..<bytes.count {
            #expect(throws: StateArchive.Malformed.self, "\(count)") { try restore(Array(bytes.prefix(count))) }
        }
        #expect(throws: StateArchive.Malformed.self) { try restore(bytes + [0]) }
        // Any byte may be wrong: that is found out or makes no difference here, and never ends the process.
        var random = SplitMix(seed: 9)
        for _ in 0..<300 {
            var changed = bytes
            changed[Int(random.next() % UInt64(bytes.count))] = UInt8(truncatingIfNeeded: random.next())
            try? restore(changed)
        }
    }

    @Test func `another picture is not taken for the last one`() throws {
        var run = try run()
        #expect(throws: StoppableRun.Stopped.self) { _ = try run.run(interval: 5, stop: 5) }
        let tracker = ClipTracker(references: run.references, keepsCheckpoints: true)
        try tracker.restore(run.checkpoints)
        #expect(tracker.lastTicks == 80)
        #expect(try !tracker.seeAgain(GreyImage(width: 320, height: 240, filledWith: 3)))
    }
}

@Suite struct StateArchiveTests {
    private func again<Value: Stored>(_ value: Value, into blank: Value) throws -> Value {
        var (writing, value, read) = (StateArchive(), value, blank)
        try writing.pass(&value)
        var reading = StateArchive(reading: writing.bytes)
        try reading.pass(&read)
        try reading.finish()
        return read
    }

    @Test func `numbers keep every bit`() throws {
        for number in [0, -0.0, 1 / 3, .infinity, -.infinity, .nan, .leastNonzeroMagnitude, .pi * 1e300] {
            #expect(try again(number, into: 7).bitPattern == number.bitPattern)
        }
        for number in [0, -1, .min, .max, 1 << 40] as [Int64] { #expect(try again(number, into: 7) == number) }
        for number in [0, -1, .min, .max] as [Int16] { #expect(try again(number, into: 7) == number) }
        #expect(try again(Float(0.1), into: 7) == 0.1)
        #expect(try again("Größe 📐", into: "") == "Größe 📐")
        #expect(try again(true, into: false))
    }

    @Test func `what a clip has taught so far is the same again`() throws {
        var camera = CameraEstimate()
        for step in 0..<5 {
            camera.exposure.add((0..<camera.exposure.candidates.count).map { 0.3 + 0.01 * Double($0 * step) })
        }
        camera.focal.add((0..<64).map { -0.01 * Double($0 * $0) })
        let read = try again(camera, into: CameraEstimate())
        #expect(read.exposure.share == camera.exposure.share)
        #expect(read.exposure.observations == 5)
        #expect(read.exposure.candidates == camera.exposure.candidates)
        #expect(read.focal.focal == camera.focal.focal)

        var page = PageEstimate()
        page.trim.learn(2, offset: 0.003, variance: 1e-6)
        let numbers = (0..<BendEvidence.count).map { 0.01 * Double($0) }
        var information = SquareMatrix(size: BendEvidence.count)
        for index in 0..<BendEvidence.count { information[index, index] = 1e9 }
        page.bend.note(BendEvidence(numbers: numbers, information: information), radius: 100)
        let found = try again(page, into: PageEstimate())
        #expect(found.trim == page.trim)
        #expect(found.trim.offset(of: 2) != 0)
        #expect(found.bend.last == Array(numbers[8...]))
    }

    @Test func `a measurement is kept exactly`() throws {
        var covariance = SquareMatrix(size: 8)
        for row in 0..<8 { for column in 0..<8 { covariance[row, column] = 1 / Double(1 + row + column) } }
        var information = SquareMatrix(size: BendEvidence.count)
        for index in 0..<BendEvidence.count { information[index, index] = 1 + Double(index) }
        let measurement = Measurement(
            corners: Quad(Point2(0.1, 0.2), Point2(99.7, 1), Point2(101, 77), Point2(-3, 80)), sigma: 0.123,
            covariance: covariance, confidence: 0.77, innerShare: 0.6, innerCells: 17, support: 0.4,
            bend: BendEvidence(numbers: (0..<BendEvidence.count).map(Double.init), information: information))
        let kept = KeptMeasurement(measurement)
        #expect(kept.measurement == measurement)
        #expect(try again(kept, into: .blank).measurement == measurement)
    }

    @Test func `a length that the bytes cannot hold is refused`() throws {
        var writing = StateArchive()
        var count = UInt64.max
        try writing.pass(&count)
        var reading = StateArchive(reading: writing.bytes)
        var list: [Double] = []
        #expect(throws: StateArchive.Malformed.self) { try reading.pass(&list, of: 0) }
    }
}
