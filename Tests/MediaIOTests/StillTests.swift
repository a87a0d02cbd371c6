import Foundation
import Geometry
import Imaging
import MediaIO
import TestSupport
import Testing

/// A picture without symmetry: each pixel tells its place, and alpha varies.
private let pattern: RGBAImage = {
    var image = RGBAImage(width: 37, height: 23, pixels: Array(repeating: 0, count: 37 * 23 * 4))
    for y in 0..<23 {
        for x in 0..<37 {
            image.pixels.replaceSubrange(
                (y * 37 + x) * 4..<(y * 37 + x) * 4 + 4,
                with: [
                    UInt8(x * 6), UInt8(y * 10), UInt8((x + y) * 4), UInt8(255 - x),
                ])
        }
    }
    return image
}()

private func tiffHeader(orientation: UInt8) -> [UInt8] {
    // Big-endian, one entry: tag 0x0112, SHORT, 1 value.
    [0x4D, 0x4D, 0, 0x2A, 0, 0, 0, 8, 0, 1, 0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, orientation, 0, 0, 0, 0, 0, 0]
}

/// CRC-32 of PNG chunks (ISO 3309).
func crc(_ bytes: [UInt8]) -> UInt32 {
    var value: UInt32 = ~0
    for byte in bytes {
        value ^= UInt32(byte)
        for _ in 0..<8 { value = value & 1 == 1 ? (value >> 1) ^ 0xEDB8_8320 : value >> 1 }
    }
    return ~value
}

func bigEndian(_ value: UInt32) -> [UInt8] { (0..<4).map { UInt8(truncatingIfNeeded: value >> (24 - 8 * $0)) } }

/// The PNG with an eXIf chunk after its header.
private func withExif(_ png: Data, orientation: UInt8) -> [UInt8] {
    let chunk = Array("eXIf".utf8) + tiffHeader(orientation: orientation)
    let framed: [UInt8] = bigEndian(UInt32(chunk.count - 4)) + chunk + bigEndian(crc(chunk))
    return Array(png.prefix(33)) + framed + Array(png.dropFirst(33))
}

/// The JPEG with an APP1 segment after its start.
private func withExif(jpeg: Data, orientation: UInt8) -> [UInt8] {
    let content = Array("Exif\0\0".utf8) + tiffHeader(orientation: orientation)
    let size = content.count + 2
    let segment: [UInt8] = [0xFF, 0xE1, UInt8(size >> 8), UInt8(size & 255)] + content
    return Array(jpeg.prefix(2)) + segment + Array(jpeg.dropFirst(2))
}

@Suite struct StillTests {
    @Test(arguments: [(64, 48), (37, 23), (1, 1)])
    func `a JPEG gives back the picture, nearly`(width: Int, height: Int) throws {
        let folder = try TemporaryFolder()
        // Slopes without edges: what is left is the coarser chroma and the quantiser, a few steps of 255.
        var image = RGBAImage(width: width, height: height, pixels: Array(repeating: 255, count: width * height * 4))
        for y in 0..<height {
            for x in 0..<width {
                let colour = [x * 200 / width + 20, y * 200 / height + 30, 128].map { UInt8($0) }
                image.pixels.replaceSubrange((y * width + x) * 4..<(y * width + x) * 4 + 3, with: colour)
            }
        }
        try StillWriter.jpeg(image, quantiser: 2).write(to: URL(fileURLWithPath: folder("a.jpg")))
        let read = try StillReader.image(path: folder("a.jpg"))
        #expect(read.width == width && read.height == height)
        let errors = zip(read.pixels, image.pixels).map { abs(Int($0) - Int($1)) }
        #expect(errors.reduce(0, +) <= 3 * errors.count && errors.max() ?? 0 <= 16, "\(errors.max() ?? 0)")
    }

