internal import Geometry
internal import Imaging
internal import References
internal import Vision

/// Finds drawings by the shape of their paper: every shape in a picture that may be a page is compared with every drawing,
/// each way round.
struct ShapeLook {
    private let picture: GreyImage
    private let quads: [Quad]

    /// A drawing that a shape may show.
    struct Candidate {
        let reference: Int
        let corners: Quad
        /// Mean correlation away from the page's edges.
        let likeness: Double
    }

    /// Likeness from which a drawing is measured, and by how much it must exceed any other drawing or way round.
    private static let leastLikeness = 0.12, leastLead = 1.25
    /// Long focal lengths make nearly parallel views; a phone's is about this share of the long side.
    private static let focalShare = 0.8

    /// - Parameter known: pages that are known to be there, in pixels of `picture`.
    init(at picture: GreyImage, known: [Quad]) throws(VisionError) {
        self.picture = picture
        quads = try PageShapes(in: picture).quads.filter { shape in
            known.allSatisfy { page in
                (page.centre - shape.centre).length > 0.25 * min(page.signedArea, shape.signedArea).squareRoot()
            }
        }
    }

    /// The likeliest drawing of each shape, most alike first; a shape that is undecided has none.
    func candidates(
        among references: [Int], _ measurers: [PageMeasurer], exposure: Double
    ) throws(VisionError) -> [Candidate] {
        var best: [Candidate] = []
        for quad in quads {
            var tried: [Candidate] = []
            for reference in references {
                for turn in 0..<4 {
                    let corners = quad.startingAt(turn)
                    let model = measurers[reference].reference
                    guard canBeRectangle(corners, aspect: model.aspect) else { continue }
                    let expectation = PageMeasurer.Expectation(
                        corners: corners, motion: .none, exposure: exposure, information: SquareMatrix(size: 8))
                    let likeness = try measurers[reference].likeness(in: picture, expectation)
                    tried.append(Candidate(reference: reference, corners: corners, likeness: likeness))
                }
            }
            tried.sort { $0.likeness > $1.likeness }
            guard let first = tried.first, first.likeness > Self.leastLikeness,
                tried.count < 2 || first.likeness > Self.leastLead * tried[1].likeness
            else { continue }
            best.append(first)
        }
        return best.sorted { $0.likeness > $1.likeness }
    }

    /// Whether a rectangle with height `aspect` × width can look like this to a camera like a phone's (Zhang 2000): its axes at
    /// right angles and of about the right lengths.
    private func canBeRectangle(_ corners: Quad, aspect: Double) -> Bool {
        let rectangle = Quad(Point2(0, 0), Point2(1, 0), Point2(1, aspect), Point2(0, aspect))
        guard let map = Homography(from: rectangle, to: corners) else { return false }
        let (width, height) = (Double(picture.width), Double(picture.height))
        let focal = Self.focalShare * max(width, height)
        let m = map.matrix
        func axis(_ a: Double, _ b: Double, _ c: Double) -> Point3 {
            Point3((a - width / 2 * c) / focal, (b - height / 2 * c) / focal, c)
        }
        let right = axis(m.row0.x, m.row1.x, m.row2.x), down = axis(m.row0.y, m.row1.y, m.row2.y)
        let cosine = right.dot(down) / (right.length * down.length)
        let ratio = right.length / down.length
        return abs(cosine) < 0.3 && ratio > 0.7 && ratio < 1.4
    }
}
