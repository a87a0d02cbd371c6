import Compositing
import Foundation
import Geometry
import Imaging
import Testing

@Suite struct UntouchedSamplesTests {
    /// Whether a sample's cell, a unit square of the component's grid, meets the page. Chroma is sited left.
    private func isUnder(_ page: Quad, _ frame: Frame, component: Int, x: Int, y: Int) -> Bool {
        let isChroma = frame.format.isChroma(component: component)
        let stepX = Double(isChroma ? 1 << frame.format.log2ChromaWidth : 1)
        let stepY = Double(isChroma ? 1 << frame.format.log2ChromaHeight : 1)
        let centre = Point2(Double(x) * stepX, Double(y) * stepY + (stepY - 1) / 2)
        let half = Point2(stepX, stepY) / 2
        return abs(Polygon.signedArea(Polygon.clip(page.corners, to: (centre - half, centre + half)))) > 0
    }

    @Test(arguments: Formats.all)
    func `samples that the picture does not cover keep their bits, and those that it covers change`(format: PixelFormat)
        throws
    {
        let before = makeNoise(format, 61, 47, seed: 1)
        let film = makeNoise(format, 32, 24, seed: 2)
        let page = Quad(Point2(11.3, 8.2), Point2(48.9, 12.1), Point2(44.2, 38.7), Point2(7.6, 30.4))
        for (softness, velocity) in [(0.0, nil), (0.7, nil), (0.4, Point2(6, 3))] {
            var after = before
            try compose(film, at: page, onto: &after, softness: softness, velocity: velocity)
            for component in format.components.indices {
                let (old, new) = (before.samples(component), after.samples(component))
                var changed = 0
                for y in old.indices {
                    for x in old[y].indices where old[y][x] != new[y][x] {
                        changed += 1
                        #expect(
                            isUnder(page, before, component: component, x: x, y: y),
                            "component \(component) at \(x), \(y), softness \(softness)")
                    }
                }
                // The page covers 945 of the 2867 pixels; noise on noise seldom leaves a sample as it was.
                #expect(Double(changed) > 0.3 * Double(old.count * old[0].count))
            }
        }
    }

    @Test(arguments: Formats.all)
    func `a picture of no opacity leaves the whole frame`(format: PixelFormat) throws {
        let before = makeNoise(format, 40, 30, seed: 1)
        var after = before
        try compose(makeNoise(format, 32, 24, seed: 2), at: rectangle(5, 5, 20, 20), onto: &after, opacity: 0)
        #expect(after.allSamples == before.allSamples)
        #expect(zip(after.planes, before.planes).allSatisfy { $0 === $1 }, "not even copied")
    }

    @Test func `a page outside the frame leaves it`() throws {
        let before = makeNoise(Formats.yuv420p, 40, 30, seed: 1)
        for page in [
            rectangle(41, 0, 20, 20), rectangle(-30, 3, 28, 9), rectangle(3, -1e6, 20, 20), rectangle(0, 30, 9, 9),
        ] {
            var after = before
            try compose(makeNoise(Formats.yuv420p, 32, 24, seed: 2), at: page, onto: &after, softness: 0.4)
            #expect(after.allSamples == before.allSamples)
        }
    }

    @Test func `a frame that shares its planes is copied before it is written`() throws {
        let before = makeNoise(Formats.yuv420p, 40, 30, seed: 1)
        let kept = before.allSamples
        var after = before
        try compose(makeNoise(Formats.yuv420p, 32, 24, seed: 2), at: rectangle(5, 5, 20, 20), onto: &after)
        #expect(before.allSamples == kept)
        #expect(after.allSamples != kept)
    }
}

@Suite struct CoveredSamplesTests {
    @Test(arguments: Formats.all)
    func `a picture at its own size is reproduced exactly`(format: PixelFormat) throws {
        // The frame is a window onto the middle of the picture, 8 pixels from its top-left corner.
        let film = makeNoise(format, 59, 45, seed: 2)
        var frame = makeNoise(format, 33, 25, seed: 1)
        try compose(film, at: rectangle(-8.5, -8.5, 59, 45), onto: &frame)
        for component in format.components.indices {
            let all = film.samples(component)
            let (left, top) = format.size(ofComponent: component, width: 8, height: 8)
            let window = frame.samples(component).indices.map { y in
                Array(all[y + top][left..<left + frame.samples(component)[y].count])
            }
            #expect(frame.samples(component) == window)
        }
    }

