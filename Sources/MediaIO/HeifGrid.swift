internal import Geometry

/// A HEIC or AVIF whose main picture is made of tiles, as its boxes say (ISO/IEC 23008-12): enough to decode one at a time.
struct HeifGrid {
    let rows, columns: Int
    /// The size of the picture that the tiles make, as stored.
    let width, height: Int
    /// Items, row by row.
    let tiles: [UInt32]
    /// The picture's own turn.
    let orientation: Orientation
    /// Where in the file the flags of the items lie: the lowest bit of each hides an item.
    private let flags: [Int]

    private static let mostTiles = 10_000, mostBytes = 1 << 20

    /// `nil` for a file whose picture is no grid, or is cropped after its tiles are put together.
    init?(path: String) {
        guard let reader = BoxReader(path: path, ofVideo: false),
            let meta = reader.outermost.first(where: { $0.type == "meta" })
        else { return nil }
        let boxes = reader.boxes(inMeta: meta)
        func body(_ type: String) -> ByteReader? {
            guard let box = boxes.first(where: { $0.type == type }) else { return nil }
            return ByteReader(reader.bytes(box.body, limit: Self.mostBytes)[...], isLittleEndian: false)
        }
        guard let pitm = body("pitm"), let version = pitm.integer(at: 0, bytes: 1),
            let primary = pitm.integer(at: 4, bytes: version == 0 ? 2 : 4),
            let locations = body("iloc"),
            let data = Self.data(of: primary, locations, reader, idat: boxes.first { $0.type == "idat" }),
            let tiles = Self.references(boxes, from: primary, reader),
            let turn = Self.turn(of: primary, boxes, reader)
        else { return nil }
        // Version, flags, rows − 1, columns − 1, then the size in 16 or 32 bits.
        let grid = ByteReader(data[...], isLittleEndian: false)
        guard grid.integer(at: 0, bytes: 1) == 0, let flags = grid.integer(at: 1, bytes: 1),
            let rows = grid.integer(at: 2, bytes: 1), let columns = grid.integer(at: 3, bytes: 1)
        else { return nil }
        let bytes = flags & 1 == 1 ? 4 : 2
        guard data.count == 4 + 2 * bytes, let width = grid.integer(at: 4, bytes: bytes),
            let height = grid.integer(at: 4 + bytes, bytes: bytes), width > 0, height > 0,
            tiles.count == (rows + 1) * (columns + 1), tiles.count <= Self.mostTiles
        else { return nil }
        (self.rows, self.columns, self.width, self.height) = (rows + 1, columns + 1, width, height)
        (self.tiles, orientation) = (tiles, turn)
        self.flags = Self.flags(of: boxes, reader)
    }

    /// The file with tiles that libheif 1.15 gives out: it knows none that are hidden, as most are.
    func showing(_ file: consuming [UInt8]) -> [UInt8] {
        for place in flags where file.indices.contains(place) { file[place] &= 0xFE }
        return file
    }

    /// Behind the version of each item's entry.
    private static func flags(of boxes: [BoxReader.Box], _ reader: BoxReader) -> [Int] {
        guard let list = boxes.first(where: { $0.type == "iinf" }), list.body.count > 8 else { return [] }
        let isWide = reader.bytes(list.body, limit: 1) != [0]
        let inner = BoxReader.Box(
            type: "iinf", number: 0, body: list.body.lowerBound + (isWide ? 8 : 6)..<list.body.upperBound)
        return reader.boxes(in: inner, "infe").map { Int($0.body.lowerBound) + 3 }
    }

