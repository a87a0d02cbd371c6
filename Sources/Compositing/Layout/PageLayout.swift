package import Geometry
package import Imaging

/// How a picture is laid onto a page whose shape differs from its own.
package enum Fit: String, Hashable, Sendable, CaseIterable {
    /// All of it, over an enlarged and blurred copy of itself that fills the rest.
    case whole
    /// Enlarged until the page is full; what juts out is cut off.
    case fill
    /// Stretched to the page's shape.
    case stretch
}

/// Lays film frames out on a page.
package struct PageLayout: Hashable, Sendable {
    /// The page as a canvas of pixels: its shape, and the detail that is worth keeping.
    package let canvasWidth, canvasHeight: Int
    package let fit: Fit
    package let style: PageStyle

    /// Pictures whose shape is this close to the page's are stretched rather than given hair-thin margins.
    private static let slightDifference = 0.01
    /// The blurred copy is made from a level of at most this many texels on its longer side.
    private static let backdropSize = 96
    /// Of the three box filters, in its texels: a blur by a twentieth of the picture.
    private static let backdropRadius = 3

    /// Film pixels per canvas pixel that are worth keeping. On the bench's `rotation` 1.15 gains 0.8 dB over 1, as much as
    /// 1.5 does, and up to there four taps a sample are enough.
    private static let spareDetail = 1.15

    /// The longest side that a canvas has.
    package static let longestSide = 2048

    package init(canvasWidth: Int, canvasHeight: Int, fit: Fit, style: PageStyle = .plain) {
        precondition(canvasWidth > 0 && canvasHeight > 0, "a page has a size")
        (self.canvasWidth, self.canvasHeight, self.fit, self.style) = (canvasWidth, canvasHeight, fit, style)
    }

    /// Lays out for a page of `aspectRatio` (width : height) that is seen as `quads` over its show: the canvas is as
    /// large as the largest of them, up to 2048 pixels on its longer side.
    package init(aspectRatio: Double, seenAs quads: some Sequence<Quad>, fit: Fit, style: PageStyle = .plain) {
        precondition(aspectRatio.isFinite && aspectRatio > 0, "a page has a shape")
        var width = 1.0
        for quad in quads where quad.isFinite {
            let edges = quad.edgeLengths
            width = max(width, edges[0], edges[2], edges[1] * aspectRatio, edges[3] * aspectRatio)
        }
        width = min(width, Double(Self.longestSide), Double(Self.longestSide) * aspectRatio)
        self.init(
            canvasWidth: max(1, Int(width.rounded(.up))), canvasHeight: max(1, Int((width / aspectRatio).rounded(.up))),
            fit: fit, style: style)
    }

    /// The size, as stored, to which a film frame may be reduced before it is laid out without a loss that is seen: a
    /// little more than its place on the canvas, since what is left is reduced in light and so keeps its brightness; never
    /// more than it is. Sides are even where they are reduced.
    ///
    /// - Parameter zoom: how much closer it will be looked at (`PhotoMove`).
    package func usefulSize(
        ofFilmWidth width: Int, height: Int, orientation: Orientation, sampleAspectRatio: Double = 1, zoom: Double = 1
    ) -> (width: Int, height: Int) {
        let area = place(of: shape(width, height, orientation, sampleAspectRatio))
        let (w, h) = orientation.swapsAxes ? (area.size.y, area.size.x) : (area.size.x, area.size.y)
        func reduced(_ side: Double, _ full: Int) -> Int {
            min(full, Int((min(side, 1e6) * Self.spareDetail * zoom / 2 - 1e-6).rounded(.up)) * 2)
        }
        return (reduced(w, width), reduced(h, height))
    }

    /// Lays out a film frame that is in the clip's pixel format and colours.
    ///
    /// - Parameters:
    ///   - alpha: grey in full range, as large as `film`, whose colours are straight; `nil` for a film that is opaque
    ///     everywhere. A transparent film has no blurred copy behind it.
    ///   - border: a picture of the border's colour, in the clip's format and colours; without one there is no border,
    ///     though there is room for it.
    ///   - orientation: how the film is turned to be seen upright.
    ///   - sampleAspectRatio: width : height of the film's pixels, as stored.
    package func picture(
        from film: Frame, alpha: Frame? = nil, border: Frame? = nil, orientation: Orientation,
        sampleAspectRatio: Double = 1
    ) -> PagePicture {
        precondition(film.format.isComposable, "\(film.format.name) is converted before it is composed")
        precondition(
            alpha.map { $0.format.model == .grey && $0.width == film.width && $0.height == film.height } ?? true,
            "alpha is grey and as large as the film")
        let shape = shape(film.width, film.height, orientation, sampleAspectRatio)
        let components = (0..<film.format.colourComponentCount).map { ComponentPyramid(frame: film, component: $0) }
        let place = place(of: shape)
        let (left, top) = (max(place.origin.x, inside.origin.x), max(place.origin.y, inside.origin.y))
        let (right, bottom) = (min(place.end.x, inside.end.x), min(place.end.y, inside.end.y))
        let isCovered = place.contains(inside)
        let front = PagePicture.Part(
            outline: isCovered
                ? insideOutline
                : Polygon.clip(insideOutline, to: (min: Point2(left, top), max: Point2(right, bottom))),
            hiddenBy: nil, coarseness: 0, pictureFromPage: place.pictureFromPage(film, orientation), width: film.width,
            height: film.height, colour: film.colour, components: components,
            alpha: alpha.map { ComponentPyramid(alpha: $0) })
        let backdrop = isCovered || alpha != nil ? nil : backdrop(behind: front, film, orientation, shape)
        let parts = [border.flatMap(borderPart), backdrop, front].compactMap { $0 }
        return PagePicture(
            canvasWidth: canvasWidth, canvasHeight: canvasHeight, format: film.format, parts: parts, filmArea: place)
    }

    /// The blurred copy that fills the page around `front`.
    private func backdrop(
        behind front: PagePicture.Part, _ film: Frame, _ orientation: Orientation, _ shape: Point2
    ) -> PagePicture.Part {
        var level = 0
        while max(film.width, film.height) >> level > Self.backdropSize { level += 1 }
        let area = area(scaledBy: max(inside.size.x / shape.x, inside.size.y / shape.y), of: shape)
        return PagePicture.Part(
            outline: insideOutline, hiddenBy: front.outline, coarseness: level,
            pictureFromPage: area.pictureFromPage(film, orientation), width: film.width, height: film.height,
            colour: film.colour,
            components: front.components.map { $0.blurred(level: level, radius: Self.backdropRadius) }, alpha: nil)
    }

    /// The ring between the page's outline and what is inside the border.
    private func borderPart(_ colour: Frame) -> PagePicture.Part? {
        precondition(colour.format.isComposable, "\(colour.format.name) is converted before it is composed")
        guard margin > 0 else { return nil }
        return PagePicture.Part(
            outline: page.outline(cornerRadius: cornerRadius), hiddenBy: insideOutline, coarseness: 0,
            pictureFromPage: page.pictureFromPage(colour, .upright), width: colour.width, height: colour.height,
            colour: colour.colour,
            components: (0..<colour.format.colourComponentCount).map {
                ComponentPyramid(frame: colour, component: $0)
            }, alpha: nil)
    }

    private var page: PageArea {
        PageArea(origin: Point2(-0.5, -0.5), size: Point2(Double(canvasWidth), Double(canvasHeight)))
    }

    private var shorterSide: Double { Double(min(canvasWidth, canvasHeight)) }
    private var cornerRadius: Double { style.cornerRadius * shorterSide }
    /// The border's width in canvas pixels.
    private var margin: Double { style.borderWidth * shorterSide }

    /// What the border leaves for the picture.
    private var inside: PageArea { page.inset(by: margin) }
    private var insideOutline: [Point2] { inside.outline(cornerRadius: max(0, cornerRadius - margin)) }

    /// Width and height of the upright film, in units of which only the ratio matters.
    private func shape(_ width: Int, _ height: Int, _ orientation: Orientation, _ ratio: Double) -> Point2 {
        let ratio = ratio.isFinite && ratio > 0 ? ratio : 1
        let stored = Point2(Double(width) * ratio, Double(height))
        return orientation.swapsAxes ? Point2(stored.y, stored.x) : stored
    }

    /// Where on the canvas the film is laid.
    private func place(of shape: Point2) -> PageArea {
        let (x, y) = (inside.size.x / shape.x, inside.size.y / shape.y)
        let isAlike = abs(x / y - 1) < Self.slightDifference
        switch fit {
        case .stretch: return inside
        case .whole: return isAlike ? inside : area(scaledBy: min(x, y), of: shape)
        case .fill: return isAlike ? inside : area(scaledBy: max(x, y), of: shape)
        }
    }

    /// The middle of the canvas, as large as the film times `scale`.
    private func area(scaledBy scale: Double, of shape: Point2) -> PageArea {
        PageArea(origin: page.centre - shape * scale / 2, size: shape * scale)
    }
}

extension PageArea {
    /// Maps canvas pixels to the stored pixels of a film that fills the rectangle.
    fileprivate func pictureFromPage(_ film: Frame, _ orientation: Orientation) -> Matrix3 {
        let upright = orientation.uprightSize(width: film.width, height: film.height)
        let (x, y) = (Double(upright.width) / size.x, Double(upright.height) / size.y)
        let uprightFromPage = Matrix3(
            SIMD3(x, 0, -origin.x * x - 0.5), SIMD3(0, y, -origin.y * y - 0.5), SIMD3(0, 0, 1))
        let uprightFromStored = orientation.uprightFromStored(width: film.width, height: film.height).matrix
        guard let storedFromUpright = uprightFromStored.inverse else {
            preconditionFailure("a turn or mirror can always be inverted")
        }
        return storedFromUpright * uprightFromPage
    }
}

extension PixelFormat {
    /// Components that are composed: all but alpha.
    var colourComponentCount: Int { model == .grey ? 1 : 3 }
}
