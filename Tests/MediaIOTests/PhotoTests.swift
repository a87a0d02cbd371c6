import Foundation
import Geometry
import Imaging
import MediaIO
import TestSupport
import Testing

private func photo(_ name: String) -> String { SharedData.path("photos/" + name) }

/// The three codes, 0…1, of one pixel.
private func colour(of image: RGBAImage, _ x: Int, _ y: Int) -> [Double] {
    (0..<3).map { Double(image.pixels[(y * image.width + x) * 4 + $0]) / 255 }
}

@Suite struct PhotoTests {
    @Test(.enabled(if: SharedData.isPresent, Comment(rawValue: SharedData.missing)))
    func `an iPhone's HEIC is turned once and keeps its Display P3`() throws {
        let (frame, orientation) = try StillReader.frame(path: photo("arrow.heic"))
        #expect((frame.width, frame.height) == (3024, 4032))
        #expect(orientation == .upright, "its EXIF says what the picture's own turn has done")
        #expect((frame.colour.primaries, frame.colour.transfer) == (12, 13))
        // A drawn arrow that points up: dark strokes spread wider half-way than at the tip.
        let grey = try StillReader.image(of: frame, orientation: orientation, longSide: 400, path: "arrow").grey
        func inked(_ rows: Range<Int>) -> (Int, Int) {
            let columns = (0..<grey.width).filter { x in rows.contains { grey[x, $0] < 60 } }
            return (columns.min() ?? 0, columns.max() ?? 0)
        }
        let (tip, wings) = (inked(33..<50), inked(150..<190))
        #expect(tip.1 - tip.0 < 60 && wings.1 - wings.0 > 180)
    }

