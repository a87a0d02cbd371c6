package import Geometry
package import Imaging
internal import SceneRendering

#if canImport(Glibc)
    internal import Glibc
#endif

/// A smooth texture that is known at every place, not at pixels alone: a sum of plane waves.
package struct Waves: Sendable {
    private struct Wave {
        let way: Point2
        let phase, amplitude: Double
    }
    private let waves: [Wave]

    /// Waves of random directions, `wavelengths` in pixels; together their standard deviation is 40 grey levels.
    package init(seed: UInt64, wavelengths: ClosedRange<Double> = 9...40, count: Int = 8) {
        var random = SplitMix(seed: seed)
        waves = (0..<count).map { _ in
            let angle = Double.random(in: 0..<2 * .pi, using: &random)
            let frequency = 2 * .pi / Double.random(in: wavelengths, using: &random)
            return Wave(
                way: Point2(cos(angle), sin(angle)) * frequency, phase: .random(in: 0..<2 * .pi, using: &random),
                amplitude: 40 * (2 / Double(count)).squareRoot())
        }
    }

    /// Stripes that run down the picture: they tell nothing of y.
    package static func upright(wavelength: Double) -> Waves {
        Waves([Wave(way: Point2(2 * .pi / wavelength, 0), phase: 0.4, amplitude: 60)])
    }

    private init(_ waves: [Wave]) { self.waves = waves }

    /// The grey level at a place; 128 is the mean.
    package func callAsFunction(_ point: Point2) -> Double {
        waves.reduce(128) { $0 + $1.amplitude * cos($1.way.dot(point) + $1.phase) }
    }

    /// The picture whose pixel p shows the texture's place `textureFromPicture(p)`, after `change` of its grey levels.
    package func picture(
        width: Int, height: Int, textureFromPicture: Homography = .identity,
        change: (_ level: Double, _ pixel: Point2) -> Double = { level, _ in level }
    ) -> GreyImage {
        var image = GreyImage(width: width, height: height)
        for y in 0..<height {
            for x in 0..<width {
                let pixel = Point2(Double(x), Double(y))
                let level = textureFromPicture(pixel).map { change(self($0), pixel) } ?? 0
                image.pixels[y * width + x] = UInt8(max(0, min(255, level.rounded())))
            }
        }
        return image
    }
}

/// Normally distributed numbers with mean 0 (Box and Muller 1958), the same for the same seed.
package struct NormalNoise {
    private var random: SplitMix
    private let sigma: Double

    package init(sigma: Double, seed: UInt64) { (self.sigma, random) = (sigma, SplitMix(seed: seed)) }

    package mutating func next() -> Double {
        let radius = (-2 * log(Double.random(in: 1e-12..<1, using: &random))).squareRoot()
        return sigma * radius * cos(2 * .pi * Double.random(in: 0..<1, using: &random))
    }
}
