internal import Foundation
internal import Geometry
internal import Imaging
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

    /// More rows than this are not listed: the timeline tells more then.
    private static let rowLimit = 2000
    /// Longer tables are folded.
    private static let foldedFrom = 40
    /// Drawings that were not found, whose pictures are shown; the others are named.
    package static let missingLimit = 60

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
            review.references.enumerated().filter { $0.element.isFound }.map { section($0.element, $0.offset) }
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
        default: return "\(found.count) of \(Numbers.count(all, "drawing")) found in this clip."
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
            ("Length", .text("\(Numbers.time(axis.duration)), \(Numbers.count(track.frames.count, "frame")), \(Numbers.measure(rate)) a second")),
            ("Focal length", .text("\(focal), \(Self.words(for: camera.source)); \(Numbers.decimal(view, 0))° along the longer side")),
            ("Shutter", .text(exposure ?? "not known: nothing moved enough to tell")),
            ("SHA-256", .text(clip.sha256)),
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
            : .element("ul") { warnings.map { warning in Markup.element("li") { warning } } }
    }

    private var overview: Markup {
        .element("section") {
            Markup.element("h2") { "Drawings" }
            ReportPage.table(
                caption: .text("What was looked for, and what was found"),
                columns: ["Drawing", "Printed size", "Picture", "Seen in", "First", "Last", "Error bar", "Confidence"],
                numeric: [3, 4, 5, 6, 7],
                rows: review.references.enumerated().map { index, drawing in overviewRow(drawing, index) })
        }
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
                            shot(picture, anchors.map { Plots.Outline(corners: $0.corners, isRemembered: false) }, alt: "The clip at \(time)")
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

    // MARK: A drawing that was found

    private func section(_ drawing: ReferenceReview, _ index: Int) -> Markup {
        let name = drawing.reference.name
        let gone = track.frames.count - drawing.trackedCount - drawing.heldCount
        let words = "Tracked in \(Numbers.count(drawing.trackedCount, "frame")), held in \(drawing.heldCount), not seen in \(gone)."
        return .element("section", ["id": "drawing-\(index)", "aria-labelledby": "name-\(index)"]) {
            Markup.element("div", ["class": "title"]) {
                if let picture = drawings[name] { picture.image(alt: "The drawing \(name)") }
                Markup.element("div") {
                    Markup.element("h2", ["id": "name-\(index)"]) { Markup.name(name) }
                    Markup.element("p") { words }
                }
            }
            Plots.lanes(axis) {
                Plots.row("Timeline", "over clip time", kind: "states") {
                    Plots.states(drawing.stretches, of: name, spoken: words, axis: axis)
                }
                drawing.lanes.map { lane in
                    Plots.row(lane.name, lane.unit, kind: "curve") { Plots.curve(lane, of: name) }
                }
            }
            legend
            moments(drawing)
            stretches(drawing)
        }
    }

    private var legend: Markup {
        let states: [(Stretch.State, String)] = [
            (.tracked, "measured in the frame"), (.held, "known from both sides of a gap"),
            (.gone, "nothing is drawn there"),
        ]
        return .element("ul", ["class": "legend"]) {
            states.map { state, meaning in
                Markup.element("li") {
                    Markup.element("span", ["class": "swatch \(Plots.cssClass(of: state))"]) {}
                    "\(state.rawValue): \(meaning)"
                }
            }
        }
    }

    private func moments(_ drawing: ReferenceReview) -> Markup {
        let shown = drawing.moments.filter { stills[$0.frame] != nil }
        guard !shown.isEmpty else { return .sequence([]) }
        return .sequence([
            .element("h3") { "Worst moments" },
            .element("div", ["class": "stills"]) { shown.map { figure($0, drawing.reference.name) } },
        ])
    }

    private func figure(_ moment: Moment, _ name: String) -> Markup {
        let outlines = (moment.outline ?? moment.remembered).map {
            [Plots.Outline(corners: $0, isRemembered: moment.outline == nil)]
        }
        return .element("figure") {
            if let picture = stills[moment.frame] {
                shot(picture, outlines ?? [], alt: "\(moment.title): \(name) at \(Numbers.time(axis.seconds(of: moment.frame)))")
            }
            Markup.element("figcaption") {
                Markup.element("strong") { moment.title }
                "\(Numbers.time(axis.seconds(of: moment.frame))), frame \(moment.frame)"
                Markup.element("span") { moment.caption.isEmpty ? "" : ": \(moment.caption)" }
            }
        }
    }

    private func shot(_ picture: ReportPicture, _ outlines: [Plots.Outline], alt: String) -> Markup {
        Plots.shot(
            picture, clipWidth: track.clip.width, clipHeight: track.clip.height, outlines: outlines, alt: alt)
    }

    private func stretches(_ drawing: ReferenceReview) -> Markup {
        let rows = zip(drawing.stretches, drawing.reasons).prefix(Self.rowLimit).map { stretch, reason -> [Markup] in
            let (from, to) = axis.text(stretch.frames)
            let confidence = stretch.meanConfidence.map { Numbers.decimal($0, 2) } ?? "–"
            return [
                .text(from), .text(to), Plots.state(stretch.state), .text("\(stretch.frames.count)"),
                .text(confidence), .text(reason),
            ]
        }
        let left = drawing.stretches.count - rows.count
        let table = ReportPage.table(
            caption: .sequence([
                .text("Stretches of "), .name(drawing.reference.name),
                .text(left > 0 ? ", the first \(rows.count) of \(drawing.stretches.count)" : ""),
            ]),
            columns: ["From", "To", "State", "Frames", "Confidence", "Why"], numeric: [0, 1, 3, 4], rows: rows)
        return .sequence([
            .element("h3") { "Stretches" },
            rows.count < Self.foldedFrom
                ? table
                : .element("details") {
                    Markup.element("summary") { "Show \(rows.count) stretches" }
                    table
                },
        ])
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
