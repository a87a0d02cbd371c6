internal import Files
internal import Foundation
internal import Geometry
internal import Imaging
internal import MediaIO
internal import Pipelines
internal import References
internal import Tracking

/// *Find drawings in a clip and write a track file.*
///
/// One pass over the clip, decoding and tracking at once, then those stretches again in which a drawing is followed backwards.
/// A run that was stopped is gone on with.
package func track(_ request: TrackRequest, _ context: RunContext) throws -> TrackSummary {
    let (summary, checkpoints) = try tracked(request, context)
    checkpoints.remove()
    return summary
}

/// Tracks, and leaves it to the caller to remove the checkpoints when what comes of it is safe.
func tracked(
    _ request: TrackRequest, _ context: RunContext
) throws -> (summary: TrackSummary, checkpoints: TrackCheckpoints) {
    let output = try OutputFile(path: request.output, overwrite: request.overwrite)
    let page = try ReportFile(request)
    let tracks = ClipTracks(video: request.videoTrack)
    let info = try ClipReader(path: request.clip, tracks: tracks, threadCount: 1).info
    let catalog = try Catalog(path: request.catalog)
    try ClipOutputs.refuse(request.outputs, thatAreAmong: catalog.entries.map(\.imagePath))
    var warnings = catalog.problems.map(\.description)
    let camera = try cameraOf(info, request.camera, &warnings)
    let library = try openLibrary(catalog, &warnings, context)
    let options = TrackingOptions()
    let identity: TrackIdentity
    do {
        identity = try TrackIdentity(clip: info, camera: camera, references: library.references, options: options)
    } catch { throw SketchreelError("\(request.clip): cannot read: \(error)") }
    let checkpoints = TrackCheckpoints(identity, isFresh: request.isFresh)
    let pass = try TrackingPass(
        info: info, camera: camera, library: library, options: options, checkpoints: checkpoints, context: context
    ).run()
    warnings += cameraWarnings(request.clip, pass.solved)
    warnings += library.references.compactMap { $0.model.failure.map { "\($0); it was not looked for from then on" } }
    if let damage = pass.damage {
        warnings.append(damage.sentence(of: request.clip, frameRate: info.video.estimatedFrameRate))
    }
    let size = info.video.uprightSize
    let track = Track(
        program: programName,
        clip: Track.Clip(
            file: (request.clip as NSString).lastPathComponent, bytes: info.byteCount, sha256: pass.sha256,
            width: camera.width, height: camera.height, timeBase: info.video.timeBase,
            orientation: info.video.orientation, videoTrack: info.pictureTrack),
        camera: pass.solved.camera,
        references: library.references.map {
            Track.Reference(
                name: $0.model.name, widthMetres: $0.model.widthMetres, heightMetres: $0.heightMetres,
                pixelWidth: $0.model.pixelWidth, pixelHeight: $0.model.pixelHeight, sha256: $0.sha256)
        },
        frames: pass.solved.frames, exposureShare: pass.exposureShare
    ).resized(width: size.width, height: size.height)
    let report = try page.contents(for: track, of: catalog, warnings: warnings, context)
    try context.cancellation.check()
    try output.write(pieces: TrackFile.pieces(track))
    try page.write(report, after: request.output)
    let summary = TrackSummary(
        output: request.output, report: request.report, frameCount: track.frames.count, sightings: sightings(in: track),
        cameraSource: track.camera.source.rawValue, focalPixels: track.camera.fx, lookCount: pass.looks.count,
        lookSeconds: pass.looks.seconds, resumedAtFrame: pass.resumedAtFrame, warnings: warnings)
    return (summary, checkpoints)
}

/// The references of a catalog; those that cannot be used are named in `warnings`.
private func openLibrary(
    _ catalog: Catalog, _ warnings: inout [String], _ context: RunContext
) throws -> ReferenceLibrary {
    let library = try ReferenceLibrary(catalog, cache: ReferenceCache()) { try context.cancellation.check() }
    warnings += library.problems.map { "\($0); it is skipped" }
    guard !library.references.isEmpty else {
        throw SketchreelError(
            "\(catalog.path): there is no drawing in this catalog that can be tracked; register one (sketchreel register IMAGE --width 21cm)"
        )
    }
    return library
}

// MARK: Camera

/// The clip's camera, for its pictures in square pixels: as asked, else by the phone's own word, else assumed.
private func cameraOf(
    _ info: ClipInfo, _ choice: TrackRequest.CameraChoice, _ warnings: inout [String]
) throws -> Camera {
    let size = info.video.squareSize
    switch choice {
    case .file(let path):
        let data: Data
        do { data = try FileSystem.read(path, limit: 1 << 20) } catch {
            throw SketchreelError("\(path): cannot read the camera: \(error)")
        }
        let (camera, warning) = try CameraFile.read(data, path: path, pictures: size)
        warnings += warning.map { [$0] } ?? []
        guard let scaled = camera.scaled(width: size.width, height: size.height) else {
            throw SketchreelError(
                "\(path): cannot use the camera: it is for \(camera.width) × \(camera.height) pixels, and the clip's are \(size.width) × \(size.height), another shape; calibrate with the phone held as in the clip"
            )
        }
        return scaled
    case .focalLength35mm(let millimetres):
        return Camera(
            width: size.width, height: size.height, focalLength35mm: millimetres, source: .file, relativeSigma: 0.02)
    case .automatic:
        if let millimetres = info.focalLength35mm {
            return Camera(
                width: size.width, height: size.height, focalLength35mm: millimetres, source: .metadata,
                relativeSigma: 0.03)
        }
        // A phone's main camera is 24 to 26 mm wide; video is cropped a little by stabilisation.
        return Camera(
            width: size.width, height: size.height, focalLength35mm: 28, source: .assumed, relativeSigma: 0.15)
    }
}

/// What a user should know of the camera that the poses are for.
private func cameraWarnings(_ clip: String, _ solved: SolvedClip) -> [String] {
    let camera = solved.camera
    if camera.source == .assumed {
        return [
            "\(clip): its focal length is not known and was assumed; distances and tilts are rough (--focal-length-35mm)"
        ]
    }
    return solved.contradictingFocal.map { focal in
        [
            "\(clip): its own focal length, \(Int(camera.fx.rounded())) pixels, does not explain how its drawings are seen, \(Int(focal.rounded())) does; distances and tilts may be wrong (--camera, --focal-length-35mm)"
        ]
    } ?? []
}

// MARK: Summary

private func sightings(in track: Track) -> [TrackSummary.Sighting] {
    track.references.compactMap { reference in
        let seen = track.frames.enumerated().compactMap { index, frame in
            frame.anchors.first { $0.reference == reference.name }.map { (index, $0.state) }
        }
        guard let first = seen.first, let last = seen.last else { return nil }
        return TrackSummary.Sighting(
            reference: reference.name, trackedFrames: seen.count { $0.1 == .tracked },
            heldFrames: seen.count { $0.1 == .held }, firstSeconds: track.seconds(ofFrame: first.0),
            lastSeconds: track.seconds(ofFrame: last.0))
    }
}
