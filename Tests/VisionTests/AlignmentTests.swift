import Geometry
import Imaging
import SceneRendering
import TestSupport
import Testing
import Vision

@Suite struct AlignmentTests {
    private let width = 240, height = 180
    private var full: GreyImage { GreyImage(width: width, height: height, filledWith: 255) }
    private var centre: Point2 { Point2(119.5, 89.5) }
    private let scale = 150.0
    private var outline: Quad { Quad(outlineOfWidth: width, height: height) }

    /// A prior so wide that it says nothing.
    private var open: HomographyPrior { prior(Array(repeating: 1e-3, count: 8)) }

    /// A prior whose eight numbers have these inverse variances, about `offset`.
    private func prior(_ information: [Double], offset: [Double] = Array(repeating: 0, count: 8)) -> HomographyPrior {
        var matrix = SquareMatrix(size: 8)
        for index in 0..<8 { matrix[index, index] = information[index] }
        return HomographyPrior(offset: SmallHomography(offset), information: matrix)
    }

    /// A map that moves the outline's corners by up to `reach` pixels, each on its own.
    private func random(_ seed: UInt64, reach: Double) throws -> Homography {
        var random = SplitMix(seed: seed)
        let moved = outline.map {
            $0 + Point2(.random(in: -reach...reach, using: &random), .random(in: -reach...reach, using: &random))
        }
        return try #require(Homography(from: outline, to: moved))
    }

    private static let margin = 20

    /// The texture as a map shows it, locally normalised. Windows at a border see other things in two pictures, which errs
    /// by a share of the motion, so a margin is normalised as well and then cut off.
    private func normalised(
        _ waves: Waves, under seenFromTexture: Homography = .identity,
        change: (_ level: Double, _ pixel: Point2) -> Double = { level, _ in level }
    ) throws -> GreyImage {
        let margin = Self.margin
        let shift = Point2(Double(margin), Double(margin))
        let textureFromSeen = try #require(seenFromTexture.inverse)
        let moved: Homography? = textureFromSeen * .translation(-shift)
        let map = try #require(moved)
        let (wide, high) = (width + 2 * margin, height + 2 * margin)
        return waves.picture(width: wide, height: high, textureFromPicture: map) { change($0, $1 - shift) }
            .locallyNormalised(mask: GreyImage(width: wide, height: high, filledWith: 255), window: 31, floor: 5)
            .cropped(x: margin, y: margin, width: width, height: height)
    }

    private func alignment(_ expected: GreyImage, _ seen: GreyImage) -> Alignment {
        Alignment(
            expected: expected, seen: seen, mask: full, cell: 8, perCell: 12, limit: 8000, centre: centre, scale: scale)
    }

    private func error(_ found: Homography, _ truth: Homography) throws -> Double {
        try #require(found(outline)).alignmentError(to: try #require(truth(outline)))
    }

    /// Some 8,000 samples whose slopes are about 6 levels a pixel, with one level of noise, bear a shift to 0.002 px and the
    /// corners of eight free numbers to four times that. Gain acts through the floor of the normalisation: 2 % of contrast
    /// here, which is no motion but for chance. 0.03 px is promised.
    @Test(arguments: 0..<6 as Range<UInt64>)
    func `a small motion is found to 0_03 pixels under gain, offset and noise`(seed: UInt64) throws {
        let waves = Waves(seed: 40 + seed)
        let truth = try random(seed, reach: 2)
        var noise = NormalNoise(sigma: 1.2, seed: seed)
        let seen = try normalised(waves, under: truth) { level, pixel in
            0.8 * level + 10 + 0.1 * pixel.x + noise.next()
        }
        let aligned = alignment(try normalised(waves), seen)
        #expect(aligned.sampleCount > 4000)
        let result = try #require(aligned.refined(from: .identity, with: open, iterations: 8, cutoff: 64))
        let off = try error(result.seenFromExpected, truth)
        #expect(off < 0.03, "\(off)")
        #expect(result.agreement > 0.9)
    }

    /// As the tracker uses it: up to the border, after points have brought the page to within a quarter of a pixel.
    @Test(arguments: 0..<4 as Range<UInt64>)
    func `up to the border, a quarter of a pixel is found to 0_03 pixels`(seed: UInt64) throws {
        let waves = Waves(seed: 140 + seed)
        let truth = try random(seed, reach: 0.25)
        let pictures = [
            waves.picture(width: width, height: height),
            waves.picture(width: width, height: height, textureFromPicture: try #require(truth.inverse)),
        ].map { $0.locallyNormalised(mask: full, window: 31, floor: 5) }
        let result = try #require(
            alignment(pictures[0], pictures[1]).refined(from: .identity, with: open, iterations: 8, cutoff: 64))
        let off = try error(result.seenFromExpected, truth)
        #expect(off < 0.03, "\(off)")
    }

    @Test func `a good start and a bad one end in the same place`() throws {
        let waves = Waves(seed: 50)
        let truth = try random(50, reach: 3)
        let aligned = alignment(try normalised(waves), try normalised(waves, under: truth))
        let far = try #require(aligned.refined(from: .identity, with: open, iterations: 10, cutoff: 80))
        let near = try #require(aligned.refined(from: truth, with: open, iterations: 10, cutoff: 80))
        #expect(try error(far.seenFromExpected, near.seenFromExpected) < 0.01)
    }

