package import Calibration
internal import Geometry
package import OrderedJSON

/// *Find out a camera's focal length and distortion from pictures of a board.*
package struct CalibrateRequest: Hashable, Sendable {
    /// Pictures of the board, or one clip of it.
    package let inputs: [String]
    /// The board.
    package let board: Board
    /// The camera file that is written.
    package let output: String
    /// Whether `output` may exist.
    package let overwrite: Bool

    /// Creates a request.
    package init(inputs: [String], board: Board, output: String, overwrite: Bool) {
        (self.inputs, self.board, self.output, self.overwrite) = (inputs, board, output, overwrite)
    }
}

/// The camera that was found.
package struct CalibrateSummary: Hashable, Sendable {
    /// A view of the board that was found.
    package struct View: Hashable, Sendable {
        /// The picture's file name, or the time in the clip ("4.23 s").
        package let name: String
        /// How many corners were seen.
        package let cornerCount: Int
        /// Root mean square reprojection error in pixels; `nil` for a view that was left out because it does not fit.
        package let error: Double?

        var json: JSON {
            [
                "view": .string(name), "corners": .integer(cornerCount),
                "rmsPixels": error.map { .decimal($0, places: 4) } ?? .null,
            ]
        }
    }

    /// The camera file.
    package let output: String
    /// The size of the pictures, upright.
    package let width, height: Int
    /// The focal lengths and their standard deviation, in pixels.
    package let fx, fy, focalSigma: Double
    /// Root mean square reprojection error of all views that were used, in pixels.
    package let error: Double
    /// The views in which the board was found.
    package let views: [View]
    /// Sentences about what was left out.
    package let warnings: [String]

    /// How many views the camera was computed from.
    package var usedCount: Int { views.count { $0.error != nil } }

    /// The `calibration` object of the summary (docs/formats.md).
    package var json: JSON {
        [
            "file": .string(output), "width": .integer(width), "height": .integer(height),
            "fx": .decimal(fx, places: 3), "fy": .decimal(fy, places: 3),
            "focalSigma": .decimal(focalSigma, places: 3), "rmsPixels": .decimal(error, places: 4),
            "views": .array(views.map(\.json)),
        ]
    }
}
