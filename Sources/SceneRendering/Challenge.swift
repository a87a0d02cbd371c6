package import Geometry

#if canImport(Glibc)
    internal import Glibc
#endif

/// What a camera may do to a tracker, one thing at a time: motions for tests and rehearsals.
package enum Challenge: String, Hashable, Sendable, CaseIterable {
    /// A steady hand.
    case steady
    /// Nearer and farther: from a third of the picture to more than all of it.
    case scale
    /// A full turn about the camera's axis.
    case rotation
    /// Tilted up to 75° towards changing sides.
    case perspective
    /// Quick swings to and fro: motion blur.
    case pan
    /// Out of the view on one side, and back.
    case leaving
    /// Everything at once.
    case unconstrained

    /// The camera's motion over a page of `pageWidth` × `pageHeight` metres at the stage's origin.
    ///
    /// - Parameters:
    ///   - duration: seconds after which the motion has gone through once.
    ///   - trembling: radians of a hand's tremor.
    package func motion(
        camera: Camera, pageWidth: Double, pageHeight: Double, duration: Double, trembling: Double = 0.003, seed: UInt64
    ) -> Motion {
        let near = camera.distance(filling: 0.75, width: pageWidth, height: pageHeight)
        let size = max(pageWidth, pageHeight)
        let path = view(near: near, size: size, duration: duration)
        return Motion.tremor(angle: trembling, shift: trembling * near * 0.5, seed: seed) * Motion.viewed(path)
    }

    private func view(near: Double, size: Double, duration: Double) -> @Sendable (Double) -> View {
        let wave: @Sendable (_ seconds: Double, _ cycles: Double, _ phase: Double) -> Double = {
            seconds, cycles, phase in
            sin(2 * .pi * (cycles * seconds / duration + phase))
        }
        switch self {
        case .steady: return { _ in View(distance: near * 1.2, tilt: 0.35, azimuth: 0.2) }
        case .scale: return { t in View(distance: near * exp(0.45 - 0.75 * wave(t, 1, 0.9)), tilt: 0.12) }
        case .rotation: return { t in View(distance: near * 1.3, tilt: 0.1, roll: 2 * .pi * t / duration) }
        case .perspective:
            return { t in
                View(
                    distance: near * 1.2, tilt: 75 * .pi / 180 * 0.5 * (1 - cos(2 * .pi * t / duration)),
                    azimuth: 1.2 * wave(t, 0.7, 0))
            }
        case .pan:
            return { t in
                View(x: 0.45 * size * wave(t, 3, 0), z: 0.2 * size * wave(t, 2, 0.1), distance: near * 1.25, tilt: 0.2)
            }
        case .leaving:
            return { t in
                let away = 0.5 * (1 - cos(2 * .pi * t / duration))
                return View(x: 2.2 * size * away * away, z: 0.3 * size * away, distance: near * 1.15, tilt: 0.2)
            }
        case .unconstrained:
            return { t in
                View(
                    x: 0.3 * size * wave(t, 1.3, 0.1), z: 0.25 * size * wave(t, 1.7, 0.4),
                    distance: near * exp(0.25 + 0.35 * wave(t, 0.9, 0)), tilt: 0.45 + 0.4 * wave(t, 1.1, 0.3),
                    azimuth: 1.1 * wave(t, 0.8, 0.6), roll: 0.7 * wave(t, 1.4, 0.2))
            }
        }
    }
}
