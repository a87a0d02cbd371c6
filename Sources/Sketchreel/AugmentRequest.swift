internal import Files

/// *The main job: track, then render, and nothing else.*
package struct AugmentRequest: Hashable, Sendable {
    /// The first pass.
    package let track: TrackRequest
    /// The second pass; it reads the track file that the first one writes.
    package let render: RenderRequest

    /// Creates a request for one clip.
    package init(
        clip: String, tracks: SourceTracks = SourceTracks(), outputs: ClipOutputs, report: String? = nil,
        catalog: String,
        camera: TrackRequest.CameraChoice, albums: [String], show: RenderRequest.Show,
        look: RenderRequest.Look, items: RenderRequest.Items = RenderRequest.Items(),
        encoding: RenderRequest.Encoding, keepsMetadata: Bool = true, overwrite: Bool, isFresh: Bool = false
    ) {
        track = TrackRequest(
            clip: clip, videoTrack: tracks.video, catalog: catalog, camera: camera, output: outputs.track,
            report: report, overwrite: overwrite, isFresh: isFresh)
        render = RenderRequest(
            clip: clip, tracks: tracks, track: outputs.track, catalog: catalog, albums: albums, show: show, look: look,
            items: items, encoding: encoding, keepsMetadata: keepsMetadata, output: outputs.film, overwrite: overwrite)
    }
}

/// What both passes did.
package struct AugmentSummary: Hashable, Sendable {
    /// The first pass.
    package let track: TrackSummary
    /// The second pass.
    package let render: RenderSummary

    /// Creates a summary.
    package init(track: TrackSummary, render: RenderSummary) { (self.track, self.render) = (track, render) }
}

/// Tracks the clip, then renders it.
///
/// - Throws: before any work when an output cannot be written, the album has nothing to show or the film cannot be
///   encoded as asked. A run that fails leaves none of the files.
package func augment(_ request: AugmentRequest, _ context: RunContext) throws -> AugmentSummary {
    for output in request.track.outputs + [request.render.output] {
        try OutputFile(path: output, overwrite: request.render.overwrite).discard()
    }
    try checkBeforeTracking(request.render)
    let (tracked, checkpoints) = try tracked(request.track, context)
    let trackFile = ProvisionalFile(request.track.output)
    let report = request.track.report.map { ProvisionalFile($0) }
    let rendered = try render(request.render, context)
    trackFile.keep()
    report?.keep()
    // Until here a run that is stopped need not track again.
    checkpoints.remove()
    return AugmentSummary(track: tracked, render: rendered)
}
