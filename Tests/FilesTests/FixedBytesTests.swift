import Files
import Foundation
import TestSupport
import Testing

@Suite struct FixedBytesTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    @Test func `a mapped file and a copy hold the same bytes, also after the file is replaced`() throws {
        let data = Data((0..<10_000).map { UInt8(truncatingIfNeeded: $0 &* 7) })
        try folder.write(data, "file")
        let mapped = try FixedBytes(mapping: folder.path + "/file", limit: 10_000)
        let copied = FixedBytes(copying: data)
        try Data("another".utf8).write(to: URL(fileURLWithPath: folder.path + "/file"), options: .atomic)
        mapped.letGo()
        #expect(Data(mapped.bytes) == data && Data(copied.bytes) == data)
    }

    @Test func `what is missing, empty, too large or no file is refused with the reason`() throws {
        try folder.write("", "empty")
        try folder.write("12345", "five")
        for (name, said) in [
            ("none", "No such file or directory"), ("empty", "it is empty"),
            ("five", "it is larger than the 4 bytes that are read"), (".", "it is not a regular file"),
        ] {
            #expect(throws: FileSystemError.self) { try FixedBytes(mapping: folder.path + "/" + name, limit: 4) }
            do { _ = try FixedBytes(mapping: folder.path + "/" + name, limit: 4) } catch {
                #expect(error.description == said)
            }
        }
    }

    @Test(arguments: [1, 31, 32, 33, 64, 100])
    func `any changed bit and any other length changes the checksum`(count: Int) {
        func sum(_ bytes: [UInt8]) -> UInt64 { bytes.withUnsafeBytes { Checksum.of($0) } }
        let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 31) }
        var sums = Set([sum(bytes), sum(bytes + [0]), sum(Array(bytes.dropLast()))])
        for at in 0..<count {
            for bit in 0..<8 {
                var changed = bytes
                changed[at] ^= 1 << bit
                sums.insert(sum(changed))
            }
        }
        #expect(sums.count == 3 + 8 * count)
    }

    @Test func `a file's stamp is the same until it is replaced or written to`() throws {
        try folder.write("one", "file")
        let path = folder.path + "/file"
        let first = try #require(FileSystem.stamp(of: path))
        #expect(FileSystem.stamp(of: path) == first && first.size == 3)
        try Data("two".utf8).write(to: URL(fileURLWithPath: path), options: .atomic)
        #expect(FileSystem.stamp(of: path) != first)
        #expect(FileSystem.stamp(of: folder.path) == nil && FileSystem.stamp(of: path + "s") == nil)
    }
}
