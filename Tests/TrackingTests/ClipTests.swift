import Geometry
import Imaging
import SceneRendering
import Synchronization
import TestSupport
import Testing
import Tracking
import Vision

#if canImport(Glibc)
    import Glibc
#endif

@Suite struct CutTests {
    private let cat = Shot(.cat { View(x: 0.02 * $0, distance: 0.4, tilt: 0.3) }, frameCount: 9)

    /// Another room: another page on another table, in another light.
    private let elsewhere: Shot = {
        var scene = Scene(
            page: Pages.dog, name: "dog", widthMetres: 0.2,
            backdrop: .drawing(seed: 404, width: 200, height: 150, shapes: 50), camera: smallCamera,
            cameraFromStage: .viewed { View(x: -0.02 * $0, distance: 0.4, tilt: 0.5, azimuth: 1, roll: 0.8) })
        scene.sensor = .phone
        return Shot(scene, frameCount: 9)
    }()

    @Test func `nothing is followed or held across a cut`() throws {
        let frames = try track(FilmStrip(cat.pictures + elsewhere.pictures), [Pages.catModel, Pages.dogModel])
        for (index, frame) in frames.enumerated() {
            #expect(frame.anchors.map(\.reference) == [index < 9 ? "cat" : "dog"], "frame \(index)")
            #expect(frame.anchors.allSatisfy { $0.state == .tracked })
        }
    }

    @Test func `nothing is followed backwards over a cut`() throws {
        let frames = try track(FilmStrip(elsewhere.pictures + cat.pictures), [Pages.catModel])
        #expect(
            frames.anchors(of: "cat").map { $0 != nil } == Array(repeating: false, count: 9)
                + Array(repeating: true, count: 9))
    }

    /// Looks grow rarer while nothing is found; a cut is a reason to look at once.
    @Test func `a short shot after a long empty one is not missed`() throws {
        let empty = Array(elsewhere.pictures[0..<1].flatMap { Array(repeating: $0, count: 31) })
        let frames = try track(
            FilmStrip(empty + Array(cat.pictures.prefix(3)) + empty.prefix(3)), [Pages.catModel])
        #expect(frames.anchors(of: "cat").indices.filter { !frames[$0].anchors.isEmpty } == [31, 32, 33])
    }

    /// The page lies elsewhere after the cut: what was smooth before must not pull.
    @Test func `corners on both sides of a cut are their own shot's`() throws {
        let moved = Shot(
            .cat { View(x: -0.03 + 0.01 * $0, z: 0.02, distance: 0.5, tilt: 0.5, azimuth: 2, roll: 2.5) }, frameCount: 9
        )
        let frames = try track(FilmStrip(cat.pictures + moved.pictures), [Pages.catModel])
        for (index, anchor) in frames.anchors(of: "cat").enumerated() {
            let truth = try #require(
                index < 9 ? cat.corners(of: "cat", inFrame: index) : moved.corners(of: "cat", inFrame: index - 9))
            #expect((anchor?.corners.alignmentError(to: truth) ?? 99) < 0.6, "frame \(index)")
        }
    }
}

@Suite struct GapTests {
    /// The cat's page; a sheet of paper lies over it during `hidden` frames.
    private func shot(hidden: Range<Int>, frameCount: Int) -> Shot {
        var scene = Scene.cat { View(x: 0.03 * $0, distance: 0.45, tilt: 0.3, azimuth: 0.3 * $0) }
        scene.sheets.append(
            Sheet(
                texture: Texture(colour: SIMD3(0.6, 0.6, 0.55)), widthMetres: 0.24,
                stageFromSheet: Motion { seconds in
                    hidden.contains(Int((seconds * 30).rounded())) ? .shift(y: 0.002) : .shift(x: 5)
                }))
        return Shot(scene, frameCount: frameCount)
    }

    /// Over three frames a hand-held path bends by less than a pixel from the cubic through both ends.
    @Test func `a short gap is held between its two measured ends`() throws {
        let shot = shot(hidden: 10..<13, frameCount: 22)
        #expect(shot.truth(ofFrame: 11)[0].visibleShare == 0)
        let anchors = try track(SceneSource(shot), [Pages.catModel]).anchors(of: "cat")
        for (index, anchor) in anchors.enumerated() {
            #expect(anchor?.state == ((10..<13).contains(index) ? .held : .tracked), "frame \(index)")
            let truth = try #require(shot.corners(of: "cat", inFrame: index))
            #expect((anchor?.corners.alignmentError(to: truth) ?? 99) < 1, "frame \(index)")
        }
        let ends = try #require(anchors[9]?.confidence)
        #expect(try #require(anchors[11]?.confidence) < ends)
    }

