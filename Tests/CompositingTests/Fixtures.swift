import Compositing
import Geometry
import Imaging

/// SplitMix64: a seeded generator, so that a failure prints a seed that shows it again.
struct Seeded: RandomNumberGenerator {
    var state: UInt64
    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var z = state
        z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
        return z ^ (z >> 31)
    }
}

/// The formats that the compositor is tested with, as libav describes them.
enum Formats {
    private static func planar(
        _ name: String, _ model: PixelFormat.Model, depth: Int = 8, chroma: (Int, Int) = (0, 0)
    ) -> PixelFormat {
        let places = (0..<(model == .grey ? 1 : 3)).map { PixelFormat.Component(plane: $0, step: 1, offset: 0) }
        return PixelFormat(
            name: name, model: model, components: places, bitDepth: depth, shift: 0, log2ChromaWidth: chroma.0,
            log2ChromaHeight: chroma.1, hasAlpha: false)
    }

    private static func semiPlanar(_ name: String, depth: Int, shift: Int) -> PixelFormat {
        let places = [(0, 1, 0), (1, 2, 0), (1, 2, 1)].map {
            PixelFormat.Component(plane: $0.0, step: $0.1, offset: $0.2)
        }
        return PixelFormat(
            name: name, model: .yuv, components: places, bitDepth: depth, shift: shift, log2ChromaWidth: 1,
            log2ChromaHeight: 1, hasAlpha: false)
    }

    static let yuv420p = planar("yuv420p", .yuv, chroma: (1, 1))
    static let grey = planar("gray", .grey)
    static let all: [PixelFormat] = [
        yuv420p, grey, semiPlanar("nv12", depth: 8, shift: 0), planar("yuv422p10le", .yuv, depth: 10, chroma: (1, 0)),
        semiPlanar("p010le", depth: 10, shift: 6), planar("gbrp", .planarRGB), planar("yuv444p12le", .yuv, depth: 12),
        planar("yuv411p", .yuv, chroma: (2, 0)), planar("gray16le", .grey, depth: 16),
    ]
}

/// A frame whose sample values are `value(component, x, y)`, x and y counted in the component's own grid.
func makeFrame(
    _ format: PixelFormat, _ width: Int, _ height: Int, colour: ColourDescription = ColourDescription(),
    value: (_ component: Int, _ x: Int, _ y: Int) -> Int
) -> Frame {
    let start = ClipTime(ticks: 0, timeBase: TimeBase(1, 30)!)  // both parts are positive
    var frame = Frame(allocating: format, width: width, height: height, colour: colour, presentationTime: start)
    for (component, place) in format.components.enumerated() {
        let size = format.size(ofComponent: component, width: width, height: height)
        frame.withMutablePlane(place.plane) { base, bytesPerRow in
            for y in 0..<size.height {
                for x in 0..<size.width {
                    let sample = value(component, x, y) << format.shift
                    let byte = y * bytesPerRow + (x * place.step + place.offset) * format.bytesPerSample
                    if format.bytesPerSample == 1 {
                        base.storeBytes(of: UInt8(sample), toByteOffset: byte, as: UInt8.self)
                    } else {
                        base.storeBytes(of: UInt16(sample), toByteOffset: byte, as: UInt16.self)
                    }
                }
            }
        }
    }
    return frame
}

/// Seeded noise over the whole range of the format.
func makeNoise(_ format: PixelFormat, _ width: Int, _ height: Int, seed: UInt64) -> Frame {
    var generator = Seeded(state: seed)
    return makeFrame(format, width, height) { _, _, _ in Int(generator.next() >> 32) & ((1 << format.bitDepth) - 1) }
}

extension Frame {
    /// A component's samples, row by row, in its own grid.
    func samples(_ component: Int) -> [[Int]] {
        let place = format.components[component]
        let size = format.size(ofComponent: component, width: width, height: height)
        return withPlane(place.plane) { base, bytesPerRow in
            (0..<size.height).map { y in
                (0..<size.width).map { x in
                    let byte = y * bytesPerRow + (x * place.step + place.offset) * format.bytesPerSample
                    let sample =
                        format.bytesPerSample == 1
                        ? Int(base.load(fromByteOffset: byte, as: UInt8.self))
                        : Int(base.load(fromByteOffset: byte, as: UInt16.self))
                    return sample >> format.shift
                }
            }
        }
    }

    var allSamples: [[[Int]]] { format.components.indices.map(samples) }
}

/// Composes one film frame, stretched to a canvas of its size, onto `frame`.
func compose(
    _ film: Frame, at corners: Quad, onto frame: inout Frame, opacity: Double = 1, softness: Double = 0,
    velocity: Point2? = nil, fit: Fit = .stretch, canvas: (Int, Int)? = nil, staysInside: Bool = true,
    isPortable: Bool = false
) throws {
    let (width, height) = canvas ?? (film.width, film.height)
    let layout = PageLayout(canvasWidth: width, canvasHeight: height, fit: fit)
    let outline = Quad(outlineOfWidth: width, height: height)
    guard let page = Homography(from: outline, to: corners) else {
        throw CompositingError(description: "the corners span no page")
    }
    var layer = Layer(page: page, picture: layout.picture(from: film, orientation: .upright), opacity: opacity)
    layer.motion = velocity.flatMap {
        Layer.Motion(corners: corners, velocity: Quad($0, $0, $0, $0), exposureSeconds: 1, canvas: outline)
    }
    try compose([layer], onto: &frame, softness: softness, staysInside: staysInside, isPortable: isPortable)
}

func compose(
    _ layers: [Layer], onto frame: inout Frame, softness: Double = 0, staysInside: Bool = true, isPortable: Bool = false
) throws {
    var options = CompositorOptions()
    (options.softnessPixels, options.staysInsideOutline, options.isPortable) = (softness, staysInside, isPortable)
    let compositor = try Compositor(
        format: frame.format, width: frame.width, height: frame.height, colour: frame.colour, options: options)
    compositor.compose(layers, onto: &frame)
}

/// An upright rectangle, given by its outline.
func rectangle(_ x: Double, _ y: Double, _ width: Double, _ height: Double) -> Quad {
    Quad(Point2(x, y), Point2(x + width, y), Point2(x + width, y + height), Point2(x, y + height))
}

/// The code of a mixture of light: `share` of one code and the rest of another, both heights above 0.
func mixed(_ old: Double, _ new: Double, share: Double) -> Double {
    (old * old + (new * new - old * old) * share).squareRoot()
}
