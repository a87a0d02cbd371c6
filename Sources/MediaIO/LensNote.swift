internal import Foundation

/// What a camera noted of its lens in a QuickTime or MP4 file, where libav does not look.
enum LensNote {
    private static let mostBytes = 1 << 20
    private static let mostPackets = 8

    /// The focal length as on 35 mm film, in millimetres: as an iPhone writes it among the keys of the picture's track, or
    /// from XMP; `nil` where there is neither.
    static func focalLength35mm(inFile path: String) -> Double? {
        guard let reader = BoxReader(path: path) else { return nil }
        let boxes = reader.outermost
        for movie in boxes where movie.type == "moov" {
            for track in reader.boxes(in: movie, "trak") {
                for meta in reader.boxes(in: track, "meta") {
                    if let found = focalLength35mm(in: QuickTimeKeys.entries(of: reader.boxes(inMeta: meta), reader)) {
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

    private static func focalLength35mm(inXMP bytes: some Collection<UInt8>) -> Double? {
        XMP(bytes).number("FocalLengthIn35mmFilm").flatMap(millimetres)
    }

    // MARK: Values

    /// Finds the focal length under the names that phones give it: Apple's, or EXIF's in XMP.
    static func focalLength35mm(in metadata: [String: String]) -> Double? {
        let names = ["focal_length.35mm_equivalent", "focallengthin35mmfilm", "focallengthin35mmformat"]
        return metadata.sorted { $0.key < $1.key }.lazy
            .filter { entry in names.contains { entry.key.lowercased().hasSuffix($0) } }
            .compactMap { millimetres($0.value) }.first
    }

    /// Reads "26", "26.0 mm" or EXIF's "26/1"; `nil` for what is no focal length.
    static func millimetres(_ text: String) -> Double? {
        let number = text.lowercased().replacing("mm", with: "").trimmingCharacters(in: .whitespaces)
        let parts = number.split(separator: "/", omittingEmptySubsequences: false).map { Double($0) }
        guard let first = parts.first ?? nil, let divisor = parts.count == 1 ? 1 : parts.count == 2 ? parts[1] : nil
        else { return nil }
        return (1...1000).contains(first / divisor) ? first / divisor : nil
    }
}
