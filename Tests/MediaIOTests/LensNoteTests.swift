import Foundation
import MediaIO
import TestSupport
import Testing

/// The focal length that phones note in their clips.
@Suite struct LensNoteTests {
    private static let focalLength = "com.apple.quicktime.camera.focal_length.35mm_equivalent"
    private static let lens: (String, [UInt8]) = (
        "com.apple.quicktime.camera.lens_model", text("iPhone 13 Pro back camera 5.7mm f/1.5")
    )

    // MARK: Boxes as a phone writes them

    private static func number(_ value: Int) -> [UInt8] {
        (0..<4).map { UInt8(truncatingIfNeeded: value >> (24 - 8 * $0)) }
    }

    private static func box(_ type: [UInt8], _ body: [UInt8]) -> [UInt8] {
        number(8 + body.count) + type + body
    }

    private static func box(_ type: String, _ body: [UInt8]) -> [UInt8] { box([UInt8](type.utf8), body) }

    private static func text(_ text: String) -> [UInt8] {
        number(1) + number(0) + [UInt8](text.utf8)
    }

    /// A `meta` box with named keys; MP4's begins with a version.
    private static func meta(_ entries: [(String, [UInt8])], isMP4: Bool = false) -> [UInt8] {
        let handler = box("hdlr", number(0) + number(0) + [UInt8]("mdta".utf8) + [UInt8](repeating: 0, count: 13))
        let keys = entries.flatMap { box("mdta", [UInt8]($0.0.utf8)) }
        let items = entries.enumerated().flatMap { box(number($0 + 1), box("data", $1.1)) }
        return box(
            "meta",
            (isMP4 ? number(0) : []) + handler + box("keys", number(0) + number(entries.count) + keys)
                + box("ilst", items))
    }