    @Test func `a picture is reduced while it is converted, and turned after`() throws {
        let folder = try TemporaryFolder()
        let image = RGBAImage(width: 80, height: 40, pixels: Array(repeating: 200, count: 80 * 40 * 4))
        try StillWriter.writePNG(image, to: folder("a.png"))
        let (frame, _) = try StillReader.frame(path: folder("a.png"))
        for (side, size) in [(20, [20, 10]), (500, [80, 40])] {
            let upright = try StillReader.image(of: frame, orientation: .upright, longSide: side, path: "a.png")
            #expect([upright.width, upright.height] == size)
            #expect(upright.pixels.allSatisfy { abs(Int($0) - 200) <= 2 })
        }
        let turned = try StillReader.image(
            of: frame, orientation: try #require(Orientation(rawValue: 6)), longSide: 20, path: "a.png")
        #expect(turned.width == 10 && turned.height == 20)
    }

    @Test func `a PNG gives back every pixel and its alpha`() throws {
        let folder = try TemporaryFolder()
        try StillWriter.writePNG(pattern, to: folder("a.png"))
        #expect(try StillReader.image(path: folder("a.png")) == pattern)
        #expect(MediaProbe.kind(of: folder("a.png")) == .photo)
    }

    @Test(arguments: Orientation.allCases)
    func `a PNG is turned as its eXIf says`(orientation: Orientation) throws {
        let folder = try TemporaryFolder()
        let path = try folder.write(
            withExif(StillWriter.png(pattern), orientation: UInt8(orientation.rawValue)), "a.png")
        let upright = try StillReader.image(path: path)
        let size = orientation.uprightSize(width: 37, height: 23)
        #expect((upright.width, upright.height) == size)
        let map = orientation.uprightFromStored(width: 37, height: 23)
        for (x, y) in [(0, 0), (36, 0), (0, 22), (36, 22), (11, 5)] {
            let target = try #require(map(Point2(Double(x), Double(y))))
            let at = (Int(target.y) * size.width + Int(target.x)) * 4
            let from = (y * 37 + x) * 4
            #expect(upright.pixels[at..<at + 4].elementsEqual(pattern.pixels[from..<from + 4]))
        }
        #expect(try StillReader.frame(path: path).orientation == orientation)
    }

    @Test(.enabled(if: Tool.isPresent, Tool.missing), arguments: Orientation.allCases)
    func `a JPEG is turned as its EXIF says`(orientation: Orientation) throws {
        let folder = try TemporaryFolder()
        try Tool.make(folder("plain.jpg"), "-f lavfi -i testsrc2=s=64x48 -frames:v 1 -q:v 2")
        let jpeg = try Data(contentsOf: URL(fileURLWithPath: folder("plain.jpg")))
        let plain = try StillReader.image(path: folder("plain.jpg"))
        let path = try folder.write(withExif(jpeg: jpeg, orientation: UInt8(orientation.rawValue)), "photo.png")
        #expect(try StillReader.image(path: path) == plain.upright(from: orientation))
    }

    @Test(.enabled(if: Tool.isPresent, Tool.missing), arguments: Orientation.allCases)
    func `a WebP is turned as its EXIF says`(orientation: Orientation) throws {
        let folder = try TemporaryFolder()
        try Tool.make(folder("plain.webp"), "-f lavfi -i testsrc2=s=64x48 -frames:v 1 -lossless 1 -pix_fmt bgra")
        let webp = try Data(contentsOf: URL(fileURLWithPath: folder("plain.webp")))
        let plain = try StillReader.image(path: folder("plain.webp"))
        let exif = tiffHeader(orientation: UInt8(orientation.rawValue))
        // The extended header says that there is EXIF, which comes last.
        let header = Array("VP8X".utf8) + [10, 0, 0, 0, 0x08, 0, 0, 0, 63, 0, 0, 47, 0, 0]
        let notes = Array("EXIF".utf8) + [UInt8(exif.count), 0, 0, 0] + exif
        let body = Array("WEBP".utf8) + header + webp.dropFirst(12) + notes
        let size = (0..<4).map { UInt8(truncatingIfNeeded: body.count >> (8 * $0)) }
        let path = try folder.write(Array("RIFF".utf8) + size + body, "photo.jpg")
        #expect(try StillReader.image(path: path) == plain.upright(from: orientation))
    }

    @Test(.enabled(if: Tool.isPresent, Tool.missing), arguments: ["jpg", "webp", "tiff", "gif", "bmp", "png"])
    func `each kind of picture gives its colours`(kind: String) throws {
        let folder = try TemporaryFolder()
        let options = kind == "webp" ? "-lossless 1" : kind == "jpg" ? "-q:v 1 -pix_fmt yuvj444p" : ""
        // Odd sizes; a name that says nothing.
        try Tool.make(folder("source.png"), "-f lavfi -i testsrc=s=161x121 -frames:v 1 -pix_fmt rgb24")
        try Tool.make(folder("a.\(kind)"), "-i \(folder("source.png")) -frames:v 1 \(options)")
        try FileManager.default.moveItem(atPath: folder("a.\(kind)"), toPath: folder("picture"))
        let (image, source) = try (
            StillReader.image(path: folder("picture")), StillReader.image(path: folder("source.png"))
        )
        #expect((image.width, image.height) == (161, 121))
        #expect(MediaProbe.kind(of: folder("picture")) == .photo)
        let errors = zip(image.pixels, source.pixels).map { abs(Int($0) - Int($1)) }
        // GIF has 256 colours, JPEG rounds; the others are exact.
        let mean = Double(errors.reduce(0, +)) / Double(errors.count)
        #expect(mean <= (kind == "gif" ? 12 : kind == "jpg" ? 1.5 : 0))
    }

    @Test(.enabled(if: Tool.isPresent, Tool.missing))
    func `deep, grey and palette pictures are read`() throws {
        let folder = try TemporaryFolder()
        for format in ["rgb48be", "gray", "gray16be", "pal8", "monob", "ya8", "rgba64be"] {
            try Tool.make(folder("\(format).png"), "-f lavfi -i testsrc2=s=64x48 -frames:v 1 -pix_fmt \(format)")
            let image = try StillReader.image(path: folder("\(format).png"))
            #expect((image.width, image.height) == (64, 48))
            #expect(Set(image.pixels).count > 2 || format == "monob")
            #expect(image.pixels.contains(255))
        }
    }

    @Test(.enabled(if: SharedData.isPresent, Comment(rawValue: SharedData.missing)))
    func `a phone's photo under a wrong extension is read upright`() throws {
        let path = SharedData.path("drawings/pen-drawing-photo.png")
        let (frame, orientation) = try StillReader.frame(path: path)
        let image = try StillReader.image(path: path)
        #expect((image.width, image.height) == orientation.uprightSize(width: frame.width, height: frame.height))
        #expect(image.width * image.height > 10_000_000)
    }

    @Test(.enabled(if: Tool.isPresent, Tool.missing)) func `a JPEG that ends early is refused, not shown in green`()
        throws
    {
        let folder = try TemporaryFolder()
        try Tool.make(folder("plain.jpg"), "-f lavfi -i testsrc2=s=640x480 -frames:v 1 -q:v 2")
        let jpeg = try Data(contentsOf: URL(fileURLWithPath: folder("plain.jpg")))
        let path = try folder.write(jpeg.prefix(jpeg.count / 3), "cut.jpg")
        let error = mediaError { _ = try StillReader.image(path: path) }
        #expect(error?.description.hasPrefix(path + ": cannot decode: the picture is damaged or incomplete") == true)
    }

    @Test func `a cut-off picture is refused or read, and never crashes`() throws {
        let folder = try TemporaryFolder()
        let png = try withExif(StillWriter.png(pattern), orientation: 6)
        for count in stride(from: 1, to: png.count, by: 7) {
            let path = try folder.write(png.prefix(count), "cut.png")
            if let error = mediaError({ _ = try StillReader.image(path: path) }) {
                #expect(error.description.hasPrefix(path))
            }
        }
    }

    @Test func `a picture that claims to be huge is refused before memory is taken`() throws {
        let folder = try TemporaryFolder()
        var png = try Array(StillWriter.png(pattern))
        let header: [UInt8] = Array("IHDR".utf8) + bigEndian(60000) + bigEndian(60000) + Array(png[24..<29])
        png.replaceSubrange(12..<33, with: header + bigEndian(crc(header)))
        let path = try folder.write(png, "huge.png")
        #expect(mediaError { _ = try StillReader.image(path: path) } != nil)
    }
}
