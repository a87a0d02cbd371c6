import Geometry
import Imaging
import References
import TestSupport
import Testing
import Vision

@Suite struct ReferenceModelTests {
    private static let page = RGBAImage.drawing(seed: 7, width: 220, height: 150).grey

    private func model(_ image: GreyImage, features: Features? = nil) throws -> ReferenceModel? {
        try ReferenceModel(
            name: "page", image: image, pixelWidth: image.width, pixelHeight: image.height, widthMetres: 0.2,
            features: features)
    }

    /// One feature, so that a model is made without looking for more.
    private static let one = Features(points: [.zero], descriptors: Array(repeating: 9, count: 128))

    @Test func `levels are halved, odd sizes rounded up, until the shorter side is below 32`() throws {
        let model = try #require(try model(GreyImage(width: 301, height: 75, filledWith: 9), features: Self.one))
        #expect(model.levels.map { [$0.width, $0.height] } == [[301, 75], [151, 38], [76, 19]])
        #expect(model.levels[0].width == model.modelWidth && model.aspect == 75.0 / 301)
    }

    @Test func `each level's map takes the model's outline to the level's`() throws {
        let model = try #require(try model(GreyImage(width: 301, height: 201, filledWith: 9), features: Self.one))
        for (index, level) in model.levels.enumerated() {
            let mapped = try #require(model.levelFromModel(index)(model.outline))
            #expect(mapped.alignmentError(to: Quad(outlineOfWidth: level.width, height: level.height)) < 1e-9)
        }
    }

    @Test(arguments: [(3000, 1500, 1024, 512), (900, 2048, 450, 1024), (1024, 7, 1024, 7), (40, 30, 40, 30)])
    func `a large picture is reduced to the long side, a small one stays`(w: Int, h: Int, width: Int, height: Int)
        throws
    {
        let reduced = try ReferenceModel.reduced(
            GreyImage(width: w, height: h, filledWith: 200), pixelWidth: w, pixelHeight: h)
        #expect(reduced.width == width && reduced.height == height)
    }

    @Test func `features lie on the page, and come from views of many scales and tilts`() throws {
        let features = try ModelFeatures.extract(from: Self.page)
        let plain = try Features(in: Self.page, limit: 5000)
        #expect(features.count > 2 * plain.count)
        #expect(features.points.allSatisfy { $0.x > -0.5 && $0.y > -0.5 && $0.x < 219.5 && $0.y < 149.5 })
        #expect(try ModelFeatures.extract(from: Self.page) == features)
    }

    /// As the cache keeps them: in 32 bits.
    @Test func `features are such that a cache gives them back to the last bit`() throws {
        let folder = try TemporaryFolder()
        let features = try ModelFeatures.extract(from: Self.page)
        let cache = FeatureCache(folder: folder.path)
        cache.keep(features, forDigest: "a")
        #expect(cache.features(forDigest: "a") == features)
    }

    @Test func `a page without anything on it has no model`() throws {
        #expect(try model(GreyImage(width: 200, height: 150, filledWith: 240)) == nil)
        #expect(try model(GreyImage(width: 1, height: 1, filledWith: 240)) == nil)
    }
}
