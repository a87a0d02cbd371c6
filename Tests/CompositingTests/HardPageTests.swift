import Compositing
import Geometry
import Imaging
import Testing

@Suite struct HardPageTests {
    @Test func `a page that lies partly behind the horizon is drawn where it is seen`() throws {
        // Page columns from 50 on lie behind the camera: w = 1 − x / 50.
        let page = try #require(Homography(rowMajor: [1, 0, 0, 0, 1, 0, -0.02, 0, 1]))
        let film = makeFrame(Formats.grey, 100, 40) { _, _, _ in 200 }
        let picture = PageLayout(canvasWidth: 100, canvasHeight: 40, fit: .stretch).picture(
            from: film, orientation: .upright)
        var frame = makeFrame(Formats.grey, 300, 60) { _, _, _ in 0 }
        try compose([Layer(page: page, picture: picture, opacity: 1)], onto: &frame, softness: 0.5)
        let rows = frame.samples(0)
        #expect(rows[20][5...].allSatisfy { $0 == 200 }, "as far as the frame goes")
        #expect(rows[55][0] == 0, "the page's left edge is 40 pixels high")
    }

    @Test func `quads of any kind neither crash nor hang, and stay within their bounds`() throws {
        var generator = Seeded(state: 11)
        let film = makeNoise(Formats.yuv420p, 64, 48, seed: 2)
        let before = makeNoise(Formats.yuv420p, 70, 50, seed: 1)
        var drawn = 0
        for round in 0..<600 {
            let reach = [3.0, 40, 200, 1e4, 1e8][round % 5]
            func coordinate() -> Double { .random(in: -reach...reach, using: &generator) + 30 }
            let page = Quad(
                Point2(coordinate(), coordinate()), Point2(coordinate(), coordinate()),
                Point2(coordinate(), coordinate()),
                Point2(coordinate(), coordinate()))
            guard Homography(from: Quad(outlineOfWidth: 64, height: 48), to: page) != nil else { continue }
            let velocity = round % 3 == 0 ? Point2(coordinate(), coordinate()) : nil
            var after = before
            try compose(
                film, at: page, onto: &after, softness: round % 2 == 0 ? 0 : 0.5, velocity: velocity,
                fit: Fit.allCases[round % 3])
            drawn += 1
            // Of a page in front of the camera throughout, nothing can be seen outside the box around its corners.
            let mirrored = Quad(page.topRight, page.topLeft, page.bottomLeft, page.bottomRight)
            guard page.isConvexAndFrontFacing || mirrored.isConvexAndFrontFacing else { continue }
            let (low, high) = page.bounds
            let (old, new) = (before.samples(0), after.samples(0))
            for y in 0..<50 where Double(y) + 0.5 < low.y || Double(y) - 0.5 > high.y { #expect(old[y] == new[y]) }
            for x in 0..<70 where Double(x) + 0.5 < low.x || Double(x) - 0.5 > high.x {
                #expect(old.map { $0[x] } == new.map { $0[x] })
            }
        }
        #expect(drawn > 400)
    }

    @Test func `a page that is seen almost from its edge is a thin line of the right brightness`() throws {
        let film = makeFrame(Formats.grey, 200, 100, colour: ColourDescription(range: .full)) { _, x, _ in x % 2 * 200 }
        for thickness in [0.5, 0.05] {
            var frame = makeFrame(Formats.grey, 120, 60) { _, _, _ in 0 }
            try compose(film, at: rectangle(10, 30.1, 100, thickness), onto: &frame)
            let light = frame.samples(0).map { Double($0[60] * $0[60]) }.reduce(0, +)
            // The mean light of 0 and 200 is half of 200's.
            #expect(abs(light - 20_000 * thickness) <= 300)
        }
    }

    @Test func `a steeply tilted page shows an even grey where its film is fine`() throws {
        let film = makeFrame(Formats.grey, 512, 512, colour: ColourDescription(range: .full)) { _, x, y in
            (x + y) % 2 * 200
        }
        // The far edge is a tenth as long as the near one.
        let page = Quad(Point2(95, 20), Point2(115, 20), Point2(205, 100), Point2(5, 100))
        var frame = makeFrame(Formats.grey, 210, 110) { _, _, _ in 0 }
        try compose(film, at: page, onto: &frame, softness: 0.5)
        for y in 24..<80 {
            let row = frame.samples(0)[y][99...111]
            #expect(row.allSatisfy { abs($0 - 141) <= 4 }, "row \(y): \(row)")
        }
    }

    @Test func `a page that moves is smeared along its way`() throws {
        let film = makeFrame(Formats.grey, 80, 40, colour: ColourDescription(range: .full)) { _, x, _ in
            x < 40 ? 60 : 180
        }
        var (still, moving) = (
            makeFrame(Formats.grey, 120, 60) { _, _, _ in 0 }, makeFrame(Formats.grey, 120, 60) { _, _, _ in 0 }
        )
        try compose(film, at: rectangle(19.5, 9.5, 80, 40), onto: &still)
        try compose(film, at: rectangle(19.5, 9.5, 80, 40), onto: &moving, velocity: Point2(12, 0))
        let (sharp, smeared) = (still.samples(0)[30], moving.samples(0)[30])
        #expect(sharp[55] == 60 && sharp[65] == 180)
        #expect(smeared[52] == 60 && smeared[68] == 180)
        #expect((56...63).allSatisfy { (65...175).contains(smeared[$0]) && smeared[$0] < smeared[$0 + 1] })
        // A quarter of the exposure is over when the left edge has come to 3 pixels inside.
        #expect(abs(Double(smeared[22]) - mixed(0, 60, share: 0.75)) <= 3)
        #expect(smeared[19] == 0, "nothing changes outside the outline")
        var sweeping = makeFrame(Formats.grey, 120, 60) { _, _, _ in 0 }
        try compose(
            film, at: rectangle(19.5, 9.5, 80, 40), onto: &sweeping, velocity: Point2(12, 0), staysInside: false)
        #expect(abs(Double(sweeping.samples(0)[30][16]) - mixed(0, 60, share: 0.25)) <= 4)
    }

    @Test(arguments: Formats.all)
    func `vector instructions give the same bits as none`(format: PixelFormat) throws {
        let film = makeNoise(format, 75, 53, seed: 2)
        var generator = Seeded(state: 5)
        for scale in [0.3, 0.9, 1.7] {
            let page = rectangle(10, 5, 75 * scale, 53 * scale).map {
                $0 + Point2(.random(in: -5...5, using: &generator), .random(in: -5...5, using: &generator))
            }
            var (vector, plain) = (makeNoise(format, 101, 83, seed: 1), makeNoise(format, 101, 83, seed: 1))
            try compose(
                film, at: page, onto: &vector, softness: 0.5, velocity: Point2(5, 2), fit: .whole, canvas: (75, 75))
            try compose(
                film, at: page, onto: &plain, softness: 0.5, velocity: Point2(5, 2), fit: .whole, canvas: (75, 75),
                isPortable: true)
            #expect(vector.allSamples == plain.allSamples)
        }
    }

    @Test func `what cannot be composed is refused in a sentence`() {
        let packed = PixelFormat(
            name: "yuyv422", model: .other, components: [], bitDepth: 8, shift: 0, log2ChromaWidth: 1,
            log2ChromaHeight: 0,
            hasAlpha: false)
        let error = #expect(throws: CompositingError.self) {
            try Compositor(format: packed, width: 10, height: 10, colour: ColourDescription())
        }
        #expect(error?.description == "pictures cannot be composed onto yuyv422; convert the clip first")
        var options = CompositorOptions()
        options.softnessPixels = .nan
        let refused = #expect(throws: CompositingError.self) { try options.validate() }
        #expect(refused?.description.contains("from 0 to 4 px") == true)
    }
}