    @Test(.enabled(if: SharedData.isPresent, Comment(rawValue: SharedData.missing)))
    func `ten bits and odd sizes are kept`() throws {
        let (frame, _) = try StillReader.frame(path: photo("RGB_10__29x100.heif"))
        #expect((frame.width, frame.height, frame.format.bitDepth) == (29, 100, 10))
        let image = try StillReader.image(path: photo("RGB_10__29x100.heif"))
        // Blue, red, cyan, yellow in the corners.
        let corners = [(0, 0), (28, 0), (0, 99), (28, 99)].map { colour(of: image, $0, $1) }
        for (found, expected) in zip(corners, [[0.0, 0, 1], [1, 0, 0], [0, 1, 1], [1, 1, 0]]) {
            for (a, b) in zip(found, expected) { #expect(abs(a - b) < 0.1, "\(found)") }
        }
    }

    @Test(.enabled(if: SharedData.isPresent, Comment(rawValue: SharedData.missing)))
    func `a motion photo of HEIC gives its picture and is a photo`() throws {
        let image = try StillReader.image(path: photo("sample_MP.heic"))
        #expect((image.width, image.height) == (1080, 1920))
        #expect(Set(image.pixels).count > 50)
        #expect(MediaProbe.kind(of: photo("sample_MP.heic")) == .photo)
        #expect(try FilmReader(path: photo("sample_MP.heic")).frame(atSeconds: 3) != nil)
    }

    @Test(
        .enabled(if: SharedData.isPresent, Comment(rawValue: SharedData.missing)),
        arguments: ["corrupted.heic", "truncated.heic"])
    func `a damaged HEIC is refused in one sentence`(name: String) {
        let error = mediaError { _ = try StillReader.image(path: photo(name)) }
        #expect(error?.description.hasPrefix(photo(name) + ": cannot decode: the picture is damaged") == true)
        #expect(error?.description.contains("\n") == false)
    }

    @Test(.enabled(if: SharedData.isPresent, Comment(rawValue: SharedData.missing)))
    func `a HEIC whose bytes are cut off or changed never crashes`() throws {
        let folder = try TemporaryFolder()
        let whole = try [UInt8](Data(contentsOf: URL(fileURLWithPath: photo("RGB_10__29x100.heif"))))
        for index in 0..<120 {
            var bytes = index % 2 == 0 ? whole : Array(whole.prefix(whole.count * (index + 1) / 130))
            // Where the boxes are: a different byte of the first kilobyte each time.
            if index % 2 == 0 { bytes[16 + index * 7] ^= UInt8(1 + index % 255) }
            let path = try folder.write(bytes, "broken.heic")
            guard let error = mediaError({ _ = try StillReader.frame(path: path) }) else { continue }
            #expect(error.description.hasPrefix(path) && !error.description.contains("\n"))
        }
    }

    @Test(.enabled(if: Tool.isPresent, Tool.missing), arguments: [("yuv420p", 8), ("yuv444p10le", 10), ("gray", 8)])
    func `an AVIF says its colours by numbers`(format: String, depth: Int) throws {
        let folder = try TemporaryFolder()
        try Tool.make(
            folder("a.avif"),
            "-f lavfi -i color=c=0xC04020:s=48x32 -frames:v 1 -vf scale=out_color_matrix=bt709:out_range=tv,format=\(format) "
                + "-c:v libaom-av1 -cpu-used 8 -crf 5 -still-picture 1 -color_primaries smpte432 "
                + "-color_trc iec61966-2-1 -colorspace bt709 -color_range tv")
        let (frame, _) = try StillReader.frame(path: folder("a.avif"))
        #expect((frame.width, frame.height, frame.format.bitDepth) == (48, 32, depth))
        #expect((frame.colour.primaries, frame.colour.transfer) == (12, 13))
        guard format != "gray" else { return }
        let expected = convert(
            [0xC0, 0x40, 0x20].map { $0 / 255.0 }, from: displayP3Primaries, curve: srgbToLight, to: srgbPrimaries)
        let found = colour(of: try StillReader.image(of: frame, orientation: .upright, path: "a.avif"), 24, 16)
        for (a, b) in zip(found, expected) { #expect(abs(a - b) < 0.016, "\(found) \(expected)") }
    }

    @Test(.enabled(if: SharedData.isPresent, Comment(rawValue: SharedData.missing)))
    func `a HEIC that claims to be huge is refused before memory is taken`() throws {
        let folder = try TemporaryFolder()
        var bytes = try [UInt8](Data(contentsOf: URL(fileURLWithPath: photo("RGB_10__29x100.heif"))))
        // The size of the picture, in its property `ispe`.
        var changed = 0
        for index in 0..<bytes.count - 16 where bytes[index..<index + 4].elementsEqual("ispe".utf8) {
            bytes.replaceSubrange(index + 8..<index + 16, with: bigEndian(30000) + bigEndian(30000))
            changed += 1
        }
        #expect(changed > 0)
        let path = try folder.write(bytes, "huge.heic")
        let error = mediaError { _ = try StillReader.frame(path: path) }
        #expect(error?.description.contains("more pixels than can be used") == true)
    }
}

/// Codes of the patches that profiles are tried on.
private let patches: [[UInt8]] = [
    [200, 60, 40], [40, 190, 80], [30, 60, 220], [128, 128, 128], [250, 250, 250], [20, 10, 30],
]

/// A picture of those patches, 16 pixels square each.
private func patchwork() -> RGBAImage {
    var row: [UInt8] = []
    for patch in patches { for _ in 0..<16 { row += patch + [255] } }
    return RGBAImage(width: 16 * patches.count, height: 16, pixels: Array(repeatElement(row, count: 16).joined()))
}

@Suite struct ColourProfileTests {
    /// The patchwork as a file of a kind, with that profile; made without one where there is none.
    private func file(_ kind: String, _ profile: [UInt8], in folder: TemporaryFolder) throws -> String {
        try StillWriter.writePNG(patchwork(), to: folder("plain.png"))
        let png = try Data(contentsOf: URL(fileURLWithPath: folder("plain.png")))
        switch kind {
        case "png": return try folder.write(withProfile(png: png, profile), "a.png")
        case "jpg":
            return try folder.write(
                withProfile(jpeg: try StillWriter.jpeg(patchwork(), quantiser: 2), profile), "a.jpg")
        default:
            try Tool.make(folder("plain.webp"), "-i \(folder("plain.png")) -lossless 1 -pix_fmt bgra")
            let webp = try Data(contentsOf: URL(fileURLWithPath: folder("plain.webp")))
            return try folder.write(
                withProfile(webp: webp, width: 16 * patches.count, height: 16, profile), "a.webp")
        }
    }

    @Test(.enabled(if: Tool.isPresent, Tool.missing), arguments: ["png", "jpg", "webp"])
    func `a profile that is sRGB or Display P3 changes the description and no pixel`(kind: String) throws {
        let folder = try TemporaryFolder()
        for (primaries, number) in [(srgbPrimaries, 1), (displayP3Primaries, 12)] {
            let path = try file(kind, iccProfile(primaries: primaries, gamma: nil), in: folder)
            let (frame, _) = try StillReader.frame(path: path)
            #expect((frame.colour.primaries, frame.colour.transfer) == (number, 13))
            let plain = try file(kind, [1, 2, 3], in: folder)
            let (untagged, _) = try StillReader.frame(path: plain)
            #expect((untagged.colour.primaries, untagged.colour.transfer) == (1, 13), "a broken profile is none")
            #expect(samples(frame) == samples(untagged))
        }
    }

    @Test(.enabled(if: Tool.isPresent, Tool.missing), arguments: ["png", "jpg", "webp"])
    func `a Display P3 picture is registered in sRGB`(kind: String) throws {
        let folder = try TemporaryFolder()
        let path = try file(kind, iccProfile(primaries: displayP3Primaries, gamma: nil), in: folder)
        let image = try StillReader.image(path: path)
        for (index, patch) in patches.enumerated() {
            let expected = convert(
                patch.map { Double($0) / 255 }, from: displayP3Primaries, curve: srgbToLight, to: srgbPrimaries)
            let found = colour(of: image, index * 16 + 8, 8)
            // JPEG's quantiser and coarser chroma take a few steps.
            for (a, b) in zip(found, expected) { #expect(abs(a - b) < (kind == "jpg" ? 0.03 : 0.006), "\(found)") }
        }
    }

    @Test(.enabled(if: Tool.isPresent, Tool.missing), arguments: ["png", "jpg", "webp"])
    func `colours of another profile are converted to Display P3`(kind: String) throws {
        let folder = try TemporaryFolder()
        let path = try file(kind, iccProfile(primaries: adobePrimaries, gamma: 2.2), in: folder)
        let (frame, _) = try StillReader.frame(path: path)
        #expect((frame.colour.primaries, frame.colour.transfer) == (12, 13))
        #expect(frame.format.name == (kind == "webp" ? "rgba64le" : "rgb48le") || frame.format.name == "rgba64le")
        let step = frame.format.name == "rgba64le" ? 4 : 3
        for (index, patch) in patches.enumerated() {
            let expected = convert(
                patch.map { Double($0) / 255 }, from: adobePrimaries, curve: { pow($0, 563.0 / 256) },
                to: displayP3Primaries)
            let found = frame.withPlane(0) { base, stride in
                let row = (base + 8 * stride).assumingMemoryBound(to: UInt16.self)
                return (0..<3).map { Double(row[(index * 16 + 8) * step + $0]) / 65535 }
            }
            for (a, b) in zip(found, expected) {
                #expect(abs(a - b) < (kind == "jpg" ? 0.03 : 0.006), "\(kind) \(patch): \(found) \(expected)")
            }
        }
    }

    @Test(.enabled(if: Tool.isPresent, Tool.missing))
    func `a grey picture keeps its shape under a profile for grey`() throws {
        let folder = try TemporaryFolder()
        try Tool.make(folder("grey.png"), "-f lavfi -i color=c=gray:s=16x16 -frames:v 1 -pix_fmt gray")
        let png = try Data(contentsOf: URL(fileURLWithPath: folder("grey.png")))
        let path = try folder.write(withProfile(png: png, iccProfile(primaries: [], gamma: 1, isGrey: true)), "a.png")
        let found = colour(of: try StillReader.image(path: path), 8, 8)
        // Half the light is seen as 188 of 255.
        for code in found { #expect(abs(code - lightToSRGB(128.0 / 255)) < 0.01, "\(found)") }
    }
}
