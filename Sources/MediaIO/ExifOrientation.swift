internal import Geometry

/// Finds the orientation that a picture file notes: in JPEG's APP1, PNG's eXIf, WebP's EXIF or TIFF's own directory.
///
/// Read here because libav 5.1 looks at it in JPEG and WebP alone. Exif 2.32, 4.6.4: tag 0x0112 of the first directory.
enum ExifOrientation {
    static func find(in file: [UInt8], kind: StillKind) -> Orientation? {
        switch kind {
        case .jpeg: jpeg(file)
        case .png: png(file)
        case .webp, .animatedWebP: webp(file)
        case .tiff: tiff(file[...])
        // HEIF turns its pictures by itself; what its EXIF says of it was true before.
        case .gif, .bmp, .heif: nil
        }
    }

    private static func jpeg(_ file: [UInt8]) -> Orientation? {
        let reader = ByteReader(file[...], isLittleEndian: false)
        var position = 2
        while let marker = reader.integer(at: position, bytes: 2), marker > 0xFF00 {
            if marker == 0xFFFF { position += 1; continue }  // padding
            guard marker != 0xFFDA, marker != 0xFFD9, let length = reader.integer(at: position + 2, bytes: 2) else {
                break
            }
            let content = reader.slice(position + 4, count: length - 2)
            if marker == 0xFFE1, let content, content.starts(with: Array("Exif\0\0".utf8)) {
                return tiff(content.dropFirst(6))
            }
            position += 2 + max(2, length)
        }
        return nil
    }

    private static func png(_ file: [UInt8]) -> Orientation? {
        let reader = ByteReader(file[...], isLittleEndian: false)
        var position = 8
        while let length = reader.integer(at: position, bytes: 4), let name = reader.slice(position + 4, count: 4) {
            if name.elementsEqual("eXIf".utf8) { return reader.slice(position + 8, count: length).flatMap(tiff) }
            position += 12 + length
        }
        return nil
    }

    private static func webp(_ file: [UInt8]) -> Orientation? {
        let reader = ByteReader(file[...], isLittleEndian: true)
        var position = 12
        while let name = reader.slice(position, count: 4), let length = reader.integer(at: position + 4, bytes: 4) {
            if name.elementsEqual("EXIF".utf8), let content = reader.slice(position + 8, count: length) {
                // Some writers keep JPEG's prefix.
                return tiff(content.starts(with: Array("Exif\0\0".utf8)) ? content.dropFirst(6) : content)
            }
            position += 8 + length + length % 2
        }
        return nil
    }

    /// Reads the first directory of a TIFF structure.
    private static func tiff(_ bytes: ArraySlice<UInt8>) -> Orientation? {
        let isLittleEndian = bytes.starts(with: [0x49, 0x49])
        guard isLittleEndian || bytes.starts(with: [0x4D, 0x4D]) else { return nil }
        let reader = ByteReader(bytes, isLittleEndian: isLittleEndian)
        guard let directory = reader.integer(at: 4, bytes: 4), let count = reader.integer(at: directory, bytes: 2)
        else {
            return nil
        }
        for entry in 0..<count {
            let position = directory + 2 + 12 * entry
            guard let tag = reader.integer(at: position, bytes: 2) else { return nil }
            if tag == 0x0112 { return reader.integer(at: position + 8, bytes: 2).flatMap(Orientation.init) }
        }
        return nil
    }
}

/// Bounded reads from bytes of a stated order; positions count from the slice's start.
private struct ByteReader {
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

    /// An unsigned number of 2 or 4 bytes.
    func integer(at position: Int, bytes count: Int) -> Int? {
        guard let part = slice(position, count: count) else { return nil }
        return (isLittleEndian ? Array(part.reversed()) : Array(part)).reduce(0) { $0 << 8 | Int($1) }
    }
}
