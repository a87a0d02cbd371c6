internal import Arguments
internal import OrderedJSON
internal import Sketchreel

/// `sketchreel augment`.
struct AugmentCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "augment", abstract: "Find the drawings in clips and put films onto them: track, then render.",
        discussion: """
            Writes CLIP.sketchreel.EXT and CLIP.track.jsonl beside each clip. A clip without a drawing is copied as it \
            is, with a warning; if none of the clips has one, the status is 2. A clip that fails does not stop the \
            others; the status is then 1.

              sketchreel augment party.mov --album Party/AR_0 --album Party/AR_1
              sketchreel augment *.mov --album Party/AR_0 --output-dir Films
            """)

    @Argument(help: ArgumentHelp("The clips.", valueName: "clip")) var clips: [String]
    @OptionGroup var album: AlbumOptions
    @Option(
        name: [.customShort("o"), .long],
        help: ArgumentHelp(
            "The result for one clip; its extension (mp4, mov, mkv) names the container.", valueName: "file"))
    var output: String?
    @Option(help: ArgumentHelp("The folder for the results, instead of the clips' own.", valueName: "dir"))
    var outputDir: String?
    @OptionGroup var report: ReportOptions
    @OptionGroup var catalog: CatalogOptions
    @OptionGroup var camera: CameraOptions
    @OptionGroup var videoTrack: VideoTrackOptions
    @OptionGroup var source: SourceOptions
    @OptionGroup var overwrite: OverwriteOptions
    @OptionGroup var resume: ResumeOptions
    @OptionGroup var common: CommonOptions
    @OptionGroup(title: "Show") var show: ShowOptions
    @OptionGroup(title: "Look") var look: LookOptions
    @OptionGroup(title: "Items") var items: ItemOptions
    @OptionGroup(title: "Encoding") var encoding: EncodingOptions

    mutating func validate() throws {
        if output != nil, outputDir != nil {
            throw ValidationError("'--output' and '--output-dir' both say where the result goes; give one of them")
        }
        if output != nil, clips.count > 1 {
            throw ValidationError("'--output' names one result, but \(clips.count) clips are given; use --output-dir")
        }
        if report.report != nil, clips.count > 1 {
            throw ValidationError("'--report' names one page, but \(clips.count) clips are given; run them one by one")
        }
    }

    /// The request for each clip. One seed serves them all.
    func requests() throws -> [AugmentRequest] {
        let show = try show.choice(album)
        return clips.map { clip in
            AugmentRequest(
                clip: clip, tracks: SourceTracks(video: videoTrack.videoTrack, audio: source.audioTrack),
                outputs: output.map { ClipOutputs(film: $0) }
                    ?? ClipOutputs(clip: clip, folder: outputDir, codec: encoding.codec),
                report: report.report, catalog: catalog.references, camera: camera.choice, albums: album.album,
                show: show, look: look.choice, items: items.choice,
                encoding: encoding.choice, keepsMetadata: !source.stripMetadata, overwrite: overwrite.overwrite,
                isFresh: resume.fresh)
        }
    }

    mutating func run() throws {
        let console = Console(command: "augment", options: common.choice)
        let requests = try requests()
        // Each track file is an output here, and read later.
        let inputs = clips + camera.files + (requests.first?.render.show.program?.files ?? [])
        try ClipOutputs.check(
            requests.flatMap { $0.track.outputs + [$0.render.output] }, inputs: inputs,
            albums: requests.first?.render.filmFolders ?? [], overwrite: overwrite.overwrite)
        let batch = try Batch(requests, input: \.track.clip, console: console) { request in
            let summary = try augment(request, console.context)
            let clip = request.track.clip
            console.warn(summary.track.warnings + summary.render.warnings)
            if !summary.render.showsAnything { console.warn([nothingShown(clip, summary.render)]) }
            try console.say(summary.track.text(clip: clip) + "\n" + summary.render.text(clip: nil))
            return summary
        }
        let status = batch.status { !$0.render.showsAnything }
        let list = batch.json(key: "clip") { summary in
            [
                ("track", summary.track.json), ("film", summary.render.json),
                ("warnings", .strings(summary.track.warnings + summary.render.warnings)),
            ]
        }
        try console.say(json: JSON.Object([("clips", list)]), status: status)
        try finish(status)
    }
}