    /// The right half shows something else, as behind a hand. Cells that do not agree are told apart and weighed down.
    @Test func `what covers half of the page is told apart, and the open half is still found`() throws {
        let (waves, hand) = (Waves(seed: 61), Waves(seed: 62))
        let truth = try random(61, reach: 1.2)
        let seen = try normalised(waves, under: truth) { level, pixel in pixel.x < 120 ? level : hand(pixel) }
        var aligned = alignment(try normalised(waves), seen)
        let cells = aligned.cells(count: 12) { Int($0.x) / 60 + 4 * (Int($0.y) / 60) }
        // What a hand leaves open is not to drift: corners may move by about 3 px of 150.
        let prior = prior(Array(repeating: 2500, count: 8))
        let rough = try #require(aligned.refined(from: .identity, with: prior, iterations: 6, cutoff: 64))
        let correlations = aligned.correlations(under: rough.seenFromExpected, cells: cells, cellCount: 12)
        for (cell, found) in correlations.enumerated() {
            #expect(found.samples > 100)
            // A border of a window's width around the hand's edge agrees in part.
            if cell % 4 == 0 { #expect(found.correlation > 0.85) }
            if cell % 4 == 3 { #expect(found.correlation < 0.5) }
        }
        aligned.weigh(cells, by: correlations.map { $0.correlation > 0.7 ? 1 : 0.02 })
        let result = try #require(
            aligned.refined(from: rough.seenFromExpected, with: prior, iterations: 6, cutoff: 64))
        for point in [Point2(10, 10), Point2(80, 20), Point2(15, 170), Point2(80, 90)] {
            let (a, b) = (try #require(result.seenFromExpected(point)), try #require(truth(point)))
            #expect((a - b).length < 0.12)
        }
    }

    @Test func `what the pixels leave open the prior decides`() throws {
        let stripes = Waves.upright(wavelength: 24)
        let truth = Homography.translation(Point2(1.25, 0))
        let aligned = alignment(try normalised(stripes), try normalised(stripes, under: truth))
        // Turning and tilting are held; shifts are known to 10 px in x and to 1 px in y.
        let held = [1e6, 1e6, 225, 1e6, 1e6, 22_500, 1e6, 1e6]
        let still = try #require(
            aligned.refined(from: .identity, with: prior(held), iterations: 8, cutoff: 64))
        let off = try error(still.seenFromExpected, truth)
        #expect(off < 0.03, "\(off)")
        // The same picture, but the page is expected 2 px lower.
        var offset = [Double](repeating: 0, count: 8)
        offset[5] = -2 / scale
        let lower = try #require(
            aligned.refined(from: .identity, with: prior(held, offset: offset), iterations: 8, cutoff: 64))
        let offLower = try error(lower.seenFromExpected, .translation(Point2(1.25, 2)))
        #expect(offLower < 0.05, "\(offLower)")
        // In x the pixels know it to a fraction of a pixel, in y the prior's 1 px is all there is.
        #expect(still.covariance[2, 2].squareRoot() * scale < 0.05)
        #expect(abs(still.covariance[5, 5].squareRoot() * scale - 1) < 0.1)
    }

    @Test func `a blank picture bears no refinement`() throws {
        let blank = GreyImage(width: width, height: height, filledWith: 200)
        let aligned = alignment(blank, blank)
        #expect(aligned.sampleCount == 0)
        #expect(aligned.refined(from: .identity, with: open, iterations: 4, cutoff: 64) == nil)
    }

    @Test func `samples lie inside the mask, no more than allowed`() throws {
        let image = randomPicture(width: 100, height: 80, seed: 9)
        let mask = try GreyImage.mask(
            of: [Point2(20, 20), Point2(60, 20), Point2(60, 60), Point2(20, 60)], width: 100, height: 80)
        let few = Alignment(
            expected: image, seen: image, mask: mask, cell: 8, perCell: 4, limit: 1000, centre: .zero, scale: 50)
        let cells = few.cells(count: 1) { (20...60).contains($0.x) && (20...60).contains($0.y) ? 0 : nil }
        #expect(cells.allSatisfy { $0 == 0 } && few.sampleCount > 50)
        let capped = Alignment(
            expected: image, seen: image, mask: mask, cell: 8, perCell: 64, limit: 70, centre: .zero, scale: 50)
        #expect(capped.sampleCount == 70)
    }

    @Test func `a picture correlates with itself by one, with its negative by minus one`() throws {
        let image = Waves(seed: 70).picture(width: 100, height: 80)
        let mask = GreyImage(width: 100, height: 80, filledWith: 255)
        let negative = GreyImage(width: 100, height: 80, pixels: image.pixels.map { 255 - $0 })
        for (seen, expected) in [(image, 1.0), (negative, -1.0)] {
            let aligned = Alignment(
                expected: image, seen: seen, mask: mask, cell: 8, perCell: 8, limit: 2000, centre: .zero, scale: 50)
            let cells = aligned.cells(count: 1) { _ in 0 }
            let found = aligned.correlations(under: .identity, cells: cells, cellCount: 2)
            #expect(abs(found[0].correlation - expected) < 1e-5)
            #expect(found[1].samples == 0 && found[1].correlation == 0)
        }
    }
}
