import Geometry
import Imaging
import TestSupport
import Testing

@testable import Tracking

@Suite struct CutDetectorTests {
    private let room = RGBAImage.drawing(seed: 31, width: 200, height: 150).grey
    private let other = RGBAImage.drawing(seed: 32, width: 200, height: 150).grey
    private let black = GreyImage(width: 160, height: 120, filledWith: 16)

    private func cuts(_ pictures: [GreyImage]) throws -> [Bool] {
        var detector = CutDetector()
        return try pictures.map { try detector.isCut($0) }
    }

    private func view(_ x: Int, _ y: Int, of image: GreyImage, change: (Int) -> Int = { $0 }) -> GreyImage {
        var part = image.cropped(x: x, y: y, width: 160, height: 120)
        part.pixels = part.pixels.map { UInt8(max(0, min(255, change(Int($0))))) }
        return part
    }

    @Test func `the first picture is no cut, another scene is one, once`() throws {
        let (a, b) = (view(10, 10, of: room), view(10, 10, of: other))
        #expect(try cuts([a, a, b, b, a]) == [false, false, true, false, true])
    }

    @Test func `a fast pan is no cut`() throws {
        // 20 of 160 px from frame to frame: an eighth of the picture.
        #expect(
            try cuts([view(0, 0, of: room), view(20, 10, of: room), view(40, 30, of: room)]) == [false, false, false])
    }

    @Test func `light that goes on or off is no cut`() throws {
        let (dark, bright) = (view(9, 9, of: room) { $0 / 4 + 10 }, view(9, 9, of: room) { $0 / 2 + 110 })
        #expect(try cuts([dark, bright, dark]) == [false, false, false])
    }

    @Test func `between black frames there is no cut, at both ends of them there is`() throws {
        let a = view(10, 10, of: room)
        #expect(try cuts([a, black, black, a]) == [false, true, false, true])
    }
}

@Suite struct ExposureEstimateTests {
    private func estimate(peak: Double, times: Int = 5) -> ExposureEstimate {
        var estimate = ExposureEstimate()
        for _ in 0..<times {
            estimate.add(estimate.candidates.map { 0.9 - 0.8 * ($0 - peak) * ($0 - peak) })
        }
        return estimate
    }

    @Test func `half is assumed before anything was seen`() {
        #expect(ExposureEstimate().share == 0.5)
    }

    @Test(arguments: [0.15, 0.3, 0.42, 0.5, 0.66, 0.81, 0.9, 0.95])
    func `the share is where agreement peaks, also between the candidates`(peak: Double) {
        #expect(abs(estimate(peak: peak).share - peak) < 1e-9)
    }

    @Test func `a share is never less than nothing and never more than all`() {
        #expect((0...0.1).contains(estimate(peak: -2).share))
        #expect((0.9...1).contains(estimate(peak: 5).share))
    }

    @Test func `older frames fade when light changes the exposure`() {
        var estimate = estimate(peak: 0.9, times: 20)
        for _ in 0..<60 {
            estimate.add(estimate.candidates.map { 0.9 - 0.8 * ($0 - 0.2) * ($0 - 0.2) })
        }
        #expect(abs(estimate.share - 0.2) < 0.05)
    }

    @Test func `later frames are compared with shares about the estimate, within the range`() {
        for peak in [0.1, 0.45, 0.95] {
            let estimate = estimate(peak: peak, times: 4)
            #expect(estimate.candidates.count == 3)
            #expect(estimate.candidates.allSatisfy { (0...1).contains($0) && abs($0 - peak) < 0.21 })
        }
        #expect(ExposureEstimate().candidates.count == 5)
    }

    @Test func `frames are compared often at first and now and then later`() {
        #expect((0..<16).allSatisfy { ExposureEstimate().isDue(frame: $0) })
        let later = estimate(peak: 0.5, times: 12)
        #expect((0..<24).filter { later.isDue(frame: $0) } == [0, 16])
    }
}

@Suite struct TrackingOptionsTests {
    private func sentence(_ change: (inout TrackingOptions) -> Void) -> String? {
        var options = TrackingOptions()
        change(&options)
        do { try options.validate() } catch { return error.description }
        return nil
    }

    @Test func `the defaults are valid`() {
        #expect(sentence { _ in } == nil)
    }

    @Test func `a value outside its range is named with the range`() {
        #expect(sentence { $0.followLongSide = 10 } == "followLongSide is 10; it must be 320 to 4096")
        #expect(sentence { $0.lookInterval = 0 } == "lookInterval is 0; it must be 1 to 60")
        #expect(sentence { $0.windowFrames = 65 } == "windowFrames is 65; it must be 8 to 64")
        #expect(sentence { $0.leastAgreement = .nan } == "leastAgreement is nan; it must be 0 to 1")
    }
}
