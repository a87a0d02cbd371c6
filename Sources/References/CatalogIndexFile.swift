internal import Files
internal import Foundation
internal import Geometry
internal import Vision

/// The file of a catalog's index: how its bytes lie (docs/formats.md), written whole and read where they lie.
@safe struct CatalogIndexFile: Sendable {
    /// Changes whenever the same pictures would give another file.
    static let version = 1

    private static let magic: UInt64 = 0x3154_4143_5242_4B53  // "SKBRCAT1", little-endian
    private static let headerLength = 64, recordLength = 512

    /// Where each part begins; all follow from four counts.
    private struct Layout {
        let pictures, features, cells, textLength: Int
        let records, text, centres, starts, owners, ranks, points, descriptors, end: Int

        init(pictures: Int, features: Int, cells: Int, textLength: Int) {
            (self.pictures, self.features, self.cells, self.textLength) = (pictures, features, cells, textLength)
            func after(_ begin: Int, _ length: Int) -> Int { (begin + length + 63) / 64 * 64 }
            records = headerLength
            text = after(records, pictures * recordLength)
            centres = after(text, textLength)
            starts = after(centres, cells * Features.descriptorLength)
            owners = after(starts, (cells + 1) * 4)
            ranks = after(owners, features * 4)
            points = after(ranks, features * 4)
            descriptors = after(points, features * 8)
            end = after(descriptors, features * Features.descriptorLength)
        }
    }

    private let bytes: FixedBytes
    private let layout: Layout
    /// The pictures, in the catalog's order.
    let records: [PictureRecord]

    /// Reads `bytes`; `nil` when they are not wholly what was written.
    init?(_ bytes: FixedBytes) {
        guard bytes.count >= Self.headerLength, Self.load(UInt64.self, bytes, 0) == Self.magic,
            Self.load(UInt32.self, bytes, 16) == UInt32(Self.version),
            Self.load(UInt32.self, bytes, 20) == UInt32(ModelFeatures.version)
        else { return nil }
        let counts = (0..<4).map { Int(Self.load(UInt32.self, bytes, 24 + 4 * $0)) }
        guard counts.allSatisfy({ $0 < 1 << 24 }), counts[2] <= 4096 else { return nil }
        layout = Layout(pictures: counts[0], features: counts[1], cells: counts[2], textLength: counts[3])
        let sum = unsafe Checksum.of(UnsafeRawBufferPointer(rebasing: bytes.bytes[16...]))
        guard layout.end == bytes.count, Self.load(UInt64.self, bytes, 8) == sum else { return nil }
        self.bytes = bytes
        let layout = layout
        records = (0..<counts[0]).compactMap { Self.record($0, bytes, layout) }
        guard records.count == counts[0], isSound else { return nil }
    }

    /// Whether the numbers lie within each other's bounds, and no picture comes twice.
    private var isSound: Bool {
        guard Set(records.map(\.file)).count == records.count else { return false }
        var last: UInt32 = 0
        for cell in 0...layout.cells {
            let start = Self.load(UInt32.self, bytes, layout.starts + 4 * cell)
            guard start >= last, start <= layout.features else { return false }
            last = start
        }
        guard last == layout.features else { return false }
        return (0..<layout.features).allSatisfy { owner(ofFeature: $0) < layout.pictures }
    }

    private static func load<Value: BitwiseCopyable>(_ type: Value.Type, _ bytes: FixedBytes, _ at: Int) -> Value {
        unsafe bytes.bytes.loadUnaligned(fromByteOffset: at, as: type)
    }

    private static func record(_ index: Int, _ bytes: FixedBytes, _ layout: Layout) -> PictureRecord? {
        let at = layout.records + index * recordLength
        let words = (0..<4).map { load(UInt32.self, bytes, at + 64 + 4 * $0) }
        let (begin, length) = (Int(words[2]), Int(words[3]))
        guard words[0] > 0, words[1] > 0, begin + length <= layout.textLength else { return nil }
        let name = unsafe bytes.bytes[layout.text + begin..<layout.text + begin + length]
        return PictureRecord(
            file: unsafe String(decoding: name, as: UTF8.self),
            stamp: FileStamp(
                size: load(Int64.self, bytes, at), inode: load(UInt64.self, bytes, at + 8),
                modified: load(Int64.self, bytes, at + 16), changed: load(Int64.self, bytes, at + 24)),
            sha256: hexadecimal(unsafe Array(bytes.bytes[at + 32..<at + 64])), pixelWidth: Int(words[0]),
            pixelHeight: Int(words[1]),
            thumbnail: Thumbnail(
                samples: (0..<Thumbnail.width * Thumbnail.height).map { load(Int8.self, bytes, at + 80 + $0) }))
    }

    // MARK: Reading

    var featureCount: Int { layout.features }

    /// The picture that a feature belongs to.
    func owner(ofFeature index: Int) -> Int { Int(Self.load(UInt32.self, bytes, layout.owners + 4 * index)) }

    /// All descriptors, by cell.
    var descriptors: SortedDescriptors {
        let base = unsafe bytes.bytes
        func at<Value>(_ offset: Int, _ type: Value.Type) -> UnsafePointer<Value> {
            guard let start = base.baseAddress else { preconditionFailure("an index has bytes") }
            return unsafe (start + offset).assumingMemoryBound(to: type)
        }
        return unsafe SortedDescriptors(
            centres: at(layout.centres, UInt8.self), cellCount: layout.cells, starts: at(layout.starts, UInt32.self),
            descriptors: at(layout.descriptors, UInt8.self), keptBy: bytes)
    }

