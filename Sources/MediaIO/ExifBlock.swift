internal import Foundation
internal import Geometry

/// What a camera notes with a picture: JPEG's APP1, PNG's eXIf, WebP's EXIF, TIFF's own directory, or a HEIF's item.
///
/// Read here because libav 5.1 looks at it in JPEG and WebP alone. Exif 2.32, 4.6.
struct ExifBlock {
    private let reader: ByteReader
    private let isLittleEndian: Bool

    /// The block in a file's bytes; `nil` where there is none. Of HEIF the bytes are those that libheif gives out.
    init?(in file: [UInt8], kind: StillKind) {
        let block: ArraySlice<UInt8>? =
            switch kind {
            case .jpeg: Self.jpeg(file)
            case .png: Self.png(file)
            case .webp, .animatedWebP: Self.webp(file)
            case .tiff: file[...]
            case .gif, .bmp, .heif: nil
            }
        guard let block else { return nil }
        self.init(block)
    }

    /// A block that begins with TIFF's header, or with JPEG's prefix before it.
    init?(_ bytes: ArraySlice<UInt8>) {
        // Some writers keep JPEG's prefix elsewhere too.
        let block = bytes.starts(with: Array("Exif\0\0".utf8)) ? bytes.dropFirst(6) : bytes
        isLittleEndian = block.starts(with: [0x49, 0x49])
        guard isLittleEndian || block.starts(with: [0x4D, 0x4D]) else { return nil }
        reader = ByteReader(block, isLittleEndian: isLittleEndian)
    }

    /// How the picture is to be turned: tag 0x0112 of the first directory.
    var orientation: Orientation? {
        guard let directory = reader.integer(at: 4, bytes: 4),
            let entry = entry(0x0112, of: directory, in: reader)
        else { return nil }
        return reader.integer(at: entry + 8, bytes: 2).flatMap(Orientation.init)
    }

    /// What an iPhone calls the still and the video of one Live Photo: entry 0x0011 of Apple's own notes.
    var contentIdentifier: String? {
        guard let first = reader.integer(at: 4, bytes: 4), let pointer = entry(0x8769, of: first, in: reader),
            let directory = reader.integer(at: pointer + 8, bytes: 4),
            let maker = entry(0x927C, of: directory, in: reader),
            let count = reader.integer(at: maker + 4, bytes: 4), let place = reader.integer(at: maker + 8, bytes: 4),
            let notes = reader.slice(place, count: count), notes.starts(with: Array("Apple iOS\0".utf8))
        else { return nil }
        // Places in the notes count from their own beginning, whatever the order of the rest.
        let apple = ByteReader(notes, isLittleEndian: false)
        guard let entry = entry(0x0011, of: 14, in: apple), let length = apple.integer(at: entry + 4, bytes: 4),
            (5...256).contains(length), let start = apple.integer(at: entry + 8, bytes: 4),
            let text = apple.slice(start, count: length)
        else { return nil }
        return String(decoding: text.prefix { $0 != 0 }, as: UTF8.self)
    }

    /// Where an entry of a directory begins.
    private func entry(_ tag: Int, of directory: Int, in reader: ByteReader) -> Int? {
        guard let count = reader.integer(at: directory, bytes: 2) else { return nil }
        for index in 0..<count {
            let position = directory + 2 + 12 * index
            guard let found = reader.integer(at: position, bytes: 2) else { return nil }
            if found == tag { return position }
        }
        return nil
    }

    // MARK: Where files keep it

    private static func jpeg(_ file: [UInt8]) -> ArraySlice<UInt8>? {
        for segment in JPEGSegments(file) where segment.marker == 0xFFE1 {
            if segment.content.starts(with: Array("Exif\0\0".utf8)) { return segment.content }
        }
        return nil
    }

    private static func png(_ file: [UInt8]) -> ArraySlice<UInt8>? {
        let reader = ByteReader(file[...], isLittleEndian: false)
        var position = 8
        while let length = reader.integer(at: position, bytes: 4), let name = reader.slice(position + 4, count: 4) {
            if name.elementsEqual("eXIf".utf8) { return reader.slice(position + 8, count: length) }
            position += 12 + length
        }
        return nil
    }

    private static func webp(_ file: [UInt8]) -> ArraySlice<UInt8>? {
        let reader = ByteReader(file[...], isLittleEndian: true)
        var position = 12
        while let name = reader.slice(position, count: 4), let length = reader.integer(at: position + 4, bytes: 4) {
            if name.elementsEqual("EXIF".utf8) { return reader.slice(position + 8, count: length) }
            position += 8 + length + length % 2
        }
        return nil
    }
}

/// The segments of a JPEG before its picture, each with the two bytes of its marker.
struct JPEGSegments: Sequence, IteratorProtocol {
    private let reader: ByteReader
    private var position = 2

    init(_ file: [UInt8]) { reader = ByteReader(file[...], isLittleEndian: false) }

    mutating func next() -> (marker: Int, content: ArraySlice<UInt8>)? {
        while let marker = reader.integer(at: position, bytes: 2), marker > 0xFF00 {
            if marker == 0xFFFF { position += 1; continue }  // padding
            guard marker != 0xFFDA, marker != 0xFFD9, let length = reader.integer(at: position + 2, bytes: 2) else {
                return nil
            }
            let content = reader.slice(position + 4, count: length - 2) ?? []
            position += 2 + Swift.max(2, length)
            return (marker, content)
        }
        return nil
    }

    /// The picture's size as it is stored (ITU-T T.81, B.2.2); `nil` where the file does not say.
    static func size(of file: [UInt8]) -> (width: Int, height: Int)? {
        for (marker, content) in JPEGSegments(file)
        where (0xFFC0...0xFFCF).contains(marker) && ![0xFFC4, 0xFFC8, 0xFFCC].contains(marker) {
            let frame = ByteReader(content, isLittleEndian: false)
            guard let height = frame.integer(at: 1, bytes: 2), let width = frame.integer(at: 3, bytes: 2),
                width > 0, height > 0
            else { return nil }
            return (width, height)
        }
        return nil
    }
}

/// Bounded reads from bytes of a stated order; positions count from the slice's start.
struct ByteReader {
    private let bytes: ArraySlice<UInt8>
    private let isLittleEndian: Bool

    init(_ bytes: ArraySlice<UInt8>, isLittleEndian: Bool) {
        (self.bytes, self.isLittleEndian) = (bytes, isLittleEndian)
    }

    /// The part at `position`, or `nil` when it does not lie wholly inside.
    func slice(_ position: Int, count: Int) -> ArraySlice<UInt8>? {
        guard position >= 0, count >= 0, count <= bytes.count, position <= bytes.count - count else { return nil }
        return bytes[(bytes.startIndex + position)..<(bytes.startIndex + position + count)]
    }

    /// An unsigned number of 1 to 4 bytes.
    func integer(at position: Int, bytes count: Int) -> Int? {
        guard let part = slice(position, count: count) else { return nil }
        var value = 0
        for (index, byte) in part.enumerated() {
            value |= Int(byte) << (8 * (isLittleEndian ? index : count - 1 - index))
        }
        return value
    }
}
