import Foundation
import Imaging
import MediaIO
import TestSupport
import Testing

/// A disc with a soft edge that moves over a clear ground: straight colours, or multiplied by alpha.
private func disc(premultiplied: Bool, size: String = "96x64") -> String {
    let alpha = "clip((26-hypot(X-30-N*4\\,Y-32))*16\\,0\\,255)"
    let factor = premultiplied ? "*\(alpha)/255" : ""
    return "-f lavfi -i color=c=black:s=\(size):r=10:d=0.8,format=rgba,"
        + "geq=r='220\(factor)':g='(90+X)\(factor)':b='60\(factor)':a='\(alpha)'"
}

private struct Kind: CustomTestStringConvertible, Sendable {
    let name, options: String
    /// What coding does to alpha and colours, of 255.
    let slack: Int
    /// Whether the file itself says that its colours are straight.
    var isStraight = false
    var testDescription: String { name }

    static let all = [
        Kind(name: "vp9.webm", options: "-c:v libvpx-vp9 -pix_fmt yuva420p -b:v 4M -crf 4 -cpu-used 8", slack: 20),
        Kind(name: "vp8.webm", options: "-c:v libvpx -pix_fmt yuva420p -b:v 6M -crf 4 -auto-alt-ref 0", slack: 24),
        Kind(name: "vp9.mkv", options: "-c:v libvpx-vp9 -pix_fmt yuva420p -b:v 4M -crf 4 -cpu-used 8", slack: 20),
        Kind(
            name: "prores.mov", options: "-c:v prores_ks -profile:v 4444 -pix_fmt yuva444p10le -alpha_bits 16", slack: 8
        ),
        Kind(name: "png.mov", options: "-c:v png", slack: 0, isStraight: true),
        Kind(name: "rle.mov", options: "-c:v qtrle -pix_fmt argb", slack: 0),
        Kind(
            name: "a.gif", options: "-filter_complex split[a][b];[a]palettegen[p];[b][p]paletteuse", slack: 80,
            isStraight: true),
    ]
}

@Suite struct TransparentFilmTests {
    @Test(.enabled(if: Tool.isPresent, Tool.missing), arguments: Kind.all)
    fileprivate func `a transparent film keeps its alpha and its colours, also after going back`(kind: Kind) throws {
        let folder = try TemporaryFolder()
        try Tool.make(folder(kind.name), disc(premultiplied: false) + " " + kind.options)
        let film = try FilmReader(path: folder(kind.name))
        #expect(film.video?.format.hasAlpha == true, "\(film.video?.format.name ?? "")")
        for seconds in [0.05, 0.75, 0.35, 0.05] {
            let frame = try #require(try film.frame(atSeconds: seconds))
            let image = try StillReader.image(of: frame, orientation: .upright, path: kind.name)
            let centre = 30 + Int(seconds * 10 + 1e-6) * 4
            func pixel(_ x: Int) -> [Int] { (0..<4).map { Int(image.pixels[(32 * 96 + x) * 4 + $0]) } }
            #expect(pixel(centre)[3] >= 255 - kind.slack, "\(seconds) s: \(pixel(centre))")
            if centre + 30 < 96 { #expect(pixel(centre + 30)[3] <= kind.slack, "\(seconds) s: \(pixel(centre + 30))") }
            #expect(pixel(max(0, centre - 30))[3] <= kind.slack || centre < 30)
            for (found, expected) in zip(pixel(centre), [220, 90 + centre, 60]) {
                #expect(abs(found - expected) <= max(3, kind.slack), "\(seconds) s: \(pixel(centre))")
            }
        }
    }

    @Test(.enabled(if: Tool.isPresent, Tool.missing), arguments: Kind.all)
    fileprivate func `straight and premultiplied colours are told apart`(kind: Kind) throws {
        let folder = try TemporaryFolder()
        for premultiplied in [false, true] {
            let path = folder("\(premultiplied)-\(kind.name)")
            try Tool.make(path, disc(premultiplied: premultiplied) + " " + kind.options)
            let expected: AlphaMeaning = premultiplied && !kind.isStraight ? .premultiplied : .straight
            #expect(try FilmReader(path: path).alphaMeaning() == expected, "premultiplied: \(premultiplied)")
        }
    }

    @Test(.enabled(if: Tool.isPresent, Tool.missing))
    func `QuickTime's word on alpha goes before what the pictures look like`() throws {
        let folder = try TemporaryFolder()
        try Tool.make(folder("a.mov"), disc(premultiplied: true) + " -c:v qtrle -pix_fmt argb")
        var bytes = try [UInt8](Data(contentsOf: URL(fileURLWithPath: folder("a.mov"))))
        let place = try #require((0..<bytes.count - 16).first { bytes[$0..<$0 + 4].elementsEqual("vmhd".utf8) })
        for (mode, meaning) in [(0x100, AlphaMeaning.straight), (0x102, .premultiplied), (0x40, .premultiplied)] {
            bytes[place + 8] = UInt8(mode >> 8)
            bytes[place + 9] = UInt8(mode & 255)
            #expect(try FilmReader(path: folder.write(bytes, "b.mov")).alphaMeaning() == meaning)
        }
    }

    @Test(.enabled(if: Tool.isPresent, Tool.missing))
    func `a film without alpha has none to speak of`() throws {
        let folder = try TemporaryFolder()
        try Tool.make(folder("a.mp4"), "-f lavfi -i testsrc2=s=64x48:d=0.2")
        #expect(try FilmReader(path: folder("a.mp4")).alphaMeaning() == nil)
    }

    @Test(.enabled(if: Tool.isPresent, Tool.missing), arguments: ["yuv420p", "rgb24", "yuv444p10le", "gray"])
    func `what has no alpha is opaque where alpha is asked for`(format: String) throws {
        let folder = try TemporaryFolder()
        try Tool.make(
            folder("a.nut"),
            "-f lavfi -i testsrc2=s=64x48:d=0.1 -c:v ffv1 -pix_fmt \(format == "rgb24" ? "gbrp" : format)")
        let frame = try #require(try frames(folder("a.nut")).first)
        let name = frame.format.bitDepth > 8 ? "gbrap10le" : "gbrap"
        let target = try #require(PixelFormat.named(name))
        let planar = try FrameScaler(
            from: FrameScaler.Kind(frame),
            to: FrameScaler.Kind(
                format: target, width: 64, height: 48, colour: ColourDescription(matrix: 0, range: .full)),
            path: "a"
        ).scale(frame)
        let alpha = samples(planar)[3]
        if frame.format.bitDepth == 8 {
            #expect(alpha.allSatisfy { $0 == 255 })
        } else {
            #expect(stride(from: 0, to: alpha.count, by: 2).allSatisfy { alpha[$0] == 255 && alpha[$0 + 1] == 3 })
        }
    }
}
