internal import CStillsShim
internal import Foundation
internal import Geometry
internal import Imaging

/// An iPhone's Live Photo: a still and, beside it, the short video of its moment.
package enum LivePhoto {
    /// A Live Photo's video lasts three seconds; an edited one is shorter.
    private static let mostSeconds = 6.0
    /// The still and its video show the same, but for a pixel or two of rounding and a little cropping.
    private static let shapeTolerance = 0.04

    /// Whether a JPEG or HEIC and a video of the same name are one Live Photo.
    ///
    /// Where both carry Apple's content identifier, it decides. Else they are one when the video is no longer than six
    /// seconds and has the still's shape, upright, to four hundredths.
    package static func isPair(still: String, video: String) -> Bool {
        guard let kind = StillKind(ofFile: still), kind == .jpeg || kind == .heif,
            MotionPhoto.video(inFile: still) == nil, let notes = StillNotes(still, kind)
        else { return false }
        if let ours = notes.identifier, let theirs = identifier(ofVideo: video) { return ours == theirs }
        guard let clip = try? ClipReader(path: video, threadCount: 1).info, clip.durationSeconds > 0,
            clip.durationSeconds <= mostSeconds
        else { return false }
        let size = clip.video.uprightSize
        let (a, b) = (Double(notes.width) / Double(notes.height), Double(size.width) / Double(size.height))
        return abs(log(a / b)) <= shapeTolerance
    }

    private static func identifier(ofVideo path: String) -> String? {
        guard let reader = BoxReader(path: path) else { return nil }
        for movie in reader.outermost where movie.type == "moov" {
            // An iPhone has the keys in the movie; other programs that keep them put them among the user's data.
            let notes = reader.boxes(in: movie, "meta")
            let others = reader.boxes(in: movie, "udta").flatMap { reader.boxes(in: $0, "meta") }
            for meta in notes + others {
                let keys = QuickTimeKeys.entries(of: reader.boxes(inMeta: meta), reader)
                if let found = keys["com.apple.quicktime.content.identifier"] { return found }
            }
        }
        return nil
    }
}

/// What a still's headers tell: its upright size and Apple's content identifier.
private struct StillNotes {
    let width, height: Int
    let identifier: String?

    private static let mostExifBytes = 1 << 20

    init?(_ path: String, _ kind: StillKind) {
        guard let bytes = try? StillReader.contents(path) else { return nil }
        if kind == .heif {
            var (width, height): (Int32, Int32) = (0, 0)
            var size: Int64 = 0
            let exif = unsafe [UInt8](unsafeUninitializedCapacity: Self.mostExifBytes) { exif, count in
                unsafe bytes.withUnsafeBufferPointer { buffer in
                    guard let base = buffer.baseAddress, let target = exif.baseAddress else { return }
                    _ = unsafe still_heif_peek(
                        base, Int64(buffer.count), &width, &height, target, Int64(exif.count), &size)
                }
                count = Int(size)
            }
            guard width > 0, height > 0 else { return nil }
            (self.width, self.height) = (Int(width), Int(height))
            identifier = ExifBlock(exif[...])?.contentIdentifier
        } else {
            guard let size = JPEGSegments.size(of: bytes) else { return nil }
            let exif = ExifBlock(in: bytes, kind: kind)
            let upright = (exif?.orientation ?? .upright).uprightSize(width: size.width, height: size.height)
            (width, height) = (upright.width, upright.height)
            identifier = exif?.contentIdentifier
        }
    }
}
