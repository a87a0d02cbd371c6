import Foundation
import Geometry
import Imaging
import References
import SceneRendering
import TestSupport
import Vision

/// Sheets with few strokes on them, or none: what features are too rare on.
enum LineArt {
    static let house = page(strokes: houseStrokes)
    static let boat = page(strokes: boatStrokes)
    static let blank = page(strokes: [])
    /// Four times as much paper.
    static let wideBlank = RGBAImage.filled(red: 245, green: 245, blue: 242, width: 640, height: 480)

    /// The same drawings inside a printed line, 12 px from the edge.
    static let framedHouse = page(strokes: houseStrokes + [frame])
    static let framedBoat = page(strokes: boatStrokes + [frame])
    static let framedBlank = page(strokes: [frame])

    static let houseModel = model("house", house)
    static let framedHouseModel = model("house", framedHouse)
    static let framedBoatModel = model("boat", framedBoat)
    static let blankModel = model("blank", blank, features: Pages.catModel.index?.features)
    static let framedBlankModel = model("blank", framedBlank, features: Pages.catModel.index?.features)

    /// - Parameter features: of another page, for one that has none of its own.
    private static func model(_ name: String, _ image: RGBAImage, features: Features? = nil) -> ReferenceModel {
        let model = try? ReferenceModel(
            name: name, image: image.grey, pixelWidth: image.width, pixelHeight: image.height, widthMetres: 0.2,
            features: features)
        guard let model = model ?? nil else { preconditionFailure("a drawing has features") }
        return model
    }

    /// A house, a sun and a path, in a felt pen's strokes: nothing looks the same the other way round.
    private static let houseStrokes: [[Point2]] = [
        [Point2(50, 110), Point2(50, 190), Point2(150, 190), Point2(150, 110), Point2(50, 110)],
        [Point2(40, 115), Point2(100, 60), Point2(160, 115)], [Point2(85, 190), Point2(85, 150), Point2(110, 150)],
        [Point2(110, 150), Point2(110, 190)], circle(Point2(245, 70), 30),
        [Point2(200, 215), Point2(235, 180), Point2(225, 150), Point2(270, 120)],
    ]
    /// A boat, a flag and a wave.
    private static let boatStrokes: [[Point2]] = [
        [Point2(90, 150), Point2(120, 190), Point2(210, 190), Point2(245, 150), Point2(90, 150)],
        [Point2(160, 150), Point2(160, 40), Point2(225, 135), Point2(160, 135)], circle(Point2(60, 60), 18),
        [Point2(30, 205), Point2(60, 195), Point2(90, 210)],
    ]
    private static let frame = [
        Point2(12, 12), Point2(307, 12), Point2(307, 227), Point2(12, 227), Point2(12, 12),
    ]

    private static func circle(_ centre: Point2, _ radius: Double) -> [Point2] {
        (0...24).map { centre + Point2(cos(Double($0) * .pi / 12), sin(Double($0) * .pi / 12)) * radius }
    }

    /// White paper, 320 × 240, with strokes 4 px wide.
    private static func page(strokes: [[Point2]]) -> RGBAImage {
        let (width, height) = (320, 240)
        var ink = [Double](repeating: 0, count: width * height)
        for stroke in strokes {
            for (a, b) in zip(stroke, stroke.dropFirst()) {
                let (low, high) = (Point2(min(a.x, b.x), min(a.y, b.y)), Point2(max(a.x, b.x), max(a.y, b.y)))
                let way = b - a
                for y in max(0, Int(low.y) - 3)...min(height - 1, Int(high.y) + 3) {
                    for x in max(0, Int(low.x) - 3)...min(width - 1, Int(high.x) + 3) {
                        let here = Point2(Double(x), Double(y)) - a
                        let t = min(1, max(0, here.dot(way) / way.dot(way)))
                        let cover = min(1, max(0, 2.5 - (here - way * t).length))
                        ink[y * width + x] = max(ink[y * width + x], cover)
                    }
                }
            }
        }
        var page = RGBAImage.filled(red: 245, green: 245, blue: 242, width: width, height: height)
        for (index, cover) in ink.enumerated() {
            for channel in 0..<3 {
                let paper = Double(page.pixels[4 * index + channel])
                page.pixels[4 * index + channel] = UInt8((paper * (1 - cover) + 35 * cover).rounded())
            }
        }
        return page
    }
}

extension Scene {
    /// A page on a table of one colour (linear light), filmed by a phone.
    static func sheet(
        _ page: RGBAImage, table: SIMD3<Double> = SIMD3(0.1, 0.07, 0.05),
        _ view: @escaping @Sendable (Double) -> View
    ) -> Scene {
        let plane = Sheet(
            texture: Texture(colour: table), widthMetres: 3, stageFromSheet: .still(.shift(y: -0.0005)))
        var scene = Scene(
            camera: smallCamera, cameraFromStage: .viewed(view),
            sheets: [plane, .page(page, name: "page", widthMetres: 0.2)])
        scene.sensor = .phone
        scene.lens.blurSigma = 0.5
        return scene
    }
}

extension Shot {
    /// Upright limited-range luma of a frame, as the tracker is given it.
    func luma(ofFrame index: Int) throws -> GreyImage {
        let timeBase = self.timeBase
        let frame = Frame(
            picture: frame(index).picture, orientation: .upright,
            presentationTime: ClipTime(ticks: Int64(index) * ticksPerFrame, timeBase: timeBase))
        return try Vision.luma(of: frame, orientation: .upright, longSide: 1280)
    }
}
