internal import Foundation
package import Geometry
package import Imaging
package import Vision

/// Everything tracking needs of a reference: its size, its picture at several scales, and its features.
///
/// *Reference pixels* are those of the registered image. *Model pixels* are those of `levels[0]`, which is reduced.
package struct ReferenceModel: Sendable {
    package let name: String
    /// Size of the registered image in reference pixels.
    package let pixelWidth, pixelHeight: Int
    /// Printed width in metres; `nil` for an image of unknown size.
    package let widthMetres: Double?
    /// The picture in grey, each level half as large as the one before; the first has a long side of at most `longSide`.
    package let levels: [GreyImage]
    /// Features of the picture and of simulated views of it, in model pixels, ready to be searched.
    package let index: FeatureIndex

    /// The long side of the largest level. A page that fills a 1280 px frame is then drawn at about 1 : 1.
    package static let longSide = 1024

    /// Prepares a reference from its picture; `nil` when it has no features at all.
    ///
    /// - Parameter features: what `ModelFeatures.extract` gave for the same picture, from a cache; extracted when `nil`.
    package init?(
        name: String, image: GreyImage, pixelWidth: Int, pixelHeight: Int, widthMetres: Double?,
        features: Features? = nil
    ) throws(VisionError) {
        let reduced = try ReferenceModel.reduced(image)
        let found: Features = if let features { features } else { try ModelFeatures.extract(from: reduced) }
        guard let index = try FeatureIndex(found) else { return nil }
        (self.name, self.pixelWidth, self.pixelHeight, self.widthMetres) = (name, pixelWidth, pixelHeight, widthMetres)
        self.index = index
        var levels = [reduced]
        while let last = levels.last, min(last.width, last.height) >= 32 {
            levels.append(try last.resized(width: (last.width + 1) / 2, height: (last.height + 1) / 2))
        }
        self.levels = levels
    }

    /// The picture at the size of the first level.
    package static func reduced(_ image: GreyImage) throws(VisionError) -> GreyImage {
        let factor = min(1, Double(longSide) / Double(max(image.width, image.height)))
        return try image.resized(
            width: max(1, Int((Double(image.width) * factor).rounded())),
            height: max(1, Int((Double(image.height) * factor).rounded())))
    }

    /// Size of the first level.
    package var modelWidth: Int { levels[0].width }
    package var modelHeight: Int { levels[0].height }

    /// The outline in model pixels.
    package var outline: Quad { Quad(outlineOfWidth: modelWidth, height: modelHeight) }

    /// Printed height over printed width.
    package var aspect: Double { Double(pixelHeight) / Double(pixelWidth) }

    /// The level to draw from where a model pixel covers `scale` pixels: the smallest that is not enlarged much.
    package func level(atScale scale: Double) -> Int {
        min(max(0, Int((-log2(min(1e9, max(1e-9, scale))) + 0.25).rounded(.down))), levels.count - 1)
    }

    /// The map from model pixels to those of a level.
    package func levelFromModel(_ level: Int) -> Homography {
        .resizing(
            Double(levels[level].width) / Double(modelWidth), Double(levels[level].height) / Double(modelHeight))
    }
}
