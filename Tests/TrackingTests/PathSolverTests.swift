import Geometry
import SceneRendering
import TestSupport
import Testing

@testable import Tracking

/// Measurements of a square whose corners move alike.
private func measurements(
    _ offsets: [Point2?], sigma: (Int) -> Double = { _ in 0.2 }, confidence: Double = 0.9
) -> [Measurement?] {
    let square = Quad(outlineOfWidth: 100, height: 100)
    return offsets.enumerated().map { index, offset in
        offset.map { offset in
            let corners = square.map { $0 + offset }
            return Measurement(
                corners: corners,
                sigma: sigma(index), covariance: SquareMatrix(size: 8), confidence: confidence, innerShare: 0.8,
                innerCells: 12, support: 0.8)
        }
    }
}

private func solver(_ count: Int, cuts: Set<Int> = [], seconds: (Int) -> Double = { Double($0) / 30 }) -> PathSolver {
    PathSolver(
        options: TrackingOptions(), seconds: (0..<count).map(seconds), isCut: (0..<count).map { cuts.contains($0) })
}

/// Where the square's top-left corner is, less where it began.
private func places(_ path: [SolvedFrame?]) -> [Point2?] {
    path.map { $0.map { $0.corners.topLeft - Point2(-0.5, -0.5) } }
}

@Suite struct SmoothingTests {
    @Test(
        arguments: [{ Double($0) / 30 }, { Double($0) / 30 + ($0 % 3 == 0 ? 0.011 : 0) }] as [@Sendable (Int) -> Double]
    )
    func `constant acceleration is kept exactly, at an even rate and at a variable one`(
        seconds: @Sendable (Int) -> Double
    ) throws {
        let truth = (0..<20).map { index -> Point2 in
            let t = seconds(index)
            return Point2(40 * t - 300 * t * t, 5 + 120 * t * t)
        }
        let path = places(solver(20, seconds: seconds).solve(measurements(truth)))
        for (place, truth) in zip(path, truth) { #expect((try #require(place) - truth).length < 1e-9) }
    }

    /// The middle of a quadratic fitted to five values has 17/35 of their variance: 0.697 of the deviation. Of 2 × 600 numbers
    /// that overlap the deviation is known to about 4 %.
    @Test func `white noise is reduced as a quadratic over five frames reduces it`() throws {
        var noise = NormalNoise(sigma: 0.5, seed: 8)
        let jitter = (0..<600).map { _ in Point2(noise.next(), noise.next()) }
        let smooth = places(solver(600).solve(measurements(jitter, sigma: { _ in 0.5 }))).compactMap(\.self)
        func deviation(_ values: ArraySlice<Point2>) -> Double {
            (values.reduce(0) { $0 + $1.dot($1) } / Double(values.count)).squareRoot()
        }
        let ratio = deviation(smooth[2..<598]) / deviation(jitter[2..<598])
        #expect(abs(ratio - (17.0 / 35).squareRoot()) < 0.04)
    }

    /// Ten pixels to and fro from frame to frame, measured to 0.2 px: no noise.
    @Test func `a shake that is real stays`() {
        let offsets = (0..<12).map { Point2($0 % 2 == 0 ? 5 : -5, 0) }
        #expect(places(solver(12).solve(measurements(offsets))) == offsets)
    }

    @Test func `a frame that is known badly follows its neighbours`() throws {
        var offsets = (0..<9).map { Point2(Double($0), 0) }
        offsets[4].y = 10
        let path = places(solver(9).solve(measurements(offsets, sigma: { $0 == 4 ? 20 : 0.1 })))
        #expect((try #require(path[4]) - Point2(4, 0)).length < 0.01)
    }

    @Test func `frames beyond a cut or a gap have no say`() throws {
        let still = [Point2](repeating: .zero, count: 6)
        let away = [Point2](repeating: Point2(500, 0), count: 6)
        let cut = places(solver(12, cuts: [6]).solve(measurements(still + away)))
        #expect(cut.map { $0?.x.rounded() } == (still + away).map { $0.x })
        let gap = [Point2?](repeating: nil, count: 9)
        let lost = places(solver(21).solve(measurements(still + gap + away)))
        #expect(lost.map { $0?.x.rounded() } == (still + gap + away).map { $0?.x })
    }

    @Test func `a short run is left as it was measured`() throws {
        let offsets = [Point2(0, 0), Point2(3, 1), Point2(1, 4)]
        #expect(places(solver(3).solve(measurements(offsets))) == offsets)
    }
}

@Suite struct BridgeTests {
    private func states(_ path: [SolvedFrame?]) -> String {
        String(path.map { $0.map { $0.isMeasured ? "t" : "h" } ?? "-" })
    }

