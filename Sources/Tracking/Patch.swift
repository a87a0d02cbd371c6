internal import Foundation
internal import Geometry
internal import Imaging
internal import Vision

/// Where a patch is cut from a picture, and how it is reduced.
struct PatchFrame {
    /// The part of the picture.
    let x, y, fullWidth, fullHeight: Int
    /// Size of the patch, and how many of the picture's pixels go into one of its.
    let width, height: Int
    let reduction: Double
    let patchFromPicture, pictureFromPatch: Homography

    /// The upright box around `polygon` with a margin, reduced to at most `areaLimit` pixels; `nil` when it is too small.
    init?(around polygon: [Point2], in picture: GreyImage, areaLimit: Int) {
        guard polygon.count >= 3 else { return nil }
        let margin = 4.0
        let low = polygon.reduce(polygon[0]) { Point2(min($0.x, $1.x), min($0.y, $1.y)) }
        let high = polygon.reduce(polygon[0]) { Point2(max($0.x, $1.x), max($0.y, $1.y)) }
        x = max(0, Int(low.x - margin))
        y = max(0, Int(low.y - margin))
        fullWidth = min(picture.width, Int(high.x + margin) + 1) - x
        fullHeight = min(picture.height, Int(high.y + margin) + 1) - y
        guard fullWidth >= 16, fullHeight >= 16 else { return nil }
        let wanted = max(1, (Double(fullWidth * fullHeight) / Double(areaLimit)).squareRoot())
        width = Int((Double(fullWidth) / wanted).rounded())
        height = Int((Double(fullHeight) / wanted).rounded())
        reduction = wanted
        let resize = Homography.resizing(Double(width) / Double(fullWidth), Double(height) / Double(fullHeight))
        guard let map = resize * .translation(Point2(-Double(x), -Double(y))), let back = map.inverse else {
            return nil
        }
        (patchFromPicture, pictureFromPatch) = (map, back)
    }
}

/// The page as it should look and what the frame shows there, both locally normalised.
struct Patch {
    let expected, seen, mask: GreyImage
    let frame: PatchFrame

    var pictureFromPatch: Homography { frame.pictureFromPatch }

    func contains(_ point: Point2) -> Bool {
        let (x, y) = (Int(point.x.rounded()), Int(point.y.rounded()))
        return x >= 0 && y >= 0 && x < mask.width && y < mask.height && mask[x, y] != 0
    }

    /// `corners`, in pixels of the picture, moved by a map between patch pixels.
    func moved(_ corners: Quad, by seenFromExpected: Homography) -> Quad? {
        guard let toPatch = seenFromExpected * frame.patchFromPicture, let map = frame.pictureFromPatch * toPatch else {
            return nil
        }
        return map(corners)
    }

    /// A map between pixels of the picture as one between pixels of the patch.
    func map(_ picture: Homography) -> Homography? {
        (picture * frame.pictureFromPatch).flatMap { frame.patchFromPicture * $0 }
    }

    /// Coordinates in which small homographies are meant: about the page's centre, in units of half its diagonal, in patch pixels.
    func unit(of corners: Quad) -> (centre: Point2, scale: Double) {
        (frame.patchFromPicture(corners.centre) ?? .zero, max(corners.diagonal / 2 / frame.reduction, 1))
    }

    /// The comparison of all pixels with contrast, spread over the patch.
    func alignment(of corners: Quad, limit: Int) -> Alignment {
        let cell = 8
        let squares = max(1, (mask.width / cell) * (mask.height / cell))
        let unit = unit(of: corners)
        return Alignment(
            expected: expected, seen: seen, mask: mask, cell: cell, perCell: min(24, max(4, limit / squares)),
            limit: limit, centre: unit.centre, scale: unit.scale)
    }

    /// Standard deviation of the corners in pixels of the picture, from a small homography's covariance.
    func cornerSigma(of corners: Quad, _ covariance: SquareMatrix) -> Double {
        let (centre, scale) = unit(of: corners)
        let variances = corners.corners.map { corner -> Double in
            guard let point = frame.patchFromPicture(corner) else { return 1e4 }
            let rows = SmallHomography.jacobian((point.x - centre.x) / scale, (point.y - centre.y) / scale)
            return covariance.quadratic(rows.x) + covariance.quadratic(rows.y)
        }
        return (variances.reduce(0, +) / 8).squareRoot() * scale * frame.reduction
    }
}
