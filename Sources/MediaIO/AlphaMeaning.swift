internal import Imaging

/// What a film's colours are where it is transparent.
package enum AlphaMeaning: Hashable, Sendable {
    /// Colours as they would be without alpha.
    case straight
    /// Colours that were multiplied by alpha: laid on black.
    case premultiplied
}

extension AlphaMeaning {
    /// What the container or the codec says, by itself or by definition; `nil` where neither does.
    ///
    /// PNG, GIF and WebP are straight by definition. QuickTime may say it in the graphics mode of its video track
    /// (QuickTime File Format, "Graphics Modes"); ProRes, QuickTime Animation and WebM do not.
    init?(ofFile path: String, container: String, codec: String) {
        if ["png", "apng", "gif", "webp"].contains(codec) {
            self = .straight
            return
        }
        guard container.contains("mov"), let mode = Self.graphicsMode(ofFile: path) else { return nil }
        switch mode {
        case 0x100, 0x104: self = .straight  // "straight alpha", "straight alpha blend"
        case 0x102: self = .premultiplied  // "premultiplied with black"
        default: return nil
        }
    }

    /// The first video track's graphics mode: behind four bytes of version and flags of its `vmhd`.
    private static func graphicsMode(ofFile path: String) -> Int? {
        guard let reader = BoxReader(path: path), let movie = reader.outermost.first(where: { $0.type == "moov" })
        else { return nil }
        for track in reader.boxes(in: movie, "trak") {
            let headers = reader.boxes(in: track, "mdia").flatMap { reader.boxes(in: $0, "minf") }
                .flatMap { reader.boxes(in: $0, "vmhd") }
            guard let header = headers.first else { continue }
            let bytes = reader.bytes(header.body, limit: 6)
            return bytes.count == 6 ? Int(bigEndian(bytes[4..<6])) : nil
        }
        return nil
    }
}

/// Tells straight from premultiplied colours by the pictures themselves.
///
/// Multiplied colours are never brighter than alpha: pictures in which many are, are straight. Where none is, though much is
/// half transparent, in several pictures, they were multiplied. Where little is half transparent it does not matter much.
struct AlphaEvidence {
    private var partial = 0, brighter = 0, pictures = 0

    /// What decoders of lossy codecs, and coarser chroma, add to a colour: of 255.
    private static let slack = 24
    /// This share of half transparent pixels that are brighter proves straight colours: others come from lossy codecs.
    private static let provingShare = 0.03
    private static let (fewestPixels, fewestPictures) = (200, 2)
    /// At most so many pixels of a picture are looked at.
    private static let mostPixels = 100_000

    /// Adds a picture of R, G, B, A.
    mutating func add(_ frame: Frame) {
        let step = max(1, frame.width * frame.height / Self.mostPixels)
        var found = (partial: 0, brighter: 0)
        unsafe frame.withPlane(0) { base, stride in
            for y in Swift.stride(from: step / 2, to: frame.height, by: step) {
                let row = unsafe (base + y * stride).assumingMemoryBound(to: UInt8.self)
                for x in 0..<frame.width {
                    let alpha = unsafe Int(row[4 * x + 3])
                    guard alpha < 240 else { continue }
                    let brightest = unsafe Int(max(row[4 * x], row[4 * x + 1], row[4 * x + 2]))
                    if alpha > 15 { found.partial += 1 }
                    if brightest > alpha + Self.slack { found.brighter += 1 }
                }
            }
        }
        partial += found.partial
        brighter += found.brighter
        if found.partial > 0 { pictures += 1 }
    }

    /// The verdict over `seen` pictures; straight where nothing tells, as most are.
    func verdict(seen: Int) -> AlphaMeaning {
        if Double(brighter) > Self.provingShare * Double(max(partial, 1)) { return .straight }
        let isEnough = partial >= Self.fewestPixels && pictures >= min(Self.fewestPictures, seen)
        return isEnough ? .premultiplied : .straight
    }
}

extension FilmReader {
    /// Pictures of a film that are looked at for `alphaMeaning`.
    private static let evidencePictures = 8

    /// What the colours of a film with alpha are; `nil` for one whose pictures have no alpha. Reads up to eight pictures,
    /// spread over the film, where neither container nor codec tells.
    package func alphaMeaning() throws(MediaError) -> AlphaMeaning? {
        guard let video, video.format.hasAlpha else { return nil }
        if let told = toldAlphaMeaning { return told }
        guard let rgba = PixelFormat.named("rgba") else { preconditionFailure("libav knows rgba") }
        let film = try FilmReader(path: path)
        var evidence = AlphaEvidence()
        var (seen, lastTicks): (Int, Int64?) = (0, nil)
        for index in 0..<Self.evidencePictures {
            let seconds = durationSeconds * Double(index) / Double(Self.evidencePictures)
            guard let frame = try film.frame(atSeconds: seconds), frame.presentationTime.ticks != lastTicks else {
                continue
            }
            (seen, lastTicks) = (seen + 1, frame.presentationTime.ticks)
            var colour = frame.colour
            (colour.matrix, colour.range) = (0, .full)
            let scaler = try FrameScaler(
                from: FrameScaler.Kind(frame),
                to: FrameScaler.Kind(format: rgba, width: frame.width, height: frame.height, colour: colour), path: path
            )
            evidence.add(try scaler.scale(frame))
        }
        return evidence.verdict(seen: seen)
    }
}
