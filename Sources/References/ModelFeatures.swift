internal import Foundation
internal import Geometry
package import Imaging
package import Vision

/// Features of a picture and of simulated views of it, so that it is recognised small and from the side.
///
/// After ASIFT (Morel and Yu 2009): the view is turned, blurred along the axis that the tilt shortens, and squeezed. Tilt 2 is
/// seen from 60° beside the normal, tilt 3.5 from 73°; SIFT itself bridges what lies between.
package enum ModelFeatures {
    /// Changes whenever the same picture would give other features: part of the cache's key.
    package static let version = 1

    private static let scales = [0.625, 0.3125, 0.15625]
    private static let tilts = [2.0, 3.5]
    private static let directions = 4
    /// Features kept of a frontal view and of a tilted one, at the largest scale.
    private static let frontalLimit = 1500, tiltedLimit = 700

    /// Features kept of each frontal view to find a picture among many.
    private static let frontalLimits = [150, 120, 80]
    /// At most so many are kept of a picture.
    static var mostFrontal: Int { frontalLimits.reduce(0, +) }

    /// A simulated view: how the model is turned, squeezed and reduced.
    private struct View {
        let angle, tilt, scale: Double
    }

    /// Extracts the features of a model picture, in its pixels.
    package static func extract(from model: GreyImage) throws(VisionError) -> Features {
        var all = Features()
        for scale in scales where scale == scales[0] || Double(max(model.width, model.height)) * scale >= 48 {
            all.append(try features(of: model, View(angle: 0, tilt: 1, scale: scale), limit: frontalLimit))
            for tilt in tilts {
                for direction in 0..<directions {
                    let angle = Double(direction) * .pi / Double(directions)
                    all.append(
                        try features(of: model, View(angle: angle, tilt: tilt, scale: scale), limit: tiltedLimit))
                }
            }
        }
        // As the cache keeps them, so that a run with a cache and one without agree to the last bit.
        all.points = all.points.map { Point2(Double(Float($0.x)), Double(Float($0.y))) }
        return all
    }

    /// The strongest features of the frontal views alone, a few hundred: by these a picture is found among very many.
    static func frontal(of model: GreyImage) throws(VisionError) -> Features {
        var all = Features()
        for (scale, limit) in zip(scales, frontalLimits) {
            guard scale == scales[0] || Double(max(model.width, model.height)) * scale >= 48 else { continue }
            all.append(try features(of: model, View(angle: 0, tilt: 1, scale: scale), limit: limit))
        }
        all.points = all.points.map { Point2(Double(Float($0.x)), Double(Float($0.y))) }
        return all
    }

    private static func features(of model: GreyImage, _ view: View, limit: Int) throws(VisionError) -> Features {
        guard let placed = place(view, width: model.width, height: model.height) else { return Features() }
        var turned = try model.warped(by: [placed.modelFromTurned], width: placed.turnedWidth, height: placed.height)
        // What squeezing would alias away goes first: as much as ASIFT takes for a tilt, and for a plain reduction too.
        let lengthwise = 0.8 * (view.tilt * view.tilt - 1).squareRoot()
        if lengthwise > 0 { turned = try turned.blurred(sigmaX: lengthwise, sigmaY: 0.01) }
        let seen = try turned.resized(width: placed.width, height: placed.height)
        let found = try Features(in: seen, limit: limit)
        let mapped = found.points.map { placed.modelFromView($0) }
        let outline = Quad(outlineOfWidth: model.width, height: model.height).bounds
        let inside = mapped.indices.filter { index in
            guard let point = mapped[index] else { return false }
            return point.x > outline.min.x && point.x < outline.max.x && point.y > outline.min.y
                && point.y < outline.max.y
        }
        let kept = found.selecting(inside)
        return Features(points: inside.compactMap { mapped[$0] }, descriptors: kept.descriptors)
    }

    private struct Placed {
        /// The picture is first turned and reduced at `turnedWidth` × `height`, then squeezed to `width`.
        let turnedWidth, width, height: Int
        let modelFromTurned, modelFromView: Homography
    }

    /// Where a view lies: its size and the maps back to the model.
    private static func place(_ view: View, width: Int, height: Int) -> Placed? {
        let (c, s) = (view.scale * cos(view.angle), view.scale * sin(view.angle))
        guard let turned = Homography(Matrix3(SIMD3(c, s, 0), SIMD3(-s, c, 0), SIMD3(0, 0, 1))),
            let corners = turned(Quad(outlineOfWidth: width, height: height))
        else { return nil }
        let box = corners.bounds
        let turnedWidth = max(8, Int((box.max.x - box.min.x).rounded(.up)))
        let rows = max(8, Int((box.max.y - box.min.y).rounded(.up)))
        let columns = max(8, Int((Double(turnedWidth) / view.tilt).rounded(.up)))
        let shift = Homography.translation(Point2(-0.5, -0.5) - box.min)
        let squeeze = Homography.resizing(Double(columns) / Double(turnedWidth), 1)
        guard let turnedFromModel = shift * turned, let viewFromModel = squeeze * turnedFromModel,
            let modelFromTurned = turnedFromModel.inverse, let modelFromView = viewFromModel.inverse
        else { return nil }
        return Placed(
            turnedWidth: turnedWidth, width: columns, height: rows, modelFromTurned: modelFromTurned,
            modelFromView: modelFromView)
    }
}
