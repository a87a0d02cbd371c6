internal import CFFmpegShim
package import Imaging

extension PixelFormat {
    /// The format that libav calls `libavName`, or `nil` when it knows none of that name.
    ///
    /// Formats whose samples cannot be reached one by one (palettes, bit streams, packed pixels of unlike parts, floats,
    /// foreign byte order) get the model `other`; their planes are complete all the same, so `FrameScaler` converts them.
    package static func named(_ libavName: String) -> PixelFormat? {
        PixelFormat(libavNumber: unsafe media_format_named(libavName))
    }

    /// The format of that number in libav's enumeration, or `nil` when there is none.
    init?(libavNumber number: Int32) {
        guard let name = unsafe media_format_name(number) else { return nil }
        let layout = media_format_describe(number)
        guard !layout.is_hardware, layout.component_count > 0 else { return nil }
        let described = (0..<layout.component_count).map { media_format_component_at(number, $0) }
        let model = Self.model(layout, described, name: unsafe String(cString: name))
        // libav has red first; its planar formats keep green in the first plane, and so do we.
        let order = model == .planarRGB ? [1, 2, 0] + (described.count > 3 ? [3] : []) : Array(described.indices)
        let bytesPerSample = described[0].depth > 8 ? 2 : 1
        var components = order.map { index in
            let component = described[index]
            return Component(
                plane: Int(component.plane), step: max(1, Int(component.step) / bytesPerSample),
                offset: Int(component.offset) / bytesPerSample)
        }
        // The palette is a plane that no component names.
        if layout.has_palette { components.append(Component(plane: 1, step: 4, offset: 0)) }
        self.init(
            name: unsafe String(cString: name), model: model, components: components, bitDepth: Int(described[0].depth),
            shift: Int(described[0].shift), log2ChromaWidth: Int(layout.log2_chroma_width),
            log2ChromaHeight: Int(layout.log2_chroma_height), hasAlpha: layout.has_alpha)
    }

    /// libav's number of this format; -1 for a format that libav does not know.
    var libavNumber: Int32 { unsafe media_format_named(name) }

    private static func model(
        _ layout: media_format_layout, _ components: [media_format_component], name: String
    ) -> Model {
        let first = components[0]
        let isAlike = components.allSatisfy { $0.depth == first.depth && $0.shift == first.shift }
        let isReachable =
            !layout.is_bitstream && !layout.has_palette && !layout.is_float && !layout.is_bayer
            && !layout.is_foreign_endian && (8...16).contains(first.depth) && isAlike && !name.hasPrefix("xyz")
        guard isReachable else { return .other }
        let colours = components.count - (layout.has_alpha ? 1 : 0)
        if colours == 1 { return .grey }
        guard layout.is_planar, colours == 3 else { return .other }
        if !layout.is_rgb { return .yuv }
        let planes = Set(components.prefix(3).map(\.plane))
        return planes.count == 3 ? .planarRGB : .other
    }
}

extension ColourDescription {
    init(_ colour: media_colour) {
        let range: Range =
            switch colour.range {
            case 1: .limited
            case 2: .full
            default: .unspecified
            }
        self.init(
            primaries: Int(colour.primaries), transfer: Int(colour.transfer), matrix: Int(colour.matrix), range: range,
            chromaLocation: Int(colour.chroma_location))
    }

    /// The same in libav's numbers.
    var libav: media_colour {
        let number: Int32 =
            switch range {
            case .unspecified: 0
            case .limited: 1
            case .full: 2
            }
        return media_colour(
            primaries: Int32(primaries), transfer: Int32(transfer), matrix: Int32(matrix), range: number,
            chroma_location: Int32(chromaLocation))
    }
}
