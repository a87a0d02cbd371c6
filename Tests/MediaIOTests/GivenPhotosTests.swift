import Foundation
import Geometry
import Imaging
import MediaIO
import TestSupport
import Testing

/// What a picture of the given data is, in one line: kind of file, stored size, turn, upright size, pixel format, colours as
/// H.273 numbers them, and the video inside; or the sentence with which it is refused.
private func account(of path: String) -> String {
    do {
        let still = try StillReader.still(path: path)
        let (frame, colour) = (still.frame, still.frame.colour)
        let alpha = frame.format.hasAlpha ? " alpha" : ""
        let parts = [
            kind(path), "\(frame.width)x\(frame.height)", "turn \(still.orientation.rawValue)",
            "\(still.uprightWidth)x\(still.uprightHeight)", "\(frame.format.name) \(frame.format.bitDepth) bit\(alpha)",
            "\(colour.primaries)/\(colour.transfer)/\(colour.matrix) \(colour.range)",
        ]
        return (parts + [video(path)].compactMap(\.self)).joined(separator: ", ")
    } catch { return "\(error)".replacingOccurrences(of: path + ": ", with: "") }
}

/// By the first bytes.
private func kind(_ path: String) -> String {
    let start = [UInt8]((try? FileHandle(forReadingFrom: URL(fileURLWithPath: path)).read(upToCount: 12)) ?? Data())
    if start.starts(with: [0xFF, 0xD8]) { return "JPEG" }
    if start.starts(with: [0x89, 0x50]) { return "PNG" }
    return start.dropFirst(4).starts(with: Array("ftyp".utf8)) ? "HEIF" : "?"
}

private func video(_ path: String) -> String? {
    guard let range = MotionPhoto.video(inFile: path) else { return nil }
    guard let clip = try? ClipReader(path: path), let count = try? frames(path).count else {
        return "video of \(range.count) bytes that cannot be decoded"
    }
    return "video of \(count) frames, \((clip.info.durationSeconds * 1000).rounded() / 1000) s"
}

