internal import Files
internal import Foundation
internal import Geometry
internal import Imaging
internal import MediaIO
internal import Pipelines
internal import References
internal import Vision

/// *Register a drawing.*
///
/// - Throws: when the picture cannot be read, or cannot be tracked: blank, too small, or with too little to recognise.
package func register(_ request: RegisterRequest, _ context: RunContext) throws -> RegisterSummary {
    let still = try StillReader.still(path: request.image, longSide: StillReader.enough)
    let image = try StillReader.image(of: still.frame, orientation: still.orientation, path: request.image).onWhite
    let suitability = try Suitability(of: image.grey)
    if let reason = suitability.refusal { throw SketchreelError("\(request.image): cannot be registered: \(reason)") }
    var catalog = try Catalog(path: request.catalog, mayBeMissing: true)
    let name = request.name ?? ((request.image as NSString).lastPathComponent as NSString).deletingPathExtension
    let hadIt = catalog.entry(named: name) != nil
    let kept = try keptFile(of: request.image, still)
    let picture = try kept ?? (StillWriter.png(image), "png")
    try context.cancellation.check()
    let entry = try catalog.add(
        NewReference(
            group: request.group, name: name, image: picture.data, imageExtension: picture.ending, width: request.width),
        replacing: request.force)
    let size = kept == nil ? (image.width, image.height) : (still.uprightWidth, still.uprightHeight)
    let doubts = suitability.doubts + (kept == nil && still.isReduced ? [reduction(still, image)] : [])
    return RegisterSummary(
        name: entry.name, group: entry.group, image: entry.imagePath, pixelWidth: size.0, pixelHeight: size.1,
        widthMetres: request.width.metres,
        heightMetres: request.width.metres * Double(size.1) / Double(size.0),
        featureCount: suitability.featureCount, hasReplaced: hadIt,
        warnings: catalog.problems.map(\.description) + doubts.map { "\(request.image): \($0)" })
}

/// The file itself for the catalog, where every reader shows it as we do; `nil` where a PNG is to take its place.
private func keptFile(of path: String, _ still: Still) throws -> (data: Data, ending: String)? {
    guard still.orientation == .upright, !still.frame.format.hasAlpha, !still.hadInks,
        let data = try? FileSystem.read(path, limit: 1 << 30)
    else { return nil }
    if data.starts(with: [0xFF, 0xD8, 0xFF]) { return (data, "jpg") }
    return data.starts(with: [0x89, 0x50, 0x4E, 0x47]) ? (data, "png") : nil
}

/// That a very large picture lies in the catalog smaller than it was given.
private func reduction(_ still: Still, _ image: RGBAImage) -> String {
    "it has \(still.uprightWidth) × \(still.uprightHeight) pixels and is kept as a PNG of \(image.width) × \(image.height), which is more than tracking uses"
}

/// Whether a picture can be recognised and followed at all.
private struct Suitability {
    let featureCount: Int
    /// Why it is refused, with the remedy.
    let refusal: String?
    /// What may make tracking hard.
    let doubts: [String]

    private static let leastSide = 100, leastFeatures = 24, fewFeatures = 120

    init(of picture: GreyImage) throws {
        let darkest = picture.pixels.min() ?? 0
        let lightest = picture.pixels.max() ?? 0
        guard min(picture.width, picture.height) >= Self.leastSide else {
            refusal =
                "it has \(picture.width) × \(picture.height) pixels, and at least \(Self.leastSide) each way are needed; scan it finer"
            (featureCount, doubts) = (0, [])
            return
        }
        guard lightest - darkest >= 24 else {
            refusal = "it is blank; choose a picture with something on it"
            (featureCount, doubts) = (0, [])
            return
        }
        // Counted at the size at which a page of half a frame's width is seen.
        let factor = min(1, 640 / Double(max(picture.width, picture.height)))
        let seen = try picture.resized(
            width: max(1, Int((Double(picture.width) * factor).rounded())),
            height: max(1, Int((Double(picture.height) * factor).rounded())))
        featureCount = try Features(in: seen, limit: 2000).count
        refusal =
            featureCount < Self.leastFeatures
            ? "only \(featureCount) places in it can be recognised, and at least \(Self.leastFeatures) are needed; add detail to the drawing"
            : nil
        doubts =
            featureCount < Self.fewFeatures
            ? [
                "only \(featureCount) places in it can be recognised; it may not be found small, blurred or behind a hand"
            ] : []
    }
}
