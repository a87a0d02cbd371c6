import Foundation

/// A minimal ICC profile (ICC.1:2001-04): primaries, and a curve that is a power or sRGB's as a table.
func iccProfile(primaries: [[Double]], gamma: Double?, isGrey: Bool = false) -> [UInt8] {
    func number(_ value: Int, _ bytes: Int) -> [UInt8] {
        (0..<bytes).map { UInt8(truncatingIfNeeded: value >> (8 * (bytes - 1 - $0))) }
    }
    func fixed(_ value: Double) -> [UInt8] { number(Int((value * 65536).rounded()), 4) }
    func xyz(_ v: [Double]) -> [UInt8] { Array("XYZ \0\0\0\0".utf8) + v.flatMap(fixed) }
    let curve: [UInt8]
    if let gamma {
        curve = Array("curv\0\0\0\0".utf8) + number(1, 4) + number(Int(gamma * 256), 2) + [0, 0]
    } else {
        let table = (0..<1024).map { Int((srgbToLight(Double($0) / 1023) * 65535).rounded()) }
        curve = Array("curv\0\0\0\0".utf8) + number(1024, 4) + table.flatMap { number($0, 2) }
    }
    let description = Array("desc\0\0\0\0".utf8) + number(2, 4) + Array("t\0".utf8) + [UInt8](repeating: 0, count: 78)
    var tags: [(String, [UInt8])] = [("desc", description), ("wtpt", xyz([0.9642, 1, 0.8249]))]
    if isGrey {
        tags.append(("kTRC", curve))
    } else {
        let columns = pcsFromRGB(primaries)
        for (index, name) in ["rXYZ", "gXYZ", "bXYZ"].enumerated() { tags.append((name, xyz(columns[index]))) }
        for name in ["rTRC", "gTRC", "bTRC"] { tags.append((name, curve)) }
    }
    var directory = number(tags.count, 4), body: [UInt8] = []
    for (name, data) in tags {
        let padded = data + [UInt8](repeating: 0, count: (4 - data.count % 4) % 4)
        directory += Array(name.utf8) + number(132 + 12 * tags.count + body.count, 4) + number(data.count, 4)
        body += padded
    }
    var header = [UInt8](repeating: 0, count: 128)
    header.replaceSubrange(0..<4, with: number(128 + directory.count + body.count, 4))
    header.replaceSubrange(8..<12, with: [2, 0x20, 0, 0])
    header.replaceSubrange(12..<24, with: Array((isGrey ? "mntrGRAYXYZ " : "mntrRGB XYZ ").utf8))
    header.replaceSubrange(36..<40, with: Array("acsp".utf8))
    header.replaceSubrange(68..<80, with: [0.9642, 1, 0.8249].flatMap(fixed))
    return header + directory + body
}

let srgbPrimaries = [[0.64, 0.33], [0.30, 0.60], [0.15, 0.06]]
let displayP3Primaries = [[0.68, 0.32], [0.265, 0.69], [0.15, 0.06]]
let adobePrimaries = [[0.64, 0.33], [0.21, 0.71], [0.15, 0.06]]

func srgbToLight(_ v: Double) -> Double { v <= 0.04045 ? v / 12.92 : pow((v + 0.055) / 1.055, 2.4) }
func lightToSRGB(_ v: Double) -> Double { v <= 0.0031308 ? v * 12.92 : 1.055 * pow(v, 1 / 2.4) - 0.055 }

/// The columns of the matrix from light in red, green, blue with white D65 to XYZ.
func xyzFromRGB(_ primaries: [[Double]]) -> [[Double]] {
    let raw = primaries.map { [$0[0] / $0[1], 1, (1 - $0[0] - $0[1]) / $0[1]] }
    let scale = solve(raw, [0.3127 / 0.3290, 1, (1 - 0.3127 - 0.3290) / 0.3290])
    return zip(raw, scale).map { column, factor in column.map { $0 * factor } }
}

