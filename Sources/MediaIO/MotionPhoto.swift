internal import CFFmpegShim

/// A photo that carries the video of its moment: a JPEG with an MP4 behind its picture, or a HEIC or AVIF with one in a box.
///
/// As a still it is read by `StillReader`; where a clip or a film is wanted, the shim opens its video.
package enum MotionPhoto {
    /// So many items or blocks of one list are looked at; files of phones have a few.
    private static let mostParts = 512
    /// Before its picture a JPEG has its notes.
    private static let mostBytes = 1 << 20

    /// Where the video lies in the file, in bytes; `nil` for what is no motion photo.
    ///
    /// Told by XMP (Motion Photo 1.0, MicroVideo), by Samsung's trailer, or by the box `mpvd`; and only where an MP4 with its
    /// index lies there. Reads headers alone.
    package static func video(inFile path: String) -> Range<UInt64>? {
        guard (try? LocalFile(path)) != nil, let kind = StillKind(ofFile: path), kind == .jpeg || kind == .heif,
            let file = BoxReader(path: path, ofVideo: false)
        else { return nil }
        if kind == .heif {
            return file.outermost.first { $0.type == "mpvd" }.flatMap { video(in: $0.body, of: file) }
        }
        for segment in JPEGSegments(file.bytes(0..<file.size, limit: mostBytes)) where segment.marker == 0xFFE1 {
            guard segment.content.starts(with: xmpName) else { continue }
            if let found = video(by: XMP(segment.content.dropFirst(xmpName.count)), of: file) { return found }
        }
        return videoInTrailer(of: file)
    }

    /// The part of the file that the shim is to open: of a motion photo its video, of others all.
    static func opened(_ path: String) -> media_range {
        guard let part = video(inFile: path) else { return media_range() }
        return media_range(start: Int64(clamping: part.lowerBound), end: Int64(clamping: part.upperBound))
    }

    private static let xmpName = Array("http://ns.adobe.com/xap/1.0/\0".utf8)

    /// An MP4 with its index at the beginning of `range`: as far as its boxes go.
    private static func video(in range: Range<UInt64>, of file: BoxReader) -> Range<UInt64>? {
        let boxes = file.boxes(in: range).prefix { $0.type.utf8.allSatisfy { (0x20...0x7E).contains($0) } }
        guard boxes.first?.type == "ftyp", boxes.contains(where: { $0.type == "moov" }), let last = boxes.last else {
            return nil
        }
        return range.lowerBound..<last.body.upperBound
    }

    // MARK: Google's words

    /// The items lie behind the picture one after the other, the last of them at the end of the file (Motion Photo 1.0,
    /// "Container"): where the video begins is counted from there. Older files say so directly.
    private static func video(by notes: XMP, of file: BoxReader) -> Range<UInt64>? {
        let items = notes.items(limit: mostParts).map { item in
            (
                isFilm: item.mentions("video/mp4") || item.mentions("video/quicktime"),
                length: item.number("Item:Length").flatMap { UInt64($0) } ?? 0
            )
        }
        if let film = items.firstIndex(where: { $0.isFilm && (1..<file.size).contains($0.length) }),
            let found = video(items[film...].map(\.length), beforeTheEndOf: file)
        {
            return found
        }
        return notes.number("MicroVideoOffset").flatMap { UInt64($0) }.flatMap { video([$0], beforeTheEndOf: file) }
    }

    /// The video that begins so many bytes, all of them together, before the file's end.
    private static func video(_ lengths: [UInt64], beforeTheEndOf file: BoxReader) -> Range<UInt64>? {
        var start = file.size
        for length in lengths {
            guard length < start else { return nil }
            start -= length
        }
        return start < file.size ? video(in: start..<file.size, of: file) : nil
    }

    // MARK: Samsung's trailer

    /// Blocks with names, and at the very end a list of where they lie, counted back from the list.
    private static func videoInTrailer(of file: BoxReader) -> Range<UInt64>? {
        let name = Array("MotionPhoto_Data".utf8), headSize: UInt64 = 12
        guard file.size > headSize + 8 else { return nil }
        let tail = ByteReader(file.bytes(file.size - 8..<file.size, limit: 8)[...], isLittleEndian: true)
        guard let size = tail.integer(at: 0, bytes: 4), tail.slice(4, count: 4)?.elementsEqual("SEFT".utf8) == true,
            UInt64(size) <= file.size - 8
        else { return nil }
        let start = file.size - 8 - UInt64(size)
        let list = ByteReader(
            file.bytes(start..<file.size - 8, limit: Int(headSize) + 12 * mostParts)[...], isLittleEndian: true)
        guard list.slice(0, count: 4)?.elementsEqual("SEFH".utf8) == true, let count = list.integer(at: 8, bytes: 4)
        else { return nil }
        for entry in 0..<min(count, mostParts) {
            guard let back = list.integer(at: 16 + 12 * entry, bytes: 4),
                let length = list.integer(at: 20 + 12 * entry, bytes: 4)
            else { return nil }
            guard UInt64(back) <= start, length <= back, length > 8 + name.count else { continue }
            let block = start - UInt64(back)
            // Two numbers, the second of which is the name's length, and the name.
            let head = ByteReader(file.bytes(block..<start, limit: 8 + name.count)[...], isLittleEndian: true)
            if head.integer(at: 4, bytes: 4) == name.count,
                head.slice(8, count: name.count)?.elementsEqual(name) == true
            {
                return video(in: block + UInt64(8 + name.count)..<block + UInt64(length), of: file)
            }
        }
        return nil
    }
}
