internal import Geometry
internal import Tracking

/// What the track says of one drawing in one frame, in the quantities that explain why it is held or lost.
struct Sample: Hashable, Sendable {
    let frame: Int
    let state: Track.Anchor.State
    let confidence, sigma: Double
    /// The drawing's outline in the picture.
    let corners: Quad
    /// The side of a square with the outline's area, in pixels of the clip.
    let size: Double
    /// How far its fastest corner came since the frame before; `nil` after a gap.
    let motion: Double?
    /// The angle between the page's normal and the line of sight, in degrees: 0 seen from the front.
    let tilt: Double
    /// The share of the outline's area that lies in the picture, 0…1.
    let shareInside: Double

    /// - Parameter previous: the sample before, of whichever frame.
    init(_ anchor: Track.Anchor, frame: Int, in clip: Track.Clip, previous: Sample?) {
        (self.frame, state, corners) = (frame, anchor.state, anchor.corners)
        (confidence, sigma) = (anchor.confidence, anchor.sigma)
        size = abs(anchor.corners.signedArea).squareRoot()
        motion = previous.flatMap { $0.frame == frame - 1 ? Self.step(from: $0.corners, to: anchor.corners) : nil }
        tilt = Self.tilt(anchor.cameraFromAnchor)
        shareInside = anchor.corners.shareInside(width: clip.width, height: clip.height)
    }

    private static func step(from: Quad, to: Quad) -> Double {
        zip(from.corners, to.corners).map { ($1 - $0).length }.max() ?? 0
    }

    private static func tilt(_ cameraFromAnchor: RigidTransform) -> Double {
        let normal = cameraFromAnchor.rotation * Point3(0, 1, 0)
        let towardsCamera = (-cameraFromAnchor.translation).normalized
        return Angle.degrees(ofCosine: normal.dot(towardsCamera))
    }

    /// All samples of each reference, in the order of frames; a reference that is nowhere has none.
    static func byReference(in track: Track) -> [String: [Sample]] {
        var samples: [String: [Sample]] = [:]
        for (index, frame) in track.frames.enumerated() {
            for anchor in frame.anchors {
                let previous = samples[anchor.reference]?.last
                samples[anchor.reference, default: []].append(
                    Sample(anchor, frame: index, in: track.clip, previous: previous))
            }
        }
        return samples
    }
}
