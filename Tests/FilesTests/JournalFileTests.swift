import Files
import Foundation
import TestSupport
import Testing

@Suite struct JournalFileTests {
    private let folder: TemporaryFolder
    private var path: String { folder.path + "/cache/one.journal" }
    private let identity = String(repeating: "0a", count: 32)
    private let records: [[UInt8]] = [[1, 2, 3], [], Array(repeating: 7, count: 40), [9]]

    init() throws { folder = try TemporaryFolder() }

    private func write(_ records: [[UInt8]]) throws {
        let journal = try #require(JournalFile.new(path, identity: identity))
        for record in records { #expect(journal.append(record)) }
    }

    private func found() -> [[UInt8]]? { JournalFile.existing(path, identity: identity).map { Array($0.records) } }

    private var bytes: Data {
        get throws { try Data(contentsOf: URL(fileURLWithPath: path)) }
    }

    private func replace(_ bytes: Data) throws { try bytes.write(to: URL(fileURLWithPath: path)) }

    @Test func `records come back in order, and more can be added behind them`() throws {
        #expect(found() == nil)
        try write(records)
        #expect(found() == records)
        let journal = try #require(JournalFile.existing(path, identity: identity))
        #expect(Array(journal.records) == records)
        #expect(journal.append([4, 4]))
        #expect(try bytes.count == 72 + 5 * 16 + 3 + 40 + 1 + 2)
        journal.remove()
        #expect(!FileManager.default.fileExists(atPath: path))
    }

    @Test func `of a journal that is cut anywhere the whole records stay, and it is gone on with behind them`() throws {
        try write(records)
        let whole = try bytes
        var ends = [72]
        for record in records { ends.append(ends[ends.count - 1] + 16 + record.count) }
        for count in 0..<whole.count {
            try replace(whole.prefix(count))
            guard count >= 72 else {
                #expect(found() == nil)
                continue
            }
            let left = ends.lastIndex { $0 <= count } ?? 0
            let journal = try #require(JournalFile.existing(path, identity: identity))
            #expect(Array(journal.records) == Array(records.prefix(left)), "\(count)")
            #expect(journal.append([5]))
        }
        #expect(found()?.last == [5])
    }

    @Test func `a bit that has changed ends the journal before its record, and never makes another`() throws {
        try write(records)
        let whole = try bytes
        for bit in 0..<8 * whole.count {
            var changed = whole
            changed[bit / 8] ^= 1 << (bit % 8)
            try replace(changed)
            guard let found = found() else {
                #expect(bit / 8 < 72)
                continue
            }
            #expect(found.count < records.count && found == Array(records.prefix(found.count)), "bit \(bit)")
        }
    }

    @Test func `a record that was moved is none`() throws {
        try write([[1], [2]])
        let whole = try bytes
        try replace(whole.prefix(72) + whole.suffix(17))
        #expect(found() == [])
    }

    @Test func `a journal belongs to one identity and to one owner at a time`() throws {
        try write(records)
        #expect(JournalFile.existing(path, identity: String(repeating: "0b", count: 32)) == nil)
        let owner = try #require(JournalFile.existing(path, identity: identity))
        #expect(found() == nil)
        #expect(JournalFile.new(path, identity: identity) == nil)
        #expect(Array(owner.records) == records)
        owner.removeAll()
        #expect(Array(owner.records) == [])
    }

    @Test func `what is no file of ours is not opened`() throws {
        try folder.write("elsewhere", "target")
        try FileManager.default.createDirectory(atPath: folder.path + "/cache", withIntermediateDirectories: true)
        try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: folder.path + "/target")
        #expect(JournalFile.new(path, identity: identity) == nil)
        #expect(try folder.read("target") == "elsewhere")
        #expect(JournalFile.new(folder.path + "/target/x.journal", identity: identity) == nil)
        try FileManager.default.removeItem(atPath: path)
        #expect(mkfifo(path, 0o600) == 0)
        #expect(JournalFile.existing(path, identity: identity) == nil)
        #expect(JournalFile.new(path, identity: identity) == nil)
    }

    @Test func `files that were not written to for long are removed, others stay`() throws {
        for name in ["a.journal", "b.journal", "c.index"] { try folder.write("x", name) }
        let now = Date(timeIntervalSinceNow: 31 * 86_400)
        JournalFile.removeOld(in: folder.path, ending: "journal", days: 32, now: now)
        #expect(try folder.snapshot().count == 3)
        JournalFile.removeOld(in: folder.path, ending: "journal", days: 30, now: now)
        #expect(try folder.snapshot().keys.sorted() == ["c.index"])
    }
}