    @Test func `a long gap stays empty, and the page is there again right after it`() throws {
        let anchors = try track(SceneSource(shot(hidden: 6..<15, frameCount: 24)), [Pages.catModel]).anchors(of: "cat")
        #expect(anchors.indices.filter { anchors[$0] == nil } == Array(6..<15))
        #expect(anchors.allSatisfy { $0 == nil || $0?.state == .tracked })
    }

    @Test func `nothing is held before the first sight or after the last`() throws {
        let shot = shot(hidden: 0..<3, frameCount: 12)
        let before = try track(SceneSource(shot), [Pages.catModel]).anchors(of: "cat")
        #expect(before.map { $0?.state } == Array(repeating: nil, count: 3) + Array(repeating: .tracked, count: 9))
        let after = try track(SceneSource(self.shot(hidden: 9..<12, frameCount: 12)), [Pages.catModel]).anchors(
            of: "cat")
        #expect(after.map { $0?.state } == Array(repeating: .tracked, count: 9) + Array(repeating: nil, count: 3))
    }
}

@Suite struct BackwardsTests {
    /// The page is covered until frame 4; looks are 20 frames apart, one more after one in vain: at frames 0 and 21.
    private var shot: Shot {
        var scene = Scene.cat { View(x: 0.02 * $0, distance: 0.45, tilt: 0.3, roll: 0.2 * $0) }
        scene.sheets.append(
            Sheet(
                texture: Texture(colour: SIMD3(0.6, 0.6, 0.55)), widthMetres: 0.24,
                stageFromSheet: Motion { $0 < 3.5 / 30 ? .shift(y: 0.002) : .shift(x: 5) }))
        return Shot(scene, frameCount: 24)
    }

    private var options: TrackingOptions {
        var options = TrackingOptions()
        (options.lookInterval, options.windowFrames) = (20, 8)
        return options
    }

    @Test func `frames before the first look are found by following backwards, over several windows`() throws {
        let forwards = try track(SceneSource(shot), [Pages.catModel], options: options, backwards: false)
        #expect(forwards.anchors(of: "cat").prefix(21).allSatisfy { $0 == nil })
        #expect(forwards[21].anchors.count == 1)
        // Keyframes are seven frames apart, so every window begins in the middle of a group of pictures.
        let both = try track(SceneSource(shot, keyframeInterval: 7), [Pages.catModel], options: options)
        for (index, anchor) in both.anchors(of: "cat").enumerated() {
            #expect((anchor == nil) == (index < 4), "frame \(index)")
            guard let anchor else { continue }
            #expect(anchor.state == .tracked)
            let truth = try #require(shot.corners(of: "cat", inFrame: index))
            #expect(anchor.corners.alignmentError(to: truth) < 0.6, "frame \(index)")
        }
    }

    @Test func `a clip that gives fewer frames the second time is no failure`() throws {
        let pictures = shot.pictures
        let tracker = ClipTracker(references: [Pages.catModel], options: options)
        func picture(_ frame: Frame) throws -> GreyImage { try luma(of: frame, orientation: .upright, longSide: 1280) }
        let whole = try FilmStrip(pictures)
        while let frame = whole.nextFrame() {
            try tracker.observe(try picture(frame), ticks: frame.presentationTime.ticks)
        }
        // Frame 15 is missing, then everything.
        let damaged = try FilmStrip(
            pictures.indices.filter { $0 != 15 }.map { pictures[$0] },
            ticks: pictures.indices.filter { $0 != 15 }.map { Int64($0) * 20 })
        try tracker.followBackwards(in: damaged, picture: picture)
        let frames = try tracker.solve(
            camera: smallCamera, timeBase: whole.video.timeBase, pictureWidth: 320, pictureHeight: 240
        ).frames
        #expect(frames.count == 24)
        #expect(frames[23].anchors.count == 1 && frames[16].anchors.count == 1 && frames[15].anchors.isEmpty)
    }
}

@Suite struct DeterminismTests {
    /// A hand, noise and a fast pan: everything that could depend on chance or time is used.
    private func run() throws -> [UInt8] {
        var scene = Scene.cat { View(x: 0.06 * sin(6 * $0), distance: 0.45, tilt: 0.3, azimuth: 0.5 * $0) }
        scene.sheets += Hand(pixelsPerMetre: 500).sheets(moving: Motion { .shift(x: 0.4 - $0 * 0.3) })
        let shot = Shot(scene, frameCount: 14)
        let frames = try track(SceneSource(shot), [Pages.catModel, Pages.dogModel])
        #expect(frames.contains { !$0.anchors.isEmpty })
        let track = Track(
            program: "test", clip: TrackFileTests.clip, camera: smallCamera, references: [], frames: frames)
        return Array(TrackFile.data(track))
    }

    @Test func `the same run gives the same track file, byte for byte, whatever OpenCV's threads and what runs beside`()
        throws
    {
        setVisionThreads(1)
        let first = try run()
        setVisionThreads(2)
        let second = try run()
        setVisionThreads(1)
        #expect(first == second)
    }
}