    /// "t" is a measured frame that moves on by (2, 1) a frame, "-" one in which nothing was measured.
    private func solve(_ pattern: String, cuts: Set<Int> = []) -> [SolvedFrame?] {
        let offsets = pattern.enumerated().map { $1 == "t" ? Point2(2, 1) * Double($0) : nil }
        return solver(pattern.count, cuts: cuts).solve(measurements(offsets))
    }

    @Test(arguments: [
        ("ttt-ttt", "ttthttt"), ("ttt-----ttt", "ttthhhhhttt"), ("ttt------ttt", "ttt------ttt"),
        ("---tttt", "---tttt"), ("tttt---", "tttt---"), ("tt-tt--tt", "tthtthhtt"),
        // One measured frame says nothing of motion: it is no end to bridge from.
        ("ttt--t--ttt", "ttt--t--ttt"), ("-------", "-------"), ("", ""),
    ])
    func `gaps of up to five frames are bridged, and only between two measured ends`(pattern: String, solved: String) {
        #expect(states(solve(pattern)) == solved)
    }

    @Test(arguments: [3, 4, 5, 6])
    func `a gap with a cut in it, or at its end, is not bridged`(cut: Int) {
        #expect(states(solve("ttt---tttt", cuts: [cut])) == "ttt---tttt")
    }

    @Test func `a cut elsewhere does not keep a gap from being bridged`() {
        #expect(states(solve("tttttt---tttt", cuts: [3])) == "tttttthhhtttt")
    }

    @Test func `what is held lies on the way, and is trusted less than its ends`() throws {
        let path = solve("tttt---tttt")
        for (index, place) in places(path).enumerated() {
            #expect((try #require(place) - Point2(2, 1) * Double(index)).length < 1e-9)
        }
        let (held, end) = (try #require(path[5]), try #require(path[3]))
        #expect(held.confidence < end.confidence && held.sigma > end.sigma)
    }

    @Test func `a page that speeds up is held on a curve, not on the chord`() throws {
        let offsets = (0..<12).map { index -> Point2? in
            (5..<8).contains(index) ? nil : Point2(0.5 * Double(index * index), 0)
        }
        let path = places(solver(12).solve(measurements(offsets)))
        // The ends' motion is taken from the frame beside each, half a frame off: within a pixel of 0.5 · 6².
        #expect(abs(try #require(path[6]).x - 18) < 1)
    }

    @Test func `across a jerk nothing is held`() {
        let offsets = (0..<9).map { index -> Point2? in
            (3..<6).contains(index) ? nil : Point2(index < 3 ? 3 * Double(index) : 40 - 3 * Double(index), 0)
        }
        #expect(states(solver(9).solve(measurements(offsets))) == "ttt---ttt")
    }

    @Test func `a single frame of little confidence is a mistake, one of much is not`() {
        let offsets: [Point2?] = [nil, nil, .zero, nil, nil]
        #expect(states(solver(5).solve(measurements(offsets, confidence: 0.4))) == "-----")
        #expect(states(solver(5).solve(measurements(offsets, confidence: 0.8))) == "--t--")
    }
}
