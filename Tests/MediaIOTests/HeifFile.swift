import Foundation
import MediaIO
import Testing

/// A HEIC or AVIF put together from pictures that ffmpeg has encoded: ISO/IEC 23008-12's boxes, and nothing that a test does
/// not need.
struct HeifFile {
    /// An encoded picture, and the box with which its decoder is set up.
    struct Tile {
        let width, height: Int
        let type: String
        let configuration, data: [UInt8]

        /// A picture of AV1: that of `source` (lavfi), or ffmpeg's test picture.
        init(width: Int, height: Int, source: String? = nil, in folder: TemporaryFolder) throws {
            let path = folder("tile-\(UUID().uuidString).avif")
            try Tool.make(
                path,
                "-f lavfi -i \(source ?? "testsrc2=s=\(width)x\(height)") -frames:v 1 -vf scale=out_color_matrix=smpte170m:out_range=pc -c:v libaom-av1 -cpu-used 8 -crf 5 "
                    + "-still-picture 1 -pix_fmt yuv420p -color_range pc -colorspace smpte170m")
            try self.init(width: width, height: height, type: "av01", configuration: "av1C", file: path)
        }

        /// The payload of the box `mdat` of a file with one picture.
        init(width: Int, height: Int, type: String, configuration: String, file: String) throws {
            (self.width, self.height, self.type) = (width, height, type)
            let bytes = try [UInt8](Data(contentsOf: URL(fileURLWithPath: file)))
            self.configuration = try Self.box(configuration, in: bytes)
            data = Array(try Self.box("mdat", in: bytes).dropFirst(8))
        }

        private static func box(_ type: String, in bytes: [UInt8]) throws -> [UInt8] {
            let name = try #require((4..<bytes.count - 4).first { bytes[$0..<$0 + 4].elementsEqual(type.utf8) })
            let size = bytes[(name - 4)..<name].reduce(0) { $0 << 8 | Int($1) }
            return Array(bytes[(name - 4)..<(name - 4 + size)])
        }
    }

    private struct Item {
        let type: String
        var data: [UInt8]
        var properties: [Int] = []
        var isHidden = false
    }

    let bytes: [UInt8]

    /// - Parameters:
    ///   - tile: the picture, or each of the tiles of a grid.
    ///   - grid: columns and rows, and the size of the picture that they make.
    ///   - turns: `irot` (quarters counterclockwise), `imir` (0 top to bottom, 1 left to right).
    ///   - clap: width, height and the offsets of the centre of what is left, in whole pixels.
    ///   - alpha: a second picture of the same size.
    ///   - exif: the item's bytes, with the four before TIFF's header.
    init(
        tile: Tile, grid: (columns: Int, rows: Int, width: Int, height: Int)? = nil, turns: [String: UInt8] = [:],
        clap: [Int]? = nil, alpha: Tile? = nil, exif: [UInt8]? = nil
    ) {
        var properties: [[UInt8]] = []
        func property(_ box: [UInt8]) -> Int {
            properties.append(box)
            return properties.count
        }
        func size(_ width: Int, _ height: Int) -> Int {
            property(Self.full("ispe", bigEndian(UInt32(width)) + bigEndian(UInt32(height))))
        }
        var items: [Item] = []
        var references: [UInt8] = []
        let setUp = [size(tile.width, tile.height), property(tile.configuration)]
        var primary = Item(type: tile.type, data: tile.data, properties: setUp)
        if let grid {
            let count = grid.columns * grid.rows
            primary = Item(
                type: "grid",
                data: [0, 0, UInt8(grid.rows - 1), UInt8(grid.columns - 1)] + Self.short(grid.width)
                    + Self.short(grid.height), properties: [size(grid.width, grid.height)])
            references += Self.box(
                "dimg", Self.short(1) + Self.short(count) + (2..<2 + count).flatMap(Self.short))
            for _ in 0..<count {
                items.append(Item(type: tile.type, data: tile.data, properties: setUp, isHidden: true))
            }
        }
        if let clap {
            primary.properties.append(
                property(Self.box("clap", clap.flatMap { bigEndian(UInt32(truncatingIfNeeded: $0)) + bigEndian(1) })))
        }
        for (name, value) in turns.sorted(by: { $0.key > $1.key }) {
            primary.properties.append(property(Self.box(name, [value])))
        }
        items.insert(primary, at: 0)
        if let alpha {
            let kind = property(Self.full("auxC", Array("urn:mpeg:mpegB:cicp:systems:auxiliary:alpha\0".utf8)))
            items.append(
                Item(
                    type: alpha.type, data: alpha.data,
                    properties: [size(alpha.width, alpha.height), property(alpha.configuration), kind]))
            references += Self.box("auxl", Self.short(items.count) + Self.short(1) + Self.short(1))
        }
        if let exif {
            items.append(Item(type: "Exif", data: exif))
            references += Self.box("cdsc", Self.short(items.count) + Self.short(1) + Self.short(1))
        }
        let brand = tile.type == "av01" ? "avif" : "heic"
        let start = Self.box("ftyp", Array("\(brand)\0\0\0\0mif1\(brand)".utf8))
        // The places of the items are known once the size of what says them is.
        let draft = Self.meta(items, properties, references, from: 0)
        let meta = Self.meta(items, properties, references, from: start.count + draft.count + 8)
        bytes = start + meta + Self.box("mdat", items.flatMap(\.data))
    }

    private static func meta(
        _ items: [Item], _ properties: [[UInt8]], _ references: [UInt8], from start: Int
    ) -> [UInt8] {
        var (locations, infos, uses): ([UInt8], [UInt8], [UInt8]) = ([], [], [])
        var place = start
        for (index, item) in items.enumerated() {
            locations += short(index + 1) + short(0) + short(1) + bigEndian(UInt32(place))
            locations += bigEndian(UInt32(item.data.count))
            place += item.data.count
            let entry = short(index + 1) + [0, 0] + Array(item.type.utf8) + [0]
            infos += box("infe", [2, 0, 0, item.isHidden ? 1 : 0] + entry)
            uses += short(index + 1) + [UInt8(item.properties.count)] + item.properties.map { UInt8($0) }
        }
        let count = short(items.count)
        return full(
            "meta",
            full("hdlr", [0, 0, 0, 0] + Array("pict".utf8) + [UInt8](repeating: 0, count: 13)) + full("pitm", short(1))
                + full("iloc", [0x44, 0] + count + locations) + full("iinf", count + infos)
                + box(
                    "iprp",
                    box("ipco", Array(properties.joined())) + full("ipma", bigEndian(UInt32(items.count)) + uses))
                + (references.isEmpty ? [] : full("iref", references)))
    }

    private static func box(_ type: String, _ body: [UInt8]) -> [UInt8] {
        bigEndian(UInt32(body.count + 8)) + Array(type.utf8) + body
    }

    private static func full(_ type: String, _ body: [UInt8]) -> [UInt8] { box(type, [0, 0, 0, 0] + body) }

    private static func short(_ value: Int) -> [UInt8] { Array(bigEndian(UInt32(value)).suffix(2)) }
}
