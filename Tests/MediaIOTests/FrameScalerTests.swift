import Imaging
import MediaIO
import Testing

/// A frame of one colour, given as sample values of its components.
private func flat(_ format: String, _ values: [UInt8], size: Int = 64, colour: ColourDescription) throws -> Frame {
    let format = try #require(PixelFormat.named(format))
    let time = ClipTime(ticks: 7, timeBase: try #require(TimeBase(1, 25)))
    var frame = Frame(allocating: format, width: size, height: size, colour: colour, presentationTime: time)
    for (index, component) in format.components.enumerated() {
        let grid = format.size(ofComponent: index, width: size, height: size)
        frame.withMutablePlane(component.plane) { base, stride in
            for y in 0..<grid.height {
                for x in 0..<grid.width {
                    base.storeBytes(
                        of: values[index], toByteOffset: y * stride + x * component.step + component.offset,
                        as: UInt8.self)
                }
            }
        }
    }
    return frame
}

private func convert(_ frame: Frame, to format: String, size: Int = 64, colour: ColourDescription) throws -> Frame {
    let format = try #require(PixelFormat.named(format))
    let scaler = try FrameScaler(
        from: .init(frame), to: .init(format: format, width: size, height: size, colour: colour), path: "test")
    return try scaler.scale(frame)
}

@Suite struct FrameScalerTests {
    private let rgb = ColourDescription(matrix: 0, range: .full)

    /// Pure red by the equations of BT.601 and BT.709, limited and full: Y = Kr, Cb = −Kr / (2 (1 − Kb)), Cr = 0.5.
    @Test(
        arguments: [(6, 0.299, 0.114), (1, 0.2126, 0.0722), (9, 0.2627, 0.0593)] as [(Int, Double, Double)],
        [true, false])
    func `the matrix and the range are those that the colours state`(
        matrix: (number: Int, red: Double, blue: Double), isFull: Bool
    ) throws {
        let red = try flat("rgba", [255, 0, 0, 255], colour: rgb)
        let colour = ColourDescription(matrix: matrix.number, range: isFull ? .full : .limited)
        let yuv = samples(try convert(red, to: "yuv444p", colour: colour)).map { Double($0[64 * 32 + 32]) }
        let (span, base, chroma) = isFull ? (255.0, 0.0, 255.0) : (219, 16, 224)
        #expect(abs(yuv[0] - (base + span * matrix.red)) <= 1)
        #expect(abs(yuv[1] - (128 - chroma * matrix.red / (2 * (1 - matrix.blue)))) <= 1)
        #expect(abs(yuv[2] - min(255, 128 + chroma * 0.5)) <= 1)
        let back = try convert(convert(red, to: "yuv444p", colour: colour), to: "rgba", colour: rgb)
        let pixel = samples(back)[0][(64 * 32 + 32) * 4..<(64 * 32 + 32) * 4 + 4].map { Int($0) }
        #expect(zip(pixel, [255, 0, 0, 255]).allSatisfy { abs($0 - $1) <= 3 })
    }

    @Test func `colours that are not stated are guessed from the size as players do`() throws {
        for (size, matrix) in [(64, 6), (1280, 1)] {
            let unknown = try flat("yuv420p", [82, 90, 240], size: size, colour: ColourDescription())
            let known = try flat(
                "yuv420p", [82, 90, 240], size: size, colour: ColourDescription(matrix: matrix, range: .limited))
            let (a, b) = try (
                convert(unknown, to: "rgba", size: 8, colour: rgb), convert(known, to: "rgba", size: 8, colour: rgb)
            )
            #expect(samples(a) == samples(b))
        }
    }

    @Test func `shrinking averages, and time and duration are kept`() throws {
        var frame = try flat("gray", [0], colour: ColourDescription(range: .full))
        frame.withMutablePlane(0) { base, stride in
            for y in 0..<64 {
                for x in 0..<64 where (x + y) % 2 == 0 {
                    base.storeBytes(of: 255, toByteOffset: y * stride + x, as: UInt8.self)
                }
            }
        }
        let small = try convert(frame, to: "gray", size: 8, colour: ColourDescription(range: .full))
        #expect(samples(small)[0].allSatisfy { (126...129).contains($0) })
        #expect(small.presentationTime == frame.presentationTime)
    }

    @Test func `formats are described by their samples' places`() throws {
        let nv12 = try #require(PixelFormat.named("nv12"))
        #expect(nv12.planeCount == 2)
        #expect(nv12.components.map(\.step) == [1, 2, 2])
        #expect(nv12.components.map(\.offset) == [0, 0, 1])
        let p010 = try #require(PixelFormat.named("p010le"))
        #expect((p010.bitDepth, p010.shift, p010.components[2].offset) == (10, 6, 1))
        let gbrap = try #require(PixelFormat.named("gbrap"))
        #expect(gbrap.components.map(\.plane) == [0, 1, 2, 3])
        #expect((gbrap.model, gbrap.hasAlpha) == (.planarRGB, true))
        let models = [
            "gray", "gray12le", "yuva444p10le", "yuv420p10be", "rgb24", "yuyv422", "pal8", "monob", "gbrpf32le",
        ]
        .map { PixelFormat.named($0)?.model }
        #expect(models == [.grey, .grey, .yuv, .other, .other, .other, .other, .other, .other])
        let red = [
            "gbrp", "gbrap10le", "rgb24", "bgra", "0rgb", "x2rgb10le", "rgb48be", "pal8", "bayer_rggb8", "rgb565le",
        ]
        #expect(red.allSatisfy { PixelFormat.named($0)?.isRGB == true })
        let others = ["gray", "ya8", "monob", "yuv420p", "nv12", "p010le", "yuyv422", "ayuv64le", "y210le", "xyz12le"]
        #expect(others.allSatisfy { PixelFormat.named($0)?.isRGB == false })
        #expect(PixelFormat.named("nonsense") == nil)
        #expect(PixelFormat.named("vaapi") == nil)
        #expect(PixelFormat.named("pal8")?.planeCount == 2)
    }
}
