import Foundation

private func short(_ value: Int) -> [UInt8] { [UInt8(value >> 8 & 255), UInt8(value & 255)] }

/// A JPEG of flat blocks, 8 × 8 pixels each, one for each entry of `blocks` in a row: only what such a picture needs of
/// ITU-T T.81. ffmpeg makes none of four components.
///
/// - Parameters:
///   - blocks: the code of each component in each block.
///   - adobe: the transform of Adobe's segment; `nil` for a file without one.
func flatJPEG(blocks: [[UInt8]], adobe: UInt8? = nil) -> [UInt8] {
    let count = blocks[0].count
    func segment(_ marker: UInt8, _ body: [UInt8]) -> [UInt8] { [0xFF, marker] + short(body.count + 2) + body }
    var file: [UInt8] = [0xFF, 0xD8]
    if let adobe { file += segment(0xEE, Array("Adobe".utf8) + [0, 100, 0, 0, 0, 0, adobe]) }
    // With a step of 8 the first coefficient of a flat block is its code less 128.
    file += segment(0xDB, [0] + [UInt8](repeating: 8, count: 64))
    file += segment(
        0xC0,
        [8] + short(8) + short(8 * blocks.count) + [UInt8(count)] + (0..<count).flatMap { [UInt8($0 + 1), 0x11, 0] })
    // Nine lengths of a difference by four bits each; and "nothing more" by one.
    file += segment(0xC4, [0x00] + [0, 0, 0, 9] + [UInt8](repeating: 0, count: 12) + Array(0...8))
    file += segment(0xC4, [0x10] + [1] + [UInt8](repeating: 0, count: 15) + [0])
    file += segment(0xDA, [UInt8(count)] + (0..<count).flatMap { [UInt8($0 + 1), 0x00] } + [0, 63, 0])
    var bits: [Bool] = []
    func put(_ value: Int, _ length: Int) { for bit in (0..<length).reversed() { bits.append(value >> bit & 1 == 1) } }
    var before = [Int](repeating: 0, count: count)
    for block in blocks {
        for (index, code) in block.enumerated() {
            let difference = Int(code) - 128 - before[index]
            before[index] += difference
            let length = Int.bitWidth - abs(difference).leadingZeroBitCount
            put(length, 4)
            put(difference < 0 ? difference + (1 << length) - 1 : difference, length)
            put(0, 1)
        }
    }
    while bits.count % 8 != 0 { bits.append(true) }
    for start in stride(from: 0, to: bits.count, by: 8) {
        let byte = bits[start..<start + 8].reduce(UInt8(0)) { $0 << 1 | ($1 ? 1 : 0) }
        file += byte == 0xFF ? [0xFF, 0] : [byte]
    }
    return file + [0xFF, 0xD9]
}

/// A TIFF, big-endian, of the entries that are given and the few that every one has.
///
/// - Parameters:
///   - strips: the encoded strips, or the tiles.
///   - entries: further ones: a tag, its type (1 byte, 3 short, 7 undefined) and its values.
func madeTIFF(
    width: Int, height: Int, bits: [Int], photometric: Int, strips: [[UInt8]], rowsPerStrip: Int? = nil,
    tile: (width: Int, height: Int)? = nil, compression: Int = 1,
    entries extra: [(tag: Int, type: Int, values: [Int])] = []
) -> [UInt8] {
    var entries: [(tag: Int, type: Int, values: [Int])] = [
        (256, 4, [width]), (257, 4, [height]), (258, 3, bits), (259, 3, [compression]), (262, 3, [photometric]),
        (277, 3, [bits.count]),
    ]
    let places = tile == nil ? (273, 279) : (324, 325)
    if let tile {
        entries += [(322, 4, [tile.width]), (323, 4, [tile.height])]
    } else {
        entries.append((278, 4, [rowsPerStrip ?? height]))
    }
    entries += extra
    var body: [UInt8] = []
    var starts: [Int] = []
    for strip in strips {
        starts.append(8 + body.count)
        body += strip
        if body.count % 2 == 1 { body.append(0) }
    }
    entries += [(places.0, 4, starts), (places.1, 4, strips.map(\.count))]
    var directory = short(entries.count)
    let after = 8 + body.count + 2 + 12 * entries.count + 4
    var values: [UInt8] = []
    for entry in entries.sorted(by: { $0.tag < $1.tag }) {
        let bytes = entry.values.flatMap { value in
            entry.type == 3 ? short(value) : entry.type == 4 ? bigEndian(UInt32(value)) : [UInt8(value)]
        }
        directory += short(entry.tag) + short(entry.type) + bigEndian(UInt32(entry.values.count))
        if bytes.count <= 4 {
            directory += bytes + [UInt8](repeating: 0, count: 4 - bytes.count)
        } else {
            directory += bigEndian(UInt32(after + values.count))
            values += bytes.count % 2 == 1 ? bytes + [0] : bytes
        }
    }
    return [0x4D, 0x4D, 0, 0x2A] + bigEndian(UInt32(8 + body.count)) + body + directory + [0, 0, 0, 0] + values
}

/// A profile for four inks (ICC.1:2001, `mft1`): no ink is white, black hides all, and cyan alone is red, as no real one has it.
func redCyanProfile() -> [UInt8] {
    func text(_ value: String) -> [UInt8] { Array(value.utf8) }
    var table: [UInt8] = text("mft1") + [0, 0, 0, 0, 4, 3, 2, 0]
    for index in 0..<9 { table += bigEndian(index % 4 == 0 ? 65536 : 0) }
    for _ in 0..<4 { table += Array(0...255) }
    for node in 0..<16 {
        // The first ink changes slowest.
        let (cyan, black) = (node & 8 != 0, node & 1 != 0)
        let others = node & 6 != 0
        // Lab in 8 bits: L of 100 is 255, a and b lie around 128. sRGB's red seen under D50.
        table +=
            black ? [0, 128, 128] : cyan && !others ? [138, 209, 198] : others ? [128, 128, 128] : [255, 128, 128]
    }
    for _ in 0..<3 { table += Array(0...255) }
    let white = text("XYZ ") + [0, 0, 0, 0] + bigEndian(0xF6D6) + bigEndian(0x10000) + bigEndian(0xD32D)
    let tags = [("A2B0", table), ("wtpt", white)]
    var (directory, body): ([UInt8], [UInt8]) = (bigEndian(UInt32(tags.count)), [])
    for (name, data) in tags {
        directory +=
            text(name) + bigEndian(UInt32(128 + 4 + 12 * tags.count + body.count)) + bigEndian(UInt32(data.count))
        body += data + [UInt8](repeating: 0, count: (4 - data.count % 4) % 4)
    }
    var header = [UInt8](repeating: 0, count: 128)
    header.replaceSubrange(0..<4, with: bigEndian(UInt32(128 + directory.count + body.count)))
    header.replaceSubrange(8..<12, with: [2, 0x20, 0, 0])
    header.replaceSubrange(12..<24, with: text("prtrCMYKLab "))
    header.replaceSubrange(36..<40, with: text("acsp"))
    header.replaceSubrange(68..<80, with: bigEndian(0xF6D6) + bigEndian(0x10000) + bigEndian(0xD32D))
    return header + directory + body
}
