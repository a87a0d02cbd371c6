import Foundation
import OrderedJSON
import TestSupport
import Testing

/// `calibrate`, and `--camera` with what it and OpenCV write.
@Suite(.needsFFmpeg) struct CalibrateTests {
    private static let stills = SharedData.path("stills/")
    private static let boards = (1...9).map { "\(stills)left0\($0).jpg" }
    private static let size = ["--board", "9x6", "--square", "25mm"]

    /// The camera of the party's clip, as OpenCV would write it.
    private func yaml(size: String) -> Data {
        Data(
            """
            %YAML:1.0
            ---
            \(size)
            camera_matrix: !!opencv-matrix
               rows: 3
               cols: 3
               dt: d
               data: [ 300., 0., 159.5, 0., 300., 119.5, 0., 0., 1. ]
            distortion_coefficients: [ 0., 0., 0., 0., 0. ]

            """.utf8)
    }

    @Test(
        .enabled(
            if: SharedData.isPresent, Comment(rawValue: SharedData.missing)))
    func `pictures of a board become a camera file, once`() throws {
        let party = try Party()
        let words = ["calibrate"] + Self.boards + Self.size + ["-o", "k.json"]
        let first = try party.run(words + ["--json"])
        #expect(first.status == 0)
        let summary = try JSON(parsing: first.output.utf8)
        #expect(summary["command"] == "calibrate" && summary["status"] == 0 && summary["warnings"] == [])
        let calibration = try #require(summary["calibration"])
        #expect(calibration["file"] == "k.json" && calibration["width"] == 640)
        #expect(calibration["views"]?.array?.count == 9)
        let file = try JSON(parsing: party.read("k.json"))
        #expect(
            file["fx"] == calibration["fx"] && file["board"]?["columns"] == 9 && file["distortion"]?.array?.count == 5)
        let again = try party.run(words)
        #expect(again.status == 1)
        #expect(again.errors.contains("k.json: exists already"))
        // The party's clip is half as large, of the same shape.
        let track = try party.run("track clip.mp4 --camera k.json -o t.jsonl --json")
        #expect(track.status == 0)
        let focal = try #require(try JSON(parsing: track.output.utf8)["clips"]?.array?[0]["track"]?["camera"])
        #expect(focal["source"] == "file" && abs((focal["focalPixels"]?.double ?? 0) - 267) < 2)
    }

    @Test func `a clip without a board ends with what to do, and no file`() throws {
        let party = try Party()
        let ending = try party.run(["calibrate", "clip.mp4"] + Self.size)
        #expect(ending.status == 1 && ending.output == "")
        #expect(
            ending.failures.joined().contains(
                "clip.mp4: cannot calibrate: the board is seen in 0 of the views that differ, and at least 4 are needed"
            ))
        #expect(!FileManager.default.fileExists(atPath: party("camera.json")))
        let missing = try party.run(["calibrate", "missing.mov"] + Self.size)
        #expect(missing.status == 1 && missing.failures.joined().contains("missing.mov: cannot open"))
        let input = try party.run(["calibrate", "clip.mp4", "-o", "clip.mp4", "--overwrite"] + Self.size)
        #expect(input.status == 1 && input.errors.contains("an input is never written to"))
    }

    @Test func `a camera of OpenCV is used; without a size the clip's is taken and said`() throws {
        let party = try Party()
        try party.write(yaml(size: "image_width: 320\nimage_height: 240"), "k.yml")
        try party.write(yaml(size: "nframes: 13"), "unsized.yml")
        for name in ["k.yml", "unsized.yml"] {
            let ending = try party.run("track clip.mp4 --camera \(name) -o \(name).jsonl")
            #expect(ending.status == 0)
            let header = try JSON(parsing: try #require(party.read("\(name).jsonl").split(separator: 10).first))
            #expect(header["camera"]?["fx"] == 300 && header["camera"]?["source"] == "file")
            #expect(ending.errors.contains("the clip's 320 × 240 was taken") == (name == "unsized.yml"))
        }
        try party.write(Data("camera_matrix: [".utf8), "bad.yml")
        let bad = try party.run("track clip.mp4 --camera bad.yml -o bad.jsonl")
        #expect(bad.status == 1 && bad.failures.joined().contains("bad.yml: cannot read the camera: "))
    }
}