    @Test(arguments: Formats.all)
    func `one colour stays that colour wherever the picture covers a sample whole`(format: PixelFormat) throws {
        var generator = Seeded(state: 3)
        let top = (1 << format.bitDepth) - 1
        for value in [0, 1, 17, top / 3, top - 1, top] {
            let film = makeFrame(format, 50, 40) { _, _, _ in value }
            let corners = rectangle(-45, -40, 120, 100).map {
                $0 + Point2(.random(in: -9...9, using: &generator), .random(in: -9...9, using: &generator))
            }
            for scale in [1.0, 0.4] {
                var frame = makeNoise(format, 30, 20, seed: 1)
                let page = corners.map { ($0 - Point2(15, 10)) * scale + Point2(15, 10) }
                try compose(film, at: page, onto: &frame, softness: 0.4, velocity: Point2(4, 2))
                #expect(
                    frame.allSamples.allSatisfy { $0.allSatisfy { $0.allSatisfy { $0 == value } } },
                    "\(value) × \(scale)")
            }
        }
    }

    @Test(arguments: [0.25, 0.5, 0.9])
    func `opacity mixes the picture with the frame as light and rounds to the nearest`(opacity: Double) throws {
        for (old, new) in [(0, 255), (255, 0), (10, 11), (100, 103), (77, 200)] {
            var frame = makeFrame(Formats.grey, 20, 20) { _, _, _ in old }
            let film = makeFrame(Formats.grey, 20, 20) { _, _, _ in new }
            try compose(film, at: rectangle(-5, -5, 40, 40), onto: &frame, opacity: opacity)
            let exact = mixed(Double(old), Double(new), share: opacity)
            #expect(frame.samples(0).allSatisfy { $0.allSatisfy { abs(Double($0) - exact) <= 0.5 + 1e-6 } })
        }
    }

    @Test func `an edge between two samples covers each by its share`() throws {
        var frame = makeFrame(Formats.grey, 12, 8) { _, _, _ in 0 }
        let film = makeFrame(Formats.grey, 10, 10) { _, _, _ in 200 }
        try compose(film, at: rectangle(2.25, 1.0, 5, 4.75), onto: &frame)
        let rows = frame.samples(0)
        // From 2.25 to 7.25 across, whose cells end at .5; from 1 to 5.75 down.
        let (eighth, quarter, half, most) = (71, 100, 141, 173)
        #expect(rows[3] == [0, 0, quarter, 200, 200, 200, 200, most, 0, 0, 0, 0])
        #expect(rows.map { $0[4] } == [0, half, 200, 200, 200, 200, quarter, 0])
        #expect(rows[1][2] == eighth)
    }

    @Test(arguments: 0..<8 as Range<UInt64>)
    func `a page turned by half a turn gives the frame turned by half a turn`(seed: UInt64) throws {
        var generator = Seeded(state: seed)
        let corners = rectangle(12, 9, 30, 22).map {
            $0 + Point2(.random(in: -6...6, using: &generator), .random(in: -6...6, using: &generator))
        }
        let film = makeFrame(Formats.grey, 30, 22) { _, _, _ in 255 }
        var frame = makeFrame(Formats.grey, 57, 43) { _, _, _ in 0 }
        var turned = frame
        try compose(film, at: corners, onto: &frame, softness: 0.4)
        try compose(film, at: corners.map { Point2(56, 42) - $0 }, onto: &turned, softness: 0.4)
        let difference = zip(frame.samples(0).joined(), turned.samples(0).reversed().map { $0.reversed() }.joined()).map
        { abs($0 - $1) }
        #expect(difference.max() == 0 || difference.max() == 1, "\(difference.max() ?? -1)")
    }

    @Test func `the area under the edges adds up to the page's`() throws {
        for angle in stride(from: 0.0, to: 1.6, by: 0.1) {
            let turn = { (p: Point2) in Point2(p.x * cos(angle) - p.y * sin(angle), p.x * sin(angle) + p.y * cos(angle))
            }
            let corners = rectangle(-14.3, -9.2, 28.6, 18.4).map { turn($0) + Point2(24.31, 22.77) }
            var frame = makeFrame(Formats.grey, 50, 50) { _, _, _ in 0 }
            try compose(makeFrame(Formats.grey, 28, 18) { _, _, _ in 250 }, at: corners, onto: &frame)
            let area = frame.samples(0).joined().reduce(0.0) { $0 + Double($1 * $1) } / 62_500
            // Each of 94 samples at the edges is rounded, by up to half of 1/250.
            #expect(abs(area - 28.6 * 18.4) < 0.19, "\(angle)")
        }
    }

    @Test func `chroma lies where the clip sites it`() throws {
        // A ramp of chroma in the film, seen at its own size in a clip with another siting: it must move by the
        // difference of the two, half a pixel, a quarter of a chroma sample.
        for (location, shift) in [(1, 0.0), (2, 0.25), (3, 0)] {
            let film = makeFrame(Formats.yuv420p, 64, 64, colour: ColourDescription(chromaLocation: 1)) {
                component, x, y in
                component == 0 ? 128 : component == 1 ? 4 * x + 40 : 4 * y + 40
            }
            var frame = makeFrame(Formats.yuv420p, 64, 64, colour: ColourDescription(chromaLocation: location)) {
                _, _, _ in 0
            }
            try compose(film, at: Quad(outlineOfWidth: 64, height: 64), onto: &frame)
            let (cb, cr) = (frame.samples(1), frame.samples(2))
            #expect(Double(cb[16][16]) == 4 * 16 + 40 + 4 * shift, "\(location)")
            #expect(Double(cr[16][16]) == 4 * 16 + 40 + (location == 3 ? -1 : 0), "\(location)")
        }
    }
}

