import Foundation
import Geometry
import Imaging
import MediaIO
import TestSupport
import Testing

/// R, G, B, A of a pixel.
private func pixel(_ image: RGBAImage, _ x: Int, _ y: Int) -> [Int] {
    image.pixels[((y * image.width + x) * 4)..<((y * image.width + x) * 4 + 4)].map { Int($0) }
}

private func isNear(_ a: [Int], _ b: [Int], _ tolerance: Int = 2) -> Bool {
    zip(a, b).allSatisfy { abs($0 - $1) <= tolerance }
}

/// Inks of the patches that CMYK is tried on, and what they look like without a profile.
private let inks: [[UInt8]] = [
    [0, 0, 0, 0], [255, 0, 0, 0], [0, 255, 0, 0], [0, 0, 255, 0], [0, 0, 0, 255], [100, 50, 20, 60],
]
private let printed: [[Int]] = inks.map { ink in
    (0..<3).map { (255 - Int(ink[$0])) * (255 - Int(ink[3])) / 255 } + [255]
}

@Suite struct InkTests {
    private func checkPatches(_ path: String, _ note: Comment, tolerance: Int = 2) throws {
        let still = try StillReader.still(path: path)
        #expect(still.hadInks)
        let image = try StillReader.image(path: path)
        for (index, expected) in printed.enumerated() {
            let found = pixel(image, 8 * index + 4, 4)
            #expect(isNear(found, expected, tolerance), "\(note) \(index): \(found) \(expected)")
        }
    }

    @Test func `a JPEG of inks is read with and without Adobe's marker, as CMYK and as YCCK`() throws {
        let folder = try TemporaryFolder()
        // Without the marker codes are ink; Adobe writes how much is left out.
        try checkPatches(folder.write(flatJPEG(blocks: inks), "plain.jpg"), "plain")
        let left = inks.map { $0.map { 255 - $0 } }
        try checkPatches(folder.write(flatJPEG(blocks: left, adobe: 0), "adobe.jpg"), "Adobe")
        // YCCK is made of what is left out of C, M and Y, turned about once more.
        let ycck = inks.map { ink -> [UInt8] in ink.prefix(3) + [255 - ink[3]] }.map { codes -> [UInt8] in
            let (r, g, b) = (Double(codes[0]), Double(codes[1]), Double(codes[2]))
            let luma = 0.299 * r + 0.587 * g + 0.114 * b
            let ycc = [luma, 128 + 0.564 * (b - luma), 128 + 0.713 * (r - luma)]
            return ycc.map { UInt8(min(max($0.rounded(), 0), 255)) } + [codes[3]]
        }
        try checkPatches(folder.write(flatJPEG(blocks: ycck, adobe: 2), "ycck.jpg"), "YCCK", tolerance: 4)
    }

    @Test func `a TIFF of inks is read in 8 and 16 bits`() throws {
        let folder = try TemporaryFolder()
        let row = inks.flatMap { ink in (0..<8).flatMap { _ in ink } }
        let rows = Array(repeatElement(row, count: 8).joined())
        for depth in [8, 16] {
            let strip = depth == 8 ? rows : rows.flatMap { [$0, $0] }
            let file = madeTIFF(
                width: 48, height: 8, bits: [depth, depth, depth, depth], photometric: 5, strips: [strip])
            try checkPatches(folder.write(file, "a.tif"), "\(depth) bits")
        }
    }

    @Test func `the profile of a picture of inks decides what they look like`() throws {
        let folder = try TemporaryFolder()
        let profile = redCyanProfile()
        let jpeg = folder("a.jpg")
        try Data(withProfile(jpeg: Data(flatJPEG(blocks: inks)), profile)).write(to: URL(fileURLWithPath: jpeg))
        let row = inks.flatMap { ink in (0..<8).flatMap { _ in ink } }
        let tiff = try folder.write(
            madeTIFF(
                width: 48, height: 8, bits: [8, 8, 8, 8], photometric: 5,
                strips: [Array(repeatElement(row, count: 8).joined())],
                entries: [(34675, 7, profile.map { Int($0) })]), "a.tif")
        for path in [jpeg, tiff] {
            #expect(try StillReader.still(path: path).frame.colour.primaries == 12)
            let image = try StillReader.image(path: path)
            #expect(isNear(pixel(image, 4, 4), [255, 255, 255, 255], 3))
            let cyan = pixel(image, 12, 4)
            #expect(cyan[0] > 220 && cyan[1] < 60 && cyan[2] < 60, "\(path): \(cyan)")
            #expect(isNear(pixel(image, 36, 4), [0, 0, 0, 255], 6))
        }
    }
}

