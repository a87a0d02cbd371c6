import Geometry
import Imaging
import References
import SceneRendering
import TestSupport
import Testing

/// 320 × 240, about 56° wide.
let smallCamera = Camera(
    width: 320, height: 240, fx: 300, fy: 300, cx: 159.5, cy: 119.5, source: .file, focalSigma: 0)

/// The pages of these tests, 0.2 m × 0.15 m, and what tracking needs of them. Made once: features take a second each.
enum Pages {
    static let cat = RGBAImage.drawing(seed: 101)
    static let dog = RGBAImage.drawing(seed: 202)
    static let table = RGBAImage.drawing(seed: 303, width: 200, height: 150, shapes: 60)

    static let catModel = model("cat", cat)
    static let dogModel = model("dog", dog)

    private static func model(_ name: String, _ image: RGBAImage) -> ReferenceModel {
        let model = try? ReferenceModel(
            name: name, image: image.grey, pixelWidth: image.width, pixelHeight: image.height, widthMetres: 0.2)
        guard let model = model ?? nil else { preconditionFailure("a drawing has features") }
        return model
    }
}

extension Scene {
    /// The cat's page on a table, filmed by a phone.
    static func cat(_ view: @escaping @Sendable (Double) -> View) -> Scene {
        var scene = Scene(
            page: Pages.cat, name: "cat", widthMetres: 0.2, backdrop: Pages.table, camera: smallCamera,
            cameraFromStage: .viewed(view))
        scene.sensor = .phone
        scene.lens.blurSigma = 0.5
        return scene
    }
}

extension Shot {
    /// All pictures in order.
    var pictures: [RGBAImage] { (0..<frameCount).map { frame($0).picture } }

    func corners(of name: String, inFrame index: Int) -> Quad? {
        truth(ofFrame: index).first { $0.name == name }?.corners
    }
}
