internal import Arguments
internal import Geometry
internal import OrderedJSON
internal import Sketchreel

/// `sketchreel register`.
struct RegisterCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "register", abstract: "Add drawings to the catalog, with their printed width.",
        discussion: """
            Reads JPEG, PNG, WebP and TIFF. The width is that of the whole picture on paper; with it the pose is known \
            in metres.

              sketchreel register cat.png --width 21cm
              sketchreel register scan.jpg --width 8.27in --name "The cat" --group Party
            """)

    @Argument(help: ArgumentHelp("Pictures of drawings.", valueName: "image")) var images: [String]
    @Option(
        help: ArgumentHelp(
            "The printed width with its unit, such as 21cm, 210mm, 0.21m or 8.27in.", valueName: "length"),
        transform: Length.init(parsing:))
    var width: Length
    @Option(help: "The drawing's name. Left out: the picture's file name without its extension.") var name: String?
    @OptionGroup var catalog: CatalogOptions
    @Option(help: ArgumentHelp("The group in the catalog. Left out: Sketchbook.", valueName: "name")) var group: String?
    @Flag(help: "Replace drawings of the same name.") var force = false
    @OptionGroup var common: CommonOptions

    mutating func validate() throws {
        if images.count > 1, name != nil {
            throw ValidationError(
                "'--name' names one drawing, but \(images.count) pictures are given; register them one by one")
        }
    }

    /// The request for each picture.
    func requests() -> [RegisterRequest] {
        images.map {
            RegisterRequest(
                image: $0, width: width, name: name, catalog: catalog.references, group: group, force: force)
        }
    }

    mutating func run() throws {
        let console = Console(command: "register", options: common.choice)
        let batch = try Batch(requests(), input: \.image, console: console) { request in
            let summary = try register(request, console.context)
            console.warn(summary.warnings)
            try console.say(text(summary))
            return summary
        }
        let status = batch.status { _ in false }
        let list = batch.json(key: "input") { [("reference", $0.json), ("warnings", .strings($0.warnings))] }
        try console.say(json: JSON.Object([("references", list)]), status: status)
        try finish(status)
    }

    private func text(_ summary: RegisterSummary) -> String {
        let size = "\(centimetres(summary.widthMetres)) × \(centimetres(summary.heightMetres)) cm"
        let what = summary.hasReplaced ? "replaced" : "registered"
        let words =
            "\(what) '\(summary.name)' in \(summary.group): \(size), "
            + "\(summary.pixelWidth) × \(summary.pixelHeight) px, \(summary.featureCount) features"
        return words.printable
    }
}
