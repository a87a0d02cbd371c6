import Foundation
import Geometry
import Imaging
import MediaIO
import Sketchreel
import TestSupport
import Testing
import Tracking
import Vision

@Suite(.enabled(if: SharedData.isPresent, Comment(rawValue: SharedData.missing))) struct RealClipTests {
    @Test func `a box that is moved by hand is found in nearly every frame, where it is`() throws {
        let seen = try agreement(
            clip: "planar-box/box.mp4", drawings: ["cookies": "planar-box/cookies_top_x.png"], width: 0.189)
        #expect(seen.frameCount == 455)
        #expect(seen.anchored["cookies", default: 0] >= 445)
        #expect(median(seen.correlations["cookies"]) >= 0.7)
    }

    @Test func `two drawings are each found where they are, alone and together`() throws {
        let seen = try agreement(
            clip: "two-targets/ponte-estaiada-masp.mp4",
            drawings: ["masp": "two-targets/masp.jpg", "ponte": "two-targets/ponte-estaiada.jpg"], width: 0.2)
        for name in ["masp", "ponte"] {
            #expect(seen.anchored[name, default: 0] >= 60, "\(name)")
            #expect(median(seen.correlations[name]) >= 0.7, "\(name)")
        }
        #expect(seen.framesWithAll >= 10)
    }

    private struct Agreement {
        /// Frames of the track, and those in which every drawing is anchored.
        var frameCount = 0, framesWithAll = 0
        /// For each drawing, the frames in which it is anchored.
        var anchored: [String: Int] = [:]
        /// How well every fifth of these agrees with it when it is straightened.
        var correlations: [String: [Double]] = [:]
    }

    /// Registers drawings, tracks a clip, and compares the anchored frames with the drawings.
    private func agreement(clip name: String, drawings: [String: String], width: Double) throws -> Agreement {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("real-" + UUID().uuidString).path
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let (clip, catalog, output) = (SharedData.path(name), folder + "/catalog", folder + "/clip.track.jsonl")
        for (drawing, image) in drawings {
            let request = RegisterRequest(
                image: SharedData.path(image), width: try #require(Length(width, .metres)), name: drawing,
                catalog: catalog,
                group: nil, force: false)
            _ = try register(request, RunContext())
        }
        _ = try Sketchreel.track(
            TrackRequest(clip: clip, catalog: catalog, camera: .automatic, output: output, overwrite: false),
            RunContext())
        let track = try TrackFile.track(from: try Data(contentsOf: URL(fileURLWithPath: output)), path: output)
        let pages = try drawings.mapValues { try StraightenedPage(reference: SharedData.path($0)) }
        return try compare(track, with: pages, in: try ClipReader(path: clip))
    }

    private func compare(_ track: Track, with pages: [String: StraightenedPage], in reader: ClipReader) throws
        -> Agreement
    {
        var result = Agreement(frameCount: track.frames.count)
        for tracked in track.frames {
            let frame = try #require(try reader.nextFrame())
            try #require(frame.presentationTime.ticks == tracked.ticks)
            if tracked.anchors.count == pages.count { result.framesWithAll += 1 }
            let picture = try luma(of: frame, orientation: reader.video.orientation, longSide: .max)
            for anchor in tracked.anchors {
                let page = try #require(pages[anchor.reference])
                result.anchored[anchor.reference, default: 0] += 1
                guard result.anchored[anchor.reference, default: 0] % 5 == 1 else { continue }
                result.correlations[anchor.reference, default: []].append(
                    try page.correlation(with: picture, at: anchor.corners, bend: anchor.bend))
            }
        }
        #expect(try reader.nextFrame() == nil)
        return result
    }

    private func median(_ values: [Double]?) -> Double {
        guard let sorted = values?.sorted(), !sorted.isEmpty else { return 0 }
        return sorted[sorted.count / 2]
    }
}
