import Geometry
import Imaging
import References
import SceneRendering
import TestSupport
import Testing
import Vision

@testable import Tracking

@Suite struct LineSegmentTests {
    /// A bright box on a dark ground: round it clockwise, the inside lies to the right.
    @Test func `a straight edge runs so that its brighter side lies to its right`() throws {
        for isBright in [true, false] {
            var image = GreyImage(width: 120, height: 100, filledWith: isBright ? 40 : 200)
            for y in 30..<70 { for x in 25..<95 { image.pixels[y * 120 + x] = isBright ? 200 : 40 } }
            let segments = try image.lineSegments(limit: 10)
            #expect(segments.count == 4)
            let centre = Point2(59.5, 49.5)
            for segment in segments {
                let turn = (segment.end - segment.start).cross(centre - segment.start)
                #expect((turn > 0) == isBright)
                #expect(segment.length > 30 && segment.reversed.reversed == segment)
            }
        }
    }

    @Test func `the longest come first, as many as are wanted`() throws {
        var image = GreyImage(width: 160, height: 160, filledWith: 30)
        for (left, size) in [(10, 20), (40, 35), (90, 60)] {
            for y in 20..<20 + size { for x in left..<left + size { image.pixels[y * 160 + x] = 210 } }
        }
        let all = try image.lineSegments(limit: 100).map(\.length)
        #expect(all.count >= 12 && all == all.sorted(by: >))
        #expect(try image.lineSegments(limit: 4).map(\.length) == Array(all.prefix(4)))
        #expect(try image.lineSegments(limit: 0).isEmpty)
        #expect(try GreyImage(width: 64, height: 64, filledWith: 90).lineSegments(limit: 5).isEmpty)
    }
}

@Suite struct PageShapesTests {
    private func shape(_ scene: Scene) throws -> (error: Double, count: Int) {
        let shot = Shot(scene, frameCount: 1)
        let truth = try #require(shot.truth(ofFrame: 0).compactMap(\.corners).first)
        let quads = try PageShapes(in: shot.luma(ofFrame: 0)).quads
        let errors = quads.flatMap { quad in (0..<4).map { quad.startingAt($0).alignmentError(to: truth) } }
        return (errors.min() ?? .infinity, quads.count)
    }

    private func scene(_ page: RGBAImage = LineArt.blank, turn: Double = 0.2) -> Scene {
        .sheet(page) { _ in View(x: 0.01, distance: 0.42, tilt: 0.4, azimuth: 0.3, roll: turn) }
    }

    @Test(arguments: [0, 0.4, 1.3, 2.8])
    func `a white sheet on a table is found as it lies`(turn: Double) throws {
        let found = try shape(scene(turn: turn))
        #expect(found.error < 1.5 && found.count <= 16)
    }

    @Test func `a sheet with strokes on it is found as well`() throws {
        #expect(try shape(scene(LineArt.framedHouse)).error < 1.5)
    }

    /// The table is dark on the left and lighter than the paper on the right: sides run either way.
    @Test func `a sheet is found over a ground that is darker here and lighter there`() throws {
        var scene = scene(LineArt.blank.darkened(to: 0.6))
        let light = Sheet(
            texture: Texture(colour: SIMD3(0.9, 0.9, 0.85)), widthMetres: 1,
            stageFromSheet: .still(.shift(x: 0.53, y: -0.0003)))
        scene.sheets.insert(light, at: 1)
        #expect(try shape(scene).error < 2)
    }

    @Test func `a covered corner is where its sides meet`() throws {
        var scene = scene(turn: 0)
        scene.sheets.append(
            Sheet(
                texture: Texture(colour: SIMD3(0.2, 0.1, 0.07)), widthMetres: 0.09,
                stageFromSheet: .still(.shift(x: 0.11, y: 0.001, z: 0.08) * .turn(0.7))))
        #expect(try shape(scene).error < 2.5)
    }

    @Test(arguments: 0..<3 as Range<UInt64>)
    func `there is no sheet in noise`(seed: UInt64) throws {
        var noise = NormalNoise(sigma: 25, seed: seed)
        let picture = GreyImage(
            width: 320, height: 240,
            pixels: (0..<320 * 240).map { _ in UInt8(max(0, min(255, (128 + noise.next()).rounded()))) })
        #expect(try PageShapes(in: picture).quads.isEmpty)
    }

    @Test(arguments: [(0, 0), (1, 1), (47, 400), (48, 48), (2000, 50)])
    func `pictures without sheets are no failure`(width: Int, height: Int) throws {
        #expect(try PageShapes(in: GreyImage(width: width, height: height, filledWith: 77)).quads.isEmpty)
    }

    @Test func `a shape told from another corner on is the same shape`() {
        let quad = Quad(Point2(0, 0), Point2(4, 0), Point2(4, 3), Point2(0, 3))
        #expect(quad.startingAt(0) == quad && quad.startingAt(4) == quad)
        #expect(quad.startingAt(1).corners == [Point2(4, 0), Point2(4, 3), Point2(0, 3), Point2(0, 0)])
        #expect(quad.startingAt(3).signedArea == quad.signedArea)
    }
}

@Suite struct FindByShapeTests {
    private let measurers = [LineArt.framedHouseModel, LineArt.framedBoatModel].map {
        PageMeasurer(reference: $0, options: TrackingOptions())
    }

    private func candidates(_ page: RGBAImage, roll: Double = 0.1, known: Bool = false) throws -> (
        found: [ShapeLook.Candidate], truth: Quad
    ) {
        let shot = Shot(
            .sheet(page) { _ in View(distance: 0.4, tilt: 0.3, azimuth: 0.2, roll: roll) }, frameCount: 1)
        let truth = try #require(shot.truth(ofFrame: 0)[0].corners)
        let look = try ShapeLook(at: shot.luma(ofFrame: 0), known: known ? [truth] : [])
        return (
            try look.candidates(
                among: [0, 1], measurers, ShortList(references: measurers.map(\.reference), index: nil),
                CameraEstimate()), truth
        )
    }

    /// Seen upright, from either side and upside down.
    @Test(arguments: [0.1, 1.7, 3.2, -1.4])
    func `a drawing is told by its strokes whichever way round its sheet lies`(roll: Double) throws {
        for (reference, page) in [LineArt.framedHouse, LineArt.framedBoat].enumerated() {
            let (found, truth) = try candidates(page, roll: roll)
            let first = try #require(found.first)
            #expect(first.reference == reference && first.likeness > 0.3)
            #expect(first.corners.alignmentError(to: truth) < 3)
        }
    }

    /// What little a blank sheet's edges and shading resemble a drawing is far from what the drawing itself gives.
    @Test(arguments: [0.1, 1.7])
    func `a blank sheet of the right shape is no drawing`(roll: Double) throws {
        for page in [LineArt.blank, LineArt.framedBlank] {
            let found = try candidates(page, roll: roll).found
            #expect(found.allSatisfy { $0.likeness < 0.25 }, "\(found)")
        }
    }

    @Test func `a sheet that is known already is not looked at`() throws {
        let (found, truth) = try candidates(LineArt.framedHouse, known: true)
        #expect(found.allSatisfy { ($0.corners.centre - truth.centre).length > 20 })
    }
}

extension RGBAImage {
    fileprivate func darkened(to share: Double) -> RGBAImage {
        var result = self
        for index in pixels.indices where index % 4 != 3 { result.pixels[index] = UInt8(Double(pixels[index]) * share) }
        return result
    }
}
