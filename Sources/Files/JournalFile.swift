package import Foundation

/// A file to which records are added, one behind the other: those that were added whole are read again, whatever ended the
/// process that wrote them.
///
/// It belongs to one identity, and to one process at a time: it is locked while it is open, and the system takes the lock back
/// when the process ends. Used by one thread at a time. Nothing that fails here is an error of its own: there is then no journal.
///
/// Bytes: `SKJRNL1` and a line feed, the identity (64 hexadecimal digits), then records: length and checksum, 8 bytes each, least
/// byte first, and so many bytes. The checksum is over the record and where it begins.
package final class JournalFile {
    package let path: String
    private let descriptor: Int32
    /// Where the whole records end.
    private var end: Int

    private static let magic = Array("SKJRNL1\n".utf8)
    private static let headerSize = magic.count + 64
    private static let frameSize = 16

    private init(path: String, descriptor: Int32) {
        (self.path, self.descriptor, end) = (path, descriptor, Self.headerSize)
    }

    deinit { close(descriptor) }

    /// Opens the journal at `path`; `nil` when there is none of that `identity`, or another process has it.
    package static func existing(_ path: String, identity: String) -> JournalFile? {
        guard let journal = claim(path, O_RDWR), journal.read(headerSize, at: 0) == header(identity) else { return nil }
        return journal
    }

    /// Begins the journal at `path` anew, with the folders above it; `nil` when it cannot be written, or another process has it.
    package static func new(_ path: String, identity: String) -> JournalFile? {
        try? FileSystem.makeFolder((path as NSString).deletingLastPathComponent)
        guard let journal = claim(path, O_RDWR | O_CREAT), ftruncate(journal.descriptor, 0) == 0,
            journal.write(header(identity), at: 0)
        else { return nil }
        return journal
    }

    private static func header(_ identity: String) -> [UInt8] {
        precondition(identity.utf8.count == 64, "a SHA-256")
        return magic + Array(identity.utf8)
    }

    private static func claim(_ path: String, _ flags: Int32) -> JournalFile? {
        while true {
            let descriptor = unsafe open(path, flags | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK, 0o666)
            guard descriptor >= 0 else { return nil }
            let journal = JournalFile(path: path, descriptor: descriptor)
            // Without a lock nobody could tell whose it is.
            guard flock(descriptor, LOCK_EX | LOCK_NB) == 0,
                (try? FileSystem.size(ofOpenFile: descriptor, limit: .max)) != nil
            else { return nil }
            // Whoever had it may have removed it after it was opened here.
            if PartialFile.isNamed(descriptor, path) { return journal }
        }
    }

    // MARK: Records

    /// The whole records, each read when it is asked for. Behind the last one that was taken, `append` goes on.
    package var records: some Sequence<[UInt8]> { sequence(state: self) { $0.nextRecord() } }

    private func nextRecord() -> [UInt8]? {
        guard let size = try? FileSystem.size(ofOpenFile: descriptor, limit: .max),
            let frame = read(Self.frameSize, at: end)
        else { return nil }
        let (length, sum) = (Self.number(frame[..<8]), Self.number(frame[8...]))
        // Nothing is taken for a length that the file does not have.
        guard length <= UInt64(max(0, size - end - Self.frameSize)),
            let record = read(Int(length), at: end + Self.frameSize), checksum(record) == sum
        else { return nil }
        end += Self.frameSize + record.count
        return record
    }

    /// Adds a record.
    ///
    /// - Returns: false when it cannot be written (the disk is full, say). What was whole stays whole, and may be added to later.
    package func append(_ record: [UInt8]) -> Bool {
        // What is torn goes first: it would hide what follows.
        guard ftruncate(descriptor, off_t(end)) == 0 else { return false }
        let framed = Self.bytes(UInt64(record.count)) + Self.bytes(checksum(record)) + record
        guard write(framed, at: end) else {
            ftruncate(descriptor, off_t(end))
            return false
        }
        end += framed.count
        return true
    }

    /// Forgets all records.
    package func removeAll() {
        end = Self.headerSize
        ftruncate(descriptor, off_t(end))
    }

    /// Removes the file.
    package func remove() { unsafe unlink(path) }

    /// Removes files of `folder` that end in `.ending` and were not written to for that many days.
    package static func removeOld(in folder: String, ending: String, days: Int, now: Date = Date()) {
        for name in (try? FileSystem.names(in: folder)) ?? [] where name.hasSuffix("." + ending) {
            let path = folder + "/" + name
            guard let stamp = FileSystem.stamp(of: path) else { continue }
            if now.timeIntervalSince1970 - Double(stamp.modified) / 1e9 > Double(days) * 86_400 { unsafe unlink(path) }
        }
    }

    // MARK: Bytes

    /// Of a record that is about to lie at `end`: it is none where it was moved to.
    private func checksum(_ record: [UInt8]) -> UInt64 {
        unsafe record.withUnsafeBytes { unsafe Checksum.of($0) } ^ (UInt64(end) &* 0x9E37_79B9_7F4A_7C15)
    }

    private static func bytes(_ number: UInt64) -> [UInt8] {
        (0..<8).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
    }

    private static func number(_ bytes: ArraySlice<UInt8>) -> UInt64 {
        bytes.reversed().reduce(0) { $0 << 8 | UInt64($1) }
    }

    private func read(_ count: Int, at offset: Int) -> [UInt8]? {
        var result = [UInt8](repeating: 0, count: count)
        var filled = 0
        while filled < count {
            let got = unsafe result.withUnsafeMutableBytes { buffer in
                unsafe pread(
                    descriptor, buffer.baseAddress.map { unsafe $0 + filled }, count - filled, off_t(offset + filled))
            }
            guard got > 0 else { return nil }
            filled += got
        }
        return result
    }

    private func write(_ bytes: [UInt8], at offset: Int) -> Bool {
        var written = 0
        while written < bytes.count {
            let put = unsafe bytes.withUnsafeBytes { buffer in
                unsafe pwrite(
                    descriptor, buffer.baseAddress.map { unsafe $0 + written }, bytes.count - written,
                    off_t(offset + written))
            }
            guard put > 0 else { return false }
            written += put
        }
        return true
    }
}
