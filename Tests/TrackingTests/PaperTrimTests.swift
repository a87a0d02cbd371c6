import TestSupport
import Testing

@testable import Tracking

@Suite struct PaperTrimTests {
    @Test func `paper is taken to be cut where its picture ends, give or take`() {
        let trim = PaperTrim()
        for side in 0..<4 {
            #expect(trim.offset(of: side) == 0)
            #expect(abs(trim.variance(of: side).squareRoot() - 0.005) < 1e-12)
        }
    }

    /// 60 views of 0.002 each know it to 0.0003; what may drift meanwhile is 0.0001 a frame.
    @Test func `how a side is cut is learnt from what is measured, and known the better for it`() {
        var trim = PaperTrim()
        var noise = NormalNoise(sigma: 0.002, seed: 3)
        for _ in 0..<60 { trim.learn(2, offset: -0.008 + noise.next(), variance: 0.002 * 0.002) }
        #expect(abs(trim.offset(of: 2) + 0.008) < 0.0012)
        #expect(trim.variance(of: 2) < 0.0006 * 0.0006)
        for other in [0, 1, 3] { #expect(trim.offset(of: other) == 0 && trim.variance(of: other) == 0.005 * 0.005) }
    }

    @Test func `what lies far off has no say`() {
        var trim = PaperTrim()
        for _ in 0..<20 { trim.learn(0, offset: 0.006, variance: 1e-6) }
        let before = trim
        for outlier in [0.05, -0.05, 1, .infinity, .nan] { trim.learn(0, offset: outlier, variance: 1e-6) }
        #expect(trim == before)
        trim.learn(0, offset: 0.0062, variance: 1e-6)
        #expect(trim != before)
    }

    @Test func `paper that lies otherwise from now on is learnt anew`() {
        var trim = PaperTrim()
        for _ in 0..<50 { trim.learn(1, offset: 0.001, variance: 1e-6) }
        for _ in 0..<200 { trim.learn(1, offset: 0.0025, variance: 1e-6) }
        #expect(abs(trim.offset(of: 1) - 0.0025) < 0.0003)
    }
}
