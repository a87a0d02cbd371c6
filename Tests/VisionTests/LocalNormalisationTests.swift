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

    /// What the words say, pixel by pixel. The kernel adds in another order: half a level of rounding, and one for the last bit.
    @Test(arguments: [
        (40, 30, 7), (40, 30, 31), (9, 50, 21), (30, 6, 61), (5, 4, 181), (1, 1, 9), (1, 40, 9), (40, 1, 9),
    ])
    func `every pixel is compared with the square about it, also where that is larger than the picture`(
        width: Int, height: Int, window: Int
    ) {
        let image = randomPicture(width: width, height: height, seed: UInt64(width * height + window))
        var mask = GreyImage(width: width, height: height, filledWith: 255)
        for index in stride(from: 3, to: mask.pixels.count, by: 5) { mask.pixels[index] = 0 }
        let result = image.locallyNormalised(mask: mask, window: window, floor: 3)
        for y in 0..<height {
            for x in 0..<width {
                let direct = normalised(image, mask, x, y, half: window / 2, floor: 3)
                #expect(abs(direct - Double(result[x, y])) <= 1, "\(x), \(y)")
            }
        }
    }

    private func normalised(_ image: GreyImage, _ mask: GreyImage, _ x: Int, _ y: Int, half: Int, floor: Double)
        -> Double
    {
        guard mask[x, y] != 0 else { return 128 }
        var values: [Double] = []
        for row in max(0, y - half)...min(image.height - 1, y + half) {
            for column in max(0, x - half)...min(image.width - 1, x + half) where mask[column, row] != 0 {
                values.append(Double(image[column, row]))
            }
        }
        let mean = values.reduce(0, +) / Double(values.count)
        let variance = values.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / Double(values.count)
        let level = 128 + 32 * (Double(image[x, y]) - mean) / (variance.squareRoot() + floor)
        return max(0, min(255, level))
    }
}
