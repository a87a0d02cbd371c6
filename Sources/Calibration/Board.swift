package import Geometry

/// A printed board whose corners are known.
package struct Board: Hashable, Sendable {
    /// What is printed.
    package enum Pattern: Hashable, Sendable {
        /// Black and white squares.
        case chessboard
        /// A chessboard with a marker of that size in each white square.
        case charuco(markerMetres: Double, dictionary: MarkerDictionary)
    }

    package let pattern: Pattern
    /// Inner corners of a chessboard, squares of a ChArUco board: as either is usually named.
    package let columns, rows: Int
    /// A square's side.
    package let squareMetres: Double

    /// Creates a board.
    ///
    /// - Throws: `BoardError` when there is no such board, or none that could be seen.
    package init(_ pattern: Pattern, columns: Int, rows: Int, squareMetres: Double) throws(BoardError) {
        (self.pattern, self.columns, self.rows, self.squareMetres) = (pattern, columns, rows, squareMetres)
        guard (3...50).contains(min(columns, rows)), max(columns, rows) <= 50 else {
            throw BoardError("a board has 3 to 50 \(unitOfSize) each way; \(columns)x\(rows) has not")
        }
        guard case .charuco(let marker, let dictionary) = pattern else { return }
        guard marker < squareMetres, marker > 0.2 * squareMetres else {
            throw BoardError(
                "a marker is smaller than its square, and not under a fifth of it; measure both and give --square and --marker"
            )
        }
        let needed = columns * rows / 2
        guard dictionary.count >= needed else {
            throw BoardError(
                "a board of \(columns)x\(rows) squares has \(needed) markers, and \(dictionary.rawValue) has only \(dictionary.count); name the board's own --dictionary"
            )
        }
    }

    /// What `columns` and `rows` count.
    package var unitOfSize: String { pattern == .chessboard ? "inner corners" : "squares" }

    /// Inner corners each way.
    package var cornerColumns: Int { pattern == .chessboard ? columns : columns - 1 }
    package var cornerRows: Int { pattern == .chessboard ? rows : rows - 1 }

    /// Where the inner corner of that number lies on the board, metres: numbers run row by row.
    package func place(ofCorner number: Int) -> Point2 {
        Point2(Double(number % cornerColumns), Double(number / cornerColumns)) * squareMetres
    }
}

/// Why a board cannot be: one sentence, without a full stop.
package struct BoardError: Error, Hashable, Sendable, CustomStringConvertible {
    package let description: String
    init(_ description: String) { self.description = description }
}
