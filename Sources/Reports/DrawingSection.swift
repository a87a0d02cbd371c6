internal import Geometry
internal import Tracking

/// What a page tells of one drawing that was found: its timeline and curves, its worst moments, its stretches.
struct DrawingSection {
    let drawing: ReferenceReview
    /// Its place among the track's references, by which the page links to it.
    let number: Int
    let track: Track
    let axis: TimeAxis
    /// Pictures of the clip by frame.
    let stills: [Int: ReportPicture]
    /// The drawing's own picture.
    let picture: ReportPicture?

    /// More rows than this are not listed: the timeline tells more then.
    private static let rowLimit = 2000
    /// Longer tables are folded.
    private static let foldedFrom = 40

    /// The section.
    var markup: Markup {
        let name = drawing.reference.name
        let gone = track.frames.count - drawing.trackedCount - drawing.heldCount
        let words =
            "Tracked in \(Numbers.count(drawing.trackedCount, "frame")), held in \(drawing.heldCount), not seen in \(gone)."
        return .element("section", ["id": "drawing-\(number)", "aria-labelledby": "name-\(number)"]) {
            Markup.element("div", ["class": "title"]) {
                if let picture { picture.image(alt: "The drawing \(name)") }
                Markup.element("div") {
                    Markup.element("h2", ["id": "name-\(number)"]) { Markup.name(name) }
                    Markup.element("p") { words }
                }
            }
            Plots.lanes(axis) {
                Plots.row("Timeline", "over clip time", kind: "states") {
                    Plots.states(drawing.stretches, of: name, spoken: words, axis: axis)
                }
                drawing.lanes.map { lane in
                    Plots.row(lane.name, lane.unit, ends: lane.scale.ends, kind: "curve") {
                        Plots.curve(lane, of: name)
                    }
                }
            }
            legend
            moments
            stretches
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

    private var moments: Markup {
        let shown = drawing.moments.filter { stills[$0.frame] != nil }
        guard !shown.isEmpty else { return .sequence([]) }
        return .sequence([
            .element("h3") { "Worst moments" },
            .element("div", ["class": "stills"]) { shown.map(figure) },
        ])
    }

    private func figure(_ moment: Moment) -> Markup {
        let outlines = (moment.outline ?? moment.remembered).map {
            [Plots.Outline(corners: $0, isRemembered: moment.outline == nil)]
        }
        return .element("figure") {
            if let picture = stills[moment.frame] {
                Plots.shot(
                    picture, clipWidth: track.clip.width, clipHeight: track.clip.height, outlines: outlines ?? [],
                    alt: "\(moment.title): \(drawing.reference.name) at \(Numbers.time(axis.seconds(of: moment.frame)))"
                )
            }
            Markup.element("figcaption") {
                Markup.element("strong") { moment.title }
                "\(Numbers.time(axis.seconds(of: moment.frame))), frame \(moment.frame)"
                Markup.element("span") { moment.caption.isEmpty ? "" : ": \(moment.caption)" }
            }
        }
    }

    private var stretches: Markup {
        let rows = zip(drawing.stretches, drawing.reasons).prefix(Self.rowLimit).map { stretch, reason -> [Markup] in
            let (from, to) = axis.text(stretch.frames)
            let confidence = stretch.meanConfidence.map { Numbers.decimal($0, 2) } ?? "–"
            return [
                .text(from), .text(to), Plots.state(stretch.state), .text("\(stretch.frames.count)"),
                .text(confidence), .element("div", ["class": "words"]) { reason },
            ]
        }
        let left = drawing.stretches.count - rows.count
        let table = ReportPage.table(
            caption: "Stretches of \(drawing.reference.name)"
                + (left > 0 ? ", the first \(rows.count) of \(drawing.stretches.count)" : ""),
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
}
