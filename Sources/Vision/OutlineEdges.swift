internal import CPixelKernels
internal import Foundation
package import Geometry
package import Imaging

/// A place on a page's outline where its edge is expected in a picture.
package struct OutlinePlace: Hashable, Sendable {
    /// In pixels of the picture, with the unit normal that points into the page.
    package var point, normal: Point2
    /// How far the edge moves along the normal while the shutter is open, in pixels.
    package var blur: Double
    /// The same place in pixels of the reference, and how that changes with a pixel of the picture along the normal.
    package var reference, referenceStep: Point2

    package init(point: Point2, normal: Point2, blur: Double, reference: Point2, referenceStep: Point2) {
        (self.point, self.normal, self.blur) = (point, normal, blur)
        (self.reference, self.referenceStep) = (reference, referenceStep)
    }
}

/// Where an edge was found.
package struct OutlineEdge: Hashable, Sendable {
    /// From where it was expected, along the normal, in pixels of the picture, and the variance of that.
    package let shift, variance: Double
    /// Share of the profile that a page in front of an even colour explains, 0…1; 0 where nothing was found.
    package let agreement: Double
}

/// Looks across the outline at each of `places`, up to `reach` pixels (at most 24) both ways, for where the page ends.
///
/// `picture` holds limited-range luma, `reference` the page in full-range grey.
package func outlineEdges(
    in picture: GreyImage, of reference: GreyImage, at places: [OutlinePlace], reach: Int
) -> [OutlineEdge] {
    let lent = places.map {
        px_outline_place(
            x: Float($0.point.x), y: Float($0.point.y), nx: Float($0.normal.x), ny: Float($0.normal.y),
            blur: Float($0.blur), u: Float($0.reference.x), v: Float($0.reference.y),
            du: Float($0.referenceStep.x), dv: Float($0.referenceStep.y))
    }
    var edges = [px_outline_edge](repeating: px_outline_edge(), count: places.count)
    unsafe px_outline_search(
        picture.pixels, Int32(picture.width), Int32(picture.height), reference.pixels, Int32(reference.width),
        Int32(reference.height), lent, Int32(places.count), Int32(reach), linearFromLuma, linearFromGrey, &edges)
    return edges.map {
        OutlineEdge(shift: Double($0.shift), variance: Double($0.variance), agreement: Double($0.agreement))
    }
}

/// Light of limited-range luma and of full-range grey, 0…1, by the usual gamma of 2.2.
private let linearFromLuma = (0..<256).map { Float(pow(max(0, Double($0) - 16) / 219, 2.2)) }
private let linearFromGrey = (0..<256).map { Float(pow(Double($0) / 255, 2.2)) }
