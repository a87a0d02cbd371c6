package import Foundation

/// Bytes that stay where they are for as long as their owner lives: a file's, mapped, or a copy of some.
///
/// A mapped file must be one that is replaced and never written to: shortening it under a reader ends the process.
@safe package final class FixedBytes: @unchecked Sendable {  // Sendable: never written to
    private let base: UnsafeMutableRawPointer
    package let count: Int
    private let isMapped: Bool

    /// Maps a regular file that is not empty and has at most `limit` bytes; its pages are read when they are looked at.
    package init(mapping path: String, limit: Int) throws(FileSystemError) {
        let descriptor = unsafe open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
        guard descriptor >= 0 else { throw FileSystemError(errno: errno) }
        defer { close(descriptor) }
        count = try FileSystem.size(ofOpenFile: descriptor, limit: limit)
        guard count > 0 else { throw FileSystemError("it is empty") }
        let mapped = unsafe mmap(nil, count, PROT_READ, MAP_PRIVATE, descriptor, 0)
        guard let mapped = unsafe mapped, unsafe mapped != MAP_FAILED else { throw FileSystemError(errno: errno) }
        unsafe base = unsafe mapped
        isMapped = true
    }

    /// Copies `data`.
    package init(copying data: Data) {
        count = data.count
        unsafe base = .allocate(byteCount: max(1, data.count), alignment: 64)
        unsafe data.copyBytes(to: UnsafeMutableRawBufferPointer(start: base, count: count))
        isMapped = false
    }

    deinit {
        if isMapped { unsafe munmap(base, count) } else { unsafe base.deallocate() }
    }

    /// The bytes, for as long as this object lives.
    package var bytes: UnsafeRawBufferPointer { unsafe UnsafeRawBufferPointer(start: base, count: count) }

    /// Gives the memory of a mapped file's pages back; they are read again when they are looked at.
    package func letGo() {
        if isMapped { _ = unsafe madvise(base, count, MADV_DONTNEED) }
    }
}

/// A number that tells whether bytes are what they were: not against forgery, but against damage.
package enum Checksum {
    /// The sum of `bytes` (four lanes like FNV-1a over words of 64 bits, mixed); any one changed byte changes it.
    package static func of(_ bytes: UnsafeRawBufferPointer) -> UInt64 {
        let prime: UInt64 = 0x100_0000_01B3, offset: UInt64 = 0xCBF2_9CE4_8422_2325
        var lanes = SIMD4(offset, offset &+ 1, offset &+ 2, offset &+ 3)
        let blocks = bytes.count / 32
        for block in 0..<blocks {
            let words = unsafe bytes.loadUnaligned(fromByteOffset: 32 * block, as: SIMD4<UInt64>.self)
            lanes = (lanes ^ words) &* SIMD4(repeating: prime)
            // Multiplying carries upwards alone: what changed at the top must reach the rest.
            lanes ^= lanes &>> 29
        }
        var sum = offset ^ UInt64(bytes.count)
        for lane in 0..<4 {
            sum = (sum ^ lanes[lane]) &* prime
            sum ^= sum >> 29
        }
        for at in 32 * blocks..<bytes.count { sum = (sum ^ UInt64(unsafe bytes[at])) &* prime }
        return sum ^ sum >> 32
    }
}
