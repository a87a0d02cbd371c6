import Foundation
import SceneRendering
import TestSupport
import Testing

/// Files that were cut off or whose bits were flipped, given to the program: each run ends in a result or in one sentence,
/// soon and in little memory, and leaves nothing half-made. `SKETCHREEL_BROKEN_INPUTS` says how many are tried
/// (`make fuzz-files COUNT=2000`).
@Suite(.needsFFmpeg) struct BrokenInputsTests {
    /// What is tried: at least 200 in all.
    private static let count =
        ProcessInfo.processInfo.environment["SKETCHREEL_BROKEN_INPUTS"].flatMap(Int.init) ?? 240

    /// A file to be broken, and the command that reads it. Each gets its share of the tries.
    struct Case: Sendable, CustomTestStringConvertible {
        /// In the given data or, where that has none of the kind, in the party's folder.
        let file: String
        let role: Role
        var testDescription: String { "\(role) \(file)" }
        /// Clips take longer than the rest.
        var share: Int { [.clip, .item].contains(role) ? 1 : 2 }
    }

    enum Role: String, Sendable { case clip, picture, item, camera, track, program, catalog, cache }

    private static let given: [Case] =
        [
            "broken/sample_mdat_too_long.mp4", "broken/sample_with_invalid_nalu.mp4", "broken/broken.mp4",
            "phone-hdr/dolbyVision-hdr.MOV", "phone-hdr/sample_with_color_info.mp4", "rotation/sample_portrait.mp4",
            "rotation/sample_rotate_and_reflect.mp4", "timing/sample_sef_slow_motion.mp4",
            "timing/sample_shorter_audio.mp4",
        ].map { Case(file: $0, role: .clip) }
        + [
            "photos/RGB_10__29x100.heif", "photos/sample_MP.heic", "photos/corrupted.heic", "photos/truncated.heic",
            "stills/left01.jpg", "stills/box.png", "drawings/pig-outline.png", "two-targets/masp.jpg",
        ].map { Case(file: $0, role: .picture) }
        + [
            "photos/sample_MP.heic", "stills/left02.jpg", "stills/box.png", "phone-hdr/dolbyVision-hdr.MOV",
            "timing/sample_shorter_audio.mp4",
        ].map { Case(file: $0, role: .item) }
        + ["stills/left_intrinsics.yml", "stills/H1to3p.xml"].map { Case(file: $0, role: .camera) }

    /// What the program writes and people write for it.
    private static let own = [
        Case(file: "brief.track.jsonl", role: .track), Case(file: "clip.mp4", role: .clip),
        Case(file: "Album/red.mp4", role: .item), Case(file: "show.json", role: .program),
        Case(file: "ReferenceImages/Sketchbook.arresourcegroup/page.arreferenceimage/Contents.json", role: .catalog),
        Case(file: "ReferenceImages/Sketchbook.arresourcegroup/page.arreferenceimage/page.png", role: .catalog),
        Case(file: "ReferenceImages/Sketchbook.arresourcegroup/Contents.json", role: .catalog),
        Case(file: "cache/sketchreel", role: .cache),
    ]

    private static let shares = (given + own).reduce(0) { $0 + $1.share }

    private static func tries(_ input: Case) -> Int { (count * input.share + shares - 1) / shares }

    @Test(.enabled(if: SharedData.isPresent, Comment(rawValue: SharedData.missing)), arguments: given.indices)
    func `a broken file of the given data ends in a result or a sentence`(number: Int) throws {
        let input = Self.given[number]
        let whole = try Data(contentsOf: URL(fileURLWithPath: SharedData.path(input.file)))
        try tryAll(input, whole: whole, number: number)
    }

    @Test(arguments: own.indices)
    func `a broken file of the program's own ends in a result or a sentence`(number: Int) throws {
        try tryAll(Self.own[number], whole: nil, number: Self.given.count + number)
    }

