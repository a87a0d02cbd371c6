internal import Geometry

/// How far each corner moves from one frame to the next, in pixels of the picture.
struct CornerMotion: Hashable, Sendable {
    var offsets: Quad

    static let none = CornerMotion(offsets: Quad(.zero, .zero, .zero, .zero))

    init(offsets: Quad) { self.offsets = offsets }

    /// The motion that takes `from` to `to` in one frame.
    init(from: Quad, to: Quad) {
        offsets = Quad(
            to.topLeft - from.topLeft, to.topRight - from.topRight, to.bottomRight - from.bottomRight,
            to.bottomLeft - from.bottomLeft)
    }

    /// The motion half a frame later, if it goes on changing as it has changed since `before`, a frame earlier.
    func continued(after before: CornerMotion) -> CornerMotion {
        func on(_ now: Point2, _ then: Point2) -> Point2 { now + (now - then) * 0.5 }
        return CornerMotion(
            offsets: Quad(
                on(offsets.topLeft, before.offsets.topLeft), on(offsets.topRight, before.offsets.topRight),
                on(offsets.bottomRight, before.offsets.bottomRight), on(offsets.bottomLeft, before.offsets.bottomLeft)))
    }

    var largest: Double { offsets.corners.map(\.length).max() ?? 0 }

    /// `quad` after `frames` frames, which may be a fraction or negative.
    func moved(_ quad: Quad, frames: Double) -> Quad {
        Quad(
            quad.topLeft + offsets.topLeft * frames, quad.topRight + offsets.topRight * frames,
            quad.bottomRight + offsets.bottomRight * frames, quad.bottomLeft + offsets.bottomLeft * frames)
    }
}