    /// Gives the memory of the pages that were looked at back.
    func letGo() { bytes.letGo() }

    /// The pictures as they went into the file.
    func pictures() -> IndexedPictures {
        var members: [[(rank: UInt32, feature: Int)]] = Array(repeating: [], count: layout.pictures)
        for feature in 0..<layout.features {
            members[owner(ofFeature: feature)].append(
                (Self.load(UInt32.self, bytes, layout.ranks + 4 * feature), feature))
        }
        var pictures = IndexedPictures(expecting: layout.pictures)
        for picture in records.indices {
            var features = Features()
            for (_, feature) in members[picture].sorted(by: { $0.rank < $1.rank }) {
                let point = layout.points + 8 * feature
                features.points.append(
                    Point2(
                        Double(Self.load(Float.self, bytes, point)), Double(Self.load(Float.self, bytes, point + 4))))
                let begin = layout.descriptors + feature * Features.descriptorLength
                unsafe features.descriptors.append(
                    contentsOf: unsafe bytes.bytes[begin..<begin + Features.descriptorLength])
            }
            pictures.append(records[picture], features)
        }
        return pictures
    }

    // MARK: Writing

    /// The file of `pictures`; there must be at least one feature.
    static func contents(of pictures: IndexedPictures) -> Data {
        let features = pictures.features
        let cells = DescriptorCells(for: features.descriptors)
        let cellOf = cells.cells(of: features.descriptors)
        // By cell, and picture after picture within each.
        let order = cellOf.indices.map { UInt32($0) }.sorted { (cellOf[Int($0)], $0) < (cellOf[Int($1)], $1) }
        let text = pictures.records.map { Array($0.file.utf8) }
        let layout = Layout(
            pictures: text.count, features: order.count, cells: cells.count,
            textLength: text.reduce(0) { $0 + $1.count })
        var writer = ByteWriter(count: layout.end)
        writer.put(magic, at: 0)
        let counts = [
            version, ModelFeatures.version, layout.pictures, layout.features, layout.cells, layout.textLength,
        ]
        for (index, count) in counts.enumerated() { writer.put(UInt32(count), at: 16 + 4 * index) }
        var textEnd = 0
        for (index, record) in pictures.records.enumerated() {
            put(record, text[index].count, textEnd, at: layout.records + index * recordLength, &writer)
            writer.put(text[index], at: layout.text + textEnd)
            textEnd += text[index].count
        }
        writer.put(cells.centres, at: layout.centres)
        var starts = [Int](repeating: 0, count: cells.count + 1)
        for cell in cellOf { starts[Int(cell) + 1] += 1 }
        for cell in 0..<cells.count { starts[cell + 1] += starts[cell] }
        for (cell, start) in starts.enumerated() { writer.put(UInt32(start), at: layout.starts + 4 * cell) }
        let owners = pictures.ranges.enumerated().flatMap { picture, range in
            range.indices.map { (picture: UInt32(picture), rank: UInt32($0 - range.lowerBound)) }
        }
        for (slot, number) in order.enumerated() {
            let number = Int(number)
            writer.put(owners[number].picture, at: layout.owners + 4 * slot)
            writer.put(owners[number].rank, at: layout.ranks + 4 * slot)
            writer.put(Float(features.points[number].x), at: layout.points + 8 * slot)
            writer.put(Float(features.points[number].y), at: layout.points + 8 * slot + 4)
            let length = Features.descriptorLength
            writer.put(
                features.descriptors[number * length..<(number + 1) * length], at: layout.descriptors + slot * length)
        }
        writer.put(writer.checksum(from: 16), at: 8)
        return writer.data
    }

    private static func put(
        _ record: PictureRecord, _ nameLength: Int, _ nameBegin: Int, at: Int, _ writer: inout ByteWriter
    ) {
        writer.put(record.stamp.size, at: at)
        writer.put(record.stamp.inode, at: at + 8)
        writer.put(record.stamp.modified, at: at + 16)
        writer.put(record.stamp.changed, at: at + 24)
        writer.put(bytes(ofHexadecimal: record.sha256), at: at + 32)
        let words = [record.pixelWidth, record.pixelHeight, nameBegin, nameLength]
        for (index, word) in words.enumerated() { writer.put(UInt32(word), at: at + 64 + 4 * index) }
        writer.put(record.thumbnail.samples.map(UInt8.init(bitPattern:)), at: at + 80)
    }

    private static func hexadecimal(_ bytes: [UInt8]) -> String {
        bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }

    private static func bytes(ofHexadecimal text: String) -> [UInt8] {
        let digits = text.compactMap(\.hexDigitValue)
        return stride(from: 0, to: digits.count - 1, by: 2).map { UInt8(digits[$0] * 16 + digits[$0 + 1]) }
    }
}

/// Puts values at places of a file that is made in memory.
private struct ByteWriter {
    private(set) var data: Data

    init(count: Int) { data = Data(count: count) }

    mutating func put<Value: BitwiseCopyable>(_ value: Value, at: Int) {
        unsafe data.withUnsafeMutableBytes { unsafe $0.storeBytes(of: value, toByteOffset: at, as: Value.self) }
    }

    mutating func put(_ bytes: some Collection<UInt8>, at: Int) {
        unsafe data.withUnsafeMutableBytes { buffer in
            unsafe UnsafeMutableRawBufferPointer(rebasing: buffer[at..<at + bytes.count]).copyBytes(from: bytes)
        }
    }

    func checksum(from begin: Int) -> UInt64 {
        unsafe data.withUnsafeBytes { unsafe Checksum.of(UnsafeRawBufferPointer(rebasing: $0[begin...])) }
    }
}
