import Geometry
import Imaging
import SceneRendering
import TestSupport
import Testing
import Vision

@Suite struct OutlineEdgeTests {
    /// One step of Gauss and Newton from half a pixel away, at an edge as sharp as a lens can make it: 0.2 px are promised.
    @Test(arguments: [0, 17, 45, 90, 133, 180, 251, 300] as [Double], [-5.3, -0.4, 0, 0.25, 3.75])
    func `an edge is found whichever way it runs, to a fraction of a pixel`(degrees: Double, shift: Double) {
        let edge = PageEdge(normalDegrees: degrees, offset: 0.37)
        for found in edge.found(expected: shift) {
            #expect(abs(found.shift - shift) < 0.2, "\(found)")
            #expect(found.agreement > 0.95 && found.variance < 0.08)
        }
    }

    /// What one place errs depends on how the edge lies between the pixels; over all of that nothing is left.
    @Test(arguments: [0, 33, 200] as [Double])
    func `edges are not drawn to either side`(degrees: Double) {
        let errors = (0..<8).flatMap { step in
            PageEdge(normalDegrees: degrees, offset: Double(step) / 8, table: 0.2).found(expected: 1).map {
                $0.shift - 1
            }
        }
        #expect(abs(errors.reduce(0, +) / Double(errors.count)) < 0.03)
        #expect((errors.reduce(0) { $0 + $1 * $1 } / Double(errors.count)).squareRoot() < 0.12)
    }

    @Test(arguments: [(0.02, 0.3), (0.3, 0.7), (0.6, 0.75), (0.8, 0.5), (0.5, 0.2), (0.2, 0.05)])
    func `a page may be brighter or darker than the table`(table: Double, page: Double) {
        let edge = PageEdge(normalDegrees: 24, offset: -0.2, table: table, gain: page)
        for found in edge.found(expected: 1.6) {
            #expect(abs(found.shift - 1.6) < 0.2, "\(found)")
            #expect(found.agreement > 0.9)
        }
    }

    /// The middle of a smeared edge is where the page was in the middle of the exposure.
    @Test(arguments: [1, 2, 5, 10, 20] as [Double], [8, 112, 226] as [Double])
    func `a smeared edge is found to a twentieth of its smear`(blur: Double, degrees: Double) {
        let edge = PageEdge(normalDegrees: degrees, offset: 0.1, blur: blur)
        for found in edge.found(expected: -2.4) {
            #expect(abs(found.shift + 2.4) < max(0.15, 0.05 * blur), "\(found)")
            #expect(found.agreement > 0.95)
        }
    }

    /// A tenth brighter than white. The smear ends early, and the middle of what is seen is not the edge; how much brighter the
    /// page is only its smear tells. Noise in what is white alone is no edge.
    @Test(arguments: [0, 1, 2, 4, 6, 10, 20] as [Double], [1.0, 1.1])
    func `a page so bright that it is cut off at white is found all the same`(blur: Double, gain: Double) {
        for degrees in [70.0, 160] {
            let edge = PageEdge(normalDegrees: degrees, offset: 0.3, table: 0.15, gain: gain, blur: blur)
            for found in edge.found(expected: 1.3, noise: 1.5) {
                #expect(abs(found.shift - 1.3) < 0.25 + 0.03 * blur, "\(found)")
                #expect(found.agreement > 0.9)
            }
        }
    }

    @Test func `a white page twice as bright as can be told is found roughly, and never somewhere else`() {
        for blur in [0.0, 2, 6, 10] {
            let edge = PageEdge(normalDegrees: 250, offset: -0.3, table: 0.1, gain: 2, blur: blur)
            for found in edge.found(expected: -0.8, noise: 1.5) {
                #expect(abs(found.shift + 0.8) < 0.5 + 0.1 * blur, "\(found)")
            }
        }
    }

    @Test(arguments: [0, 6] as [Double], 0..<3 as Range<UInt64>)
    func `what is drawn beside the edge does not move it`(blur: Double, seed: UInt64) {
        var edge = PageEdge(normalDegrees: 200, offset: 0.2, table: 0.5, gain: 0.9, blur: blur)
        edge.texture = Waves(seed: 80 + seed, wavelengths: 8...30)
        let found = edge.found(expected: -1.7)
        for found in found where found.agreement > 0.75 {
            #expect(abs(found.shift + 1.7) < max(0.2, 0.05 * blur), "\(found)")
        }
        #expect(found.count { $0.agreement > 0.75 } >= 6)
    }

