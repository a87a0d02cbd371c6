/// QuickTime's metadata with named keys.
enum QuickTimeKeys {
    private static let mostBytes = 1 << 20

    /// The entries of a `meta` box with named keys (QuickTime File Format, "Metadata").
    static func entries(of boxes: [BoxReader.Box], _ reader: BoxReader) -> [String: String] {
        guard let keys = boxes.first(where: { $0.type == "keys" }), let list = boxes.first(where: { $0.type == "ilst" })
        else { return [:] }
        let names = names(reader.bytes(keys.body, limit: mostBytes))
        var entries: [String: String] = [:]
        for item in reader.boxes(in: list) {
            guard names.indices.contains(item.number - 1), let data = reader.boxes(in: item, "data").first else {
                continue
            }
            entries[names[item.number - 1]] = value(reader.bytes(data.body, limit: 256))
        }
        return entries
    }

    /// Version and count, then a size, a name space and a name for each.
    private static func names(_ bytes: [UInt8]) -> [String] {
        var names: [String] = []
        var rest = bytes.dropFirst(8)
        while rest.count >= 8 {
            let size = Int(clamping: bigEndian(rest.prefix(4)))
            guard size >= 8, size <= rest.count else { break }
            names.append(String(decoding: rest.dropFirst(8).prefix(size - 8), as: UTF8.self))
            rest = rest.dropFirst(size)
        }
        return names
    }

    /// A type and a locale, then a text or a number (QuickTime File Format, "Well-known types").
    private static func value(_ bytes: [UInt8]) -> String? {
        guard bytes.count > 8 else { return nil }
        let body = bytes.dropFirst(8)
        switch (bigEndian(bytes.prefix(4)), body.count) {
        case (1, _): return String(decoding: body, as: UTF8.self)
        case (23, 4): return "\(Float(bitPattern: UInt32(bigEndian(body))))"
        case (24, 8): return "\(Double(bitPattern: bigEndian(body)))"
        case (21, 1...8), (22, 1...8), (65...67, 1...8), (74...78, 1...8): return "\(bigEndian(body))"
        default: return nil
        }
    }
}