@Suite struct ShrunkPictureTests {
    /// Every second sample black, in both directions: nothing is finer.
    private func checkerboard(_ size: Int, light: Int) -> Frame {
        makeFrame(Formats.grey, size, size, colour: ColourDescription(range: .full)) { _, x, y in
            (x + y) % 2 == 0 ? 0 : light
        }
    }

    @Test(arguments: [0.6, 0.5, 0.41, 0.3, 0.26, 0.2, 0.13, 0.1])
    func `a fine checkerboard becomes an even grey without moiré`(scale: Double) throws {
        let film = checkerboard(256, light: 200)
        // Half black, half light of 200, averaged as light: 200 / √2.
        let expected = 141.0
        for (angle, offset) in [(0.0, 0.0), (0, 0.37), (0.3, 0.11), (0.785, 0.5)] {
            let turn = { (p: Point2) in Point2(p.x * cos(angle) - p.y * sin(angle), p.x * sin(angle) + p.y * cos(angle))
            }
            let half = 128 * scale
            let corners = rectangle(-half, -half, 2 * half, 2 * half).map {
                turn($0) + Point2(100 + offset, 100 + offset)
            }
            var frame = makeFrame(Formats.grey, 201, 201) { _, _, _ in 0 }
            try compose(film, at: corners, onto: &frame, softness: 0.4)
            let inner = Int(half * 0.6)
            let middle = frame.samples(0)[100 - inner...100 + inner].flatMap { $0[100 - inner...100 + inner] }.map(
                Double.init)
            let worst = middle.map { abs($0 - expected) }.max() ?? 255
            #expect(worst <= 3, "\(angle), \(offset)")
        }
    }

    @Test func `sharpness does not jump where the page shrinks to the next level`() throws {
        // The contrast of coarse stripes, 16 texels a period, as the page becomes smaller in small steps.
        let film = makeFrame(Formats.grey, 256, 64) { _, x, _ in x / 8 % 2 == 0 ? 60 : 200 }
        var contrast: [Double] = []
        for step in 0..<60 {
            let scale = pow(0.97, Double(step))
            var frame = makeFrame(Formats.grey, 260, 20) { _, _, _ in 128 }
            try compose(film, at: rectangle(1.3, -22, 256 * scale, 64), onto: &frame, softness: 0.4)
            let row = frame.samples(0)[10][4..<Int(250 * scale)].map(Double.init)
            let mean = row.reduce(0, +) / Double(row.count)
            let deviation = (row.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / Double(row.count)).squareRoot()
            contrast.append(deviation)
        }
        // A jump of sharpness would bend the curve: it falls from 70 to 0 over 60 steps.
        for (index, three) in zip(contrast, zip(contrast.dropFirst(), contrast.dropFirst(2))).enumerated() {
            let bend = three.0 - 2 * three.1.0 + three.1.1
            #expect(abs(bend) < 2, "at step \(index): \(three)")
        }
    }
}
