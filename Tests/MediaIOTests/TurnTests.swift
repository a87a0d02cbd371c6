import Foundation
import Geometry
import Imaging
import MediaIO
import TestSupport
import Testing

/// Turned and mirrored clips through every common encoder: the turn is kept as a matrix, no pixel is turned.
@Suite(.enabled(if: Tool.isPresent, Tool.missing)) struct TurnTests {
    private static let encoders = [
        (EncoderSettings(codec: "libx264", crf: 4, preset: "veryfast"), "mp4"),
        (EncoderSettings(codec: "libx265", crf: 4, preset: "veryfast"), "mov"),
        (EncoderSettings(codec: "libsvtav1", crf: 4, preset: "10"), "mp4"),
        (EncoderSettings(codec: "prores_ks"), "mov"),
        (EncoderSettings(codec: "ffv1"), "mov"),
    ]

    /// Writes a matrix (ISO/IEC 14496-12, 8.3.2) over that of the file's only track.
    private func turn(_ path: String, by matrix: [Int32]) throws {
        var data = try Data(contentsOf: URL(fileURLWithPath: path))
        let start = try #require(data.range(of: Data("tkhd".utf8))).upperBound + 40
        let bytes = matrix.flatMap { element in withUnsafeBytes(of: element.bigEndian) { [UInt8]($0) } }
        data.replaceSubrange(start..<start + 36, with: bytes)
        try data.write(to: URL(fileURLWithPath: path))
    }

    /// The nine elements as ffprobe prints them.
    private func matrix(_ path: String) throws -> [Int32] {
        let printed = try Tool.ffprobe?.run(
            "-v", "error", "-select_streams", "v:0", "-show_entries", "stream_side_data=displaymatrix", "-of",
            "default=nw=1:nk=1", path)
        return String(decoding: printed ?? Data(), as: UTF8.self).split(separator: "\n").flatMap { line in
            (line.split(separator: ":").last ?? "").split(separator: " ").compactMap { Int32($0) }
        }
    }

    private func decibels(_ a: RGBAImage, _ b: RGBAImage) -> Double {
        var sum = 0.0
        for (one, two) in zip(a.pixels, b.pixels) { sum += pow(Double(one) - Double(two), 2) }
        return sum == 0 ? .infinity : 10 * log10(255 * 255 / (sum / Double(a.pixels.count)))
    }

    private func upright(_ path: String) throws -> [RGBAImage] {
        let reader = try ClipReader(path: path)
        var pictures: [RGBAImage] = []
        while let frame = try reader.nextFrame() {
            pictures.append(try StillReader.image(of: frame, orientation: reader.video.orientation, path: path))
        }
        return pictures
    }

    @Test(arguments: 1...8, 0..<5)
    func `each turn and mirror comes out with the same picture and the same matrix`(exif: Int, encoder: Int) throws {
        let (settings, ending) = Self.encoders[encoder]
        let folder = try TemporaryFolder()
        try Tool.make(
            folder("in.mp4"),
            "-f lavfi -i gradients=s=192x128:r=25:d=0.24:c0=red:c1=blue:x0=0:y0=0:x1=190:y1=90 -c:v libx264 -crf 4 -pix_fmt yuv420p -g 2"
        )
        let one: Int32 = 1 << 16
        let (w, h) = (192 * one, 128 * one)
        // By EXIF's number: where the first row and the first column of what is stored are seen.
        let turns: [(Int32, Int32, Int32, Int32, Int32, Int32)] = [
            (one, 0, 0, one, 0, 0), (-one, 0, 0, one, w, 0), (-one, 0, 0, -one, w, h), (one, 0, 0, -one, 0, h),
            (0, one, one, 0, 0, 0), (0, one, -one, 0, h, 0), (0, -one, -one, 0, h, w), (0, -one, one, 0, 0, w),
        ]
        let (a, b, c, d, x, y) = turns[exif - 1]
        try turn(folder("in.mp4"), by: [a, b, 0, c, d, 0, x, y, 1 << 30])
        try rewrite(folder("in.mp4"), to: folder("out.\(ending)"), settings: settings)
        let (before, after) = try (upright(folder("in.mp4")), upright(folder("out.\(ending)")))
        #expect(before.count == 6 && after.count == 6)
        let size = exif > 4 ? (128, 192) : (192, 128)
        for (given, made) in zip(before, after) {
            #expect((made.width, made.height) == size)
            #expect(decibels(given, made) >= 40)
        }
        #expect(try matrix(folder("out.\(ending)")) == matrix(folder("in.mp4")))
        #expect(try ClipReader(path: folder("out.\(ending)")).video.orientation.rawValue == exif)
        // Nothing is turned twice: the stored size is what it was.
        #expect(try ClipReader(path: folder("out.\(ending)")).video.width == 192)
    }
}