    /// A clip of ffmpeg, whose `moov` is the last box, with boxes added at the end of its track, its movie and the file.
    private func clip(
        _ folder: TemporaryFolder, track: [UInt8] = [], movie: [UInt8] = [], file: [UInt8] = [],
        name: String = "clip.mov"
    ) throws -> String {
        try Tool.make(folder("plain-" + name), "-f lavfi -i testsrc2=s=64x48:r=25:d=0.2")
        var bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: folder("plain-" + name))))
        func place(_ type: String) throws -> Int {
            try #require(bytes.indices.dropLast(4).last { bytes[$0..<$0 + 4].elementsEqual(type.utf8) }) - 4
        }
        func size(_ start: Int) -> Int { bytes[start..<start + 4].reduce(0) { $0 << 8 | Int($1) } }
        let (moov, trak) = (try place("moov"), try place("trak"))
        let (moovEnd, trakEnd) = (moov + size(moov), trak + size(trak))
        bytes.replaceSubrange(moov..<moov + 4, with: Self.number(moovEnd - moov + track.count + movie.count))
        bytes.replaceSubrange(trak..<trak + 4, with: Self.number(trakEnd - trak + track.count))
        bytes.insert(contentsOf: file, at: moovEnd)
        bytes.insert(contentsOf: movie, at: moovEnd)
        bytes.insert(contentsOf: track, at: trakEnd)
        return try folder.write(bytes, name)
    }

    private func focalLength(_ path: String) throws -> Double? { try ClipReader(path: path).info.focalLength35mm }

    // MARK: Tests

    /// A value's type and bytes, and the focal length that it says.
    private static let values: [(type: Int, bytes: [UInt8], millimetres: Double)] = [
        (1, [0x32, 0x36], 26), (67, [0, 0, 0, 77], 77), (21, [13], 13), (77, [0, 0, 0, 24], 24),
        (23, [0x41, 0xD4, 0, 0], 26.5), (24, [0x40, 0x3A, 0, 0, 0, 0, 0, 0], 26),
    ]

    @Test(.enabled(if: Tool.isPresent, Tool.missing), arguments: values.indices)
    func `the keys of the picture's track are read, as an iPhone has them`(index: Int) throws {
        let folder = try TemporaryFolder()
        let (type, bytes, millimetres) = Self.values[index]
        let value = Self.number(type) + Self.number(0) + bytes
        for (name, isMP4) in [("clip.mov", false), ("clip.mp4", true)] {
            let meta = Self.meta([Self.lens, (Self.focalLength, value)], isMP4: isMP4)
            #expect(try focalLength(try clip(folder, track: meta, name: name)) == millimetres)
        }
    }

    @Test(.enabled(if: Tool.isPresent, Tool.missing))
    func `the keys of the movie are read, and the lens's own focal length is not taken for one on film`() throws {
        let folder = try TemporaryFolder()
        let movie = Self.meta([
            ("com.apple.quicktime.make", Self.text("Apple")), Self.lens, (Self.focalLength, Self.text("26")),
        ])
        #expect(try focalLength(try clip(folder, movie: movie)) == 26)
        #expect(try focalLength(try clip(folder, track: Self.meta([Self.lens]))) == nil)
        #expect(try focalLength(try clip(folder)) == nil)
    }

    @Test(
        .enabled(if: Tool.isPresent, Tool.missing),
        arguments: [
            "exif:FocalLengthIn35mmFilm=\"28\"", "<exif:FocalLengthIn35mmFilm>28/1</exif:FocalLengthIn35mmFilm>",
        ])
    func `XMP's entry is read, from the file's box and the movie's`(entry: String) throws {
        let folder = try TemporaryFolder()
        let packet = [UInt8]("<x:xmpmeta><rdf:Description \(entry)/></x:xmpmeta>".utf8)
        let name: [UInt8] = [
            0xBE, 0x7A, 0xCF, 0xCB, 0x97, 0xA9, 0x42, 0xE8, 0x9C, 0x71, 0x99, 0x94, 0x91, 0xE3, 0xAF, 0xAC,
        ]
        #expect(try focalLength(try clip(folder, file: Self.box("uuid", name + packet))) == 28)
        #expect(try focalLength(try clip(folder, movie: Self.box("udta", Self.box("XMP_", packet)))) == 28)
        #expect(try focalLength(try clip(folder, file: Self.box("uuid", name.reversed() + packet))) == nil)
        // A text that names it without end, in packets without end, is not searched without end.
        let mentions = Array(repeating: Array("FocalLengthIn35mmFilm=".utf8), count: 40_000).flatMap { $0 }
        let packets = Array(repeating: Self.box("uuid", name + mentions), count: 40).flatMap { $0 }
        let start = ContinuousClock.now
        #expect(try focalLength(try clip(folder, file: packets)) == nil)
        #expect(ContinuousClock.now - start < .seconds(10))
    }

    @Test(
        .enabled(if: Tool.isPresent, Tool.missing),
        arguments: ["26 mm": 26.0, "26/1": 26, "0": nil, "1/0": nil, "nan": nil, "": nil, "5000": nil, "a/b/c": nil])
    func `what is no focal length is passed over`(said: String, millimetres: Double?) throws {
        let folder = try TemporaryFolder()
        let meta = Self.meta([(Self.focalLength, Self.text(said))])
        #expect(try focalLength(try clip(folder, track: meta)) == millimetres)
    }

    @Test(.enabled(if: Tool.isPresent, Tool.missing))
    func `boxes that lie about themselves do no harm`() throws {
        let folder = try TemporaryFolder()
        let good = Self.meta([(Self.focalLength, Self.text("26"))])
        let keys = try #require(good.firstRange(of: Array("keys".utf8))).upperBound
        for (place, value) in [(keys + 4, 0), (keys + 8, 0xFFFF_FFF0), (keys - 8, 3), (keys - 8, 0x7FFF_FFFF), (0, 9)] {
            var bad = good
            bad.replaceSubrange(place..<place + 4, with: Self.number(value))
            let found = try focalLength(try clip(folder, track: Self.box("free", []) + bad))
            #expect(found == nil || found == 26)
        }
        // A hundred thousand empty boxes are not all looked at.
        let many = [[UInt8]](repeating: Self.box("free", []), count: 100_000).flatMap(\.self)
        #expect(try focalLength(try clip(folder, file: many)) == nil)
    }

    @Test(
        .enabled(if: SharedData.isPresent, Comment(rawValue: SharedData.missing)),
        arguments: SharedData.clips.filter { $0.hasPrefix("phone-hdr") })
    func `the given phone clips note no focal length`(name: String) throws {
        #expect(try focalLength(SharedData.path(name)) == nil)
    }
}
