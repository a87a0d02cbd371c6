internal import Foundation
internal import Geometry
internal import SceneRendering

/// The textures of a folder by name, each read once.
final class TextureShelf {
    private let folder: String
    private var textures: [String: Texture] = [:]

    init(folder: String) { self.folder = folder }

    func texture(_ name: String) throws -> Texture {
        if let texture = textures[name] { return texture }
        let texture = Texture(try Netpbm.read("\(folder)/\(name).pam"))
        textures[name] = texture
        return texture
    }
}

/// A place on the table: metres from the middle of the sketchbook's page, and a turn counterclockwise seen from above.
struct Place {
    var x, z: Double
    var turn = 0.0

    func at(height y: Double) -> Motion { .still(.shift(x: x, y: y, z: z) * .turn(turn)) }
    func shifted(_ dx: Double, _ dz: Double) -> Place { Place(x: x + dx, z: z + dz, turn: turn) }
}

/// Solid things as stacks of flat slices: seen from above, each hides the one below except where the side shows.
struct PropMaker {
    let shelf: TextureShelf
    /// Height of the table's surface on the stage, metres.
    let tableHeight: Double

    /// How far a shadow lies from what casts it, per metre of height: the lamp stands to the upper left.
    private static let shadowWay = 0.62

    /// A flat thing with a top picture and sides of the same picture, darker; its shadow lies beneath.
    func slab(_ name: String, width: Double, height: Double, slices: Int, place: Place) throws -> [Sheet] {
        let texture = try shelf.texture(name)
        let shape = Sheet(texture: texture, widthMetres: width)
        let stack = (1...slices).map { step -> Sheet in
            let level = tableHeight + height * Double(step) / Double(slices)
            return Sheet(texture: texture, widthMetres: width, stageFromSheet: place.at(height: level))
        }
        return try boxShadow(width: width, depth: shape.heightMetres, height: height, place: place) + stack
    }

    /// The soft shadow of a box: dark where it touches the table, wider and fainter away from the lamp.
    func boxShadow(width: Double, depth: Double, height: Double, place: Place) throws -> [Sheet] {
        let texture = try shelf.texture("shadow-box")
        let reach = height * Self.shadowWay
        func sheet(_ grow: Double, _ shift: Double, _ level: Double, _ opacity: Double) -> Sheet {
            var sheet = Sheet(
                texture: texture, widthMetres: width + grow,
                stageFromSheet: place.shifted(shift, shift).at(height: level),
                opacity: opacity)
            sheet.heightMetres = depth + grow
            sheet.hidesPages = false
            return sheet
        }
        let soft = max(0.004, reach)
        return [
            sheet(0.012 + 2.6 * soft, reach * 0.7, tableHeight + 0.000_2, 0.55),
            sheet(0.004 + 0.8 * soft, reach * 0.5, tableHeight + 0.000_3, 0.75),
        ]
    }

    func ellipseShadow(width: Double, depth: Double, opacity: Double, place: Place) throws -> Sheet {
        var sheet = Sheet(
            texture: try shelf.texture("shadow-ellipse"), widthMetres: width,
            stageFromSheet: place.at(height: tableHeight + 0.000_25), opacity: opacity)
        sheet.heightMetres = depth
        sheet.hidesPages = false
        return sheet
    }

    /// A roll of paper tape.
    func tape(place: Place) throws -> [Sheet] {
        let wall = try shelf.texture("tape-wall")
        let shadow = try ellipseShadow(width: 0.085, depth: 0.074, opacity: 0.9, place: place.shifted(0.007, 0.007))
        return [shadow]
            + (1...16).map { step in
                Sheet(
                    texture: wall, widthMetres: 0.056,
                    stageFromSheet: place.at(height: tableHeight + 0.001 * Double(step)))
            }
    }

    /// A cup of coffee, 9 cm high, its handle to the lower right.
    func cup(place: Place) throws -> [Sheet] {
        let (wall, band) = (try shelf.texture("cup-wall"), try shelf.texture("cup-band"))
        let tall = 0.09
        func radius(_ height: Double) -> Double { 0.031 + 0.0095 * (height / tall).squareRoot() }
        func disc(_ texture: Texture, _ radius: Double, _ at: Place, _ height: Double) -> (height: Double, sheet: Sheet)
        {
            let motion = Motion.still(.shift(x: at.x, y: tableHeight + height, z: at.z))
            return (height, Sheet(texture: texture, widthMetres: 2 * radius, stageFromSheet: motion))
        }
        let walls = (1...90).map { step -> (height: Double, sheet: Sheet) in
            let height = tall * Double(step) / 90
            let isBand = (0.052...0.068).contains(height) || (0.047...0.049).contains(height)
            return disc(isBand ? band : wall, radius(height), place, height)
        }
        let clay = try shelf.texture("cup-handle")
        let handle = (0...60).map { step -> (height: Double, sheet: Sheet) in
            let angle = (Double(step) / 60 - 0.5) * .pi
            let height = 0.046 + 0.026 * sin(angle)
            let out = radius(height) - 0.003 + 0.024 * cos(angle)
            return disc(clay, 0.0048, place.shifted(out * 0.86, out * 0.5), height)
        }
        let coffee = disc(try shelf.texture("coffee"), radius(0.074) - 0.002, place, 0.074)
        let shadows = [
            try ellipseShadow(
                width: 0.19, depth: 0.10, opacity: 0.85,
                place: Place(x: place.x + 0.034, z: place.z + 0.034, turn: -.pi / 4)),
            try ellipseShadow(width: 0.095, depth: 0.09, opacity: 1, place: place.shifted(0.006, 0.006)),
        ]
        return shadows + (walls + handle + [coffee]).sorted { $0.height < $1.height }.map(\.sheet)
    }
}
