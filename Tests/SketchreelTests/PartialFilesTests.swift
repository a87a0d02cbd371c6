import Files
import Foundation
import Testing

@Suite(.serialized) struct PartialFilesTests {
    @Test func `a run that ends at once leaves whole files and no partial ones`() throws {
        let folder = NSTemporaryDirectory() + "sketchreel-" + UUID().uuidString
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        try OutputFile(path: folder + "/whole", overwrite: false).write(Data([1]))
        let partial = try OutputFile(path: folder + "/partial.mp4", overwrite: false)
        try Data([1]).write(to: URL(fileURLWithPath: partial.partialPath))
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder).count == 2)
        PartialFiles.removeAll(in: folder)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == ["whole"])
        partial.discard()
    }
}
