internal import Compositing
internal import Files
internal import Foundation
internal import Geometry
internal import Imaging
internal import MediaIO
internal import Pipelines
internal import Shows
internal import Tracking

/// *Put films onto the drawings of a track file.*
///
/// One pass over the clip: decode, compose, encode, each on a thread of its own. Without a drawing in the track the clip's
/// streams are copied as they are.
package func render(_ request: RenderRequest, _ context: RunContext) throws -> RenderSummary {
    let output = try OutputFile(path: request.output, overwrite: request.overwrite)
    let container = try container(of: request.output)
    let track = try readTrack(request.track)
    let tracks = request.tracks.media(video: track.clip.videoTrack)
    let info = try ClipReader(path: request.clip, tracks: tracks, threadCount: 1).info
    try check(track, at: request.track, isOf: info)
    let seesDrawings = track.frames.contains { !$0.anchors.isEmpty }
    let program = try ShowProgram(track: track, request: request)
    guard !program.plan.shows.isEmpty else {
        let notes = try copyStreams(request, info, container, output, context)
        return RenderSummary(
            output: request.output, frameCount: track.frames.count, composedFrameCount: 0, shows: [],
            seed: request.show.seed, codec: nil, seesDrawings: seesDrawings, notes: notes,
            warnings: program.warnings)
    }
    let pass = try renderingPass(request, info, track, program, container, partialPath: output.partialPath, context)
    try context.cancellation.check()
    try output.commit()
    return RenderSummary(
        output: request.output, frameCount: track.frames.count, composedFrameCount: pass.composedFrames,
        shows: pass.shows, seed: request.show.seed, codec: pass.encoder, seesDrawings: true, notes: pass.notes,
        warnings: program.warnings + pass.warnings)
}

/// Refuses what `render` would refuse whatever the track says.
func checkBeforeTracking(_ request: RenderRequest) throws {
    let container = try container(of: request.output)
    let info = try ClipReader(path: request.clip, tracks: request.tracks.media(), threadCount: 1).info
    var items = ShowItems(request.items.livePhotos)
    for presentation in [request.usualPresentation] + (request.show.program?.entries.map(\.presentation) ?? []) {
        _ = try items.indices(of: presentation.source)
    }
    _ = try workingFormat(info, container, request)
}

private func container(of path: String) throws -> Container {
    let ending = (path as NSString).pathExtension
    guard let container = Container(fileExtension: ending) else {
        let kind = ending.isEmpty ? "file without an extension" : ".\(ending) file"
        throw SketchreelError("\(path): cannot write a \(kind); choose an output that ends in .mp4, .mov or .mkv")
    }
    return container
}

private func readTrack(_ path: String) throws -> Track {
    let data: Data
    do { data = try FileSystem.read(path, limit: 4 << 30) } catch {
        throw SketchreelError("\(path): cannot read the track: \(error); make it with sketchreel track")
    }
    return try TrackFile.track(from: data, path: path)
}

/// Makes sure that a track is the clip's.
private func check(_ track: Track, at path: String, isOf info: ClipInfo) throws {
    let size = info.video.uprightSize
    if let tracked = track.clip.videoTrack, let taken = info.pictureTrack, tracked != taken {
        throw SketchreelError(
            "\(path): this is the track of the clip's video track \(tracked), not of \(taken); leave --video-track out, or track that one"
        )
    }
    guard track.clip.bytes == info.byteCount, track.clip.width == size.width, track.clip.height == size.height,
        track.clip.timeBase == info.video.timeBase
    else {
        throw SketchreelError(
            "\(path): this is the track of another clip (\(track.clip.file)), not of \(info.path); make one with sketchreel track"
        )
    }
}

// MARK: Nothing to show

/// Copies the clip and gives sentences about what was left out: the file as it is where the result is to be of its kind, with
/// what no muxer would carry; else its streams.
private func copyStreams(
    _ request: RenderRequest, _ info: ClipInfo, _ container: Container, _ output: consuming OutputFile,
    _ context: RunContext
) throws -> [String] {
    if request.keepsMetadata, request.tracks == SourceTracks(), info.isWritten(as: container, name: request.clip) {
        do {
            let isWhole = try FileSystem.copy(request.clip, into: output.partialPath) {
                context.cancellation.isCancelled
            }
            guard isWhole else { throw Cancelled() }
        } catch let error as FileSystemError {
            throw SketchreelError("\(request.output): cannot copy \(request.clip): \(error); choose another output")
        }
        try output.commit()
        return []
    }
    let notes = try ClipCopy.copy(
        info, to: output.partialPath, name: request.output, container: container, keepsMetadata: request.keepsMetadata
    ) {
        context.cancellation.isCancelled
    }
    guard let notes else { throw Cancelled() }
    try output.commit()
    return notes
}

