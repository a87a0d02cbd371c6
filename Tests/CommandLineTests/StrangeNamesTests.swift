import Foundation
import TestSupport
import Testing

/// The names of files mean nothing, whatever they are made of.
@Suite(.needsFFmpeg) struct StrangeNamesTests {
    /// 251 bytes: with an extension as long as a file system bears.
    private static let long = String(repeating: "long name ", count: 25) + "x"

    private static let names = [
        "two  words \"it's\" 100%d %s %@ ", "😀👩‍👩‍👧 e\u{301}", "-dash", "--json", "$(touch x)`touch y`;|&>~ query?a=b#c",
        "concat:a|b", "back\\slash", "line\nbreak \u{1B}[31mred\u{7} \u{9B}", "<b>&amp;' \u{202E}gnp", long,
    ]

    /// Names that a drawing may not have: they could not be shown, or not be written everywhere.
    private static let refused = ["back\\slash", "line\nbreak \u{1B}[31mred\u{7} \u{9B}", long]

    private let party: Party

    init() throws { party = try Party() }

    private func copy(_ file: String, _ name: String) throws { try party.write(party.read(file), name) }

    /// Runs the program, expects that status, and that what it says bears no code that a terminal obeys.
    @discardableResult
    private func run(
        _ words: [String], status: Int32 = 0, sourceLocation: SourceLocation = #_sourceLocation
    ) throws -> Program.Ending {
        let ending = try party.run(words)
        // Programs read JSON, and take directions of writing for letters.
        let said = (words.contains("--json") ? "" : ending.output) + ending.errors
        #expect(ending.status == status, "\(words): \(ending.errors)", sourceLocation: sourceLocation)
        #expect(ending.failures.count == (status == 1 ? 1 : 0), "\(ending.errors)", sourceLocation: sourceLocation)
        // Progress is told every few seconds.
        let lines = ending.errors.split(separator: "\n").filter { !$0.contains(" frames") }
        #expect(lines.allSatisfy { $0.hasPrefix("sketchreel") }, "\(ending.errors)", sourceLocation: sourceLocation)
        #expect(
            !said.unicodeScalars.contains {
                $0 != "\n" && $0.properties.generalCategory == .control || $0 == "\u{202E}"
            },
            "\(said)", sourceLocation: sourceLocation)
        return ending
    }

    private func isThere(_ name: String) -> Bool { FileManager.default.fileExists(atPath: party(name)) }

    @Test(arguments: names)
    func `drawings are registered, listed, renamed and removed`(name: String) throws {
        try copy("page.png", name + ".png")
        let mayBeNamed = !Self.refused.contains(name)
        try run(["register", "--width", "20cm", "--force", "--", name + ".png"], status: mayBeNamed ? 0 : 1)
        if mayBeNamed { try run(["references", "remove", "--", name]) }
        try run(["register", "--width=20cm", "--name", "first", "--", name + ".png"])
        try run(["references", "rename", "--", "first", name], status: mayBeNamed ? 0 : 1)
        let listed = try run(["references"]).output
        #expect(listed.split(separator: "\n").count == 2)
        let shown = name.replacingOccurrences(of: "\u{202E}", with: "\\u{202E}").precomposedStringWithCanonicalMapping
        if mayBeNamed { #expect(listed.contains(shown), "\(listed)") }
        try run(["references", "remove", "--", mayBeNamed ? name : "first"])
        // A catalog of any name.
        try run(["register", "--width", "20cm", "--references=" + name, "--name", "a", "page.png"])
        #expect(try run(["references", "list", "--references=" + name]).output.split(separator: "\n").count == 1)
    }

    @Test(arguments: names)
    func `clips are tracked, with camera files and reports`(name: String) throws {
        let output = name.prefix(200)  // a partial file's name is longer
        try copy("brief.mp4", name + ".mp4")
        try party.write(
            Data(#"{"width":320,"height":240,"fx":300,"fy":300,"cx":159.5,"cy":119.5}"#.utf8), name + ".cam")
        try run(
            [
                "track", "--camera=" + name + ".cam", "--report=" + output + ".htm", "--output", "out.jsonl", "--",
                name + ".mp4",
            ])
        let page = String(decoding: try party.read(output + ".htm"), as: UTF8.self)
        #expect(!page.contains("<b>&amp;'") && !page.contains("\u{1B}"))
        let track = try party.read("out.jsonl").split(separator: 10)[0]
        #expect(!track.contains { $0 < 0x20 })
        // Beside the clip, where its name leaves room for an ending.
        let isLong = name == Self.long
        try run(["track", "--", name + ".mp4"], status: isLong ? 1 : 0)
        #expect(isThere(name + ".track.jsonl") == !isLong)
    }

    @Test(arguments: names)
    func `films are rendered from albums and programs`(name: String) throws {
        let (isLong, output) = (name == Self.long, name.prefix(200))
        try copy("brief.mp4", name + ".mp4")
        try copy("brief.track.jsonl", name + ".trk")
        try copy("Album/red.mp4", name + "/" + name + ".mp4")
        let common = ["--track=" + name + ".trk", "--codec", "ffv1", "--seed", "1"]
        let ending = try run(
            ["render", "--album=" + name, "--output=" + output + ".mkv"] + common + ["--", name + ".mp4"])
        #expect(isThere(output + ".mkv"))
        #expect(ending.output.split(separator: "\n").count == 5, "\(ending.output)")
        let quoted = String(decoding: try JSONEncoder().encode(name + ".mp4"), as: UTF8.self)
        try party.write(Data(#"{"references":{"page":{"files":[\#(quoted)]}}}"#.utf8), name + "/" + name + ".jsn")
        try run(
            ["render", "--program=" + name + "/" + name + ".jsn", "--output", "out.mkv", "--json"] + common
                + ["--", name + ".mp4"])
        try FileManager.default.createDirectory(
            atPath: party("to " + name.prefix(200)), withIntermediateDirectories: true)
        try run(
            [
                "augment", "--album=" + name, "--output-dir=to " + name.prefix(200), "--codec", "ffv1", "--",
                name + ".mp4",
            ], status: isLong ? 1 : 0)
        if !isLong { #expect(isThere("to " + name.prefix(200) + "/" + name + ".sketchreel.mkv")) }
    }

    @Test(arguments: names)
    func `what is missing or none is named in one sentence`(name: String) throws {
        try party.write(Data("no clip".utf8), name + ".mp4")
        for words in [
            ["track", "--", name], ["track", "--", name + ".mp4"], ["register", "--width", "1m", "--", name],
            ["references", "remove", "--", name], ["references", "--references=" + name],
            ["render", "brief.mp4", "--album=" + name, "--track", "brief.track.jsonl"],
            ["render", "brief.mp4", "--program=" + name, "--track", "brief.track.jsonl"],
            ["render", "brief.mp4", "--album=Album", "--track=" + name],
            ["track", "brief.mp4", "--camera=" + name, "-o", "out.jsonl"],
            ["calibrate", "--board", "9x6", "--square", "2cm", "--", name],
        ] {
            try run(words, status: 1)
        }
        let usage = try party.run(["track", "a", "b" + name])
        #expect(usage.status == 64)
        #expect(usage.errors.split(separator: "\n").count == 2, "\(usage.errors)")
    }
}
