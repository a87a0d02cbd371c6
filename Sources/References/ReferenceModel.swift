internal import Foundation
package import Geometry
package import Imaging
internal import Synchronization
package import Vision

/// What tracking needs of a reference: its size, and, read when it is first asked for, its picture at several scales and its
/// features.
///
/// *Reference pixels* are those of the registered image. *Model pixels* are those of `levels[0]`, which is reduced.
package final class ReferenceModel: Sendable {
    package let name: String
    /// Size of the registered image in reference pixels.
    package let pixelWidth, pixelHeight: Int
    /// Size of the first level.
    package let modelWidth, modelHeight: Int
    /// Printed width in metres; `nil` for an image of unknown size.
    package let widthMetres: Double?
    private let content: any ReferenceContent
    private let firstFailure = Mutex<ReferenceError?>(nil)

    /// The long side of the largest level. A page that fills a 1280 px frame is then drawn at about 1 : 1.
    package static let longSide = 1024

    /// A reference whose picture and features come from `content` when they are needed.
    init(name: String, pixelWidth: Int, pixelHeight: Int, widthMetres: Double?, content: any ReferenceContent) {
        (self.name, self.pixelWidth, self.pixelHeight, self.widthMetres) = (name, pixelWidth, pixelHeight, widthMetres)
        (modelWidth, modelHeight) = Self.reducedSize(width: pixelWidth, height: pixelHeight)
        self.content = content
    }

    /// Prepares a reference from its picture; `nil` when it has no features at all.
    ///
    /// - Parameter features: what `ModelFeatures.extract` gave for the same picture, from a cache; extracted when `nil`.
    package convenience init?(
        name: String, image: GreyImage, pixelWidth: Int, pixelHeight: Int, widthMetres: Double?,
        features: Features? = nil
    ) throws(VisionError) {
        let levels = try Self.levels(of: image, pixelWidth: pixelWidth, pixelHeight: pixelHeight)
        let found: Features = if let features { features } else { try ModelFeatures.extract(from: levels[0]) }
        guard let index = try FeatureIndex(found) else { return nil }
        self.init(
            name: name, pixelWidth: pixelWidth, pixelHeight: pixelHeight, widthMetres: widthMetres,
            content: HeldContent(levels: levels, index: index))
    }

    /// The picture in grey, each level half as large as the one before; the first has a long side of at most `longSide`.
    ///
    /// Read when it is first needed, and again when others were needed since. A picture that cannot be read any more is blank.
    package var levels: [GreyImage] {
        do { return try content.levels() } catch {
            note(error)
            return levelSizes.map { GreyImage(width: $0.width, height: $0.height, filledWith: 128) }
        }
    }

    /// Features of the picture and of simulated views of it, in model pixels, ready to be searched; `nil` when they cannot be
    /// read any more.
    package var index: FeatureIndex? {
        do { return try content.index() } catch {
            note(error)
            return nil
        }
    }

    /// Why the picture could not be read when it was needed, if that happened.
    package var failure: ReferenceError? { firstFailure.withLock { $0 } }

    private func note(_ error: ReferenceError) { firstFailure.withLock { if $0 == nil { $0 = error } } }

    // MARK: Sizes

    /// The picture at the size of the first level of a registered image of `pixelWidth` × `pixelHeight`, which may be larger
    /// than what was read of it.
    package static func reduced(
        _ image: GreyImage, pixelWidth: Int, pixelHeight: Int
    ) throws(VisionError) -> GreyImage {
        let size = reducedSize(width: pixelWidth, height: pixelHeight)
        return try image.resized(width: size.width, height: size.height)
    }

    private static func reducedSize(width: Int, height: Int) -> (width: Int, height: Int) {
        let factor = min(1, Double(longSide) / Double(max(width, height)))
        return (
            max(1, Int((Double(width) * factor).rounded())), max(1, Int((Double(height) * factor).rounded()))
        )
    }

    /// All levels of a picture; the sizes as for `reduced`.
    static func levels(of image: GreyImage, pixelWidth: Int, pixelHeight: Int) throws(VisionError) -> [GreyImage] {
        var levels = [try reduced(image, pixelWidth: pixelWidth, pixelHeight: pixelHeight)]
        while let last = levels.last, min(last.width, last.height) >= 32 {
            levels.append(try last.resized(width: (last.width + 1) / 2, height: (last.height + 1) / 2))
        }
        return levels
    }

    /// The outline in model pixels.
    package var outline: Quad { Quad(outlineOfWidth: modelWidth, height: modelHeight) }

    /// Printed height over printed width.
    package var aspect: Double { Double(pixelHeight) / Double(pixelWidth) }

    /// The sizes of `levels`.
    private var levelSizes: [(width: Int, height: Int)] {
        var sizes = [(width: modelWidth, height: modelHeight)]
        while let last = sizes.last, min(last.width, last.height) >= 32 {
            sizes.append(((last.width + 1) / 2, (last.height + 1) / 2))
        }
        return sizes
    }

    /// The level to draw from where a model pixel covers `scale` pixels: the smallest that is not enlarged much.
    package func level(atScale scale: Double) -> Int {
        min(max(0, Int((-log2(min(1e9, max(1e-9, scale))) + 0.25).rounded(.down))), levelSizes.count - 1)
    }

    /// The map from model pixels to those of a level.
    package func levelFromModel(_ level: Int) -> Homography {
        let size = levelSizes[level]
        return .resizing(Double(size.width) / Double(modelWidth), Double(size.height) / Double(modelHeight))
    }
}

/// Where a reference's picture and features come from.
protocol ReferenceContent: Sendable {
    /// The picture, each level half as large as the one before.
    func levels() throws(ReferenceError) -> [GreyImage]
    /// The features of all views.
    func index() throws(ReferenceError) -> FeatureIndex
}

/// What is held in memory.
private struct HeldContent: ReferenceContent {
    let held: [GreyImage]
    let forest: FeatureIndex

    init(levels: [GreyImage], index: FeatureIndex) { (held, forest) = (levels, index) }

    func levels() -> [GreyImage] { held }
    func index() -> FeatureIndex { forest }
}
