import Geometry
import Imaging
import References
import TestSupport
import Testing
import Vision

@testable import Tracking

@Suite struct ObservationTests {
    private func measurement(at centre: Point2, size: Double = 60, confidence: Double) -> Measurement {
        let corners = Quad(Point2(-1, -1), Point2(1, -1), Point2(1, 1), Point2(-1, 1)).map { centre + $0 * (size / 2) }
        return Measurement(
            corners: corners, sigma: 0.1, covariance: SquareMatrix(size: 8),
            confidence: confidence, innerShare: 0.8, innerCells: 12, support: 0.8)
    }

    private func observations(_ frames: [[Measurement?]]) -> ClipObservations {
        var observations = ClipObservations(references: frames.first?.count ?? 0)
        for (index, found) in frames.enumerated() {
            let frame = observations.begin(ticks: Int64(index), isCut: false)
            for (reference, found) in found.enumerated() {
                if let found { observations.add(found, of: reference, at: frame) }
            }
        }
        return observations
    }

    @Test func `of two drawings in one place the one that agrees more stays`() {
        let (sure, doubtful) = (Point2(100, 100), Point2(105, 98))
        for swap in [false, true] {
            var found = [
                measurement(at: sure, confidence: 0.9), measurement(at: doubtful, confidence: 0.4),
                measurement(at: Point2(200, 100), confidence: 0.3),
            ]
            if swap { found.swapAt(0, 1) }
            var observations = observations([found])
            observations.keepDistinct(at: 0)
            #expect((0..<3).filter { observations[$0, 0] != nil } == (swap ? [1, 2] : [0, 2]))
        }
    }

    @Test func `drawings beside each other both stay`() {
        var observations = observations([
            [measurement(at: .zero, confidence: 0.9), measurement(at: Point2(61, 0), confidence: 0.2)]
        ])
        observations.keepDistinct(at: 0)
        #expect(observations[0, 0] != nil && observations[1, 0] != nil)
    }

    @Test func `a start is where a drawing is measured and was not before`() {
        let m = measurement(at: .zero, confidence: 0.9)
        let observations = observations([[m], [nil], [m], [m], [nil], [nil], [m]])
        // What is there in the first frame cannot be followed farther back.
        #expect(observations.starts(of: 0) == [2, 6])
        #expect(observations.ticks == (0..<7).map { Int64($0) })
    }
}

@Suite struct MotionPriorTests {
    private let prior = MotionPrior(shift: 30, similarity: 8, affine: 3, perspective: 2)

    @Test func `the prior's deviations are those that were stated, in units of the radius`() throws {
        let covariance = try #require(prior.information(radius: 100).inverse)
        func deviation(_ index: Int) -> Double { covariance[index, index].squareRoot() * 100 }
        for index in [2, 5] { #expect(abs(deviation(index) - 30) < 1e-9) }
        for index in [6, 7] { #expect(abs(deviation(index) - 2) < 1e-9) }
        // Growing alike in x and y is a change of size.
        #expect(abs(covariance.quadratic([0.5, 0, 0, 0, 0.5, 0, 0, 0]).squareRoot() * 100 - 8) < 1e-9)
        #expect(abs(covariance.quadratic([0.5, 0, 0, 0, -0.5, 0, 0, 0]).squareRoot() * 100 - 3) < 1e-9)
    }

    @Test func `what was not known before makes the prior wider, and more frames do`() throws {
        let plain = try #require(prior.information(radius: 100).inverse)
        var before = SquareMatrix(size: 8)
        for index in 0..<8 { before[index, index] = 0.01 }
        let wider = try #require(prior.information(radius: 100, before: before).inverse)
        for index in 0..<8 { #expect(abs(wider[index, index] - plain[index, index] - 0.03) < 1e-9) }
        let (one, three) = (
            MotionPrior.following(radius: 80, frames: 1), MotionPrior.following(radius: 80, frames: 3)
        )
        #expect(three.shift == 3 * one.shift && three.perspective == 3 * one.perspective)
    }
}

@Suite struct SmallPictureTests {
    @Test(arguments: [(1, 1), (2, 2), (16, 16), (400, 2), (3, 300)])
    func `pictures in which nothing can be found are no failure`(width: Int, height: Int) throws {
        let tracker = ClipTracker(references: [Pages.catModel])
        for ticks in 0..<8 as Range<Int64> {
            try tracker.observe(GreyImage(width: width, height: height, filledWith: UInt8(ticks * 20)), ticks: ticks)
        }
        let frames = try tracker.solve(
            camera: smallCamera, timeBase: TrackFileTests.clip.timeBase, pictureWidth: width, pictureHeight: height
        ).frames
        #expect(frames.count == 8 && frames.allSatisfy(\.anchors.isEmpty))
    }

    /// FLANN refuses to look for more neighbours than there are; ten are wanted of each.
    @Test func `a reference with few features is not found, and keeps no other from being found`() throws {
        let dog = try #require(Pages.dogModel.index).features
        let poor = try #require(
            try ReferenceModel(
                name: "poor", image: Pages.dog.grey, pixelWidth: 320, pixelHeight: 240, widthMetres: 0.2,
                features: dog.selecting([0, 1, 2])))
        let look = try Look(at: Pages.cat.grey, options: TrackingOptions())
        #expect(try look.find(poor, options: TrackingOptions()) == nil)
        #expect(try look.find(Pages.catModel, options: TrackingOptions()) != nil)
    }
}
