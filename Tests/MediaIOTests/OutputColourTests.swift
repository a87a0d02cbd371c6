import Imaging
import MediaIO
import Testing

@Suite struct OutputColourTests {
    private func choice(
        _ format: String, _ colour: ColourDescription, codec: String, container: Container
    ) throws -> EncoderChoice {
        let kind = FrameScaler.Kind(
            format: try #require(PixelFormat.named(format)), width: 1920, height: 1080, colour: colour)
        return try EncoderChoice(
            for: kind, container: container, settings: EncoderSettings(codec: codec), path: "out.\(container)")
    }

    private let full = ColourDescription(primaries: 1, transfer: 1, matrix: 1, range: .full, chromaLocation: 1)

    /// ProRes has no word for full range, and neither has QuickTime for codecs that do not say it themselves.
    @Test(arguments: [("prores", Container.mov), ("prores", .mkv), ("ffv1", .mov)])
    func `full range becomes limited where the file could not say it`(codec: String, container: Container) throws {
        let choice = try choice("yuv420p", full, codec: codec, container: container)
        #expect(choice.kind.colour.range == .limited)
        #expect(choice.notes.contains { $0.hasPrefix("full range is encoded as limited range") })
    }

    @Test(arguments: [("h264", Container.mov), ("hevc", .mp4), ("ffv1", .mkv)])
    func `full range stays where the file says it`(codec: String, container: Container) throws {
        let choice = try choice("yuv420p", full, codec: codec, container: container)
        #expect(choice.kind.colour == full)
        #expect(choice.notes.isEmpty)
    }

    @Test func `a clip without tags stays without`() throws {
        let choice = try choice("yuv420p", ColourDescription(), codec: "h264", container: .mp4)
        #expect(choice.kind.colour == ColourDescription())
    }

    @Test func `RGB that becomes YUV keeps its curve and its primaries, and says its matrix`() throws {
        let plain = try choice("gbrp", ColourDescription(), codec: "h264", container: .mp4).kind
        #expect(plain.format.name == "yuv420p")
        #expect(
            plain.colour
                == ColourDescription(primaries: 1, transfer: 13, matrix: 1, range: .limited, chromaLocation: 1))
        let wide = ColourDescription(primaries: 12, transfer: 13, matrix: 0, range: .full)
        #expect(try choice("gbrp", wide, codec: "h264", container: .mp4).kind.colour.primaries == 12)
    }

    @Test(arguments: [16, 18]) func `HDR of ten bits stays what it is`(transfer: Int) throws {
        let colour = ColourDescription(primaries: 9, transfer: transfer, matrix: 9, range: .limited, chromaLocation: 3)
        for (codec, container) in [("hevc", Container.mp4), ("hevc", .mov), ("hevc", .mkv), ("ffv1", .mkv)] {
            let kind = try choice("yuv420p10le", colour, codec: codec, container: container).kind
            #expect(kind.colour == colour && kind.format.name == "yuv420p10le")
        }
    }
}
