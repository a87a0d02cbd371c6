import Foundation
import Sketchreel
import TestSupport
import Testing

/// The beginning of a PNG: enough to be told as a photo.
private let photo = Data([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52])

@Suite struct ProgramFileTests {
    private let folder: TemporaryFolder
    private let base = RenderRequest.Show(
        fadeIn: 3, hold: 15, fadeOut: 3, seed: 1, fit: .whole, sound: .mix
    ).presentation(albums: ["A"])

    init() throws {
        folder = try TemporaryFolder()
        for name in ["cat.png", "films/a.png", "films/b.png"] { try folder.write(photo, "party/\(name)") }
        try folder.write(photo, "outside.png")
        try folder.write("words", "party/letter.txt")
    }

    private func program(_ text: String) throws -> ProgramFile {
        try folder.write(text, "party/show.json")
        return try ProgramFile(path: folder.path + "/party/show.json", over: base)
    }

    private func path(_ name: String) -> String { folder.path + "/party/" + name }

    @Test func `every key is read, and what is not said comes from the default, then from the command line`() throws {
        let program = try program(
            """
            {"format": "sketchreel.program", "version": 1,
             "default": {"album": "films", "fit": "fill", "border": {"width": 0.02, "colour": "#FFffFF"}, "hold": 8},
             "references": {
               "Cat": {"files": ["cat.png", "films/a.png"], "fadeIn": 0.5, "hold": 2e0, "fadeOut": 0, "onLoss": "pause",
                 "once": true, "fit": "stretch", "cornerRounding": 0.1, "border": null, "opacity": 0.9,
                 "chromaKey": "#00fa40", "soundLevel": -6},
               "Dog": {"onLoss": "end"}, "Owl": {"files": []}}}
            """)
        let cat = program.presentation(of: "Cat")
        #expect(cat.source?.albums == [] && cat.source?.files.map(\.path) == [path("cat.png"), path("films/a.png")])
        #expect(cat.source?.files.map(\.name) == ["cat.png", "films/a.png"])
        #expect([cat.fadeIn, cat.hold, cat.fadeOut] == [0.5, 2, 0] && cat.onLoss == .pauses && cat.once)
        #expect(cat.look.fit == .stretch && cat.look.cornerRounding == 0.1 && cat.look.border == nil)
        #expect(cat.look.opacity == 0.9 && cat.look.chromaKey == ProgramColour("#00FA40") && cat.soundLevel == -6)
        let dog = program.presentation(of: "Dog")
        #expect(dog.source?.albums == [path("films")] && dog.hold == 8 && dog.fadeIn == 3 && dog.onLoss == .ends)
        #expect(dog.look.border == PageLook.Border?.some(try #require(program.usual.look.border)))
        #expect(dog.look.border?.width == 0.02 && dog.look.border?.colour.red == 255 && dog.look.fit == .fill)
        #expect(program.presentation(of: "Owl").source == Presentation.Source())
        #expect(program.presentation(of: "Hen") == program.usual)
        #expect(program.folders == [path("films"), path("films")])
        #expect(Set(program.files) == [path("show.json"), path("cat.png"), path("films/a.png")])
    }

