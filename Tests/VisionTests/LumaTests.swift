import Geometry
import Imaging
import SceneRendering
import Testing
import Vision

@Suite struct LumaTests {
    private static let start = ClipTime(
        ticks: 0, timeBase: TimeBase(1, 600) ?? { preconditionFailure("1 / 600 is positive") }())

    private static func format(
        _ name: String, _ model: PixelFormat.Model, bitDepth: Int = 8, shift: Int = 0, step: Int = 1
    ) -> PixelFormat {
        PixelFormat(
            name: name, model: model, components: [PixelFormat.Component(plane: 0, step: step, offset: step - 1)],
            bitDepth: bitDepth, shift: shift, log2ChromaWidth: 0, log2ChromaHeight: 0, hasAlpha: false)
    }

    /// A frame of one plane whose sample (x, y) is `value`.
    private func frame(_ format: PixelFormat, _ value: (Int, Int) -> Int) -> Frame {
        var frame = Frame(
            allocating: format, width: 12, height: 8, colour: ColourDescription(), presentationTime: Self.start)
        unsafe frame.withMutablePlane(0) { base, bytesPerRow in
            for y in 0..<8 {
                for x in 0..<12 {
                    let at = x * format.components[0].step + format.components[0].offset
                    let row = unsafe base + y * bytesPerRow
                    if format.bytesPerSample == 2 {
                        unsafe row.storeBytes(of: UInt16(value(x, y)), toByteOffset: 2 * at, as: UInt16.self)
                    } else {
                        unsafe row.storeBytes(of: UInt8(value(x, y)), toByteOffset: at, as: UInt8.self)
                    }
                }
            }
        }
        return frame
    }

    private func pattern(_ x: Int, _ y: Int) -> Int { 3 * x + 20 * y + 1 }

    private func check(_ image: GreyImage, _ expected: (Int, Int) -> Int) {
        for y in 0..<8 { for x in 0..<12 { #expect(Int(image[x, y]) == expected(x, y)) } }
    }

    @Test func `eight bits are taken as they lie`() throws {
        check(try luma(of: frame(Self.format("gray", .grey), pattern), orientation: .upright, longSide: 100), pattern)
    }

    @Test func `deeper samples give their upper eight bits, wherever they lie in the word`() throws {
        let ten = frame(Self.format("gray10le", .grey, bitDepth: 10)) { 4 * pattern($0, $1) + 3 }
        check(try luma(of: ten, orientation: .upright, longSide: 100), pattern)
        let shifted = frame(Self.format("p010le", .yuv, bitDepth: 10, shift: 6)) { (4 * pattern($0, $1) + 1) << 6 }
        check(try luma(of: shifted, orientation: .upright, longSide: 100), pattern)
        let sixteen = frame(Self.format("gray16le", .grey, bitDepth: 16)) { 256 * pattern($0, $1) + 255 }
        check(try luma(of: sixteen, orientation: .upright, longSide: 100), pattern)
    }

    @Test func `samples that lie between others are picked out`() throws {
        let packed = frame(Self.format("ya8", .grey, step: 2), pattern)
        check(try luma(of: packed, orientation: .upright, longSide: 100), pattern)
    }

    @Test func `a stored frame comes out upright`() throws {
        let image = try luma(
            of: frame(Self.format("gray", .grey), pattern), orientation: .rotatedClockwise, longSide: 100)
        #expect(image.width == 8 && image.height == 12)
        // The stored bottom-left pixel is the upright top-left one.
        #expect(Int(image[0, 0]) == pattern(0, 7) && Int(image[7, 0]) == pattern(0, 0))
    }

    @Test func `a large frame is reduced to the long side, a small one is not enlarged`() throws {
        let reduced = try luma(of: frame(Self.format("gray", .grey), pattern), orientation: .upright, longSide: 6)
        #expect(reduced.width == 6 && reduced.height == 4)
        // The mean of four neighbours.
        #expect(abs(Int(reduced[2, 1]) - (pattern(4, 2) + pattern(5, 3)) / 2) <= 1)
    }

    @Test func `a frame of packed pixels has no luma plane, and the error says so`() {
        let packed = frame(Self.format("rgb24", .other), pattern)
        let error = #expect(throws: VisionError.self) {
            try luma(of: packed, orientation: .upright, longSide: 100)
        }
        #expect(error?.description == "cannot read luma: rgb24 has no plane of it")
    }

    @Test func `a scene's frame has the luma of its picture`() throws {
        let camera = Camera(width: 64, height: 48, fx: 60, fy: 60, cx: 31.5, cy: 23.5, source: .file, focalSigma: 0)
        var scene = Scene(camera: camera, cameraFromStage: .still(View(distance: 1).cameraFromStage), sheets: [])
        scene.background = SIMD3(1, 1, 1)
        for orientation in Orientation.allCases {
            let frame = try #require(SceneSource(Shot(scene, frameCount: 1), orientation: orientation).nextFrame())
            let image = try luma(of: frame, orientation: orientation, longSide: 64)
            #expect(image.width == 64 && image.height == 48 && image.pixels.allSatisfy { $0 == 235 })
        }
    }
}
