import Foundation
import Geometry
import Imaging
import OrderedJSON
import SceneRendering
import Testing
import Tracking

@Suite struct TrackFileTests {
    static let clip = Track.Clip(
        file: "clip.mov", bytes: 123_456, sha256: "ab12", width: 1080, height: 1920,
        timeBase: TimeBase(1, 600) ?? { preconditionFailure("1 / 600 is positive") }(), orientation: .rotatedClockwise)

    /// Numbers as the file rounds them, so that they come back as they were.
    private static let track = Track(
        program: "sketchreel 0.1.0", clip: clip,
        camera: Camera(
            width: 1080, height: 1920, fx: 1500.125, fy: 1500.5, cx: 539.5, cy: 959.5,
            distortion: [0.1, -0.2, 0.001, 0.002, 0.05], source: .metadata, focalSigma: 45),
        references: [
            Track.Reference(
                name: "Cat", widthMetres: 0.21, heightMetres: 0.148, pixelWidth: 2480, pixelHeight: 1748, sha256: "cd"),
            Track.Reference(
                name: "Kätzchen \"zwei\"\n", widthMetres: nil, heightMetres: nil, pixelWidth: 10, pixelHeight: 20,
                sha256: ""),
        ],
        frames: [
            Track.Frame(ticks: -20, anchors: []),
            Track.Frame(ticks: 0, anchors: [anchor("Cat", .tracked, 0.97)]),
            Track.Frame(ticks: 7, anchors: [anchor("Cat", .held, 0.485), anchor("Kätzchen \"zwei\"\n", .tracked, 1)]),
        ])

    private static func anchor(_ name: String, _ state: Track.Anchor.State, _ confidence: Double) -> Track.Anchor {
        Track.Anchor(
            reference: name, state: state, confidence: confidence, sigma: 0.083,
            corners: Quad(Point2(102.5, 200.25), Point2(803.125, 190.7), Point2(810.4, 690.2), Point2(-98.9, 702.6)),
            cameraFromAnchor: RigidTransform(
                rotation: Matrix3(rowMajor: [1, 0, 0, 0, 0.6, -0.8, 0, 0.8, 0.6]),
                translation: Point3(0.01, -0.02, -0.4)))
    }

    private let lines = String(decoding: TrackFile.data(track), as: UTF8.self).split(separator: "\n").map(String.init)

    private func sentence(_ lines: [String]) -> String? { sentence(Data(lines.joined(separator: "\n").utf8)) }

    private func sentence(_ data: Data) -> String? {
        do {
            _ = try TrackFile.track(from: data, path: "a.track.jsonl")
            return nil
        } catch { return error.description }
    }

    private func replacing(_ old: String, _ new: String, inLine line: Int) -> [String] {
        var changed = lines
        #expect(changed[line].contains(old), "the test replaces something")
        changed[line] = changed[line].replacingOccurrences(of: old, with: new)
        return changed
    }

    @Test func `a track that was written is read as it was`() throws {
        #expect(try TrackFile.track(from: TrackFile.data(Self.track), path: "x") == Self.track)
    }

