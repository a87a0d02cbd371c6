import Compositing
import Geometry
import Imaging
import Testing

private func planar(_ name: String, _ depth: Int) -> PixelFormat {
    PixelFormat(
        name: name, model: .planarRGB,
        components: (0..<4).map { PixelFormat.Component(plane: $0, step: 1, offset: 0) }, bitDepth: depth, shift: 0,
        log2ChromaWidth: 0, log2ChromaHeight: 0, hasAlpha: true)
}

let gbrap = planar("gbrap", 8)
let gbrap10 = planar("gbrap10le", 10)

/// A planar picture of green, blue, red, alpha, each 0…1.
func makePlanar(
    _ format: PixelFormat, _ width: Int, _ height: Int, _ value: (_ x: Int, _ y: Int) -> [Double]
) -> Frame {
    let maximum = Double((1 << format.bitDepth) - 1)
    return makeFrame(format, width, height, colour: ColourDescription(matrix: 0, range: .full)) { component, x, y in
        Int((min(max(value(x, y)[component], 0), 1) * maximum).rounded())
    }
}

@Suite struct TransparentPictureTests {
    @Test(arguments: [gbrap, gbrap10])
    func `premultiplied colours become straight, and alpha stays`(format: PixelFormat) throws {
        let straight = [0.8, 0.3, 0.6]
        func alpha(_ x: Int) -> Double { min(max((Double(x) - 5) / 40, 0), 1) }
        let frame = makePlanar(format, 64, 9) { x, _ in straight.map { $0 * alpha(x) } + [alpha(x)] }
        let picture = try #require(TransparentPicture(frame, isPremultiplied: true))
        let maximum = Double((1 << format.bitDepth) - 1)
        for component in 0..<3 {
            for (x, code) in picture.colour.samples(component)[4].enumerated() {
                // A step of the stored colour is that many steps of the straight one; what is nearly clear takes its
                // neighbours' colour.
                let slack = 1.5 / max(alpha(x), 0.08) + 1
                #expect(abs(Double(code) - straight[component] * maximum) <= slack, "\(x): \(code)")
            }
        }
        #expect(picture.alpha.samples(0) == frame.samples(3))
        #expect(picture.alpha.format.name == (format.bitDepth == 8 ? "gray" : "gray10le"))
        #expect(picture.colour.format.name == (format.bitDepth == 8 ? "gbrp" : "gbrp10le"))
    }

    @Test func `colours go on under what is clear`() throws {
        // Red on the left, blue on the right, black nothing between and around.
        let frame = makePlanar(gbrap, 61, 33) { x, y in
            guard (8..<25).contains(y) else { return [0, 0, 0, 0] }
            return x < 20 ? [0, 0, 1, 1] : x > 40 ? [0, 1, 0, 1] : [0, 0, 0, 0]
        }
        let colour = try #require(TransparentPicture(frame)).colour
        let (blue, red) = (colour.samples(1), colour.samples(2))
        for y in [0, 7, 12, 25, 28] { #expect(red[y][5] > 200 && blue[y][55] > 200) }
        #expect(red[16][20] > 200 && blue[16][40] > 200, "next to the edges")
        #expect(red[16][19] == 255 && blue[16][19] == 0, "what is opaque stays")
        #expect(colour.samples(0).allSatisfy { $0.allSatisfy { $0 == 0 } })
    }

    @Test func `a picture that is opaque everywhere is no transparent one`() {
        #expect(TransparentPicture(makePlanar(gbrap, 7, 5) { x, _ in [0.1, 0.2, Double(x) / 7, 1] }) == nil)
        #expect(TransparentPicture(makePlanar(gbrap, 1, 1) { _, _ in [0.1, 0.2, 0.3, 0] }) != nil, "nor is nothing")
    }
}

/// Something soft before a screen: what is seen, and the truth.
private struct Shot {
    let screen, front: [Double]
    /// Pixels from the shape's middle to where it is half transparent, and how wide its edge is.
    let radius, edge: Double
    var noise = 0.0
    var unevenness = 0.0

    func alpha(_ x: Int, _ y: Int) -> Double {
        let distance = Point2(Double(x) - 80, Double(y) - 60).length
        return min(max((radius - distance) / edge + 0.5, 0), 1)
    }

    func frame(_ format: PixelFormat) -> Frame {
        var generator = Seeded(state: 5)
        return makePlanar(format, 160, 120) { x, y in
            let (share, light) = (alpha(x, y), 1 - unevenness * Double(y) / 120)
            let mixed = zip(front, screen).map { $0 * share + $1 * light * (1 - share) }
            return mixed.map { $0 + noise * (Double(generator.next() >> 11) / 9_007_199_254_740_992 - 0.5) } + [1]
        }
    }
}

@Suite struct ChromaKeyTests {
    // Green, blue, red, as planes lie.
    private static let fronts: [[Double]] = [
        [0.1, 0.1, 0.9], [0.9, 0.9, 0.9], [0.05, 0.05, 0.05], [0.55, 0.45, 0.8], [0.2, 0.8, 0.2], [0.5, 0.5, 0.5],
    ]

