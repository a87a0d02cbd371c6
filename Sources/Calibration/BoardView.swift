package import Geometry
package import Vision

/// A board as one picture shows it.
package struct BoardView: Hashable, Sendable {
    /// Where it was seen: the picture's name, or the time in the clip.
    package let name: String
    /// The corners that were found.
    package let points: [PlanePoint]
    /// Where the board's outermost corners are seen, or would be: TL, TR, BR, BL of the board.
    package let outline: Quad
    /// How sharp the picture is (`GreyImage.sharpness`).
    package let sharpness: Double

    /// How far the outlines of two views are apart: the most that a corner moved, in pixels.
    package func distance(to other: BoardView) -> Double {
        zip(outline.corners, other.outline.corners).map { ($0 - $1).length }.max() ?? 0
    }
}

/// Views of a board that differ, as many as are kept: however many are offered, memory and the time of a fit stay bounded.
package struct ViewCollection: Sendable {
    package private(set) var views: [BoardView] = []
    private let limit: Int
    private let leastDistance: Double

    /// - Parameters:
    ///   - limit: so many views are kept, those that lie farthest apart.
    ///   - leastDistance: of two views nearer than this, in pixels, the sharper one is kept.
    package init(limit: Int, leastDistance: Double) { (self.limit, self.leastDistance) = (limit, leastDistance) }

    /// Takes a view, and lets go of one when there are too many or it is like another.
    package mutating func add(_ view: BoardView) {
        views.append(view)
        guard let (first, second, distance) = closestPair, distance < leastDistance || views.count > limit else {
            return
        }
        views.remove(at: worth(views[first]) < worth(views[second]) ? first : second)
    }

    private func worth(_ view: BoardView) -> Double { Double(view.points.count) * view.sharpness.squareRoot() }

    private var closestPair: (Int, Int, Double)? {
        let pairs = views.indices.flatMap { second in
            (0..<second).map { ($0, second, views[$0].distance(to: views[second])) }
        }
        return pairs.min { $0.2 < $1.2 }
    }
}
