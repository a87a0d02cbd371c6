import Foundation
import Geometry
import SceneRendering
import TestSupport
import Testing

@testable import Tracking

/// 1280 × 720, its focal length assumed as `track` does: 28 mm, 950 pixels.
private let assumed = Camera(width: 1280, height: 720, focalLength35mm: 28, source: .assumed, relativeSigma: 0.15)

private func camera(focal: Double) -> Camera {
    Camera(
        width: 1280, height: 720, fx: focal, fy: focal, cx: assumed.cx, cy: assumed.cy, source: .file, focalSigma: 0)
}

/// A page 0.2 m wide as `camera` sees it, 350 pixels wide, its corners measured with noise.
private func views(
    _ count: Int, camera: Camera, height: Double = 0.15, noise sigma: Double = 0.15, seed: UInt64 = 1,
    tilt: (Double) -> Double
) -> [SolvedFrame?] {
    var noise = NormalNoise(sigma: sigma, seed: seed)
    return (0..<count).map { index in
        let part = Double(index) / Double(count)
        let pose = View(
            x: 0.02 * sin(9 * part), distance: 0.2 * camera.fx / 350, tilt: tilt(part) * .pi / 180, azimuth: 5 * part,
            roll: 0.3 * part
        ).cameraFromStage
        let corners = [(-1, -1), (1, -1), (1, 1), (-1, 1)].compactMap { x, z -> Point2? in
            camera.project(pose(Point3(Double(x) * 0.1, 0, Double(z) * height / 2)))
                .map { $0 + Point2(noise.next(), noise.next()) }
        }
        return Quad(corners).map { SolvedFrame(corners: $0, sigma: sigma, confidence: 0.9, isMeasured: true) }
    }
}

@Suite struct FocalLengthTests {
    @Test(arguments: [500, 800, 950, 1400, 2200] as [Double], [20, 45, 70] as [Double])
    func `pages that are tilted tell the focal length`(focal: Double, tilt: Double) throws {
        let frames = views(90, camera: camera(focal: focal)) { tilt * sin(3 * $0) }
        let told = try #require(FocalLength(assumed: assumed).estimate([(0.75, frames)]))
        #expect(abs(told.focal / focal - 1) < 0.03)
        #expect(abs(told.focal - focal) < 4 * told.sigma)
        let (corrected, contradiction) = assumed.corrected(by: [(0.75, frames)])
        #expect(corrected.source == .estimated && corrected.fx == told.focal && corrected.focalSigma == told.sigma)
        #expect(contradiction == nil)
    }

    /// 0.15 px of noise are half a degree of tilt, which a page of 350 px shows by 0.03 px at most: nothing can be said.
    @Test(arguments: 0..<4 as Range<UInt64>)
    func `a page that is seen from the front tells nothing, and the focal length stays as assumed`(seed: UInt64) {
        let frames = views(90, camera: camera(focal: 1400), seed: seed) { 0.3 * sin(3 * $0) }
        #expect(assumed.corrected(by: [(0.75, frames)]).camera == assumed)
    }

    @Test func `two pages tell it together`() throws {
        let taken = camera(focal: 1300)
        let first = views(60, camera: taken) { 25 * sin(2 * $0) }
        let second = views(60, camera: taken, height: 0.2, seed: 2) { 25 * cos(2 * $0) }
        let estimate = FocalLength(assumed: assumed)
        let both = try #require(estimate.estimate([(0.75, first), (1, second)]))
        #expect(abs(both.focal / 1300 - 1) < 0.02)
        let alone = try [#require(estimate.estimate([(0.75, first)])), #require(estimate.estimate([(1, second)]))]
        #expect(alone.allSatisfy { both.sigma < 1.05 * $0.sigma })
    }

    /// A print 1 % too long looks like a tilt of 8°. Where pages are tilted little that must show in the uncertainty.
    @Test(arguments: [8, 20, 50] as [Double])
    func `a print that is a little out of shape does not make a wrong focal length certain`(tilt: Double) {
        let frames = views(90, camera: camera(focal: 1100), height: 0.151) { tilt * sin(3 * $0) }
        guard let told = FocalLength(assumed: assumed).estimate([(0.75, frames)]) else { return }
        #expect(abs(told.focal - 1100) < 4 * told.sigma)
    }

    /// Every eighth frame is measured 8 px beside the page, and does not know.
    @Test func `frames that were measured wrongly have no say`() throws {
        var frames = views(96, camera: camera(focal: 1200)) { 35 * sin(3 * $0) }
        for index in stride(from: 0, to: 96, by: 8) {
            guard let topLeft = frames[index]?.corners.topLeft else { continue }
            frames[index]?.corners.topLeft = topLeft + Point2(8, -8)
        }
        let told = try #require(FocalLength(assumed: assumed).estimate([(0.75, frames)]))
        #expect(abs(told.focal / 1200 - 1) < 0.03)
    }

    @Test func `a focal length that was given is kept, and one that the pages contradict is told`() throws {
        func given(_ focal: Double, _ source: Camera.Source) -> Camera {
            Camera(
                width: 1280, height: 720, fx: focal, fy: focal, cx: assumed.cx, cy: assumed.cy, source: source,
                focalSigma: 0.03 * focal)
        }
        let frames = views(90, camera: camera(focal: 1100)) { 40 * sin(3 * $0) }
        let right = given(1090, .metadata).corrected(by: [(0.75, frames)])
        #expect(right.camera == given(1090, .metadata) && right.contradiction == nil)
        let wrong = given(800, .metadata).corrected(by: [(0.75, frames)])
        #expect(wrong.camera == given(800, .metadata))
        #expect(abs(try #require(wrong.contradiction) / 1100 - 1) < 0.03)
        #expect(given(800, .file).corrected(by: [(0.75, frames)]).contradiction == nil)
    }

    @Test func `no page, and pages in two frames alone, tell nothing`() {
        #expect(assumed.corrected(by: []).camera == assumed)
        #expect(assumed.corrected(by: [(0.75, [nil, nil, nil])]).camera == assumed)
        let two = views(2, camera: camera(focal: 1100)) { _ in 40 }
        #expect(assumed.corrected(by: [(0.75, two)]).camera == assumed)
    }
}