    /// Mean and largest error of alpha, and how green what is not clear looks beyond what is in front.
    private func errors(_ shot: Shot, _ format: PixelFormat = gbrap) throws -> (
        mean: Double, most: Double, green: Double
    ) {
        let picture = try #require(ChromaKey(red: 0, green: 1, blue: 0).key(shot.frame(format)))
        let maximum = Double((1 << format.bitDepth) - 1)
        let (alpha, green, blue, red) = (
            picture.alpha.samples(0), picture.colour.samples(0), picture.colour.samples(1), picture.colour.samples(2)
        )
        var (sum, most, fringe) = (0.0, 0.0, 0.0)
        for y in 0..<120 {
            for x in 0..<160 {
                let error = abs(Double(alpha[y][x]) / maximum - shot.alpha(x, y))
                (sum, most) = (sum + error, max(most, error))
                let beyond = Double(green[y][x] - max(red[y][x], blue[y][x])) / maximum
                let own = max(0, shot.front[0] - max(shot.front[1], shot.front[2]))
                fringe = max(fringe, (beyond - own) * Double(alpha[y][x]) / maximum)
            }
        }
        return (sum / (120 * 160), most, fringe)
    }

    @Test(arguments: fronts, [1.5, 8.0])
    func `soft edges before a pure screen are found, without a fringe`(front: [Double], edge: Double) throws {
        let found = try errors(Shot(screen: [1, 0, 0], front: front, radius: 35, edge: edge))
        #expect(found.mean < 0.006, "\(found)")
        // The wider edge is a twentieth of the picture: where it is nearly opaque it cannot be told from what is.
        #expect(found.most < (edge > 4 ? 0.16 : 0.12), "\(found)")
        #expect(found.green < 0.03, "\(found)")
    }

    @Test(arguments: fronts)
    func `a real screen is paler, uneven and noisy`(front: [Double]) throws {
        let shot = Shot(
            screen: [0.62, 0.3, 0.25], front: front, radius: 35, edge: 4, noise: 0.03, unevenness: 0.25)
        let found = try errors(shot)
        #expect(found.mean < 0.015, "\(found)")
        #expect(found.green < 0.06, "\(found)")
    }

    @Test func `deep pictures are keyed as finely`() throws {
        let found = try errors(Shot(screen: [1, 0, 0], front: [0.5, 0.4, 0.8], radius: 35, edge: 8), gbrap10)
        #expect(found.mean < 0.005 && found.green < 0.02, "\(found)")
    }

    @Test func `hairs a pixel wide stay, and are not green`() throws {
        // Dark hairs that stand out of a dark head, each covering 60 % of its pixels.
        let hair = [0.12, 0.1, 0.2]
        func share(_ x: Int, _ y: Int) -> Double { y > 60 ? 1 : x % 8 == 4 && y > 20 ? 0.6 : 0 }
        let frame = makePlanar(gbrap, 160, 120) { x, y in
            zip(hair, [0.9, 0.1, 0.1]).map { $0 * share(x, y) + $1 * (1 - share(x, y)) } + [1]
        }
        let picture = try #require(ChromaKey(red: 0, green: 1, blue: 0).key(frame))
        let alpha = picture.alpha.samples(0)
        for y in [30, 45, 55] {
            for x in 16..<144 { #expect(abs(Double(alpha[y][x]) / 255 - share(x, y)) < 0.12, "\(x), \(y)") }
            #expect(picture.colour.samples(0)[y][44] < 60, "green of a dark hair")
        }
    }

    @Test func `spill is taken off what stays`() throws {
        // A grey wall that the screen has tinted green.
        let frame = makePlanar(gbrap, 160, 120) { x, _ in x < 80 ? [0.56, 0.5, 0.5, 1] : [0.9, 0.1, 0.1, 1] }
        let picture = try #require(ChromaKey(red: 0, green: 1, blue: 0).key(frame))
        let (alpha, green, red) = (picture.alpha.samples(0), picture.colour.samples(0), picture.colour.samples(2))
        #expect(alpha[60][30] == 255 && alpha[60][120] == 0)
        #expect(abs(green[60][30] - red[60][30]) <= 2)
    }

    @Test func `a picture without a screen stays as it is`() {
        let frame = makePlanar(gbrap, 160, 120) { x, y in [0.3, Double(x) / 160, Double(y) / 120 * 0.7 + 0.3, 1] }
        #expect(ChromaKey(red: 0, green: 1, blue: 0).key(frame) == nil)
    }
}
