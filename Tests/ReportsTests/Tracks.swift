import Foundation
import Geometry
import Imaging
import Reports
import Testing
import Tracking

/// Tracks that are made up, frame by frame.
enum Tracks {
    /// A clip of 640 × 480 pixels at 30 frames a second in which each drawing is where `place` puts it.
    static func track(
        frames: Int, names: [String] = ["Cat"], file: String = "clip.mov", exposureShare: Double? = 0.5,
        place: (_ frame: Int, _ name: String) -> Track.Anchor?
    ) throws -> Track {
        let timeBase = try #require(TimeBase(1, 600))
        return Track(
            program: "sketchreel test",
            clip: Track.Clip(
                file: file, bytes: 1_234_567, sha256: String(repeating: "ab", count: 32), width: 640, height: 480,
                timeBase: timeBase, orientation: .upright),
            camera: Camera(
                width: 640, height: 480, fx: 600, fy: 600, cx: 319.5, cy: 239.5, source: .assumed, focalSigma: 90),
            references: names.map {
                Track.Reference(
                    name: $0, widthMetres: 0.2, heightMetres: 0.15, pixelWidth: 800, pixelHeight: 600, sha256: "cd")
            },
            frames: (0..<frames).map { frame in
                Track.Frame(ticks: Int64(frame) * 20, anchors: names.compactMap { place(frame, $0) })
            }, exposureShare: exposureShare)
    }

    /// A drawing whose outline is a square of `side` pixels around a point, tilted about the vertical.
    static func anchor(
        _ name: String = "Cat", x: Double = 320, y: Double = 240, side: Double = 200, tilt: Double = 0,
        confidence: Double = 0.9, sigma: Double = 0.1, state: Track.Anchor.State = .tracked
    ) -> Track.Anchor {
        let half = side / 2
        // Facing the camera: the anchor's y axis (out of the paper) is the camera's z, its z axis points down.
        let (c, s) = (cos(tilt * .pi / 180), sin(tilt * .pi / 180))
        let axes = Matrix3(SIMD3(c, 0, -s), SIMD3(s, 0, c), SIMD3(0, -1, 0)).transposed
        return Track.Anchor(
            reference: name, state: state, confidence: confidence, sigma: sigma,
            corners: Quad(
                Point2(x - half, y - half), Point2(x + half, y - half), Point2(x + half, y + half),
                Point2(x - half, y + half)),
            cameraFromAnchor: RigidTransform(rotation: axes, translation: Point3(0, 0, -1)))
    }

    /// A picture of which only the size is looked at.
    static let picture = ReportPicture(jpeg: Data([0xFF, 0xD8, 0xFF, 0xD9]), width: 480, height: 360)

    /// The page about a track, with a picture for each frame that it wants.
    static func page(_ track: Track, warnings: [String] = []) -> String {
        let review = ClipReview(track)
        let stills = Dictionary(uniqueKeysWithValues: review.stillFrames.map { ($0, picture) })
        let drawings = Dictionary(uniqueKeysWithValues: review.picturedReferences.map { ($0, picture) })
        return TrackReport(review: review, stills: stills, drawings: drawings, warnings: warnings).html
    }
}
