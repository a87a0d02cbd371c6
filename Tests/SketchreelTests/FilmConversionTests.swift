import Compositing
import Foundation
import Geometry
import Imaging
import MediaIO
import TestSupport
import Testing

@testable import Sketchreel

/// The clip that films are brought into.
private func clip(_ name: String = "yuv420p") throws -> FrameScaler.Kind {
    FrameScaler.Kind(
        format: try #require(PixelFormat.named(name)), width: 320, height: 240,
        colour: ColourDescription(primaries: 1, transfer: 1, matrix: 1, range: .limited))
}

private func plane(_ frame: Frame, _ index: Int) -> [UInt8] {
    let size = frame.format.size(ofPlane: index, width: frame.width, height: frame.height)
    return frame.withPlane(index) { base, stride in
        (0..<size.rows).flatMap { row in
            [UInt8](UnsafeRawBufferPointer(start: base + row * stride, count: size.samples))
        }
    }
}

@Suite struct FilmConversionTests {
    /// A PNG, orange, clear in its left half, half clear in the right quarter; black under what is clear.
    private func write(_ folder: TemporaryFolder) throws -> String {
        var image = RGBAImage(width: 64, height: 32, pixels: Array(repeating: 0, count: 64 * 32 * 4))
        for y in 0..<32 {
            for x in 32..<64 {
                let pixel: [UInt8] = [230, 120, 20, x < 48 ? 255 : 128]
                image.pixels.replaceSubrange((y * 64 + x) * 4..<(y * 64 + x) * 4 + 4, with: pixel)
            }
        }
        let path = folder.path + "/a.png"
        try StillWriter.writePNG(image, to: path)
        return path
    }

    @Test func `a transparent picture keeps its colour to its edge, and alpha of its size`() throws {
        let folder = try TemporaryFolder()
        let path = try write(folder)
        let (frame, _) = try StillReader.frame(path: path)
        for size in [(64, 32), (20, 10)] {
            let conversion = FilmConversion(path: path, to: try clip(), alpha: .straight, key: nil) { _ in size }
            let picture = try conversion.picture(of: frame)
            let alpha = try #require(picture.alpha)
            #expect(
                (picture.film.width, picture.film.height, alpha.width, alpha.height) == (size.0, size.1, size.0, size.1)
            )
            let (luma, covered) = (plane(picture.film, 0), plane(alpha, 0))
            let row = size.1 / 2 * size.0
            let solid = luma[row + size.0 * 5 / 8]
            for x in size.0 / 2 - 2..<size.0 {
                #expect(abs(Int(luma[row + x]) - Int(solid)) <= 2, "no dark fringe at \(x)")
            }
            #expect(covered[row] == 0 && covered[row + size.0 * 5 / 8] == 255)
            #expect(abs(Int(covered[row + size.0 - 2]) - 128) <= 1)
        }
    }

    @Test func `a picture that is opaque everywhere has no alpha, whatever its format`() throws {
        let folder = try TemporaryFolder()
        let path = folder.path + "/a.png"
        try StillWriter.writePNG(
            RGBAImage(width: 8, height: 8, pixels: Array(repeating: 255, count: 256)), to: path)
        let (frame, _) = try StillReader.frame(path: path)
        let conversion = FilmConversion(path: path, to: try clip(), alpha: .straight, key: nil) { _ in (8, 8) }
        #expect(frame.format.hasAlpha)
        #expect(try conversion.picture(of: frame).alpha == nil)
    }

    @Test(arguments: ["yuv420p", "yuv422p10le"])
    func `a screen is taken out of a picture without alpha, in any depth of clip`(format: String) throws {
        let folder = try TemporaryFolder()
        let path = folder.path + "/a.png"
        var image = RGBAImage(width: 64, height: 32, pixels: Array(repeating: 255, count: 64 * 32 * 4))
        for index in 0..<64 * 32 {
            let pixel: [UInt8] = index % 64 < 32 ? [20, 210, 30, 255] : [200, 60, 60, 255]
            image.pixels.replaceSubrange(index * 4..<index * 4 + 4, with: pixel)
        }
        try StillWriter.writePNG(image, to: path)
        let (frame, _) = try StillReader.frame(path: path)
        let conversion = FilmConversion(
            path: path, to: try clip(format), alpha: nil, key: ChromaKey(red: 0, green: 1, blue: 0)
        ) { _ in (64, 32) }
        let picture = try conversion.picture(of: frame)
        let alpha = plane(try #require(picture.alpha), 0)
        #expect(picture.film.format.name == format)
        #expect(alpha[16 * 64 + 10] == 0 && alpha[16 * 64 + 50] == 255)
    }

    @Test func `a photo moves and a photo that does not stays`() throws {
        let folder = try TemporaryFolder()
        let path = folder.path + "/photo.png"
        var image = RGBAImage(width: 64, height: 32, pixels: Array(repeating: 255, count: 64 * 32 * 4))
        for index in 0..<64 * 32 { image.pixels[index * 4] = UInt8(index % 64 * 4) }
        try StillWriter.writePNG(image, to: path)
        let layout = PageLayout(canvasWidth: 64, canvasHeight: 32, fit: .stretch)
        func pictures(_ move: RenderRequest.Items.PhotoMove) throws -> [PagePicture] {
            let film = try PlayingFilm(
                item: 0, showNumber: 0, path: path, layout: layout, clip: try clip(), items: .init(photoMove: move),
                look: PageLook(fit: .stretch), showDuration: 10, seed: 3)
            return try [0, 5, 10].map { try #require(try film.picture(atSeconds: $0)) }
        }
        func composed(_ picture: PagePicture) throws -> [UInt8] {
            let kind = try clip()
            var frame = Frame(
                allocating: kind.format, width: 64, height: 32, colour: kind.colour,
                presentationTime: ClipTime(ticks: 0, timeBase: try #require(TimeBase(1, 25))))
            for plane in 0..<3 {
                frame.withMutablePlane(plane) { base, stride in _ = memset(base, 128, stride * (plane == 0 ? 32 : 16)) }
            }
            let compositor = try Compositor(format: kind.format, width: 64, height: 32, colour: kind.colour)
            compositor.compose([Layer(page: .identity, picture: picture, opacity: 1)], onto: &frame)
            return plane(frame, 0)
        }
        let (still, slow) = try (pictures(.none).map(composed), pictures(.slow).map(composed))
        #expect(Set(still).count == 1)
        #expect(Set(slow).count == 3)
        #expect(slow[0] == still[0] || slow[2] == still[0], "it begins or ends with all of it")
    }
}

@Suite struct ScreenColourTests {
    @Test func `colours of screens are read by name and by number`() {
        #expect(ProgramColour.screen("green") == ProgramColour("#00ff00"))
        #expect(ProgramColour.screen("Blue") == ProgramColour("#0000FF"))
        for text in ["", "#", "grey", "#808080", "00ff00", "#00ff0", "#00ff000", "#gg0000", "+0ff00", "#-1ff00"] {
            #expect(ProgramColour.screen(text) == nil, "\(text)")
        }
    }
}
