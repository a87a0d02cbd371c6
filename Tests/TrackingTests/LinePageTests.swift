import Geometry
import Imaging
import References
import SceneRendering
import TestSupport
import Testing
import Tracking

/// Whole clips of pages that features hardly tell, or not at all.
@Suite struct LinePageTests {
    private func anchors(_ scene: Scene, _ models: [ReferenceModel], frameCount: Int) throws -> [Track.Frame] {
        try track(SceneSource(Shot(scene, frameCount: frameCount)), models)
    }

    private func view(_ seconds: Double) -> View {
        View(x: 0.02 * seconds, distance: 0.4, tilt: 0.3, azimuth: 0.2, roll: 0.1 * seconds)
    }

    /// A cover in front of the drawing from frame 12 to 31, larger than all strokes and smaller than the sheet. It comes from the
    /// right within two frames.
    @Test func `a sheet whose drawing is covered for twenty frames is held by its edges`() throws {
        let moving = view
        var scene = Scene.sheet(LineArt.house) { moving($0) }
        scene.sheets.append(
            Sheet(
                texture: Texture(colour: SIMD3(0.35, 0.17, 0.11)), widthMetres: 0.165,
                stageFromSheet: Motion { seconds in
                    let away = max(0, max(12.0 / 30 - seconds, seconds - 31.0 / 30)) * 30
                    return .shift(x: 0.25 * min(8, away), y: 0.001)
                }))
        scene.sheets[2].heightMetres = 0.115
        let shot = Shot(scene, frameCount: 44)
        let frames = try track(SceneSource(shot), [LineArt.houseModel])
        for (index, anchor) in frames.anchors(of: "house").enumerated() {
            let found = try #require(anchor, "frame \(index)")
            let truth = try #require(shot.corners(of: "page", inFrame: index))
            let error = found.corners.alignmentError(to: truth)
            #expect(error < 2, "frame \(index): \(error)")
            if (15...28).contains(index) {
                #expect(found.state == .tracked && found.confidence < 0.5, "frame \(index)")
            }
        }
    }

    /// The sheet goes off the table within six frames and does not come back.
    @Test func `a sheet that leaves is not held where it was`() throws {
        let moving = view
        var scene = Scene.sheet(LineArt.house) { moving($0) }
        scene.sheets[1].stageFromSheet = Motion { .shift(x: 2.2 * max(0, $0 - 0.5)) }
        let shot = Shot(scene, frameCount: 34)
        let frames = try track(SceneSource(shot), [LineArt.houseModel])
        for (index, anchor) in frames.anchors(of: "house").enumerated() {
            let share = shot.truth(ofFrame: index)[0].visibleShare
            if index < 15 { #expect(anchor != nil, "frame \(index)") }
            if share < 0.05 { #expect(anchor == nil, "frame \(index), \(share) seen") }
        }
        #expect(shot.truth(ofFrame: 33)[0].visibleShare == 0)
    }

    @Test(arguments: [false, true])
    func `a blank sheet of the drawing's size and shape is never the drawing`(isFramed: Bool) throws {
        let moving = view
        let models = isFramed ? [LineArt.framedHouseModel, LineArt.framedBoatModel] : [LineArt.houseModel]
        let scene = Scene.sheet(isFramed ? LineArt.framedBlank : LineArt.blank) { moving($0) }
        let frames = try anchors(scene, models, frameCount: 24)
        #expect(frames.allSatisfy { $0.anchors.isEmpty }, "\(frames.map(\.anchors.count))")
    }

    @Test func `another drawing inside the same printed frame is told from the first`() throws {
        let moving = view
        for (page, name) in [(LineArt.framedHouse, "house"), (LineArt.framedBoat, "boat")] {
            let scene = Scene.sheet(page) { moving($0) }
            let frames = try anchors(scene, [LineArt.framedHouseModel, LineArt.framedBoatModel], frameCount: 16)
            let names = frames.flatMap { $0.anchors.map(\.reference) }
            #expect(names == Array(repeating: name, count: 16))
            // Nor is it there when only the other one is looked for.
            let other = name == "house" ? LineArt.framedBoatModel : LineArt.framedHouseModel
            #expect(try anchors(scene, [other], frameCount: 16).allSatisfy { $0.anchors.isEmpty })
        }
    }

    @Test(arguments: [0, 1.6, 3.1])
    func `line art is found from the first frame on whichever way round it lies`(roll: Double) throws {
        let shot = Shot(
            .sheet(LineArt.house) { View(x: 0.02 * $0, distance: 0.4, tilt: 0.35, azimuth: 0.3, roll: roll) },
            frameCount: 12)
        let frames = try track(SceneSource(shot), [LineArt.houseModel])
        for (index, anchor) in frames.anchors(of: "house").enumerated() {
            let found = try #require(anchor, "frame \(index)")
            let truth = try #require(shot.corners(of: "page", inFrame: index))
            #expect(found.corners.alignmentError(to: truth) < 1, "frame \(index)")
        }
    }
}

@Suite struct FirstSightTests {
    /// A pan that brings the page into the view from one side, 3 px a frame; it stays long enough to be found whole.
    @Test(arguments: [-1, 1] as [Double])
    func `a page that enters the view is there two frames after a tenth of it, and 24 pixels, can be seen`(
        side: Double
    ) throws {
        let shot = Shot(
            .cat { View(x: side * max(0, 0.32 - 0.125 * $0), distance: 0.4, tilt: 0.1) }, frameCount: 50)
        let frames = try track(SceneSource(shot), [Pages.catModel])
        let anchors = frames.anchors(of: "cat")
        let first = try #require(anchors.firstIndex { $0 != nil })
        let seen = try #require(
            (0..<50).first { index in
                let truth = shot.truth(ofFrame: index)[0]
                guard let corners = truth.corners, truth.visibleShare >= 0.1 else { return false }
                let xs = corners.corners.map(\.x)
                return min(319.5, xs.max() ?? 0) - max(-0.5, xs.min() ?? 0) >= 24
            })
        #expect(seen > 5 && first <= seen + 2, "seen from \(seen), found from \(first)")
        #expect(anchors[first...].allSatisfy { $0 != nil })
        for index in first..<50 {
            let truth = try #require(shot.corners(of: "cat", inFrame: index))
            let error = try #require(anchors[index]).corners.alignmentError(to: truth)
            #expect(error < (index < seen + 10 ? 6 : 1), "frame \(index): \(error)")
        }
    }
}
