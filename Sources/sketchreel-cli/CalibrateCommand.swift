internal import Arguments
internal import Calibration
internal import Foundation
internal import Geometry
internal import OrderedJSON
internal import Sketchreel

/// `sketchreel calibrate`.
struct CalibrateCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "calibrate", abstract: "Find out a camera's focal length and distortion, for --camera.",
        discussion: """
            Photograph or film a printed board from eight sides or more, with the lens, the zoom and the size of \
            picture that are used later: tilted by some 30°, near, and in the corners of the view. A chessboard is \
            named by its inner corners, a ChArUco board (--marker) by its squares.

              sketchreel calibrate board.mov --board 9x6 --square 25mm -o camera.json
              sketchreel calibrate *.jpg --board 5x7 --square 40mm --marker 30mm --dictionary DICT_5X5_100
            """)

    @Argument(help: ArgumentHelp("Pictures of the board, or one clip.", valueName: "image|clip")) var inputs: [String]
    @Option(help: ArgumentHelp("The board's size, such as 9x6.", valueName: "size")) var board: BoardSize
    @Option(
        help: ArgumentHelp("The side of a square with its unit, such as 25mm.", valueName: "length"),
        transform: Length.init(parsing:))
    var square: Length
    @Option(
        help: ArgumentHelp("The side of a marker, for a ChArUco board.", valueName: "length"),
        transform: Length.init(parsing:))
    var marker: Length?
    @Option(help: ArgumentHelp("The markers' dictionary in OpenCV. Left out: DICT_4X4_50.", valueName: "name"))
    var dictionary: MarkerDictionary?
    @Option(name: [.customShort("o"), .long], help: ArgumentHelp("The camera file.", valueName: "file"))
    var output = "camera.json"
    @OptionGroup var overwrite: OverwriteOptions
    @OptionGroup var common: CommonOptions

    mutating func validate() throws {
        if dictionary != nil, marker == nil {
            throw ValidationError(
                "'--dictionary' is for ChArUco boards; give '--marker' with the size of a marker as well")
        }
        do { _ = try printed() } catch { throw ValidationError("\(error)") }
    }

    /// The request.
    func request() throws -> CalibrateRequest {
        CalibrateRequest(inputs: inputs, board: try printed(), output: output, overwrite: overwrite.overwrite)
    }

    private func printed() throws -> Board {
        let pattern = marker.map {
            Board.Pattern.charuco(markerMetres: $0.metres, dictionary: dictionary ?? .fourBy50)
        }
        return try Board(
            pattern ?? .chessboard, columns: board.columns, rows: board.rows, squareMetres: square.metres)
    }

    mutating func run() throws {
        let console = Console(command: "calibrate", options: common.choice)
        let request = try request()
        try ClipOutputs.check([request.output], inputs: inputs, overwrite: request.overwrite)
        let summary = try calibrate(request, console.context)
        console.clear()
        console.warn(summary.warnings)
        try console.say(text(summary))
        try console.say(
            json: JSON.Object([("calibration", summary.json), ("warnings", .strings(summary.warnings))]), status: 0)
    }

    private func text(_ summary: CalibrateSummary) -> String {
        let views = summary.usedCount == summary.views.count ? "" : " of \(summary.views.count)"
        let focal = String(format: "%.1f × %.1f px (± %.1f)", summary.fx, summary.fy, summary.focalSigma)
        return """
            \(summary.usedCount)\(views) views of the board, \(summary.width) × \(summary.height) px
              focal  \(focal)
              error  \(String(format: "%.2f px", summary.error))
              camera \(summary.output.printable)
            """
    }
}

/// "9x6".
struct BoardSize: Hashable, Sendable, ExpressibleByArgument {
    let columns, rows: Int

    init?(argument: String) {
        let parts = argument.lowercased().split(omittingEmptySubsequences: false) { "x×".contains($0) }
        guard parts.count == 2, let columns = Int(parts[0]), let rows = Int(parts[1]) else { return nil }
        (self.columns, self.rows) = (columns, rows)
    }

    static var expectedValueDescription: String? { "two whole numbers, such as 9x6" }
}

extension MarkerDictionary: ExpressibleByArgument {}
