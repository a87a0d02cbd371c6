import Files
import Foundation
import Sketchreel
import Testing

@Suite struct ClipOutputsTests {
    @Test(arguments: [
        ("a/party.mov", nil, nil, "a/party.track.jsonl", "a/party.sketchreel.mov"),
        ("party.MP4", nil, nil, "party.track.jsonl", "party.sketchreel.mp4"),
        ("a/b.c.mkv", "out", nil, "out/b.c.track.jsonl", "out/b.c.sketchreel.mkv"),
        ("a/party.avi", nil, nil, "a/party.track.jsonl", "a/party.sketchreel.mp4"),
        ("a/party.webm", "o/", "h264", "o/party.track.jsonl", "o/party.sketchreel.mp4"),
        ("party.mp4", nil, "ffv1", "party.track.jsonl", "party.sketchreel.mkv"),
        ("party.mp4", nil, "prores", "party.track.jsonl", "party.sketchreel.mov"),
        ("party.mkv", nil, "prores", "party.track.jsonl", "party.sketchreel.mkv"),
        ("/tmp/a b/party", nil, nil, "/tmp/a b/party.track.jsonl", "/tmp/a b/party.sketchreel.mp4"),
    ])
    func `results lie beside the clip or in a folder, in a container that can hold them`(
        clip: String, folder: String?, codec: String?, track: String, film: String
    ) {
        let outputs = ClipOutputs(clip: clip, folder: folder, codec: codec)
        #expect(outputs.track == track && outputs.film == film)
    }

    @Test func `the track file lies beside a film with a name of its own`() {
        #expect(ClipOutputs(film: "out/demo.mp4").track == "out/demo.track.jsonl")
    }

    @Test func `an output that is an input, comes twice, exists or has no folder is refused before any work`() throws {
        let folder = NSTemporaryDirectory() + "sketchreel-" + UUID().uuidString
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let clip = folder + "/clip.mp4"
        try Data().write(to: URL(fileURLWithPath: clip))
        func check(_ outputs: String..., overwrite: Bool = false) throws {
            try ClipOutputs.check(outputs, inputs: [clip], overwrite: overwrite)
        }
        try check(folder + "/a.mp4", folder + "/b.mp4")
        #expect(throws: SketchreelError.self) { try check(clip, overwrite: true) }
        #expect(throws: SketchreelError.self) {
            try check(folder + "/../\(URL(fileURLWithPath: folder).lastPathComponent)/clip.mp4", overwrite: true)
        }
        try FileManager.default.createSymbolicLink(atPath: folder + "/link.mp4", withDestinationPath: clip)
        #expect(throws: SketchreelError.self) { try check(folder + "/link.mp4", overwrite: true) }
        #expect(throws: SketchreelError.self) { try check(folder + "/a.mp4", folder + "/./a.mp4") }
        try Data().write(to: URL(fileURLWithPath: folder + "/there.mp4"))
        #expect(throws: OutputError.self) { try check(folder + "/there.mp4") }
        try check(folder + "/there.mp4", overwrite: true)
        #expect(throws: OutputError.self) { try check(folder + "/none/a.mp4") }
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder).count == 3)
    }
}