@Suite(.enabled(if: SharedData.isPresent, Comment(rawValue: SharedData.missing))) struct GivenPhotosTests {
    /// Every picture of the given data. Sizes, depths and turns agree with ImageMagick's `identify` and ffprobe.
    private static let expected: [(name: String, account: String)] = [
        ("drawings/child-drawing-photo.png", "JPEG, 4032x3024, turn 6, 3024x4032, yuv420p 8 bit, 12/13/5 full"),
        ("drawings/pen-drawing-photo.png", "JPEG, 4032x3024, turn 6, 3024x4032, yuv420p 8 bit, 12/13/5 full"),
        ("drawings/pig-outline.png", "PNG, 600x450, turn 1, 600x450, rgba 8 bit alpha, 1/13/2 full"),
        ("photos/RGB_10__29x100.heif", "HEIF, 29x100, turn 1, 29x100, gbrp10le 10 bit, 1/13/0 full"),
        ("photos/arrow.heic", "HEIF, 3024x4032, turn 1, 3024x4032, gbrp 8 bit, 12/13/0 full"),
        (
            "photos/corrupted.heic",
            "cannot decode: the picture is damaged or incomplete (Invalid input: No 'meta' box); "
                + "copy it again from where it comes, or save it anew as PNG"
        ),
        // Its picture was shortened to a few rows, as was its video.
        (
            "photos/pixel-motion-photo-shortened.jpg",
            "cannot decode: the picture is damaged or incomplete (Invalid data found when processing input); "
                + "copy it again from where it comes, or save it anew as PNG"
        ),
        (
            "photos/sample_MP.heic",
            "HEIF, 1080x1920, turn 1, 1080x1920, gbrp 8 bit, 1/13/0 full, video of 37 frames, "
                + "1.231 s"
        ),
        (
            "photos/truncated.heic",
            "cannot decode: the picture is damaged or incomplete (Invalid input: Unexpected end "
                + "of file: Extent in iloc box references data outside of file bounds (points to file "
                + "position 1648)); copy it again from where it comes, or save it anew as PNG"
        ),
        ("planar-box/box-photo.jpg", "JPEG, 718x480, turn 1, 718x480, yuv422p 8 bit, 1/13/5 full"),
        ("planar-box/cookies_top_x.png", "PNG, 378x516, turn 1, 378x516, rgb24 8 bit, 1/13/2 full"),
        ("stills/box.png", "PNG, 324x223, turn 1, 324x223, gray 8 bit, 1/13/6 full"),
        ("stills/box_in_scene.png", "PNG, 512x384, turn 1, 512x384, gray 8 bit, 1/13/6 full"),
        ("stills/graf1.png", "PNG, 800x640, turn 1, 800x640, rgb24 8 bit, 1/13/2 full"),
        ("stills/graf3.png", "PNG, 800x640, turn 1, 800x640, rgb24 8 bit, 1/13/2 full"),
        ("stills/left01.jpg", "JPEG, 640x480, turn 1, 640x480, gray 8 bit, 1/13/5 full"),
        ("stills/left02.jpg", "JPEG, 640x480, turn 1, 640x480, gray 8 bit, 1/13/5 full"),
        ("stills/left03.jpg", "JPEG, 640x480, turn 1, 640x480, gray 8 bit, 1/13/5 full"),
        ("stills/left04.jpg", "JPEG, 640x480, turn 1, 640x480, gray 8 bit, 1/13/5 full"),
        ("stills/left05.jpg", "JPEG, 640x480, turn 1, 640x480, gray 8 bit, 1/13/5 full"),
        ("stills/left06.jpg", "JPEG, 640x480, turn 1, 640x480, gray 8 bit, 1/13/5 full"),
        ("stills/left07.jpg", "JPEG, 640x480, turn 1, 640x480, gray 8 bit, 1/13/5 full"),
        ("stills/left08.jpg", "JPEG, 640x480, turn 1, 640x480, gray 8 bit, 1/13/5 full"),
        ("stills/left09.jpg", "JPEG, 640x480, turn 1, 640x480, gray 8 bit, 1/13/5 full"),
        ("stills/left11.jpg", "JPEG, 640x480, turn 1, 640x480, gray 8 bit, 1/13/5 full"),
        ("stills/left12.jpg", "JPEG, 640x480, turn 1, 640x480, gray 8 bit, 1/13/5 full"),
        ("stills/left13.jpg", "JPEG, 640x480, turn 1, 640x480, gray 8 bit, 1/13/5 full"),
        ("stills/left14.jpg", "JPEG, 640x480, turn 1, 640x480, gray 8 bit, 1/13/5 full"),
        ("two-targets/masp.jpg", "JPEG, 640x427, turn 1, 640x427, yuv420p 8 bit, 1/13/5 full"),
        ("two-targets/ponte-estaiada.jpg", "JPEG, 640x960, turn 1, 640x960, yuv420p 8 bit, 1/13/5 full"),
    ]

    @Test(arguments: expected) func `a given picture is read as its maker meant it`(
        name: String, account expected: String
    ) {
        #expect(account(of: SharedData.path(name)) == expected)
        let isRefused = expected.hasPrefix("cannot")
        #expect(MediaProbe.kind(of: SharedData.path(name)) == .photo || isRefused)
    }

    @Test func `the table names every picture of the given data`() throws {
        let endings = ["jpg", "jpeg", "png", "heic", "heif", "avif", "webp", "tif", "tiff", "gif", "bmp"]
        let folder = URL(fileURLWithPath: SharedData.path(""))
        let files = try FileManager.default.subpathsOfDirectory(atPath: folder.path).filter {
            endings.contains(($0 as NSString).pathExtension.lowercased())
        }
        #expect(files.sorted() == Self.expected.map(\.name).sorted())
    }
}
