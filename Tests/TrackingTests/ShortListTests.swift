import Foundation
import Geometry
import Imaging
import MediaIO
import References
import SceneRendering
import TestSupport
import Testing
import Vision

@testable import Tracking

/// Looking among more references than are all compared with.
@Suite struct ShortListTests {
    private static let count = 20
    private let folder: TemporaryFolder
    private let library: ReferenceLibrary

    init() throws {
        folder = try TemporaryFolder()
        var catalog = try Catalog(path: folder.path + "/ReferenceImages", mayBeMissing: true)
        for number in 0..<Self.count {
            // The pages of the other tests are the fourth and the last one.
            let page = number == 3 ? Pages.cat : number == 19 ? Pages.dog : .drawing(seed: UInt64(900 + number))
            try catalog.add(
                NewReference(
                    name: "page \(number + 10)", image: try StillWriter.png(page), imageExtension: "png",
                    width: try Length(parsing: "20cm")),
                replacing: false)
        }
        library = try ReferenceLibrary(catalog, cache: ReferenceCache(folder: folder.path + "/cache"))
    }

    private var models: [ReferenceModel] { library.references.map(\.model) }
    private var shortList: ShortList { ShortList(references: models, index: library.index) }

    private func tracked(_ shot: Shot) throws -> [Track.Frame] {
        let tracker = ClipTracker(references: models, index: library.index)
        let source = SceneSource(shot)
        while let frame = source.nextFrame() {
            try tracker.observe(
                try luma(of: frame, orientation: .upright, longSide: 1280), ticks: frame.presentationTime.ticks)
        }
        #expect(tracker.looks.count > 0 && tracker.looks.seconds > 0)
        return try tracker.solve(
            camera: smallCamera, timeBase: source.video.timeBase, pictureWidth: 320, pictureHeight: 240
        ).frames
    }

    @Test func `a page is found among many, and no other; the features of few are read`() throws {
        let shot = Shot(.cat { View(x: 0.02 * $0, distance: 0.35, tilt: 0.4, roll: 1) }, frameCount: 3)
        let frames = try tracked(shot)
        #expect(frames.map { $0.anchors.map(\.reference) } == Array(repeating: ["page 13"], count: 3))
        let read = try FileManager.default.contentsOfDirectory(atPath: folder.path + "/cache/features").count
        #expect((1...8).contains(read))
    }

    @Test func `a few candidates are chosen, the same each time, and only of those that are wanted`() throws {
        let features = try Features(in: Pages.dog.grey, limit: 500)
        let all = Array(0..<Self.count)
        let chosen = shortList.references(for: features, among: all)
        #expect(chosen.contains(19) && chosen.count <= 6 && chosen == chosen.sorted())
        #expect(shortList.references(for: features, among: all) == chosen)
        #expect(!shortList.references(for: features, among: Array(0..<19)).contains(19))
        // Of a dozen all are compared; without anything in sight none of many is.
        #expect(shortList.references(for: features, among: Array(0..<12)) == Array(0..<12))
        #expect(shortList.references(for: Features(), among: all).isEmpty)
    }

    @Test func `a sheet of paper is compared with the drawings it may hold, the likeliest first`() throws {
        let picture = Pages.dog.grey
        let sheet = Quad(outlineOfWidth: picture.width, height: picture.height)
        let turned = sheet.startingAt(2)
        let placings = try shortList.placings(on: turned, in: picture, among: Array(0..<Self.count)) { _, _ in true }
        #expect(placings.count == 12 && placings[0].reference == 19 && placings[0].corners == sheet)
        let few = try shortList.placings(on: sheet, in: picture, among: [2, 5]) { $0 == 5 || $1 == sheet }
        #expect(few.map(\.reference) == [2, 5, 5, 5, 5])
    }
}