    /// The few bytes that describe the grid: in the file, or in the box `idat`.
    private static func data(
        of item: Int, _ locations: ByteReader, _ reader: BoxReader, idat: BoxReader.Box?
    ) -> [UInt8]? {
        var cursor = Cursor(locations)
        guard let version = cursor.take(1), cursor.take(3) != nil, let sizes = cursor.take(2),
            let count = cursor.take(version < 2 ? 2 : 4)
        else { return nil }
        let (offsetBytes, lengthBytes) = (sizes >> 12, sizes >> 8 & 15)
        let (baseBytes, indexBytes) = (sizes >> 4 & 15, version == 0 ? 0 : sizes & 15)
        for _ in 0..<min(count, 65_536) {
            guard let id = cursor.take(version < 2 ? 2 : 4), let method = version == 0 ? 0 : cursor.take(2),
                cursor.take(2) != nil, let base = cursor.take(baseBytes), let extents = cursor.take(2)
            else { return nil }
            for extent in 0..<extents {
                guard cursor.take(indexBytes) != nil, let offset = cursor.take(offsetBytes),
                    let length = cursor.take(lengthBytes)
                else { return nil }
                guard id == item else { continue }
                guard extent == 0, extents == 1, (8...12).contains(length), base >= 0, offset >= 0,
                    method & 15 == 0 || idat != nil
                else { return nil }
                let start = (method & 15 == 0 ? 0 : idat?.body.lowerBound ?? 0) + UInt64(base) + UInt64(offset)
                let bytes = reader.bytes(start..<start + UInt64(length), limit: length)
                return bytes.count == length ? bytes : nil
            }
        }
        return nil
    }

    /// The items that `item` is derived from.
    private static func references(_ boxes: [BoxReader.Box], from item: Int, _ reader: BoxReader) -> [UInt32]? {
        guard let box = boxes.first(where: { $0.type == "iref" }), box.body.count > 4 else { return nil }
        let isWide = reader.bytes(box.body, limit: 1) != [0]
        let inner = BoxReader.Box(
            type: "iref", number: 0, body: box.body.lowerBound + 4..<box.body.upperBound)
        for list in reader.boxes(in: inner, "dimg") {
            var cursor = Cursor(ByteReader(reader.bytes(list.body, limit: mostBytes)[...], isLittleEndian: false))
            let bytes = isWide ? 4 : 2
            guard cursor.take(bytes) == item, let count = cursor.take(2) else { continue }
            var found: [UInt32] = []
            for _ in 0..<count {
                guard let id = cursor.take(bytes) else { return nil }
                found.append(UInt32(truncatingIfNeeded: id))
            }
            return found
        }
        return nil
    }

    /// The turns and mirrors of `item`, in their order; `nil` where it is cropped.
    private static func turn(of item: Int, _ boxes: [BoxReader.Box], _ reader: BoxReader) -> Orientation? {
        guard let properties = boxes.first(where: { $0.type == "iprp" }) else { return nil }
        let all = reader.boxes(in: properties, "ipco").first.map { reader.boxes(in: $0) } ?? []
        // Quarter turns counterclockwise.
        let quarters: [Orientation] = [.upright, .rotatedCounterclockwise, .rotated180, .rotatedClockwise]
        var turn = Orientation.upright
        for list in reader.boxes(in: properties, "ipma") {
            var cursor = Cursor(ByteReader(reader.bytes(list.body, limit: mostBytes)[...], isLittleEndian: false))
            guard let version = cursor.take(1), let flags = cursor.take(3), let count = cursor.take(4) else {
                return nil
            }
            for _ in 0..<min(count, 65_536) {
                guard let id = cursor.take(version < 1 ? 2 : 4), let uses = cursor.take(1) else { return nil }
                for _ in 0..<uses {
                    let isWide = flags & 1 == 1
                    guard let use = cursor.take(isWide ? 2 : 1) else { return nil }
                    let index = use & (isWide ? 0x7FFF : 0x7F)
                    guard id == item, all.indices.contains(index - 1) else { continue }
                    let property = all[index - 1]
                    let value = Int(reader.bytes(property.body, limit: 1).first ?? 0)
                    switch property.type {
                    case "clap": return nil
                    case "irot": turn = turn.then(quarters[value & 3])
                    case "imir": turn = turn.then(value & 1 == 0 ? .flipped : .mirrored)
                    default: break
                    }
                }
            }
        }
        return turn
    }

    private struct Cursor {
        private let reader: ByteReader
        private var position = 0
        init(_ reader: ByteReader) { self.reader = reader }

        /// The next number of that many bytes, of which 0 make a 0.
        mutating func take(_ bytes: Int) -> Int? {
            guard (0...8).contains(bytes), let value = reader.integer(at: position, bytes: bytes) else { return nil }
            position += bytes
            return value
        }
    }
}
