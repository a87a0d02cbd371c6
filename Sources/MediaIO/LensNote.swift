internal import Foundation

/// What a camera noted of its lens in a QuickTime or MP4 file, where libav does not look.
enum LensNote {
    private static let mostBytes = 1 << 20
    private static let mostMentions = 16, mostPackets = 8

    /// The focal length as on 35 mm film, in millimetres: as an iPhone writes it among the keys of the picture's track, or
    /// from XMP; `nil` where there is neither.
    static func focalLength35mm(inFile path: String) -> Double? {
        guard let reader = BoxReader(path: path) else { return nil }
        let boxes = reader.outermost
        for movie in boxes where movie.type == "moov" {
            for track in reader.boxes(in: movie, "trak") {
                for meta in reader.boxes(in: track, "meta") {
                    if let found = ClipInfo.focalLength35mm(in: keys(reader.boxes(inMeta: meta), reader)) {
                        return found
                    }
                }
            }
            for notes in reader.boxes(in: movie, "udta").flatMap({ reader.boxes(in: $0, "XMP_") }).prefix(mostPackets) {
                if let found = focalLength35mm(inXMP: reader.bytes(notes.body, limit: mostBytes)) { return found }
            }
        }
        let packets = boxes.lazy.filter { $0.type == "uuid" && reader.bytes($0.body, limit: xmp.count) == xmp }
        for packet in packets.prefix(mostPackets) {
            let bytes = reader.bytes(packet.body, limit: mostBytes)
            if let found = focalLength35mm(inXMP: bytes.dropFirst(xmp.count)) { return found }
        }
        return nil
    }

    /// XMP's box (XMP Specification, part 3, 1.1.5).
    private static let xmp: [UInt8] = [
        0xBE, 0x7A, 0xCF, 0xCB, 0x97, 0xA9, 0x42, 0xE8, 0x9C, 0x71, 0x99, 0x94, 0x91, 0xE3, 0xAF, 0xAC,
    ]

    /// Exif's entry as XMP has it, as an attribute or as an element.
    private static func focalLength35mm(inXMP bytes: some Collection<UInt8>) -> Double? {
        var rest = Data(bytes)[...]
        // A text that names it again and again is none of a camera.
        for _ in 0..<mostMentions {
            guard let name = rest.range(of: Data("FocalLengthIn35mmFilm".utf8)) else { return nil }
            rest = rest[name.upperBound...]
            let text = String(decoding: rest.prefix(64), as: UTF8.self)
            if let match = text.prefixMatch(of: /\s*(?:=\s*["']|>)\s*(?<value>[0-9.\/]{1,12})/) {
                return ClipInfo.millimetres(String(match.value))
            }
        }
        return nil
    }

    /// The entries of a `meta` box with named keys (QuickTime File Format, "Metadata").
    static func keys(_ boxes: [BoxReader.Box], _ reader: BoxReader) -> [String: String] {
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
