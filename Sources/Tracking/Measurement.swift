package import Geometry

/// Where a page was measured in one picture.
package struct Measurement: Hashable, Sendable {
    /// The page's outline in pixels of the picture.
    package var corners: Quad
    /// Standard deviation of the corners in pixels of the picture.
    package var sigma: Double
    /// Covariance of the eight numbers of a small homography about the page's centre, in units of half its diagonal.
    package var covariance: SquareMatrix
    /// The share of the page's contrast inside the picture that agrees with the reference, 0…1.
    package var confidence: Double
    /// The same away from the page's edges, where pages differ: the share, and how many cells agree.
    package var innerShare: Double
    package var innerCells: Int
    /// The share of the page's outline inside the picture whose edges were found.
    package var support: Double
    /// How the page bends; `nil` where it was not asked.
    var bend: BendEvidence?

    /// What decides between two measurements: the drawing, and the paper's edges.
    var merit: Double { confidence + 0.5 * support }
}
