internal import Foundation
internal import Geometry
internal import Tracking

/// The page that shows how a clip was tracked: where each drawing was found, how surely, and why it was not elsewhere.
package struct TrackReport {
    private let review: ClipReview
    /// Pictures of the clip by frame; one that could not be read is missing.
    private let stills: [Int: ReportPicture]
    /// The drawings' own pictures by name.
    private let drawings: [String: ReportPicture]
    /// Sentences about what was skipped or assumed.
    private let warnings: [String]

    private var track: Track { review.track }
    private var axis: TimeAxis { review.axis }

    /// Drawings that were not found, whose pictures are shown; the others are named.
    package static let missingLimit = 60

    /// Creates the report of a review, with what pictures there are of the frames and drawings that it wants.
    package init(
        review: ClipReview, stills: [Int: ReportPicture], drawings: [String: ReportPicture], warnings: [String]
    ) {
        (self.review, self.stills, self.drawings, self.warnings) = (review, stills, drawings, warnings)
    }

    /// The whole page.
    package var html: String {
        ReportPage.html(title: track.clip.file, kind: "Tracking report", program: track.program) {
            Markup.element("p", ["class": "lead"]) { lead }
            ReportPage.facts(clipFacts)
            notes
            overview
            strip
            review.references.enumerated().filter { $0.element.isFound }.map { index, drawing in
                DrawingSection(
                    drawing: drawing, number: index, track: track, axis: axis, stills: stills,
                    picture: drawings[drawing.reference.name]
                ).markup
            }
            missing
        }
    }

    // MARK: The clip

    private var found: [ReferenceReview] { review.references.filter(\.isFound) }

    private var lead: String {
        let all = review.references.count
        switch (found.count, all) {
        case (0, 1): return "The drawing was not found in this clip."
        case (0, _): return "None of the \(all) drawings was found in this clip."
        case (1, 1): return "The drawing was found in this clip."
        default: return "\(found.count) of \(all) drawings \(found.count == 1 ? "was" : "were") found in this clip."
        }
    }

    private var clipFacts: [(term: String, fact: Markup)] {
        let (clip, camera) = (track.clip, track.camera)
        let rate = Double(track.frames.count) / max(axis.duration, 1e-9)
        let turned = clip.orientation == .upright ? "" : ", turned as its file says (\(clip.orientation.rawValue))"
        let focal = Numbers.decimal(camera.fx, 0) + " ± " + Numbers.measure(camera.focalSigma) + " px"
        let view = Angle.ofView(length: Double(max(camera.width, camera.height)), focal: camera.fx)
        let exposure = track.exposureShare.map { "open for \(Numbers.percent($0)) of the frame time" }
        return [
            ("File", .sequence([.name(clip.file), .text(", \(Numbers.bytes(clip.bytes))")])),
            ("Picture", .text("\(clip.width) × \(clip.height) px\(turned)")),
            (
                "Length",
                .text(
                    "\(Numbers.time(axis.duration)), \(Numbers.count(track.frames.count, "frame")), \(Numbers.measure(rate)) a second"
                )
            ),
            (
                "Focal length",
                .text("\(focal), \(Self.words(for: camera.source)); \(Numbers.decimal(view, 0))° along the longer side")
            ),
            ("Shutter", .text(exposure ?? "not known: nothing moved enough to tell")),
            ("SHA-256", .element("code") { clip.sha256 }),
        ]
    }

    private static func words(for source: Camera.Source) -> String {
        switch source {
        case .file: "as given"
        case .metadata: "from the clip's metadata"
        case .estimated: "estimated from the clip"
        case .assumed: "assumed"
        }
    }

    private var notes: Markup {
        warnings.isEmpty
            ? .sequence([])
            : .element("ul", ["class": "notes"]) { warnings.map { warning in Markup.element("li") { warning } } }
    }

    private var overview: Markup {
        .element("section") {
            Markup.element("h2") { "Drawings" }
            ReportPage.table(
                caption: "What was looked for, and what was found",
                columns: ["Drawing", "Printed size", "Picture", "Seen in", "First", "Last", "Error bar", "Confidence"],
                numeric: [3, 4, 5, 6, 7],
                rows: overviewRows)
        }
    }

    /// Those that were found come first; of the others as many as are pictured.
    private var overviewRows: [[Markup]] {
        let all = Array(review.references.enumerated())
        let absent = all.filter { !$0.element.isFound }.prefix(Self.missingLimit)
        return (all.filter(\.element.isFound) + absent).map { overviewRow($0.element, $0.offset) }
    }

    private func overviewRow(_ drawing: ReferenceReview, _ index: Int) -> [Markup] {
        let reference = drawing.reference
        let seen = drawing.stretches.filter { $0.state != .gone }
        let none = Markup.text("–")
        let name = Markup.name(reference.name)
        return [
            drawing.isFound ? .element("a", ["href": "#drawing-\(index)"]) { name } : name,
            .text(Self.size(of: reference)), .text("\(reference.pixelWidth) × \(reference.pixelHeight) px"),
            .text(drawing.isFound ? share(drawing) : "not found"),
            seen.first.map { .text(axis.text($0.frames).from) } ?? none,
            seen.last.map { .text(axis.text($0.frames).to) } ?? none,
            drawing.medianSigma.map { .text(Numbers.measure($0) + " px") } ?? none,
            drawing.meanConfidence.map { .text(Numbers.decimal($0, 2)) } ?? none,
        ]
    }

    private func share(_ drawing: ReferenceReview) -> String {
        Numbers.percent(Double(drawing.trackedCount + drawing.heldCount) / Double(max(1, track.frames.count)))
    }

    private static func size(of reference: Track.Reference) -> String {
        guard let width = reference.widthMetres else { return "not known" }
        let height = reference.heightMetres ?? width * Double(reference.pixelHeight) / Double(reference.pixelWidth)
        return "\(Numbers.decimal(width * 100, 1)) × \(Numbers.centimetres(height))"
    }

    private var strip: Markup {
        .element("section") {
            Markup.element("h2") { "The clip" }
            Markup.element("div", ["class": "stills strip"]) {
                review.stripFrames.compactMap { frame in
                    stills[frame].map { picture in
                        let anchors = track.frames[frame].anchors
                        let time = Numbers.time(axis.seconds(of: frame))
                        return Markup.element("figure") {
                            Plots.shot(
                                picture, clipWidth: track.clip.width, clipHeight: track.clip.height,
                                outlines: anchors.map { Plots.Outline(corners: $0.corners, isRemembered: false) },
                                alt: "The clip at \(time)")
                            Markup.element("figcaption") {
                                time
                                Markup.element("span") { anchors.isEmpty ? " nothing found" : "" }
                            }
                        }
                    }
                }
            }
        }
    }

    // MARK: Drawings that were not found

    private var missing: Markup {
        let absent = review.references.filter { !$0.isFound }
        guard !absent.isEmpty else { return .sequence([]) }
        let (pictured, named) = (absent.prefix(Self.missingLimit), absent.dropFirst(Self.missingLimit))
        return .element("section", ["aria-labelledby": "not-found"]) {
            Markup.element("h2", ["id": "not-found"]) { "Not found" }
            Markup.element("p") { absent.first?.reasons.first ?? "" }
            Markup.element("div", ["class": "stills strip"]) {
                pictured.map { drawing in
                    Markup.element("figure") {
                        if let picture = drawings[drawing.reference.name] {
                            Markup.element("div", ["class": "drawing"]) {
                                picture.image(alt: "The drawing \(drawing.reference.name)")
                            }
                        }
                        Markup.element("figcaption") { Markup.name(drawing.reference.name) }
                    }
                }
            }
            if !named.isEmpty {
                Markup.element("p") {
                    "And: "
                    named.enumerated().map { index, drawing in
                        Markup.sequence([.text(index == 0 ? "" : ", "), .name(drawing.reference.name)])
                    }
                }
            }
        }
    }
}
