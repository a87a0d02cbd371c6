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

    package init(canvasWidth: Int, canvasHeight: Int, fit: Fit) {
        precondition(canvasWidth > 0 && canvasHeight > 0, "a page has a size")
        (self.canvasWidth, self.canvasHeight, self.fit) = (canvasWidth, canvasHeight, fit)
    }

    /// Lays out for a page of `aspectRatio` (width : height) that is seen as `quads` over its show: the canvas is as
    /// large as the largest of them, up to 2048 pixels on its longer side.
    package init(aspectRatio: Double, seenAs quads: some Sequence<Quad>, fit: Fit) {
        precondition(aspectRatio.isFinite && aspectRatio > 0, "a page has a shape")
        var width = 1.0
        for quad in quads where quad.isFinite {
            let edges = quad.edgeLengths
            width = max(width, edges[0], edges[2], edges[1] * aspectRatio, edges[3] * aspectRatio)
        }
        width = min(width, Double(Self.longestSide), Double(Self.longestSide) * aspectRatio)
        self.init(
            canvasWidth: max(1, Int(width.rounded(.up))), canvasHeight: max(1, Int((width / aspectRatio).rounded(.up))),
            fit: fit)
    }

    /// The size, as stored, to which a film frame may be reduced before it is laid out without a loss that is seen: a
    /// little more than its place on the canvas, since what is left is reduced in light and so keeps its brightness; never
    /// more than it is. Sides are even where they are reduced.
    package func usefulSize(
        ofFilmWidth width: Int, height: Int, orientation: Orientation, sampleAspectRatio: Double = 1
    ) -> (width: Int, height: Int) {
        let area = place(of: shape(width, height, orientation, sampleAspectRatio))
        let (w, h) = orientation.swapsAxes ? (area.size.y, area.size.x) : (area.size.x, area.size.y)
        func reduced(_ side: Double, _ full: Int) -> Int {
            min(full, Int((min(side, 1e6) * Self.spareDetail / 2 - 1e-6).rounded(.up)) * 2)
        }
        return (reduced(w, width), reduced(h, height))
    }

    /// Lays out a film frame that is in the clip's pixel format and colours.
    ///
    /// - Parameters:
    ///   - orientation: how the film is turned to be seen upright.
    ///   - sampleAspectRatio: width : height of the film's pixels, as stored.
    package func picture(from film: Frame, orientation: Orientation, sampleAspectRatio: Double = 1) -> PagePicture {
        precondition(film.format.isComposable, "\(film.format.name) is converted before it is composed")
        let shape = shape(film.width, film.height, orientation, sampleAspectRatio)
        let components = (0..<film.format.colourComponentCount).map { ComponentPyramid(frame: film, component: $0) }
        let (page, area) = (self.area(scaledBy: nil, of: shape), place(of: shape))
        let isCovered = area.contains(page)
        let front = PagePicture.Part(
            outline: (isCovered ? page : area).outline, hiddenBy: nil, coarseness: 0,
            pictureFromPage: area.pictureFromPage(film, orientation), width: film.width, height: film.height,
            colour: film.colour, components: components)
        let parts = isCovered ? [front] : [backdrop(behind: front, film, orientation, shape), front]
        return PagePicture(canvasWidth: canvasWidth, canvasHeight: canvasHeight, format: film.format, parts: parts)
    }

    /// The blurred copy that fills the page around `front`.
    private func backdrop(
        behind front: PagePicture.Part, _ film: Frame, _ orientation: Orientation, _ shape: Point2
    ) -> PagePicture.Part {
        var level = 0
        while max(film.width, film.height) >> level > Self.backdropSize { level += 1 }
        let area = area(scaledBy: max(size.x / shape.x, size.y / shape.y), of: shape)
        return PagePicture.Part(
            outline: self.area(scaledBy: nil, of: shape).outline, hiddenBy: front.outline, coarseness: level,
            pictureFromPage: area.pictureFromPage(film, orientation), width: film.width, height: film.height,
            colour: film.colour,
            components: front.components.map { $0.blurred(level: level, radius: Self.backdropRadius) })
    }

    private var size: Point2 { Point2(Double(canvasWidth), Double(canvasHeight)) }

    /// Width and height of the upright film, in units of which only the ratio matters.
    private func shape(_ width: Int, _ height: Int, _ orientation: Orientation, _ ratio: Double) -> Point2 {
        let ratio = ratio.isFinite && ratio > 0 ? ratio : 1
        let stored = Point2(Double(width) * ratio, Double(height))
        return orientation.swapsAxes ? Point2(stored.y, stored.x) : stored
    }

    /// Where on the canvas the film is laid.
    private func place(of shape: Point2) -> Area {
        let (x, y) = (size.x / shape.x, size.y / shape.y)
        let isAlike = abs(x / y - 1) < Self.slightDifference
        switch fit {
        case .stretch: return area(scaledBy: nil, of: shape)
        case .whole: return area(scaledBy: isAlike ? nil : min(x, y), of: shape)
        case .fill: return area(scaledBy: isAlike ? nil : max(x, y), of: shape)
        }
    }

    /// The middle of the canvas, as large as the film times `scale`; the whole canvas without one.
    private func area(scaledBy scale: Double?, of shape: Point2) -> Area {
        let extent = scale.map { shape * $0 } ?? size
        return Area(origin: (size - extent) / 2 - Point2(0.5, 0.5), size: extent)
    }
}

/// An upright rectangle on the canvas, in its pixels: outlines, not pixel centres.
private struct Area {
    let origin, size: Point2

    var outline: Quad {
        let end = origin + size
        return Quad(origin, Point2(end.x, origin.y), end, Point2(origin.x, end.y))
    }

    func contains(_ other: Area) -> Bool {
        let (slack, end, otherEnd) = (1e-6, origin + size, other.origin + other.size)
        return origin.x <= other.origin.x + slack && origin.y <= other.origin.y + slack && end.x >= otherEnd.x - slack
            && end.y >= otherEnd.y - slack
    }

    /// Maps canvas pixels to the stored pixels of a film that fills the rectangle.
    func pictureFromPage(_ film: Frame, _ orientation: Orientation) -> Matrix3 {
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