    @Test func `how a page bends comes back, and is left out where it is flat`() throws {
        var track = Self.track
        #expect(!String(decoding: TrackFile.data(track), as: UTF8.self).contains("bend"))
        track.frames[1].anchors[0].bend = PageBend(numbers: (0..<20).map { Double($0) / 8 - 1 })
        let text = String(decoding: TrackFile.data(track), as: UTF8.self)
        #expect(try TrackFile.track(from: Data(text.utf8), path: "x") == track)
        for wrong in [#""bend":[1,2]"#, #""bend":7"#, #""bend":null"#] {
            let changed = text.replacing(/"bend":\[[^\]]*\]/, with: wrong)
            #expect(sentence(Data(changed.utf8))?.contains("line 3 is not as it should be") == true, "\(wrong)")
        }
    }

    @Test func `the shutter's share comes back, limited to what can be, and may be missing`() throws {
        var track = Self.track
        #expect(try TrackFile.track(from: TrackFile.data(track), path: "x").exposureShare == nil)
        track.exposureShare = 0.625
        let text = String(decoding: TrackFile.data(track), as: UTF8.self)
        #expect(try TrackFile.track(from: Data(text.utf8), path: "x") == track)
        let wild = text.replacingOccurrences(of: #""exposureShare":0.625"#, with: #""exposureShare":7"#)
        #expect(try TrackFile.track(from: Data(wild.utf8), path: "x").exposureShare == 1)
        let without = text.replacingOccurrences(of: #""exposureShare":0.625,"#, with: "")
        #expect(try TrackFile.track(from: Data(without.utf8), path: "x").exposureShare == nil)
    }

    @Test func `a track without frames or references is a track`() throws {
        var empty = Self.track
        (empty.frames, empty.references) = ([], [])
        #expect(try TrackFile.track(from: TrackFile.data(empty), path: "x") == empty)
    }

    @Test func `every line is a JSON object with the members that are documented, in order`() throws {
        let header = try JSON(parsing: lines[0].utf8)
        #expect(
            header.object?.members.map(\.key) == [
                "format", "version", "program", "clip", "camera", "exposureShare", "references",
            ])
        #expect(header["references"]?.array?.last?["widthMetres"] == .null)
        #expect(lines.count == 4)
        #expect(lines[1] == #"{"frame":0,"pts":-20,"seconds":-0.033333,"anchors":[]}"#)
        let anchor = try #require(try JSON(parsing: lines[2].utf8)["anchors"]?.array?.first)
        #expect(
            anchor.object?.members.map(\.key) == ["reference", "state", "confidence", "sigma", "corners", "transform"])
        #expect(
            anchor["transform"]?.array?.compactMap(\.double) == [
                1, 0, 0, 0, 0, 0.6, 0.8, 0, 0, -0.8, 0.6, 0, 0.01, -0.02, -0.4, 1,
            ])
    }

    @Test func `members that nobody knows are ignored, wherever they are`() throws {
        let extended = lines.map { $0.replacingOccurrences(of: "{", with: #"{"later":[1,{"x":null}],"#) }
            .map { $0.replacingOccurrences(of: #"[1,{"later":[1,{"x":null}],"x":null}]"#, with: "[]") }
        #expect(try TrackFile.track(from: Data(extended.joined(separator: "\n").utf8), path: "x") == Self.track)
    }

    @Test func `a file without a line break at its end, or with blank lines, is whole`() throws {
        #expect(sentence(lines) == nil)
        #expect(sentence([lines[0], "", lines[1], lines[2], lines[3], "", ""]) == nil)
    }

    @Test func `an empty file is said to be empty`() {
        #expect(
            sentence(Data()) == "a.track.jsonl: cannot read the track: it is empty; make it again with sketchreel track"
        )
        #expect(
            sentence(Data("\n\n".utf8))
                == "a.track.jsonl: cannot read the track: it is empty; make it again with sketchreel track")
    }

    @Test func `another JSON file is no track`() {
        let expected = "a.track.jsonl: cannot read the track: this is no track file; make one with sketchreel track"
        #expect(sentence(Data("{}".utf8)) == expected)
        #expect(sentence(Data("[1,2]".utf8)) == expected)
        #expect(sentence(replacing("sketchreel.track", "sketchreel.summary", inLine: 0)) == expected)
    }

    @Test(arguments: ["2", "0", "1.0", "\"1\""])
    func `a version that is not known is refused`(version: String) {
        #expect(
            sentence(replacing(#""version":1"#, #""version":\#(version)"#, inLine: 0))
                == "a.track.jsonl: cannot read the track: its version is not 1; make it again with sketchreel track")
    }

    @Test func `a file whose last lines are missing is not whole, nor one with too many`() {
        let expected = "a.track.jsonl: cannot read the track: it is not whole; make it again with sketchreel track"
        #expect(sentence(Array(lines.dropLast())) == expected)
        #expect(sentence([lines[0]]) == expected)
        let more =
            lines + [
                lines[3].replacingOccurrences(of: #""frame":2,"pts":7"#, with: #""frame":3,"pts":8"#)
            ]
        #expect(sentence(more) == expected)
    }

    /// Wherever it is cut.
    @Test func `a file that is cut off anywhere is an error that names the file, and no crash`() throws {
        let whole = Array(TrackFile.data(Self.track))
        for length in stride(from: 1, to: whole.count - 1, by: 7) {
            let said = try #require(sentence(Data(whole.prefix(length))), "\(length) bytes")
            #expect(said.hasPrefix("a.track.jsonl: cannot read the track: "))
        }
    }

    @Test func `bytes that are changed by chance make an error or a track, and no crash`() {
        let whole = Array(TrackFile.data(Self.track))
        var random = SplitMix(seed: 17)
        var errors = 0
        for _ in 0..<300 {
            var bytes = whole
            for _ in 0..<3 { bytes[Int(random.next() % UInt64(bytes.count))] = UInt8(random.next() & 255) }
            if let said = sentence(Data(bytes)) {
                errors += 1
                #expect(said.hasPrefix("a.track.jsonl: cannot read the track: "))
            }
        }
        #expect(errors > 100)
    }

    @Test func `garbage is named with its line`() throws {
        for garbage in [Data([0, 255, 254, 10, 3]), Data("hello".utf8), Data("{\"format\":".utf8)] {
            let said = try #require(sentence(garbage))
            #expect(said.hasPrefix("a.track.jsonl: cannot read the track: line 1: "))
        }
        var broken = lines
        broken[2] = "}"
        #expect(try #require(sentence(broken)).hasPrefix("a.track.jsonl: cannot read the track: line 3: "))
    }

    @Test(arguments: [
        (1, #""frame":0"#, #""frame":1"#), (2, #""frame":1"#, #""frame":0"#), (1, #""pts":-20"#, #""pts":"now""#),
        (1, #""pts":-20"#, #""pts":1.5"#), (1, #""pts":-20"#, #""pts":-9223372036854775808"#),
        (2, #""pts":0"#, #""pts":-20"#), (3, #""pts":7"#, #""pts":-9"#),
        (3, #""pts":7"#, #""pts":9223372036854775807"#), (1, #""anchors":[]"#, #""anchors":null"#),
        (2, "tracked", "guessed"),
        (2, #""reference":"Cat""#, #""reference":"Nobody""#), (2, "[102.5,200.25],", ""), (2, "102.5,", ""),
        (2, "102.5", "1e999"), (2, "102.5", "null"), (2, "-0.4,1]", "-0.4,2]"), (2, "-0.4,1]", "-0.4]"),
        (2, "[1,0,0,0,", "[1,0,0,1,"), (2, #""corners":"#, #""korners":"#),
    ])
    func `a frame with a wrong value is named with its line`(line: Int, old: String, new: String) {
        #expect(
            sentence(replacing(old, new, inLine: line))
                == "a.track.jsonl: cannot read the track: line \(line + 1) is not as it should be; "
                + "make it again with sketchreel track")
    }

    @Test(arguments: [
        (#""timeBase":[1,600]"#, #""timeBase":[1,0]"#), (#""timeBase":[1,600]"#, #""timeBase":[1]"#),
        (#""timeBase":[1,600]"#, #""timeBase":[1,6000000000]"#), (#""orientation":6"#, #""orientation":9"#),
        (#""orientation":6"#, #""orientation":9223372036854775807"#), (#""camera":"#, #""kamera":"#),
        (#""fx":1500.125"#, #""fx":-1"#), (#""fx":1500.125"#, #""fx":"wide""#), (#""references":"#, #""refs":"#),
        (#""pixelWidth":10"#, #""pixelWidth":0"#),
        (#""widthMetres":0.21"#, #""widthMetres":-0.21"#), (#""heightMetres":0.148"#, #""heightMetres":0"#),
        (#""pixelWidth":10"#, #""pixelWidth":99999999999"#),
    ])
    func `a header with a wrong value is named`(old: String, new: String) {
        #expect(
            sentence(replacing(old, new, inLine: 0))
                == "a.track.jsonl: cannot read the track: line 1 is not as it should be; "
                + "make it again with sketchreel track")
    }
}

@Suite struct CameraFileTests {
    private func camera(_ text: String) throws -> Camera {
        try CameraFile.read(Data(text.utf8), path: "c.json").camera
    }

    private func sentence(_ text: String) -> String? {
        do {
            _ = try CameraFile.read(Data(text.utf8), path: "c.json")
            return nil
        } catch { return error.description }
    }

    private let whole =
        #"{"width":1080,"height":1920,"fx":1500,"fy":1501.5,"cx":540,"cy":960,"#
        + #""distortion":[0.1,-0.2,0,0,0.01],"source":"assumed","focalSigma":12}"#

    @Test func `a camera stands alone or under its key, and its source is the file`() throws {
        let expected = Camera(
            width: 1080, height: 1920, fx: 1500, fy: 1501.5, cx: 540, cy: 960, distortion: [0.1, -0.2, 0, 0, 0.01],
            source: .file, focalSigma: 12)
        #expect(try camera(whole) == expected)
        #expect(try camera(#"{"note":"mine","camera":\#(whole)}"#) == expected)
    }

    @Test func `what may be left out is zero`() throws {
        let small = try camera(#"{"width":64,"height":48,"fx":60,"fy":60,"cx":31.5,"cy":23.5}"#)
        #expect(small.distortion == [0, 0, 0, 0, 0] && small.focalSigma == 0)
    }

    @Test(arguments: ["width", "height", "fx", "fy", "cx", "cy"])
    func `what is missing or no number is an error that says what a camera needs`(member: String) {
        let expected =
            "c.json: cannot read the camera: it needs width, height, fx, fy, cx and cy; see docs/formats.md"
        #expect(sentence(whole.replacingOccurrences(of: "\"\(member)\":", with: "\"other\":")) == expected)
        #expect(
            sentence(whole.replacingOccurrences(of: "\"\(member)\":", with: "\"\(member)\":\"x\",\"y\":")) == expected)
    }

    @Test(arguments: [
        (#""width":1080"#, #""width":0"#), (#""width":1080"#, #""width":10000000"#), (#""fx":1500"#, #""fx":0"#),
    ])
    func `a camera that cannot be is refused`(old: String, new: String) {
        #expect(sentence(whole.replacingOccurrences(of: old, with: new)) != nil)
    }

    @Test func `what is no camera is named`() throws {
        for text in ["", "fx=1500", "{"] {
            #expect(try #require(sentence(text)).hasPrefix("c.json: cannot read the camera: "))
        }
    }
}

@Suite struct ResizedTrackTests {
    /// A clip of 540 × 1440 pixels that are half as wide again as they are high: tracked as 810 × 1440.
    @Test func `what was tracked in square pixels is told in those of the file`() throws {
        let bend = try #require(PageBend(numbers: (0..<20).map(Double.init)))
        let anchor = Track.Anchor(
            reference: "Cat", state: .tracked, confidence: 1, sigma: 0.3,
            corners: Quad(Point2(-0.5, -0.5), Point2(809.5, -0.5), Point2(809.5, 1439.5), Point2(-0.5, 1439.5)),
            bend: bend, cameraFromAnchor: RigidTransform(rotation: .identity, translation: Point3(0, 0, -1)))
        let timeBase = try #require(TimeBase(1, 600))
        let track = Track(
            program: "",
            clip: Track.Clip(
                file: "a.mp4", bytes: 1, sha256: "", width: 810, height: 1440, timeBase: timeBase, orientation: .upright
            ),
            camera: Camera(
                width: 810, height: 1440, fx: 900, fy: 900, cx: 404.5, cy: 719.5, source: .estimated, focalSigma: 9),
            references: [], frames: [Track.Frame(ticks: 0, anchors: [anchor])])
        let stored = track.resized(width: 540, height: 1440)
        #expect((stored.clip.width, stored.camera.width, stored.camera.height) == (540, 540, 1440))
        #expect((stored.camera.fx, stored.camera.fy, stored.camera.cx, stored.camera.cy) == (600, 900, 269.5, 719.5))
        let placed = stored.frames[0].anchors[0]
        #expect((placed.corners.topRight - Point2(539.5, -0.5)).length < 1e-9)
        #expect((placed.corners.bottomRight - Point2(539.5, 1439.5)).length < 1e-9)
        #expect(
            zip(try #require(placed.bend).numbers, bend.numbers).enumerated().allSatisfy { index, pair in
                abs(pair.0 - pair.1 * (index % 2 == 0 ? 2.0 / 3 : 1)) < 1e-9
            })
        // The pose is in space and does not change; nor does a track of square pixels.
        #expect(placed.cameraFromAnchor == anchor.cameraFromAnchor)
        #expect(track.resized(width: 810, height: 1440) == track)
    }
}
