internal import Foundation

/// Walks the boxes ("atoms") of a QuickTime or MP4 file (ISO/IEC 14496-12, 4.2) without reading what is in them.
///
/// For notes that libav passes over. Nothing that a file says makes it read more than 20,000 headers.
final class BoxReader {
    /// A box: its four letters, and where its body lies in the file.
    struct Box {
        let type: String
        /// The letters as a number, which counts in a list of metadata.
        let number: Int
        let body: Range<UInt64>
    }

    private let file: FileHandle
    private let whole: Range<UInt64>
    /// Bytes in the file.
    let size: UInt64
    private var boxesLeft = 20_000

    /// Reads the whole file; of a motion photo, where its video is wanted, that. `nil` when the file cannot be opened.
    init?(path: String, ofVideo: Bool = true) {
        guard let file = try? FileHandle(forReadingFrom: URL(fileURLWithPath: path)),
            let size = try? file.seekToEnd()
        else { return nil }
        self.size = size
        (self.file, whole) = (file, ofVideo ? MotionPhoto.video(inFile: path) ?? 0..<size : 0..<size)
    }

    deinit { try? file.close() }

    /// The boxes of the file itself.
    var outermost: [Box] { boxes(in: whole) }

    /// The boxes in the body of `box`: all, or those of a type.
    func boxes(in box: Box, _ type: String? = nil) -> [Box] {
        boxes(in: box.body).filter { type == nil || $0.type == type }
    }

    /// The boxes of a `meta` box, which begins with four bytes of its own in MP4 and has none in QuickTime.
    func boxes(inMeta box: Box) -> [Box] {
        let start = bytes(box.body, limit: 8)
        let isPlain = start.count == 8 && start.dropFirst(4).elementsEqual("hdlr".utf8)
        return boxes(in: isPlain || box.body.count < 4 ? box.body : box.body.lowerBound + 4..<box.body.upperBound)
    }

    /// At most `limit` bytes of a range of the file; none where it cannot be read.
    func bytes(_ range: Range<UInt64>, limit: Int) -> [UInt8] {
        guard (try? file.seek(toOffset: range.lowerBound)) != nil,
            let data = try? file.read(upToCount: min(limit, Int(clamping: range.count)))
        else { return [] }
        return [UInt8](data)
    }

    /// The boxes in a part of the file.
    func boxes(in range: Range<UInt64>) -> [Box] {
        var boxes: [Box] = []
        var start = range.lowerBound
        while range.upperBound - start >= 8, boxesLeft > 0 {
            boxesLeft -= 1
            let head = bytes(start..<range.upperBound, limit: 16)
            guard head.count >= 8 else { break }
            let (short, type) = (bigEndian(head[..<4]), String(decoding: head[4..<8], as: UTF8.self))
            let isLong = short == 1 && head.count == 16
            let size = isLong ? bigEndian(head[8...]) : short == 0 ? range.upperBound - start : short
            guard size >= (isLong ? 16 : 8), size <= range.upperBound - start else { break }
            boxes.append(
                Box(type: type, number: Int(bigEndian(head[4..<8])), body: start + (isLong ? 16 : 8)..<start + size))
            start += size
        }
        return boxes
    }
}

/// The number that the bytes, at most eight, make.
func bigEndian(_ bytes: some Sequence<UInt8>) -> UInt64 { bytes.reduce(0) { $0 << 8 | UInt64($1) } }