// MARK: The pass

/// What the pass over a clip gives.
private struct RenderedClip: Sendable {
    let composedFrames: Int
    let shows: [RenderSummary.Show]
    let encoder: String
    let notes, warnings: [String]
}

private func renderingPass(
    _ request: RenderRequest, _ info: ClipInfo, _ track: Track, _ program: ShowProgram, _ container: Container,
    partialPath: String, _ context: RunContext
) throws -> RenderedClip {
    let settings = EncoderSettings(request.encoding)
    let format = try workingFormat(info, container, request)
    // Frames in flight: four each way, in the clip's own pixel format (3 MB each for 1080p 8-bit 4:2:0).
    let (decoded, composed) = (BoundedQueue<Frame>(capacity: 4), BoundedQueue<Frame>(capacity: 4))
    let (played, written, damage) = (Deposit<PlayedShows>(), Deposit<WrittenFilm>(), Deposit<Damage>())
    var stages = StageGroup(cancellation: context.cancellation)
    stages.connect(decoded)
    stages.connect(composed)
    stages.add("decode") {
        let reader = try ClipReader(info)
        while let frame = try reader.nextFrame() {
            try context.cancellation.check()
            try decoded.push(frame)
        }
        decoded.finish()
        if let found = reader.damage { damage.leave(found) }
    }
    stages.add("compose") {
        let stage = try FilmStage(
            info: info, track: track, program: program, catalog: request.catalog, look: request.look,
            items: request.items, seed: request.show.seed, format: format)
        while let frame = try decoded.pop() { try composed.push(try stage.compose(frame)) }
        try stage.checkEnd()
        played.leave(stage.played)
        composed.finish()
    }
    stages.add("encode") {
        let writer = try ClipWriter(
            path: partialPath, name: request.output, container: container, source: info, frameFormat: format,
            settings: settings, soundtrack: program.soundtrack, keepsMetadata: request.keepsMetadata)
        var count = 0
        while let frame = try composed.pop() {
            try context.cancellation.check()
            try writer.append(frame)
            count += 1
            context.progress(
                ClipProgress(step: .render, clip: info.path, framesDone: count, frameCount: track.frames.count))
        }
        try writer.finish()
        written.leave(WrittenFilm(encoder: writer.choice.encoder, notes: writer.notes))
    }
    try stages.run()
    guard let shows = played.value, let film = written.value else { throw Cancelled() }
    return RenderedClip(
        composedFrames: shows.composedFrames, shows: program.summary(of: shows.plan), encoder: film.encoder,
        notes: info.notes + film.notes,
        warnings: shows.warnings
            + (damage.value.map { [$0.sentence(of: info.path, frameRate: info.video.estimatedFrameRate)] } ?? []))
}

private struct WrittenFilm: Sendable {
    let encoder: String
    let notes: [String]
}

/// The clip's own pixel format where pictures can be composed onto it as it is, else what the encoder takes.
///
/// - Throws: when the film cannot be encoded as asked.
private func workingFormat(_ info: ClipInfo, _ container: Container, _ request: RenderRequest) throws -> PixelFormat {
    let taken = try ClipWriter.encoderFormat(
        for: info.video.format, video: info.video, container: container, settings: EncoderSettings(request.encoding),
        name: request.output)
    let format = info.video.format
    if format.isComposable { return format }
    // RGB stays RGB until it is encoded: as long as there is no matrix, none can be mistaken.
    let plain = format.isRGB ? (format.bitDepth > 8 ? "gbrp16le" : "gbrp") : "yuv444p"
    guard let planar = PixelFormat.named(plain) else { preconditionFailure("libav knows \(plain)") }
    return taken.isComposable && !format.isRGB ? taken : planar
}

extension EncoderSettings {
    fileprivate init(_ encoding: RenderRequest.Encoding) {
        self.init(
            codec: encoding.codec, crf: encoding.crf, preset: encoding.preset, audioCodec: encoding.audioCodec)
    }
}
