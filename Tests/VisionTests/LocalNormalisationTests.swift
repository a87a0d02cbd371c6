import Geometry
import Imaging
import TestSupport
import Testing
import Vision

@Suite struct LocalNormalisationTests {
    private let waves = Waves(seed: 12, wavelengths: 8...24)
    private let full = GreyImage(width: 160, height: 120, filledWith: 255)

    private func picture(_ change: (_ level: Double, _ pixel: Point2) -> Double = { level, _ in level }) -> GreyImage {
        waves.picture(width: 160, height: 120, change: change)
    }

    /// With a floor of 1 against deviations of 20 and more, the floor changes amplitudes (some 40 levels) by 3 % at most,
    /// and rounding one grey level adds 32 / 20 · 0.3.
    @Test func `gain, offset and light from one side do not change the normalised picture`() throws {
        let plain = picture().locallyNormalised(mask: full, window: 31, floor: 1)
        let changes: [(String, (Double, Point2) -> Double)] = [
            ("gain", { level, _ in 0.6 * level }), ("offset", { level, _ in 0.5 * level + 70 }),
            ("gradient", { level, pixel in level * (0.5 + 0.3 * pixel.x / 160) + 0.15 * pixel.y }),
        ]
        for (name, change) in changes {
            let other = picture(change).locallyNormalised(mask: full, window: 31, floor: 1)
            #expect(rootMeanSquare(plain, other) < 2, "\(name)")
        }
    }

    @Test func `the mean becomes 128 and a deviation 32`() throws {
        let result = picture().locallyNormalised(mask: full, window: 31, floor: 0.01)
        let levels = result.pixels.map(Double.init)
        let mean = levels.reduce(0, +) / Double(levels.count)
        let deviation = (levels.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / Double(levels.count)).squareRoot()
        #expect(abs(mean - 128) < 3 && abs(deviation - 32) < 3)
    }

    @Test func `what lies outside the mask has no say and becomes 128`() throws {
        let mask = try GreyImage.mask(
            of: [Point2(30, 20), Point2(130, 25), Point2(120, 100), Point2(35, 95)], width: 160, height: 120)
        let normal = picture().locallyNormalised(mask: mask, window: 21, floor: 5)
        var painted = picture()
        for index in painted.pixels.indices where mask.pixels[index] == 0 { painted.pixels[index] = 255 }
        #expect(painted.locallyNormalised(mask: mask, window: 21, floor: 5) == normal)
        for index in mask.pixels.indices where mask.pixels[index] == 0 { #expect(normal.pixels[index] == 128) }
    }

    @Test func `blank paper stays blank: the floor keeps noise from being blown up`() throws {
        var noise = NormalNoise(sigma: 1, seed: 3)
        let paper = GreyImage(
            width: 80, height: 60, pixels: (0..<4800).map { _ in UInt8((200 + noise.next()).rounded()) })
        let result = paper.locallyNormalised(
            mask: GreyImage(width: 80, height: 60, filledWith: 255), window: 31, floor: 5)
        // 32 / (1 + 5)
        #expect(rootMeanSquare(result, GreyImage(width: 80, height: 60, filledWith: 128)) < 7)
        let even = GreyImage(width: 80, height: 60, filledWith: 17)
        #expect(
            even.locallyNormalised(
                mask: GreyImage(width: 80, height: 60, filledWith: 255), window: 31, floor: 0
            ).pixels.count == 4800)
    }
}