@Suite struct TIFFTests {
    /// Four pixels: red, green, blue, and a grey.
    private let colours: [[UInt8]] = [[255, 0, 0], [0, 255, 0], [0, 0, 255], [90, 90, 90]]

    private func read(_ file: [UInt8]) throws -> RGBAImage {
        let folder = try TemporaryFolder()
        // Content decides, whatever the name says.
        return try StillReader.image(path: folder.write(file, "picture.png"))
    }

    @Test func `colours of 8 and 16 bits, with straight and multiplied alpha`() throws {
        let plain = try read(
            madeTIFF(width: 2, height: 2, bits: [8, 8, 8], photometric: 2, strips: [Array(colours.joined())]))
        for (index, colour) in colours.enumerated() {
            #expect(pixel(plain, index % 2, index / 2) == colour.map { Int($0) } + [255])
        }
        let deep = try read(
            madeTIFF(
                width: 2, height: 2, bits: [16, 16, 16], photometric: 2,
                strips: [colours.joined().flatMap { [$0, $0] }]))
        #expect(deep == plain)
        // Half transparent: straight colours, and the same multiplied.
        for (kind, codes) in [(2, [200, 100, 40]), (1, [100, 50, 20])] {
            let image = try read(
                madeTIFF(
                    width: 1, height: 1, bits: [8, 8, 8, 8], photometric: 2,
                    strips: [codes.map { UInt8($0) } + [128]], entries: [(338, 3, [kind])]))
            #expect(isNear(pixel(image, 0, 0), [200, 100, 40, 128]))
        }
    }

    @Test func `grey, its reverse, grey with alpha, two levels and palettes`() throws {
        for (photometric, expected) in [(1, 60), (0, 195)] {
            let image = try read(madeTIFF(width: 1, height: 1, bits: [8], photometric: photometric, strips: [[60]]))
            #expect(pixel(image, 0, 0) == [expected, expected, expected, 255])
            let deep = try read(
                madeTIFF(width: 1, height: 1, bits: [16], photometric: photometric, strips: [[60, 60]]))
            #expect(isNear(pixel(deep, 0, 0), pixel(image, 0, 0), 1))
            let levels = try read(
                madeTIFF(width: 3, height: 1, bits: [1], photometric: photometric, strips: [[0b1010_0000]]))
            let light = photometric == 1 ? 255 : 0
            #expect((0..<3).map { pixel(levels, $0, 0)[0] } == [light, 255 - light, light])
        }
        let grey = try read(
            madeTIFF(width: 1, height: 1, bits: [8, 8], photometric: 1, strips: [[60, 99]], entries: [(338, 3, [2])]))
        #expect(pixel(grey, 0, 0) == [60, 60, 60, 99])
        // A colour map of all reds, then all greens, then all blues.
        let map = (0..<3).flatMap { channel in
            (0..<16).map { $0 < 4 ? Int(colours[$0][channel]) * 257 : 0 }
        }
        let palette = try read(
            madeTIFF(
                width: 4, height: 1, bits: [4], photometric: 3, strips: [[0x01, 0x23]], entries: [(320, 3, map)]))
        #expect((0..<4).map { pixel(palette, $0, 0) } == colours.map { $0.map { Int($0) } + [255] })
    }

