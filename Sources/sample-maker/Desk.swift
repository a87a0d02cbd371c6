internal import Foundation
internal import Geometry
internal import Imaging
internal import SceneRendering

/// The illustrator's table: the sketchbook with the registered page in the middle of the stage, and all that lies around.
struct Desk {
    static let pageName = "The town that travels"
    static let loosePageName = "Last tram to the lighthouse"
    private static let pageWidth = 0.21, loosePageWidth = 0.16

    private let shelf: TextureShelf
    private let props: PropMaker
    /// The sketchbook is a centimetre thick; its page lies at height 0.
    private let tableHeight = -0.010

    init(textures folder: String) {
        shelf = TextureShelf(folder: folder)
        props = PropMaker(shelf: shelf, tableHeight: tableHeight)
    }

    /// Everything on the table, from the bottom up.
    func sheets() throws -> [Sheet] {
        let table = Sheet(
            texture: try shelf.texture("table"), widthMetres: 1.8,
            stageFromSheet: .still(.shift(x: 0.06, y: tableHeight)))
        let wall = Sheet(
            texture: try shelf.texture("room"), widthMetres: 5.2,
            stageFromSheet: .still(
                RigidTransform(rotation: Matrix3(rotationX: .pi / 2), translation: Point3(-0.3, -0.35, -2.0))))
        return try [wall, table] + loosePages() + sketchbook() + clutter()
            + props.cup(place: Place(x: 0.118, z: -0.172))
    }

    private func loosePages() throws -> [Sheet] {
        let study = Place(x: -0.175, z: -0.165, turn: 0.21)
        let tram = Place(x: 0.325, z: 0.015, turn: -0.07)
        let texture = try shelf.texture("page-tram")
        let height = Self.loosePageWidth * Double(texture.height) / Double(texture.width)
        return try props.boxShadow(width: 0.13, depth: 0.18, height: 0.002, place: study)
            + [
                Sheet(
                    texture: try shelf.texture("sketch"), widthMetres: 0.13,
                    stageFromSheet: study.at(height: tableHeight + 0.001))
            ]
            + props.boxShadow(width: Self.loosePageWidth, depth: height, height: 0.002, place: tram)
            + [
                Sheet(
                    name: Self.loosePageName, texture: texture, widthMetres: Self.loosePageWidth,
                    stageFromSheet: tram.at(height: tableHeight + 0.001))
            ]
    }

    /// Cover, a block of pages that do not lie quite true, the page itself, and the wire that binds them.
    private func sketchbook() throws -> [Sheet] {
        let page = try shelf.texture("page-town")
        let height = Self.pageWidth * Double(page.height) / Double(page.width)
        let middle = Place(x: 0, z: 0)
        let cover = try shelf.texture("cover")
        let boards = (1...5).map { step in
            Sheet(
                texture: cover, widthMetres: 0.219,
                stageFromSheet: Place(x: 0.001, z: -0.001).at(height: tableHeight + 0.0005 * Double(step)))
        }
        var random = SplitMix(seed: 4)
        let paper = try shelf.texture("paper")
        let block = (0..<22).map { step -> Sheet in
            let (dx, dz) = (
                Double.random(in: -4e-4...7e-4, using: &random), Double.random(in: -2e-4...8e-4, using: &random)
            )
            let darker = step % 2 == 0 ? Place(x: dx, z: dz) : Place(x: dx * 0.4, z: dz * 0.4)
            return Sheet(
                texture: paper, widthMetres: Self.pageWidth + (step % 2 == 0 ? 0 : -4e-4),
                stageFromSheet: darker.at(height: -0.0072 + 0.0069 * Double(step) / 21))
        }
        return try props.boxShadow(width: 0.219, depth: 0.164, height: 0.010, place: middle) + boards + block
            + [Sheet(name: Self.pageName, texture: page, widthMetres: Self.pageWidth)] + binding(pageHeight: height)
    }

    private func binding(pageHeight: Double) throws -> [Sheet] {
        let edge = -pageHeight / 2
        func strip(_ texture: Texture, z: Double, y: Double, x: Double = 0, opacity: Double = 1) -> Sheet {
            var sheet = Sheet(
                texture: texture, widthMetres: 0.211, stageFromSheet: .still(.shift(x: x, y: y, z: z)), opacity: opacity
            )
            sheet.hidesPages = false  // it belongs to the page's margin
            return sheet
        }
        let wires = try shelf.texture("wires")
        return [
            strip(try shelf.texture("holes"), z: edge + 0.0032, y: 0.000_05),
            strip(wires.shadow(blur: 0.003, depth: 0.55), z: edge + 0.0004, y: 0.000_1, x: 0.0012),
            strip(wires, z: edge - 0.0012, y: 0.0022),
        ]
    }

    private func clutter() throws -> [Sheet] {
        let mill = 0.001
        return try props.slab(
            "palette", width: 214 * mill, height: 9 * mill, slices: 9, place: Place(x: -0.004, z: 0.150, turn: 0.05))
            + props.tape(place: Place(x: -0.098, z: 0.245))
            + props.slab(
                "pencil", width: 180 * mill, height: 7 * mill, slices: 7, place: Place(x: -0.03, z: -0.118, turn: -0.10)
            )
            + props.slab(
                "green-pencil", width: 170 * mill, height: 7 * mill, slices: 7,
                place: Place(x: 0.02, z: -0.262, turn: 0.3))
            + props.slab(
                "eraser", width: 46 * mill, height: 12 * mill, slices: 12, place: Place(x: 0.058, z: -0.128, turn: 0.5))
            + props.slab(
                "brush", width: 205 * mill, height: 7 * mill, slices: 7, place: Place(x: 0.176, z: 0.05, turn: 1.75))
    }
}
