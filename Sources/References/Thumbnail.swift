internal import Foundation
package import Imaging
package import Vision

/// A picture at a glance: 24 × 16 locally normalised samples, whatever its shape, to tell quickly what it may be.
package struct Thumbnail: Hashable, Sendable {
    package static let width = 24, height = 16
    /// Row by row; as a vector they have the length `length`.
    let samples: [Int8]

    private static let length = 600.0

    init(samples: [Int8]) {
        precondition(samples.count == Thumbnail.width * Thumbnail.height, "all samples")
        self.samples = samples
    }

    /// Looks at `picture`, which may have any size.
    package init(of picture: GreyImage) throws(VisionError) {
        let small = try picture.resized(width: Self.width, height: Self.height)
        let everywhere = GreyImage(width: Self.width, height: Self.height, filledWith: 255)
        let normal = small.locallyNormalised(mask: everywhere, window: 9, floor: 3)
        let values = normal.pixels.map { Double($0) - 128 }
        let norm = max(1, values.reduce(0) { $0 + $1 * $1 }.squareRoot())
        samples = values.map { Int8(max(-127, min(127, ($0 * Self.length / norm).rounded()))) }
    }

    /// How alike two are: −1…1.
    package func correlation(with other: Thumbnail) -> Double {
        var sum: Int32 = 0
        for index in samples.indices { sum &+= Int32(samples[index]) &* Int32(other.samples[index]) }
        return Double(sum) / (Self.length * Self.length)
    }
}