    @Test func `strips, tiles and planes of an odd size give the same picture`() throws {
        let (width, height) = (37, 21)
        func code(_ x: Int, _ y: Int, _ channel: Int) -> UInt8 { UInt8([x * 6, y * 11, (x + y) * 4][channel]) }
        func rows(_ range: Range<Int>) -> [UInt8] {
            range.flatMap { y in (0..<width).flatMap { x in (0..<3).map { code(x, y, $0) } } }
        }
        let whole = try read(
            madeTIFF(width: width, height: height, bits: [8, 8, 8], photometric: 2, strips: [rows(0..<height)]))
        #expect(pixel(whole, 36, 20) == [216, 220, 224, 255])
        let strips = stride(from: 0, to: height, by: 8).map { rows($0..<min($0 + 8, height)) }
        #expect(
            try read(
                madeTIFF(
                    width: width, height: height, bits: [8, 8, 8], photometric: 2, strips: strips, rowsPerStrip: 8))
                == whole)
        var tiles: [[UInt8]] = []
        for top in stride(from: 0, to: height, by: 16) {
            for left in stride(from: 0, to: width, by: 16) {
                tiles.append(
                    (top..<top + 16).flatMap { y in
                        (left..<left + 16).flatMap { x in
                            (0..<3).map { x < width && y < height ? code(x, y, $0) : 0 }
                        }
                    })
            }
        }
        #expect(
            try read(
                madeTIFF(width: width, height: height, bits: [8, 8, 8], photometric: 2, strips: tiles, tile: (16, 16)))
                == whole)
        let planes = (0..<3).map { channel in
            (0..<height).flatMap { y in (0..<width).map { code($0, y, channel) } }
        }
        #expect(
            try read(
                madeTIFF(
                    width: width, height: height, bits: [8, 8, 8], photometric: 2, strips: planes,
                    entries: [(284, 3, [2])])) == whole)
    }

    @Test(.enabled(if: Tool.isPresent, Tool.missing)) func `a JPEG inside a TIFF is the picture`() throws {
        let folder = try TemporaryFolder()
        try Tool.make(folder("a.jpg"), "-f lavfi -i testsrc2=s=64x48 -frames:v 1 -pix_fmt yuvj420p -q:v 2")
        let jpeg = try [UInt8](Data(contentsOf: URL(fileURLWithPath: folder("a.jpg"))))
        let image = try read(
            madeTIFF(width: 64, height: 48, bits: [8, 8, 8], photometric: 6, strips: [jpeg], compression: 7))
        let expected = try StillReader.image(path: folder("a.jpg"))
        let off = zip(image.pixels, expected.pixels).map { abs(Int($0) - Int($1)) }.reduce(0, +)
        #expect(off <= 3 * image.pixels.count, "two decoders put chroma between pixels each in its way")
    }

    @Test func `a profile counts in a TIFF`() throws {
        let folder = try TemporaryFolder()
        for (primaries, number) in [(srgbPrimaries, 1), (displayP3Primaries, 12)] {
            let profile = iccProfile(primaries: primaries, gamma: nil)
            let path = try folder.write(
                madeTIFF(
                    width: 2, height: 2, bits: [8, 8, 8], photometric: 2, strips: [Array(colours.joined())],
                    entries: [(34675, 7, profile.map { Int($0) })]), "a.tif")
            #expect(try StillReader.frame(path: path).frame.colour.primaries == number)
        }
    }

    @Test(arguments: Orientation.allCases) func `a TIFF is turned as its tag says`(orientation: Orientation) throws {
        let strips = [Array((colours + [[1, 2, 3], [9, 9, 9]]).joined())]
        let plain = try read(madeTIFF(width: 3, height: 2, bits: [8, 8, 8], photometric: 2, strips: strips))
        let turned = try read(
            madeTIFF(
                width: 3, height: 2, bits: [8, 8, 8], photometric: 2, strips: strips,
                entries: [(274, 3, [orientation.rawValue])]))
        #expect(turned == plain.upright(from: orientation))
    }

    @Test func `bytes that are changed or cut off never crash`() throws {
        let folder = try TemporaryFolder()
        var tiles: [[UInt8]] = []
        for index in 0..<6 { tiles.append([UInt8](repeating: UInt8(index * 40), count: 768)) }
        let files = [
            madeTIFF(width: 2, height: 2, bits: [8, 8, 8], photometric: 2, strips: [Array(colours.joined())]),
            madeTIFF(width: 37, height: 21, bits: [8, 8, 8], photometric: 2, strips: tiles, tile: (16, 16)),
            madeTIFF(
                width: 4, height: 1, bits: [4], photometric: 3, strips: [[0x01, 0x23]],
                entries: [(320, 3, [Int](repeating: 700, count: 48))]),
        ]
        for whole in files {
            for index in 0..<min(whole.count, 400) * 2 {
                var bytes = whole
                let place = whole.count - 1 - index / 2
                bytes[place] = index % 2 == 0 ? bytes[place] ^ 0x81 : UInt8(truncatingIfNeeded: index &* 37)
                let path = try folder.write(bytes, "a.tif")
                if let error = mediaError({ _ = try StillReader.still(path: path) }) {
                    #expect(error.description.hasPrefix(path) && !error.description.contains("\n"))
                }
            }
        }
    }
}

