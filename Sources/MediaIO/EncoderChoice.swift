internal import CFFmpegShim
internal import Imaging

/// The encoder that a clip gets, what it is fed with, and how it is set.
package struct EncoderChoice: Hashable, Sendable {
    /// libav's name of the encoder.
    package let encoder: String
    /// The kind of frame that it was chosen for.
    package let source: FrameScaler.Kind
    /// The kind of frame that the encoder takes: its size may be cut to even numbers.
    package let kind: FrameScaler.Kind
    /// The encoder's own settings, by name.
    let options: [String: String]
    /// Sentences: what is converted on the way.
    package let notes: [String]

    /// Chooses for frames of `source` in a `container`. `path` names the output in errors.
    ///
    /// H.264 for 8-bit SDR 4:2:0, else HEVC Main 10; what is asked for goes before. What the encoder does not take as it
    /// is becomes what loses least.
    package init(
        for source: FrameScaler.Kind, container: Container, settings: EncoderSettings, path: String
    ) throws(MediaError) {
        let wanted = settings.codec ?? Self.defaultCodec(for: source)
        let encoder = try Self.encoder(named: wanted, path: path)
        guard container.takes(encoder: encoder) else {
            throw MediaError(
                path: path, step: .encode, detail: "a .\(container) file does not hold \(wanted)",
                remedy: "choose an output that ends in \(Container.thatTake(encoder: encoder)), or another --codec")
        }
        let isDefaultHEVC = settings.codec == nil && wanted == "hevc"
        let format =
            try isDefaultHEVC
            ? Self.require("yuv420p10le") : Self.format(for: source.format, encoder: encoder, path: path)
        let kind = Self.kind(from: source, format: format, encoder: encoder, container: container)
        (self.source, self.encoder, self.kind) = (source, encoder, kind)
        options = try Self.options(encoder: encoder, settings: settings, path: path)
        notes = Self.notes(from: source, to: kind, encoder: encoder)
    }

    private static func defaultCodec(for source: FrameScaler.Kind) -> String {
        let (format, colour) = (source.format, source.colour)
        let isGrey = format.model == .grey && !format.hasAlpha
        let is420 = format.model == .yuv && format.log2ChromaWidth == 1 && format.log2ChromaHeight == 1
        return format.bitDepth == 8 && !colour.isHDR && (isGrey || is420) ? "h264" : "hevc"
    }

    /// libav's encoder for a word of the user's.
    private static func encoder(named name: String, path: String) throws(MediaError) -> String {
        let preferred = [
            "h264": ["libx264"], "hevc": ["libx265"], "av1": ["libsvtav1", "libaom-av1"], "prores": ["prores_ks"],
        ]
        for candidate in (preferred[name.lowercased()] ?? []) + [name, name.lowercased()] {
            if let found = unsafe media_encoder_name(candidate, true) { return unsafe String(cString: found) }
        }
        throw MediaError(
            path: path, step: .encode, detail: "there is no video encoder \(name)",
            remedy: "choose a --codec: h264, hevc, av1, ffv1, prores or one that ffmpeg -encoders lists")
    }

    private static func require(_ name: String) -> PixelFormat {
        guard let format = PixelFormat.named(name) else { preconditionFailure("libav knows \(name)") }
        return format
    }

    /// The format that `encoder` takes which loses least of `format`.
    private static func format(for format: PixelFormat, encoder: String, path: String) throws(MediaError) -> PixelFormat
    {
        var taken: [PixelFormat] = []
        var index: Int32 = 0
        while true {
            let number = unsafe media_encoder_format(encoder, index)
            guard number >= 0 else { break }
            if let known = PixelFormat(libavNumber: number) { taken.append(known) }
            index += 1
        }
        guard index > 0 else { return format }  // it takes any
        // Monochrome and 4:4:4 H.264 or HEVC do not play everywhere; grey with neutral chroma and 4:2:0 do.
        let isDelivered = ["264", "265", "hevc"].contains { encoder.contains($0) } && !encoder.hasSuffix("rgb")
        if isDelivered, format.bitDepth == 8, format.model == .grey || format.isRGB {
            return require("yuv420p")
        }
        if taken.contains(format) { return format }
        let best = unsafe media_encoder_best_format(encoder, format.libavNumber, format.hasAlpha)
        guard let chosen = PixelFormat(libavNumber: best) else {
            throw MediaError(
                path: path, step: .encode, detail: "\(encoder) takes pictures in a graphics card's memory alone",
                remedy: "choose another --codec, such as h264")
        }
        return chosen
    }

    /// Whether frames of the source's own format are encoded without a change of their code values.
    var takesCodesAsTheyAre: Bool {
        source.format == kind.format && source.definite.colour.range == kind.definite.colour.range
    }

    /// The kind of frame of that format: colours that change their meaning, and sizes that the encoder takes.
    private static func kind(
        from source: FrameScaler.Kind, format: PixelFormat, encoder: String, container: Container
    ) -> FrameScaler.Kind {
        var colour = source.colour
        if source.format.isRGB && !format.isRGB {
            // What RGB does not say is said now, since the matrix must be.
            colour = source.definite.colour
            colour.matrix = colour.primaries == 9 ? 9 : 1
            (colour.range, colour.chromaLocation) = (.limited, 1)
        } else if format.isRGB && !source.format.isRGB {
            (colour.matrix, colour.range, colour.chromaLocation) = (0, .full, 0)
        } else if !format.isRGB, source.definite.colour.range == .full, !statesRange(encoder, in: container) {
            colour.range = .limited
        }
        // H.264, HEVC and AV1 encoders refuse half a chroma sample.
        let needsEven = ["264", "265", "hevc", "av1"].contains { encoder.contains($0) }
        let columns = needsEven && format.log2ChromaWidth > 0 ? source.width & ~1 : source.width
        let rows = needsEven && format.log2ChromaHeight > 0 ? source.height & ~1 : source.height
        return FrameScaler.Kind(format: format, width: max(columns, 1), height: max(rows, 1), colour: colour)
    }

    /// Whether a file says that its pictures are of full range: in the codec's own headers, or in those of the container.
    /// ProRes is of limited range whatever is said, and QuickTime's `nclc` says nothing of it.
    private static func statesRange(_ encoder: String, in container: Container) -> Bool {
        if ["264", "265", "hevc", "av1", "vp9", "mjpeg"].contains(where: { encoder.contains($0) }) { return true }
        return container == .mkv && !encoder.hasPrefix("prores")
    }

    private static func options(
        encoder: String, settings: EncoderSettings, path: String
    ) throws(MediaError) -> [String: String] {
        var options = defaults[encoder] ?? [:]
        let asked = [("crf", settings.crf.map(String.init)), ("preset", settings.preset)]
        for case (let name, let value?) in asked {
            guard unsafe media_encoder_has_option(encoder, name) else {
                throw MediaError(
                    path: path, step: .encode, detail: "the encoder \(encoder) has no setting --\(name)",
                    remedy: "leave --\(name) out, or choose another --codec")
            }
            options[name] = value
        }
        if let preset = settings.preset, encoder.hasPrefix("libx26"), !x26Presets.contains(preset) {
            throw MediaError(
                path: path, step: .encode, detail: "\(encoder) has no preset \(preset)",
                remedy: "choose a --preset: \(x26Presets.joined(separator: ", "))")
        }
        return options
    }

    private static let x26Presets = [
        "ultrafast", "superfast", "veryfast", "faster", "fast", "medium", "slow", "slower", "veryslow", "placebo",
    ]

    /// Settings for a picture that looks like the source, at a fair speed.
    private static let defaults: [String: [String: String]] = [
        "libx264": ["crf": "20", "preset": "medium"],
        "libx265": ["crf": "20", "preset": "medium", "x265-params": "log-level=none"],
        "libsvtav1": ["crf": "30", "preset": "8"],
        "libaom-av1": ["crf": "30", "b": "0", "cpu-used": "6", "row-mt": "1"],
        "prores_ks": ["vendor": "apl0"],
        "ffv1": ["level": "3", "slicecrc": "1"],
    ]

    private static func notes(from source: FrameScaler.Kind, to kind: FrameScaler.Kind, encoder: String) -> [String] {
        var notes: [String] = []
        if source.format != kind.format {
            notes.append("pixel format \(source.format.name) is encoded as \(kind.format.name) (\(encoder))")
        }
        if !source.format.isRGB, !kind.format.isRGB, source.definite.colour.range != kind.definite.colour.range {
            notes.append("full range is encoded as limited range, since the file could not say so (\(encoder))")
        }
        if source.width != kind.width || source.height != kind.height {
            notes.append(
                "\(source.width) × \(source.height) is cut to \(kind.width) × \(kind.height): \(encoder) takes even sizes"
            )
        }
        return notes
    }
}
