import Foundation
import OrderedJSON
import Testing

/// Shows whose drawings come and go, and programs, over hand-made tracks of small clips.
@Suite(.needsFFmpeg) struct ShowByHandTests {
    private let party: Party

    /// A dark clip of 4 s at 20 frames a second with a soft tone; a film that gets brighter by the second, with a loud tone;
    /// a white photo.
    init() throws {
        party = try Party()
        try party.ffmpeg(
            "-f lavfi -i color=0x202020:s=96x64:r=20:d=4 -f lavfi -i sine=f=200:d=4:r=48000 -c:v libx264 -preset ultrafast "
                + "-crf 1 -pix_fmt yuv420p -c:a pcm_s16le @/dark.mov")
        try party.ffmpeg(
            "-f lavfi -i color=black:s=64x64:r=20:d=4 -f lavfi -i aevalsrc=exprs='0.5':s=48000:d=4 "
                + "-vf geq=lum='60+40*floor(T)':cb=128:cr=128 -c:v libx264 -preset ultrafast -crf 1 -pix_fmt yuv420p "
                + "-c:a pcm_s16le @/steps.mov")
        try party.ffmpeg("-f lavfi -i color=white:s=64x64 -frames:v 1 @/white.png")
    }

    private let usual =
        "--fade-in 0 --hold 3 --fade-out 0 --seed 1 --fit stretch --occlusion none --light none --grain none --codec ffv1 --audio-codec pcm_s16le"

    private func render(_ options: String) throws -> JSON {
        let (ending, _, clip) = try party.summary(
            "render dark.mov --track dark.mov.jsonl \(usual) \(options) -o film.mov --overwrite")
        try #require(ending.status == 0, "\(ending.errors)")
        return clip
    }

    private func program(_ text: String) throws { try party.write(Data(text.utf8), "show.json") }

    /// The step that the film shows at a time: 0 … 3; nothing where the clip is as it was.
    private func step(_ lumas: [Int], at seconds: Double) -> Int? {
        let luma = Double(lumas[Int((seconds * 20).rounded())] - 60) / 40
        return luma < -0.3 ? nil : Int(luma.rounded())
    }

    // MARK: Out of sight

