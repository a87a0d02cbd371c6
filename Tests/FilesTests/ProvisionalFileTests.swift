import Files
import Foundation
import TestSupport
import Testing

@Suite struct ProvisionalFileTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    @Test func `a file of a run that comes to its end stays, and else it goes`() throws {
        try folder.write("track", "kept")
        try folder.write("track", "dropped")
        ProvisionalFile(folder.path + "/kept").keep()
        _ = ProvisionalFile(folder.path + "/dropped")
        #expect(try folder.snapshot() == ["kept": "track"])
        // A process that ends at once asks for the same.
        try folder.write("track", "dropped")
        let file = ProvisionalFile(folder.path + "/dropped")
        PartialFiles.removeAll(in: folder.path)
        #expect(try folder.snapshot() == ["kept": "track"])
        file.keep()
    }
}
