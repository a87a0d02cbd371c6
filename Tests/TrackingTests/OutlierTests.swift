import Foundation
import Geometry
import SceneRendering
import TestSupport
import Testing

@testable import Tracking

@Suite struct OutlierTests {
    /// A page of 150 × 110 px that is carried along a curve, measured to 0.2 px.
    private func observations(
        _ count: Int, seed: UInt64 = 1, cuts: Set<Int> = [], gaps: Set<Int> = [], path: (Double) -> Point2,
        change: (_ frame: Int, _ measurement: inout Tracking.Measurement) -> Void = { _, _ in }
    ) -> ClipObservations {
        var noise = NormalNoise(sigma: 0.2, seed: seed)
        var observations = ClipObservations(references: 1)
        for frame in 0..<count {
            _ = observations.begin(ticks: Int64(frame * 20), isCut: cuts.contains(frame))
            guard !gaps.contains(frame) else { continue }
            let centre = path(Double(frame))
            let corners = Quad(Point2(-75, -55), Point2(75, -55), Point2(75, 55), Point2(-75, 55)).map {
                centre + $0 + Point2(noise.next(), noise.next())
            }
            var found = Tracking.Measurement(
                corners: corners, sigma: 0.2, covariance: SquareMatrix(size: 8), confidence: 0.85 + 0.01 * noise.next(),
                innerShare: 0.8, innerCells: 12, support: 0.8)
            change(frame, &found)
            observations.add(found, of: 0, at: frame)
        }
        return observations
    }

    private func removed(_ observations: ClipObservations) -> [Int] {
        var cleaned = observations
        cleaned.removeOutliers(of: 0)
        return observations.ticks.indices.filter { observations[0, $0] != nil && cleaned[0, $0] == nil }
    }

    private func carried(_ frame: Double) -> Point2 { Point2(100 + 4 * frame - 0.1 * frame * frame, 80 + 2 * frame) }

    private func astray(_ frame: Int, by pixels: Double = 12, confidence: Double = 0.3) -> (
        Int, inout Tracking.Measurement
    ) ->
        Void
    {
        { at, found in
            guard at == frame else { return }
            found.corners.bottomRight.x += pixels
            found.confidence = confidence
        }
    }

    @Test(arguments: [1, 2, 3, 15, 27, 28])
    func `a frame that lies off its path and agrees less is taken out, near the ends as well`(frame: Int) {
        #expect(removed(observations(30, path: carried, change: astray(frame))) == [frame])
    }

    @Test func `a frame that agrees as well as its neighbours stays, wherever it lies`() {
        #expect(removed(observations(30, path: carried, change: astray(15, confidence: 0.99))).isEmpty)
    }

    @Test func `a frame that agrees less but lies on its path stays`() {
        #expect(removed(observations(30, path: carried, change: astray(15, by: 0.5))).isEmpty)
    }

    @Test(arguments: 0..<6 as Range<UInt64>)
    func `steady motion loses no frame`(seed: UInt64) {
        #expect(removed(observations(60, seed: seed, path: carried)).isEmpty)
    }

    /// 6 px at 5 to 9 Hz, 30 frames a second: no frame lies on a quadratic, and none is to go.
    @Test(arguments: [5, 7, 9] as [Double])
    func `a hand that shakes stays shaken`(hertz: Double) {
        let shaken = observations(90, seed: UInt64(hertz)) { frame in
            let phase = 2 * .pi * hertz * frame / 30
            return self.carried(0.2 * frame) + Point2(6 * sin(phase), 4 * cos(1.3 * phase))
        }
        #expect(removed(shaken).isEmpty)
    }

    /// One step of 40 px between two frames that stand still: a real jerk.
    @Test func `a jerk stays`() {
        let jerked = observations(20) { Point2($0 < 10 ? 100 : 140, 80) }
        #expect(removed(jerked).isEmpty)
    }

    @Test func `what lies beyond a cut or a gap does not judge`() {
        // Two frames before the cut, two after it: too few on either side.
        for cuts in [Set([2]), Set([2, 4])] {
            let short = observations(4 + (cuts.count > 1 ? 2 : 0), cuts: cuts, path: carried, change: astray(1, by: 30))
            #expect(removed(short).isEmpty)
        }
        let gapped = observations(5, gaps: [2], path: carried, change: astray(1, by: 30))
        #expect(removed(gapped).isEmpty)
        // Another shot shows the page elsewhere.
        let cut = observations(20, cuts: [10]) { self.carried($0) + ($0 < 10 ? .zero : Point2(300, 50)) }
        #expect(removed(cut).isEmpty)
    }

    @Test func `a clip without measurements has no outliers`() {
        #expect(removed(observations(0, path: carried)).isEmpty)
        #expect(removed(observations(6, gaps: Set(0..<6), path: carried)).isEmpty)
    }
}