    private func tryAll(_ input: Case, whole: Data?, number: Int) throws {
        let party = try Party()
        try party.write(
            Data(#"{"version":1,"references":{"page":{"files":["Album/red.mp4"],"hold":2,"fit":"fill"}}}"#.utf8),
            "show.json")
        let file = try place(of: input, in: party)
        let bytes = try whole ?? party.read(input.role == .cache ? file : input.file)
        for seed in 0..<Self.tries(input) {
            let broken = Breakage(bytes, seed: UInt64(1000 * number + seed))
            try party.write(broken.data, file)
            try check(input.role, file, in: party, "\(input.file), seed \(seed): \(broken.kind)")
            if input.role == .catalog || input.role == .cache { try party.write(bytes, file) }
        }
    }

    /// Where the broken file lies in the party's folder.
    private func place(of input: Case, in party: Party) throws -> String {
        switch input.role {
        case .track, .program, .catalog: return input.file
        case .cache:
            let names = try FileManager.default.subpathsOfDirectory(atPath: party(input.file))
            return input.file + "/" + (try #require(names.first { $0.hasSuffix(".index") }))
        case .item: return "One/" + (input.file as NSString).lastPathComponent
        case .clip, .picture, .camera: return "broken-" + (input.file as NSString).lastPathComponent
        }
    }

    /// The command, and what it writes.
    private func command(_ role: Role, _ file: String) -> (words: [String], output: String) {
        let render = ["render", "brief.mp4", "-o", "out.mkv", "--codec", "ffv1", "--hold", "1"]
        switch role {
        case .clip: return (["track", file, "-o", "out.jsonl"], "out.jsonl")
        case .picture:
            return (
                ["register", file, "--width", "20cm", "--name", "x", "--references", "New"],
                "New/Sketchbook.arresourcegroup/x.arreferenceimage"
            )
        case .camera: return (["track", "brief.mp4", "--camera", file, "-o", "out.jsonl"], "out.jsonl")
        case .item: return (render + ["--track", "brief.track.jsonl", "--album", "One"], "out.mkv")
        case .track: return (render + ["--track", file, "--album", "Album"], "out.mkv")
        case .program: return (render + ["--track", "brief.track.jsonl", "--program", file], "out.mkv")
        case .catalog, .cache: return (["track", "brief.mp4", "-o", "out.jsonl"], "out.jsonl")
        }
    }

    private func check(_ role: Role, _ file: String, in party: Party, _ what: String) throws {
        let (words, output) = command(role, file)
        let ending = try party.endsWell(words, making: output, what)
        if role == .cache { #expect(ending.status == 0, "\(what): \(ending.errors)") }
    }
}

/// A file with one kind of damage, the same for the same seed.
private struct Breakage {
    let data: Data
    let kind: String

    init(_ whole: Data, seed: UInt64) {
        var random = SplitMix(seed: seed)
        var bytes = [UInt8](whole)
        let count = bytes.count
        let at = Int.random(in: 0..<count, using: &random)
        // Headers matter most.
        let early = Int.random(in: 0..<min(count, 512), using: &random)
        switch seed % 6 {
        case 0:
            bytes = Array(bytes.prefix(at))
            kind = "cut off at \(at)"
        case 1:
            for _ in 0..<20 {
                bytes[Int.random(in: 0..<count, using: &random)] ^= 1 << UInt8.random(in: 0..<8, using: &random)
            }
            kind = "20 bits flipped"
        case 2:
            for _ in 0..<4 {
                bytes[Int.random(in: 0..<min(count, 512), using: &random)] ^=
                    1 << UInt8.random(in: 0..<8, using: &random)
            }
            kind = "4 bits flipped at the beginning"
        case 3:
            for place in early..<min(count, early + 4) { bytes[place] = 0xFF }
            kind = "a number at \(early) is the largest"
        case 4:
            for place in at..<min(count, at + 64) { bytes[place] = 0 }
            kind = "64 bytes at \(at) are 0"
        default:
            bytes.removeSubrange(at..<min(count, at + 1 + count / 50))
            kind = "a stretch at \(at) is missing"
        }
        data = Data(bytes)
    }
}