    /// 2 codes of noise, three rows of a profile: the variance that is told is about that of the shifts.
    @Test func `noise moves an edge as much as its variance tells`() {
        var edge = PageEdge(normalDegrees: 33, table: 0.3, gain: 0.5)
        edge.size = 140
        edge.point = Point2(69.5, 69.5)
        let picture = edge.picture(noise: 3)
        let found = outlineEdges(
            in: picture, of: edge.reference, at: edge.places(expected: 0.3, count: 31), reach: 6)
        let square = found.reduce(0) { $0 + ($1.shift - 0.3) * ($1.shift - 0.3) } / 31
        let told = found.reduce(0) { $0 + $1.variance } / 31
        #expect(square < 4 * told && square > told / 6, "\(square) \(told)")
        #expect(square < 0.1)
    }

    @Test func `where nothing changes there is no edge`() {
        let edge = PageEdge(normalDegrees: 0)
        for value in [16, 90, 235] as [UInt8] {
            let even = GreyImage(width: 96, height: 96, filledWith: value)
            let found = outlineEdges(in: even, of: edge.reference, at: edge.places(expected: 0), reach: 8)
            #expect(found.count == 9 && found.allSatisfy { $0.agreement == 0 && $0.variance >= 1e6 })
        }
        #expect(outlineEdges(in: edge.picture(), of: edge.reference, at: [], reach: 8).isEmpty)
    }

    /// Of 17 shifts and 2 free numbers, some fit noise a little.
    @Test func `noise is hardly taken for an edge`() {
        var noise = NormalNoise(sigma: 6, seed: 5)
        let picture = GreyImage(
            width: 96, height: 96, pixels: (0..<96 * 96).map { _ in UInt8((120 + noise.next()).rounded()) })
        let edge = PageEdge(normalDegrees: 20)
        let found = outlineEdges(in: picture, of: edge.reference, at: edge.places(expected: 0, count: 25), reach: 8)
        #expect(found.count { $0.agreement > 0.75 } <= 5)
        #expect(found.map(\.agreement).sorted()[12] < 0.65)
    }

    @Test func `a place whose profile leaves the picture has no edge`() {
        let edge = PageEdge(normalDegrees: 0)
        let picture = edge.picture()
        for point in [
            Point2(0, 40), Point2(12, 40), Point2(95, 40), Point2(47.5, 1), Point2(47.5, 94), Point2(-20, 500),
        ] {
            var place = edge.places(expected: 0)[0]
            place.point = point
            let found = outlineEdges(in: picture, of: edge.reference, at: [place], reach: 8)
            #expect(found[0].agreement == 0 && found[0].variance >= 1e6, "\(point)")
        }
    }

    private static let strange = [
        Double.nan, .infinity, -.infinity, 1e300, -1e300, 3.4e38, 1e10, -1e10, 1e-300, Double(Int32.min),
    ]

    /// Under AddressSanitizer, too, nothing is read beyond either picture.
    @Test func `numbers that are none, or far off, are no failure`() {
        let edge = PageEdge(normalDegrees: 0)
        let picture = edge.picture()
        let fields: [WritableKeyPath<OutlinePlace, Double>] = [
            \.point.x, \.point.y, \.normal.x, \.normal.y, \.blur, \.reference.x, \.reference.y, \.referenceStep.x,
            \.referenceStep.y,
        ]
        for field in fields {
            for value in Self.strange {
                var place = edge.places(expected: 0)[4]
                place[keyPath: field] = value
                for reach in [Int(Int32.min), -1, 0, 8, 24, 25, Int(Int32.max)] {
                    let found = outlineEdges(in: picture, of: edge.reference, at: [place], reach: reach)[0]
                    #expect(found.shift.isFinite && found.variance >= 0 && (0...1).contains(found.agreement))
                }
            }
        }
    }

    @Test(arguments: [(0, 0), (1, 1), (1, 200), (200, 1), (4, 4), (60, 60)])
    func `pictures and references may be tiny`(width: Int, height: Int) {
        let edge = PageEdge(normalDegrees: 0)
        let tiny = GreyImage(width: width, height: height, filledWith: 200)
        for found in outlineEdges(in: tiny, of: edge.reference, at: edge.places(expected: 0), reach: 8) {
            #expect(found.agreement == 0)
        }
        for found in outlineEdges(in: edge.picture(), of: tiny, at: edge.places(expected: 0), reach: 8) {
            #expect((0...1).contains(found.agreement) && found.shift.isFinite)
        }
    }
}
