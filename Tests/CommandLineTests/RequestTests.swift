import Arguments
import Calibration
import Geometry
import Sketchreel
import Testing

@testable import sketchreel

/// Parses a command line as `Command`.
private func parse<Command: ParsableCommand>(_ line: String, as type: Command.Type) throws -> Command {
    let words = line.split(separator: " ").map(String.init)
    return try #require(try SketchreelCommand.parseAsRoot(words) as? Command)
}

@Suite struct RequestTests {
    @Test func `augment's defaults are those of the design`() throws {
        let requests = try parse("augment a/party.mov --album A", as: AugmentCommand.self).requests()
        #expect(requests.count == 1)
        let request = try #require(requests.first)
        #expect(request.track.clip == "a/party.mov" && request.render.clip == "a/party.mov")
        #expect(request.track.catalog == "ReferenceImages" && request.track.camera == .automatic)
        #expect(request.track.output == "a/party.track.jsonl" && request.render.track == "a/party.track.jsonl")
        #expect(request.render.output == "a/party.sketchreel.mov")
        #expect(request.render.albums == ["A"] && !request.render.overwrite && !request.track.overwrite)
        let show = request.render.show
        #expect(show.fadeIn == 3 && show.hold == 15 && show.fadeOut == 3)
        #expect(show.fit == .whole && show.sound == .mix && (1...999_999).contains(show.seed))
        #expect(request.render.items == RenderRequest.Items(alpha: .auto, chromaKey: nil, photoMove: .slow))
        #expect(request.render.encoding == RenderRequest.Encoding())
    }

