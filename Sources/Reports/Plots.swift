internal import Geometry

/// The pictures that reports draw, as inline SVG.
enum Plots {
    /// Names beside plots that share one time axis.
    static func lanes(_ axis: TimeAxis, @MarkupBuilder _ rows: () -> Markup) -> Markup {
        .element("div", ["class": "lanes"]) {
            rows()
            Markup.element("div", ["class": "axis", "aria-hidden": "true"]) {
                axis.labels(5).map { label in Markup.element("span") { label } }
            }
        }
    }

    /// A row of `lanes`: what is drawn, its plot, and what the plot's top and foot stand for.
    static func row(
        _ name: String, _ unit: String, ends: (foot: Double, top: Double)? = nil, kind: String,
        @MarkupBuilder _ plot: () -> Markup
    ) -> Markup {
        .sequence([
            .element("div", ["class": "lane-name"]) {
                name
                Markup.element("span") { unit }
            },
            .element("div", ["class": "plot \(kind)"]) { plot() },
            .element("div", ["class": "ends", "aria-hidden": "true"]) {
                if let ends {
                    Markup.element("span") { label(ends.top) }
                    Markup.element("span") { label(ends.foot) }
                }
            },
        ])
    }

    /// A picture of `width` × `height` units that is stretched to its place, with words for those who cannot see it.
    private static func svg(
        _ title: String, _ words: String, height: Double, @MarkupBuilder _ content: () -> Markup
    ) -> Markup {
        .element(
            "svg",
            [
                "viewBox": "0 0 \(Numbers.decimal(TimeAxis.width, 0)) \(Numbers.decimal(height, 0))",
                "preserveAspectRatio": "none", "role": "img", "aria-label": "\(title). \(words)",
            ]
        ) {
            Markup.element("title") { title }
            Markup.element("desc") { words }
            content()
        }
    }

    /// A quantity over time.
    static func curve(_ lane: Lane, of subject: String) -> Markup {
        svg("\(lane.name) of \(subject) over the clip", lane.spoken, height: Lane.height) {
            lane.lines.map { y in
                Markup.element("path", ["class": "grid", "d": "M0 \(Numbers.decimal(y, 1))H1000"])
            }
            Markup.element("path", ["d": lane.path])
        }
    }

    private static func label(_ value: Double) -> String {
        value == value.rounded() ? Numbers.decimal(value, 0) : "\(value)"
    }

    /// Which state a drawing is in, over time: states differ by height as well as by colour.
    static func states(_ stretches: [Stretch], of subject: String, spoken: String, axis: TimeAxis) -> Markup {
        svg("When \(subject) is tracked, held and not seen", spoken, height: 100) {
            StateBars(stretches, axis: axis).bars.map { bar in
                let (top, height) = extent(of: bar.state)
                return Markup.element(
                    "rect",
                    [
                        "class": cssClass(of: bar.state), "x": Numbers.decimal(bar.from, 2), "y": "\(top)",
                        "width": Numbers.decimal(max(bar.to - bar.from, 0.6), 2), "height": "\(height)",
                    ]
                ) {
                    Markup.element("title") { bar.words }
                }
            }
        }
    }

    private static func extent(of state: Stretch.State) -> (top: Int, height: Int) {
        switch state {
        case .tracked: (8, 84)
        case .held: (28, 44)
        case .gone: (46, 8)
        }
    }

    static func cssClass(of state: Stretch.State) -> String { state == .gone ? "gone" : state.rawValue }

    /// The state in words, with the colour that it has in the bar.
    static func state(_ state: Stretch.State) -> Markup {
        .element("span", ["class": "state"]) {
            Markup.element("span", ["class": "swatch \(cssClass(of: state))"]) {}
            state.rawValue
        }
    }

    /// An outline drawn over a picture: its top edge is thicker, to tell which way it lies.
    struct Outline {
        let corners: Quad
        /// Whether it is where the drawing was in another frame: dashed.
        let isRemembered: Bool
    }

    /// A picture of the clip with outlines in the clip's upright pixels.
    static func shot(
        _ picture: ReportPicture, clipWidth: Int, clipHeight: Int, outlines: [Outline], alt: String
    ) -> Markup {
        .element("div", ["class": "shot"]) {
            picture.image(alt: alt)
            if !outlines.isEmpty {
                // Pixel centres are whole numbers, so the picture begins half a pixel before 0.
                Markup.element(
                    "svg",
                    [
                        "viewBox": "-0.5 -0.5 \(clipWidth) \(clipHeight)", "preserveAspectRatio": "none",
                        "aria-hidden": "true",
                    ]
                ) { outlines.map(drawn) }
            }
        }
    }

    private static func drawn(_ outline: Outline) -> Markup {
        let points = outline.corners.corners.map(place).joined(separator: " ")
        let dashes = outline.isRemembered ? " remembered" : ""
        return .sequence([
            .element("polygon", ["class": "halo\(dashes)", "points": points]),
            .element("polygon", ["class": "edge\(dashes)", "points": points]),
            .element(
                "path",
                [
                    "class": "head\(dashes)",
                    "d": "M\(place(outline.corners.topLeft))L\(place(outline.corners.topRight))",
                ]),
        ])
    }

    private static func place(_ point: Point2) -> String {
        // Far outside it makes no difference where a corner is, and SVG keeps coordinates as floats.
        let (x, y) = (min(1e6, max(-1e6, point.x)), min(1e6, max(-1e6, point.y)))
        return "\(Numbers.decimal(x, 1)),\(Numbers.decimal(y, 1))"
    }
}
