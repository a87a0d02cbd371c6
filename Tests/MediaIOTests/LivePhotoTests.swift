import Foundation
import Imaging
import MediaIO
import TestSupport
import Testing

/// Exif with Apple's own notes, in which entry 0x0011 is the content identifier.
private func exif(identifier: String) -> [UInt8] {
    func short(_ value: Int) -> [UInt8] { Array(bigEndian(UInt32(value)).suffix(2)) }
    func long(_ value: Int) -> [UInt8] { bigEndian(UInt32(value)) }
    let text = Array(identifier.utf8) + [0]
    let notes =
        Array("Apple iOS\0".utf8) + [0, 1, 0x4D, 0x4D] + short(1) + short(0x0011) + short(2) + long(text.count)
        + long(32) + long(0) + text
    // One entry in the first directory, which leads to the second; that has one as well, which leads to the notes.
    let header = [0x4D, 0x4D, 0, 0x2A] + long(8)
    let first = short(1) + short(0x8769) + short(4) + long(1) + long(26) + long(0)
    let second = short(1) + short(0x927C) + short(7) + long(notes.count) + long(44) + long(0)
    return Array("Exif\0\0".utf8) + header + first + second + notes
}

@Suite(.enabled(if: Tool.isPresent, Tool.missing)) struct LivePhotoTests {
    private let folder: TemporaryFolder
    init() throws { folder = try TemporaryFolder() }

    private func still(_ size: String, identifier: String? = nil) throws -> String {
        try Tool.make(folder("plain.jpg"), "-f lavfi -i testsrc2=s=\(size) -frames:v 1")
        let jpeg = try Data(contentsOf: URL(fileURLWithPath: folder("plain.jpg")))
        guard let identifier else { return folder("plain.jpg") }
        let content = exif(identifier: identifier)
        let segment = [0xFF, 0xE1] + bigEndian(UInt32(content.count + 2)).suffix(2) + content
        return try folder.write(jpeg.prefix(2) + segment + jpeg.dropFirst(2), "live.jpg")
    }

    private func video(_ size: String, seconds: Double = 3, identifier: String? = nil) throws -> String {
        let key = identifier.map {
            "-movflags use_metadata_tags -metadata com.apple.quicktime.content.identifier=\($0)"
        }
        try Tool.make(
            folder("live.mov"),
            "-f lavfi -i testsrc2=s=\(size):r=5:d=\(seconds) -c:v libx264 -pix_fmt yuv420p \(key ?? "")")
        return folder("live.mov")
    }

    @Test func `with both identifiers they decide, whatever shape and length`() throws {
        let (photo, film) = (
            try still("80x60", identifier: "A-1-2345"), try video("96x48", seconds: 8, identifier: "A-1-2345")
        )
        #expect(LivePhoto.isPair(still: photo, video: film))
        let other = try video("80x60", identifier: "B-2-2345")
        #expect(!LivePhoto.isPair(still: photo, video: other))
    }

    @Test func `without them a short video of the still's shape belongs to it`() throws {
        let photo = try still("80x60")
        #expect(LivePhoto.isPair(still: photo, video: try video("160x120")))
        #expect(
            LivePhoto.isPair(still: photo, video: try video("160x120", identifier: "A-1-2345")),
            "one alone says nothing")
        #expect(!LivePhoto.isPair(still: photo, video: try video("160x90")), "another shape")
        #expect(!LivePhoto.isPair(still: photo, video: try video("160x120", seconds: 7)), "a film of its own")
        #expect(!LivePhoto.isPair(still: photo, video: folder("missing.mov")))
    }

    @Test func `a HEIC's shape counts as its boxes turn it`() throws {
        let tile = try HeifFile.Tile(width: 80, height: 64, in: folder)
        let photo = try folder.write(HeifFile(tile: tile, turns: ["irot": 1]).bytes, "a.heic")
        #expect(LivePhoto.isPair(still: photo, video: try video("128x160")))
        #expect(!LivePhoto.isPair(still: photo, video: try video("160x128")))
        let named = try folder.write(
            HeifFile(tile: tile, exif: [0, 0, 0, 6] + exif(identifier: "H-3-2345")).bytes, "b.heic")
        #expect(LivePhoto.isPair(still: named, video: try video("32x64", seconds: 8, identifier: "H-3-2345")))
    }
}