@Suite(.enabled(if: Tool.isPresent, Tool.missing)) struct HeifKindsTests {
    private let folder: TemporaryFolder
    init() throws { folder = try TemporaryFolder() }

    private func read(_ file: HeifFile) throws -> RGBAImage {
        try StillReader.image(path: folder.write(file.bytes, "a.jpeg"))
    }

    @Test func `a HEIF's turns and mirrors are done once, whatever its EXIF says`() throws {
        let tile = try HeifFile.Tile(width: 96, height: 64, in: folder)
        let plain = try read(HeifFile(tile: tile))
        #expect((plain.width, plain.height) == (96, 64))
        // Quarter turns counterclockwise; then top to bottom, or left to right.
        let quarters: [Orientation] = [.upright, .rotatedCounterclockwise, .rotated180, .rotatedClockwise]
        let exif: [UInt8] =
            [0, 0, 0, 6] + Array("Exif\0\0".utf8) + [
                0x4D, 0x4D, 0, 0x2A, 0, 0, 0, 8, 0, 1, 0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, 6, 0, 0, 0, 0, 0, 0,
            ]
        for (count, turn) in quarters.enumerated() {
            let expected = plain.upright(from: turn)
            #expect(try read(HeifFile(tile: tile, turns: ["irot": UInt8(count)], exif: exif)) == expected)
            for (axis, mirror) in [(0, Orientation.flipped), (1, .mirrored)] {
                let file = HeifFile(tile: tile, turns: ["irot": UInt8(count), "imir": UInt8(axis)], exif: exif)
                #expect(try read(file) == expected.upright(from: mirror), "\(count) \(axis)")
            }
        }
    }

    @Test func `a HEIF is cropped as it says`() throws {
        let tile = try HeifFile.Tile(width: 96, height: 64, in: folder)
        let plain = try read(HeifFile(tile: tile))
        // 32 × 16 in the middle.
        let cropped = try read(HeifFile(tile: tile, clap: [32, 16, 0, 0]))
        #expect((cropped.width, cropped.height) == (32, 16))
        // The chroma of a crop at an even place is that of the picture, but for how it is put between pixels at its edge.
        #expect(isNear(pixel(cropped, 16, 8), pixel(plain, 48, 32), 6))
    }

    @Test func `the alpha of an AVIF is straight and kept`() throws {
        let tile = try HeifFile.Tile(width: 96, height: 64, source: "color=c=0xC04020:s=96x64", in: folder)
        let alpha = try HeifFile.Tile(
            width: 96, height: 64, source: "nullsrc=s=96x64,geq=lum='255*lt(X,48)':cb=128:cr=128", in: folder)
        let image = try read(HeifFile(tile: tile, alpha: alpha))
        #expect(isNear(pixel(image, 10, 30), [0xC0, 0x40, 0x20, 255], 6), "\(pixel(image, 10, 30))")
        #expect(pixel(image, 90, 30)[3] <= 3 && isNear(pixel(image, 90, 30), [0xC0, 0x40, 0x20], 6))
    }

    @Test func `a very large grid is read tile by tile, and looks as if read whole`() throws {
        let tile = try HeifFile.Tile(width: 128, height: 64, source: "testsrc2=s=128x64,gblur=sigma=3", in: folder)
        for turns: [String: UInt8] in [
            [:], ["irot": 1], ["irot": 2], ["irot": 3], ["imir": 0], ["imir": 1], ["irot": 1, "imir": 0],
            ["irot": 3, "imir": 1],
        ] {
            let path = try folder.write(
                HeifFile(tile: tile, grid: (3, 4, 370, 250), turns: turns).bytes, "grid.avif")
            let whole = try StillReader.still(path: path)
            let still = try StillReader.still(path: path, longSide: 90, usualPixels: 1000)
            #expect((still.frame.width, still.frame.height) == (93, 63))
            #expect(still.uprightWidth == whole.uprightWidth && still.uprightHeight == whole.uprightHeight)
            #expect(still.isReduced)
            try expectAlike(still, whole, path)
        }
    }
}

/// That a reduced picture looks like the whole one, by their small copies.
private func expectAlike(_ reduced: Still, _ whole: Still, _ note: String, tolerance: Double = 6) throws {
    func small(_ still: Still) throws -> RGBAImage {
        try StillReader.image(of: still.frame, orientation: still.orientation, longSide: 40, path: note)
    }
    let (a, b) = (try small(reduced), try small(whole))
    #expect((a.width, a.height) == (b.width, b.height), "\(note)")
    guard a.pixels.count == b.pixels.count else { return }
    let off = zip(a.pixels, b.pixels).reduce(0.0) { $0 + abs(Double($1.0) - Double($1.1)) } / Double(a.pixels.count)
    #expect(off < tolerance, "\(note): \(off)")
}