    @Test func `without a default the command line's holds`() throws {
        let program = try program(#"{"references": {"Caf\u0065\u0301": {"hold": 1}}}"#)
        #expect(program.usual == base && program.presentation(of: "Caf\u{E9}").hold == 1, "names are compared in NFC")
        #expect(program.presentation(of: "Caf\u{E9}").source?.albums == ["A"])
    }

    @Test(arguments: [
        (
            "{\n \"references\": {\n  \"Cat\": {\"fit\": \"cover\"}}}",
            "3:18: references.Cat.fit: \"cover\" is none of whole, fill, stretch"
        ),
        ("{\"default\": {\"fits\": 1}}", "1:14: default.fits: there is no such key here, but album, files, fadeIn"),
        ("{\"shows\": {}}", "1:2: shows: there is no such key here, but format, version, default, references"),
        ("{\"default\": {\"hold\": \"long\"}}", "1:22: default.hold: \"long\" is no number"),
        ("{\"default\": {\"opacity\": 1.5}}", "1:25: default.opacity: 1.5 does not lie between 0 and 1"),
        ("{\"default\": {\"hold\": -1}}", "1:22: default.hold: -1 does not lie between 0 and 86400 s"),
        ("{\"default\": {\"soundLevel\": 99}}", "1:28: default.soundLevel: 99 does not lie between -60 and 24 dB"),
        ("{\"default\": {\"once\": 1}}", "1:22: default.once: 1 is neither true nor false"),
        ("{\"default\": {\"onLoss\": \"stop\"}}", "default.onLoss: \"stop\" is none of continue, pause, end"),
        (
            "{\"default\": {\"chromaKey\": \"lime\"}}",
            "default.chromaKey: \"lime\" is no colour; write it like \"#00FF40\""
        ),
        ("{\"default\": {\"border\": {\"width\": 0.1}}}", "1:24: default.border: a border has a width and a colour"),
        (
            "{\"default\": {\"border\": {\"width\": 1}}}",
            "1:34: default.border.width: 1 does not lie between 0 and 0.25"
        ),
        (
            "{\"default\": {\"hold\": 0, \"fadeIn\": 0, \"fadeOut\": 0.05}}",
            "1:13: default: fadeIn, hold and fadeOut are 0.05 s"
        ),
        ("{\"references\": {\"My Cat\": []}}", "1:27: references.\"My Cat\": [] is no object"),
        (
            "{\"references\": {\"Cat\": {\"files\": [\"cat.png\", \"dog.png\"]}}}",
            "references.Cat.files[1]: there is no file "
        ),
        ("{\"references\": {\"Cat\": {\"files\": [\"cat.png\", 7]}}}", "1:46: references.Cat.files[1]: 7 is no text"),
        ("{\"references\": {\"Cat\": {\"files\": 7}}}", "references.Cat.files: 7 is no text and no list of texts"),
        ("{\"default\": {\"files\": \"films\"}}", "is no file; name folders under \"album\""),
        ("{\"default\": {\"album\": \"cat.png\"}}", "is no folder; name files under \"files\""),
        ("{\"default\": {\"album\": \"nowhere\"}}", "1:23: default.album: there is no folder "),
        ("{\"default\": {\"files\": \"letter.txt\"}}", "letter.txt is no photo or video that can be read"),
        ("{\"default\": {\"files\": \"../outside.png\"}}", "../outside.png leads out of the program's folder"),
        ("{\"default\": {\"files\": \"link.png\"}}", "link.png leads out of the program's folder"),
        ("{\"default\": {\"files\": \"\"}}", "1:23: default.files: this is no path"),
        ("{\"format\": \"sketchreel.track\"}", "1:12: format: this is no program"),
        ("{\"version\": 2}", "1:13: version: only version 1 is known"),
        ("{\"default\": {},\n \"default\": {}}", "2:2: the key \"default\" comes twice"),
        ("{\"default\": {},\n}", "2:1: a key in double quotes should be here"),
        ("[]", ": [] is no object"),
    ])
    func `what is wrong is named with its place`(text: String, sentence: String) throws {
        symlink("../outside.png", path("link.png"))
        let error = #expect(throws: SketchreelError.self) { try program(text) }
        let said = try #require(error).description
        #expect(said.hasPrefix(path("show.json:")) && said.contains(sentence), "\(said)")
    }

    @Test func `an absolute path is meant as it is, and a folder behind a link is no other`() throws {
        let absolute = try program("{\"default\": {\"files\": \"\(folder.path)/outside.png\"}}")
        #expect(absolute.usual.source?.files.map(\.path) == [folder.path + "/outside.png"])
        symlink("party", folder.path + "/link")
        _ = try program("{\"default\": {\"files\": \"cat.png\"}}")
        let behind = try ProgramFile(path: folder.path + "/link/show.json", over: base)
        #expect(behind.usual.source?.files.map(\.path) == [folder.path + "/link/cat.png"])
    }

    @Test func `a missing program is named`() throws {
        let error = #expect(throws: SketchreelError.self) { try ProgramFile(path: "/nowhere/show.json", over: base) }
        #expect(error?.description.hasPrefix("/nowhere/show.json: cannot read the program: ") == true)
    }
}
