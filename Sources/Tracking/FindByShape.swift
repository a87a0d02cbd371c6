internal import Geometry
internal import Imaging
internal import References
internal import Vision

/// Finds drawings by the shape of their paper: every shape in a picture that may be a page is compared with every drawing,
/// each way round; with those that are likeliest at a glance where there are very many.
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
        among references: [Int], _ measurers: [PageMeasurer], _ shortList: ShortList, _ camera: CameraEstimate
    ) throws(VisionError) -> [Candidate] {
        var best: [Candidate] = []
        for quad in quads {
            var tried: [Candidate] = []
            let possible = try shortList.placings(on: quad, in: picture, among: references) { reference, corners in
                canBeRigid(corners, measurers[reference].rigidity(in: picture, camera.focal.focal, ShapeOffset()))
            }
            for (reference, corners) in possible {
                let expectation = PageMeasurer.Expectation(
                    corners: corners, motion: .none, exposure: camera.exposure.share, focal: camera.focal.focal,
                    information: SquareMatrix(size: 8))
                let likeness = try measurers[reference].likeness(in: picture, expectation)
                tried.append(Candidate(reference: reference, corners: corners, likeness: likeness))
            }
            tried.sort { $0.likeness > $1.likeness }
            guard let first = tried.first, first.likeness > Self.leastLikeness,
                tried.count < 2 || first.likeness > Self.leastLead * tried[1].likeness
            else { continue }
            best.append(first)
        }
        return best.sorted { $0.likeness > $1.likeness }
    }

    /// Whether a page can look like this to the camera, which is known roughly.
    private func canBeRigid(_ corners: Quad, _ rigidity: Rigidity) -> Bool {
        guard let misfit = rigidity.misfit(of: corners, focalShare: rigidity.focal.share) else { return false }
        return abs(misfit.x) < 0.3 && abs(misfit.y) < 0.35
    }
}