@Suite(.enabled(if: Tool.isPresent, Tool.missing)) struct LargePictureTests {
    @Test(arguments: [
        ("jpg", "-pix_fmt yuvj420p -q:v 2"), ("jpg", "-pix_fmt gray -q:v 2"), ("png", "-pix_fmt rgb24"),
        ("png", "-pix_fmt gray"), ("png", "-pix_fmt ya8"), ("png", "-pix_fmt rgba"), ("png", "-pix_fmt rgb48be"),
        ("png", "-pix_fmt gray16be"), ("png", "-pix_fmt pal8"), ("webp", "-pix_fmt yuv420p -quality 90"),
        ("webp", "-pix_fmt bgra -lossless 1"), ("tiff", "-pix_fmt rgb24"), ("tiff", "-pix_fmt rgb48le"),
        ("tiff", "-pix_fmt gray"), ("tiff", "-pix_fmt rgba -compression_algo deflate"),
    ])
    func `what is larger than usual is read reduced and looks the same`(ending: String, options: String) throws {
        let folder = try TemporaryFolder()
        let path = folder("a." + ending)
        try Tool.make(path, "-f lavfi -i testsrc2=s=320x200 -vf scale=301:203,gblur=sigma=2 -frames:v 1 " + options)
        let whole = try StillReader.still(path: path)
        let reduced = try StillReader.still(path: path, longSide: 90, usualPixels: 10_000)
        #expect(max(reduced.frame.width, reduced.frame.height) >= 90 && reduced.frame.width < 160)
        #expect((reduced.uprightWidth, reduced.uprightHeight) == (301, 203) && reduced.isReduced)
        // A palette may hold transparent colours that no pixel has, and a WebP an alpha that is opaque.
        #expect(!reduced.frame.format.hasAlpha || whole.frame.format.hasAlpha)
        // A dithered palette is finer than what its small copy keeps of it.
        try expectAlike(reduced, whole, path, tolerance: options.contains("pal8") ? 10 : 6)
        // What is no larger than usual is the same to the last bit, however little is wanted.
        let usual = try StillReader.still(path: path, longSide: 90)
        #expect(!usual.isReduced && usual.frame.width == 301)
        if whole.frame.format.name != "pal8" { #expect(samples(usual.frame) == samples(whole.frame)) }
    }

    @Test func `what is read reduced keeps its turn and its profile`() throws {
        let folder = try TemporaryFolder()
        try Tool.make(folder("a.png"), "-f lavfi -i testsrc2=s=300x200 -frames:v 1")
        let png = try Data(contentsOf: URL(fileURLWithPath: folder("a.png")))
        let path = try folder.write(
            withProfile(png: png, iccProfile(primaries: displayP3Primaries, gamma: nil)), "b.png")
        let still = try StillReader.still(path: path, longSide: 100, usualPixels: 1000)
        #expect(still.frame.colour.primaries == 12 && still.frame.width == 100)
    }

    @Test func `a picture above the limit ends in one sentence`() throws {
        let folder = try TemporaryFolder()
        try Tool.make(folder("a.jpg"), "-f lavfi -i testsrc2=s=64x48 -frames:v 1")
        try Tool.make(folder("a.png"), "-f lavfi -i testsrc2=s=64x48 -frames:v 1")
        try Tool.make(folder("a.gif"), "-f lavfi -i testsrc2=s=64x48 -frames:v 1")
        try Tool.make(folder("a.bmp"), "-f lavfi -i testsrc2=s=64x48 -frames:v 1")
        func bytes(_ name: String) throws -> [UInt8] {
            try [UInt8](Data(contentsOf: URL(fileURLWithPath: folder(name))))
        }
        var jpeg = try bytes("a.jpg")
        let frame = try #require((0..<jpeg.count).first { jpeg[$0...].starts(with: [0xFF, 0xC0]) })
        jpeg.replaceSubrange(frame + 5..<frame + 9, with: [0x80, 0, 0x80, 0])
        var png = try bytes("a.png")
        png.replaceSubrange(16..<24, with: bigEndian(32768) + bigEndian(32768))
        png.replaceSubrange(29..<33, with: bigEndian(crc(Array(png[12..<29]))))
        var (gif, bmp) = (try bytes("a.gif"), try bytes("a.bmp"))
        gif.replaceSubrange(6..<10, with: [0, 0x80, 0, 0x80])
        bmp.replaceSubrange(18..<26, with: [0, 0x80, 0, 0, 0, 0x80, 0, 0])
        let tiff = madeTIFF(width: 32768, height: 32768, bits: [8], photometric: 1, strips: [[1]])
        for (name, file) in [("b.jpg", jpeg), ("b.png", png), ("b.gif", gif), ("b.bmp", bmp), ("b.tif", tiff)] {
            let path = try folder.write(file, name)
            let error = mediaError { _ = try StillReader.still(path: path, longSide: 100) }
            #expect(
                error?.description == "\(path): cannot decode: the picture has more pixels than can be used "
                    + "(256 megapixels); save a smaller copy of it", "\(name): \(error?.description ?? "no error")")
        }
    }
}
