internal import Arguments
internal import OrderedJSON
internal import Sketchreel

/// `sketchreel render`.
struct RenderCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "render", abstract: "Put films onto the drawings that a track file has found.",
        discussion: """
            Ends with status 2 when the track file has no drawing: the clip's streams are then copied as they are.

              sketchreel render party.mov --track party.track.jsonl --album Party/AR_0
            """)

    @Argument(help: "The clip.") var clip: String
    @Option(help: ArgumentHelp("The clip's track file.", valueName: "file")) var track: String
    @OptionGroup var album: AlbumOptions
    @Option(
        name: [.customShort("o"), .long],
        help: ArgumentHelp(
            "The result; its extension (mp4, mov, mkv) names the container. Left out: CLIP.sketchreel.EXT beside the clip.",
            valueName: "file"))
    var output: String?
    @OptionGroup var catalog: CatalogOptions
    @OptionGroup var videoTrack: VideoTrackOptions
    @OptionGroup var source: SourceOptions
    @OptionGroup var overwrite: OverwriteOptions
    @OptionGroup var common: CommonOptions
    @OptionGroup(title: "Show") var show: ShowOptions
    @OptionGroup(title: "Look") var look: LookOptions
    @OptionGroup(title: "Items") var items: ItemOptions
    @OptionGroup(title: "Encoding") var encoding: EncodingOptions

    /// The request.
    func request() throws -> RenderRequest {
        RenderRequest(
            clip: clip, tracks: SourceTracks(video: videoTrack.videoTrack, audio: source.audioTrack), track: track,
            catalog: catalog.references, albums: album.album, show: try show.choice(album),
            look: look.choice, items: items.choice, encoding: encoding.choice, keepsMetadata: !source.stripMetadata,
            output: output ?? ClipOutputs(clip: clip, codec: encoding.codec).film, overwrite: overwrite.overwrite)
    }

    mutating func run() throws {
        let console = Console(command: "render", options: common.choice)
        let request = try request()
        try ClipOutputs.check(
            [request.output], inputs: request.inputs, albums: request.filmFolders, overwrite: request.overwrite)
        let batch = try Batch([request], input: \.clip, console: console) { request in
            let summary = try render(request, console.context)
            console.warn(summary.warnings + (summary.showsAnything ? [] : [nothingShown(clip, summary)]))
            try console.say(summary.text(clip: clip))
            return summary
        }
        let status = batch.status { !$0.showsAnything }
        let list = batch.json(key: "clip") { [("film", $0.json), ("warnings", .strings($0.warnings))] }
        try console.say(json: JSON.Object([("clips", list)]), status: status)
        try finish(status)
    }
}

/// What is said when a clip was copied because nothing plays in it.
func nothingShown(_ clip: String, _ summary: RenderSummary) -> String {
    let why = summary.seesDrawings ? "none of the drawings in it has anything to play" : "no drawing was found in it"
    return "\(clip): \(why), so its streams were copied as they are"
}