    @Test func `augment takes every option`() throws {
        let command = try parse(
            "augment party.mov --references R --album A --album B -o out/demo.mp4 --overwrite --seed 7 --fade-in 0 --hold "
                + "2.5 --fade-out 1 --fit stretch --audio album --codec hevc --crf 18 --preset slow --audio-codec libopus "
                + "--alpha premultiplied --chroma-key #00ff00 --photo-move none --focal-length-35mm 26 --json --quiet",
            as: AugmentCommand.self)
        let request = try #require(try command.requests().first)
        #expect(
            request
                == AugmentRequest(
                    clip: "party.mov", outputs: ClipOutputs(film: "out/demo.mp4"), catalog: "R",
                    camera: .focalLength35mm(26), albums: ["A", "B"],
                    show: .init(fadeIn: 0, hold: 2.5, fadeOut: 1, seed: 7, fit: .stretch, sound: .album),
                    look: .init(occlusion: .auto, light: .match, grain: .match),
                    items: .init(alpha: .premultiplied, chromaKey: ProgramColour.screen("green"), photoMove: .none),
                    encoding: .init(codec: "hevc", crf: 18, preset: "slow", audioCodec: "libopus"), overwrite: true))
        #expect(command.common.choice == CommonOptions.Choice(json: true, quiet: true))
    }

    @Test func `what becomes of a show out of sight, and the levels, go into the request`() throws {
        let command = try parse(
            "augment a.mp4 --album A --seed 1 --on-loss pause --once --album-gain -6.5 --duck 12",
            as: AugmentCommand.self)
        let show = try #require(try command.requests().first).render.show
        #expect(show.onLoss == .pauses && show.once && show.albumGain == -6.5 && show.duck == 12)
        let usual = try #require(try parse("augment a.mp4 --album A", as: AugmentCommand.self).requests().first)
        #expect(usual.render.show.onLoss == .continues && !usual.render.show.once)
        #expect(usual.render.show.albumGain == 0 && usual.render.show.duck == 0 && usual.render.show.program == nil)
    }

    @Test func `several clips go into a folder, with one seed for all of them`() throws {
        let requests = try parse("augment 1.mov b/2.avi --album A --output-dir O", as: AugmentCommand.self).requests()
        #expect(requests.map(\.render.output) == ["O/1.sketchreel.mov", "O/2.sketchreel.mp4"])
        #expect(Set(requests.map(\.render.show.seed)).count == 1)
    }

    @Test func `track and render make the same requests as augment`() throws {
        let rest = "--album A --seed 7 --fade-in 0 --crf 20"
        let augment = try #require(
            parse("augment c.mp4 \(rest) --camera k.json", as: AugmentCommand.self).requests().first)
        #expect(try parse("track c.mp4 --camera k.json", as: TrackCommand.self).request() == augment.track)
        #expect(
            try parse("render c.mp4 --track c.track.jsonl \(rest)", as: RenderCommand.self).request() == augment.render)
    }

    @Test func `register makes a request for each picture`() throws {
        let command = try parse(
            "register a.png b.jpg --width 210mm --group G --force --references R", as: RegisterCommand.self)
        let width = try Length(parsing: "210mm")
        #expect(
            command.requests() == [
                RegisterRequest(image: "a.png", width: width, name: nil, catalog: "R", group: "G", force: true),
                RegisterRequest(image: "b.jpg", width: width, name: nil, catalog: "R", group: "G", force: true),
            ])
    }

    @Test func `calibrate takes a chessboard, or a ChArUco board with markers`() throws {
        let chess = try parse("calibrate a.jpg b.jpg --board 9x6 --square 25mm", as: CalibrateCommand.self)
        #expect(
            try chess.request()
                == CalibrateRequest(
                    inputs: ["a.jpg", "b.jpg"],
                    board: try Board(.chessboard, columns: 9, rows: 6, squareMetres: 0.025), output: "camera.json",
                    overwrite: false))
        let charuco = try parse(
            "calibrate c.mov --board 5X7 --square 4cm --marker 30mm --dictionary DICT_5X5_100 -o k.json --overwrite",
            as: CalibrateCommand.self)
        #expect(
            try charuco.request()
                == CalibrateRequest(
                    inputs: ["c.mov"],
                    board: try Board(
                        .charuco(markerMetres: 0.03, dictionary: .fiveBy100), columns: 5, rows: 7, squareMetres: 0.04),
                    output: "k.json", overwrite: true))
    }

    @Test(arguments: [
        (
            "calibrate a --board 9 --square 25mm",
            "'9' is not a value of '--board'; give two whole numbers, such as 9x6"
        ),
        ("calibrate a --board 9x6", "'--square' is missing; add --square <length>"),
        (
            "calibrate a --board 2x6 --square 25mm",
            "a board has 3 to 50 inner corners each way; 2x6 has not"
        ),
        (
            "calibrate a --board 9x6 --square 25mm --dictionary DICT_4X4_50",
            "'--dictionary' is for ChArUco boards; give '--marker' with the size of a marker as well"
        ),
        ("augment a b --album A -o x.mp4", "'--output' names one result, but 2 clips are given; use --output-dir"),
        (
            "augment a --album A -o x.mp4 --output-dir O",
            "'--output' and '--output-dir' both say where the result goes; give one of them"
        ),
        ("augment a --album A --fade-in -1", "'--fade-in' lies between 0 and 86400 seconds; --fade-in -1.0 does not"),
        (
            "augment a --album A --fade-in 0 --hold 0 --fade-out 0",
            "a show of less than 0.1 seconds cannot be seen; give a longer '--hold'"
        ),
        ("augment a --album A --crf 99", "'--crf' lies between 0 and 63; --crf 99 does not"),
        (
            "track a --camera k --focal-length-35mm 26",
            "'--camera' and '--focal-length-35mm' both name a focal length; give one of them"
        ),
        (
            "track a --focal-length-35mm 0",
            "'--focal-length-35mm' lies between 1 and 2000 mm; a phone's main camera has about 26"
        ),
        (
            "register a b --width 1m --name x",
            "'--name' names one drawing, but 2 pictures are given; register them one by one"
        ),
        ("register a --width 21", "'--width': '21' has no unit; write 21cm or 21mm, whichever is meant"),
        ("register a", "'--width' is missing; add --width <length>"),
        ("augment a --album A --duck -1", "'--duck' lies between 0 and 60 decibels; --duck -1.0 does not"),
        (
            "augment a --album A --album-gain 30",
            "'--album-gain' lies between -60 and 24 decibels; --album-gain 30.0 does not"
        ),
        ("augment a --album A --on-loss stop", "'stop' is not a value of '--on-loss'; choose continue, pause or end"),
        ("render a --album A", "'--track' is missing; add --track <file>"),
        ("augment a", "'--album' is missing; add --album <dir>, or --program <file>"),
    ])
    func `options that do not go together are refused with what to do`(line: String, sentence: String) throws {
        let error = #expect(throws: CommandError.self) {
            try SketchreelCommand.parseAsRoot(line.split(separator: " ").map(String.init))
        }
        #expect(error?.usage.description == sentence)
        #expect(SketchreelCommand.exitCode(for: try #require(error)) == .validationFailure)
    }
}