    @Test(
        arguments: [
            ("continue", [1: 1, 2.5: 2, 2.9: 2, 3.1: 0]), ("pause", [1: 1, 2.5: 1, 3.1: 2, 3.85: 2]),
            ("end", [1: 1, 2.5: 0, 3.6: 1]),
        ] as [(String, [Double: Int])])
    func `picture and sound follow the drawing as they are told`(
        word: String, steps: [Double: Int]
    ) throws {
        try party.track("dark.mov") { (1.3..<2.2).contains($0) ? [] : ["A"] }
        try program(#"{"default": {"files": "steps.mov"}}"#)
        _ = try render("--program show.json --on-loss \(word) --audio album")
        let lumas = try party.lumas("film.mov")
        #expect(lumas.count == 80)
        for (seconds, expected) in steps { #expect(step(lumas, at: seconds) == expected, "\(word) at \(seconds) s") }
        #expect(step(lumas, at: 1.7) == nil)
        let (rate, start, sound) = try party.sound("film.mov")
        func level(_ seconds: Double) -> Float { sound[Int((seconds - start) * Double(rate))] }
        #expect(abs(level(1.2) - 0.5) < 0.001 && abs(level(2.3) - 0.5) < 0.001)
        #expect(abs(level(1.7) - (word == "continue" ? 0.5 : 0)) < 0.001)
        // No click: within a millisecond the level moves by a fortieth of its way at most.
        if word != "continue" {
            let seams = Int(1.2 * 48_000)..<Int(2.19 * 48_000)
            #expect(seams.allSatisfy { abs(sound[$0] - sound[$0 + 48]) < 0.014 })
        }
    }

    @Test func `once is once`() throws {
        try party.track("dark.mov") { _ in ["A"] }
        try program(#"{"default": {"files": "steps.mov", "hold": 1}}"#)
        let clip = try render("--program show.json --once")
        #expect(clip["film"]?["shows"]?.array?.count == 1)
        #expect(clip["film"]?["composedFrames"] == 20)
    }

    // MARK: Programs

    @Test func `each drawing plays what the program gives it, as it says, and what it says in vain is told`() throws {
        try party.track("dark.mov", references: ["A", "B", "C"]) { _ in ["A", "B", "C"] }
        try program(
            """
            {"references": {
              "A": {"files": ["steps.mov"], "soundLevel": -6.0206, "hold": 2, "fit": "fill"},
              "B": {"files": "white.png", "opacity": 0.5},
              "Dgo": {"once": true}}}
            """)
        let clip = try render("--program show.json --audio album")
        let shows = clip["film"]?["shows"]?.array ?? []
        #expect(shows.map { $0["item"] } == ["steps.mov", "white.png", "steps.mov", "white.png"])
        #expect(shows.map { $0["reference"] } == ["A", "B", "A", "B"])
        let (left, right) = try (party.lumas("film.mov"), party.lumas("film.mov", beside: true))
        #expect(step(left, at: 0.5) == 0 && step(left, at: 1.5) == 1 && step(left, at: 2.5) == 0)
        // Half of white (235) and half of the clip's grey (43), in code values or in light.
        #expect((130...180).contains(right[30]))
        #expect(try abs(party.sound("film.mov").samples[24_000] - 0.25) < 0.001)
        let warnings = clip["warnings"]?.array?.compactMap(\.string) ?? []
        #expect(warnings.contains("show.json:4:3: references.Dgo: the clip was tracked with no drawing of this name"))
        #expect(warnings.contains { $0.hasPrefix("C: neither --album nor the program gives it anything to play") })
    }

    @Test func `where the program is silent the album plays, and without either the clip is copied with the reason`()
        throws
    {
        try party.track("dark.mov", references: ["A", "B"]) { _ in ["A", "B"] }
        try program(#"{"references": {"B": {"files": "white.png"}}}"#)
        let clip = try render("--program show.json --album Album")
        #expect(
            Set(clip["film"]?["shows"]?.array?.compactMap { $0["item"]?.string } ?? []) == ["red.mp4", "white.png"])
        try party.track("dark.mov", references: ["A", "B"]) { _ in ["A"] }
        let (ending, _, _) = try party.summary(
            "render dark.mov --track dark.mov.jsonl --program show.json -o film.mov --overwrite")
        #expect(ending.status == 2)
        #expect(ending.errors.contains("dark.mov: none of the drawings in it has anything to play"))
    }

    @Test func `a program that is wrong is refused before any work, and one that is read is not written to`() throws {
        try program("{\n \"references\": {\"page\": {\"fit\": \"cover\"}}}")
        try party.refuses(
            ["augment", "brief.mp4", "--program", "show.json", "--overwrite"],
            saying: ["show.json:2:33: references.page.fit: \"cover\" is none of whole, fill, stretch"])
        try program(#"{"default": {"files": "steps.mov"}}"#)
        try party.refuses(
            ["augment", "brief.mp4", "--program", "show.json", "-o", "steps.mov", "--overwrite"],
            saying: ["steps.mov", "an input is never written to"])
    }

    // MARK: Levels

    @Test func `the album's gain and the room's ducking are heard`() throws {
        try party.track("dark.mov") { $0 < 1 ? [] : ["A"] }
        try program(#"{"default": {"files": "steps.mov", "hold": 2, "once": true}}"#)
        /// The tone's amplitude around a time, whatever constant lies under it.
        func tone(_ sound: [Float], at seconds: Double) -> Float {
            let part = sound[Int(seconds * 48_000)..<Int(seconds * 48_000) + 960]
            return ((part.max() ?? 0) - (part.min() ?? 0)) / 2
        }
        _ = try render("--program show.json --album-gain -12.0412")
        let plain = try party.sound("film.mov").samples
        #expect(abs(tone(plain, at: 2) - 0.125) < 0.003)
        #expect(abs(plain[96_000..<96_960].reduce(0, +) / 960 - 0.125) < 0.002)
        _ = try render("--program show.json --album-gain -12.0412 --duck 12")
        let ducked = try party.sound("film.mov").samples
        let expected = Double(tone(ducked, at: 2)) / Double(tone(plain, at: 2))
        #expect(abs(20 * log10(expected) + 12) < 0.5)
        #expect(zip(plain, ducked).prefix(37_000).allSatisfy { $0 == $1 }, "before the film nothing is changed")
        #expect(zip(plain, ducked).suffix(2400).allSatisfy { $0 == $1 }, "nor long after it")
        #expect(ducked.count == plain.count)
    }
}