/// The same adapted to D50 by Bradford's cone responses.
private func pcsFromRGB(_ primaries: [[Double]]) -> [[Double]] {
    let cone = [[0.8951, -0.7502, 0.0389], [0.2664, 1.7135, -0.0685], [-0.1614, 0.0367, 1.0296]]
    func cones(_ v: [Double]) -> [Double] { (0..<3).map { row in (0..<3).map { cone[$0][row] * v[$0] }.reduce(0, +) } }
    let (d65, d50) = (cones([0.95046, 1, 1.08906]), cones([0.9642, 1, 0.8249]))
    return xyzFromRGB(primaries).map { column in
        let seen = cones(column)
        return solve(cone, (0..<3).map { seen[$0] * d50[$0] / d65[$0] })
    }
}

/// x of A x = b, A given by its columns (Cramer).
func solve(_ a: [[Double]], _ b: [Double]) -> [Double] {
    func determinant(_ m: [[Double]]) -> Double {
        m[0][0] * (m[1][1] * m[2][2] - m[2][1] * m[1][2]) - m[1][0] * (m[0][1] * m[2][2] - m[2][1] * m[0][2])
            + m[2][0] * (m[0][1] * m[1][2] - m[1][1] * m[0][2])
    }
    let whole = determinant(a)
    return (0..<3).map { index in
        var replaced = a
        replaced[index] = b
        return determinant(replaced) / whole
    }
}

/// Codes of sRGB's curve for light in other primaries: the independent computation.
func convert(_ codes: [Double], from: [[Double]], curve: (Double) -> Double, to: [[Double]]) -> [Double] {
    let columns = xyzFromRGB(from)
    let xyz = (0..<3).map { row in (0..<3).map { columns[$0][row] * curve(codes[$0]) }.reduce(0, +) }
    return solve(xyzFromRGB(to), xyz).map { lightToSRGB(min(max($0, 0), 1)) }
}

/// The JPEG with a profile after its start.
func withProfile(jpeg: Data, _ profile: [UInt8]) -> [UInt8] {
    let content = Array("ICC_PROFILE\0".utf8) + [1, 1] + profile
    let size = content.count + 2
    return Array(jpeg.prefix(2)) + [0xFF, 0xE2, UInt8(size >> 8), UInt8(size & 255)] + content + jpeg.dropFirst(2)
}

/// The PNG with a profile after its header.
func withProfile(png: Data, _ profile: [UInt8]) -> [UInt8] {
    var (a, b) = (1, 0)
    for byte in profile { (a, b) = ((a + Int(byte)) % 65521, (b + a + Int(byte)) % 65521) }
    func little(_ value: Int) -> [UInt8] { [UInt8(value & 255), UInt8(value >> 8)] }
    let stored = [0x78, 1, 1] + little(profile.count) + little(65535 - profile.count) + profile
    let chunk = Array("iCCP".utf8) + Array("t\0\0".utf8) + stored + bigEndian(UInt32(b << 16 | a))
    return Array(png.prefix(33)) + bigEndian(UInt32(chunk.count - 4)) + chunk + bigEndian(crc(chunk))
        + png.dropFirst(33)
}

/// A WebP without an extended header, given one with a profile.
func withProfile(webp: Data, width: Int, height: Int, _ profile: [UInt8]) -> [UInt8] {
    func little(_ value: Int, _ bytes: Int) -> [UInt8] { (0..<bytes).map { UInt8(value >> (8 * $0) & 255) } }
    let header = Array("VP8X".utf8) + little(10, 4) + [0x20, 0, 0, 0] + little(width - 1, 3) + little(height - 1, 3)
    let padding: [UInt8] = profile.count % 2 == 1 ? [0] : []
    let body =
        Array("WEBP".utf8) + header + Array("ICCP".utf8) + little(profile.count, 4) + profile + padding
        + webp.dropFirst(12)
    return Array("RIFF".utf8) + little(body.count, 4) + body
}
