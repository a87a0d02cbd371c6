internal import Arguments
internal import OrderedJSON
internal import Sketchreel

/// `sketchreel track`.
struct TrackCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "track", abstract: "Find the drawings in a clip, and write where they are in each frame.",
        discussion: """
            The track file (docs/formats.md) has one line for each frame: where each drawing's corners are, how sure \
            that is, and the drawing's pose in space. Ends with status 2 when no drawing was found. A run that was stopped \
            goes on where it was when it is started again.

              sketchreel track party.mov -o party.track.jsonl --report party.html
            """)

    @Argument(help: "The clip.") var clip: String
    @Option(
        name: [.customShort("o"), .long],
        help: ArgumentHelp("The track file. Left out: CLIP.track.jsonl beside the clip.", valueName: "file"))
    var output: String?
    @OptionGroup var report: ReportOptions
    @OptionGroup var catalog: CatalogOptions
    @OptionGroup var camera: CameraOptions
    @OptionGroup var videoTrack: VideoTrackOptions
    @OptionGroup var overwrite: OverwriteOptions
    @OptionGroup var resume: ResumeOptions
    @OptionGroup var common: CommonOptions

    /// The request.
    func request() -> TrackRequest {
        TrackRequest(
            clip: clip, videoTrack: videoTrack.videoTrack, catalog: catalog.references, camera: camera.choice,
            output: output ?? ClipOutputs(clip: clip).track, report: report.report, overwrite: overwrite.overwrite,
            isFresh: resume.fresh)
    }

    mutating func run() throws {
        let console = Console(command: "track", options: common.choice)
        let request = request()
        try ClipOutputs.check(request.outputs, inputs: [clip] + camera.files, overwrite: request.overwrite)
        let batch = try Batch([request], input: \.clip, console: console) { request in
            let summary = try track(request, console.context)
            console.warn(summary.warnings + (summary.hasFound ? [] : ["\(clip): no drawing of the catalog was found"]))
            try console.say(summary.text(clip: clip))
            return summary
        }
        let status = batch.status { !$0.hasFound }
        let list = batch.json(key: "clip") { [("track", $0.json), ("warnings", .strings($0.warnings))] }
        try console.say(json: JSON.Object([("clips", list)]), status: status)
        try finish(status)
    }
}
