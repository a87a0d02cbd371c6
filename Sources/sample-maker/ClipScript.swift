internal import Foundation
internal import Geometry
internal import SceneRendering

/// What happens in the sample clip, second by second.
struct ClipScript {
    static let frameCount = 480
    /// Upright, as a phone films.
    static let width = 1080, height = 1920

    let desk: Desk

    /// The shot at 1 / `divisor` of the full size.
    func shot(divisor: Int = 1) throws -> Shot {
        let camera = Camera(
            width: Self.width / divisor, height: Self.height / divisor, focalLength35mm: 26, source: .metadata,
            relativeSigma: 0.02)
        var scene = Scene(camera: camera, cameraFromStage: Self.camera, sheets: try desk.sheets() + Self.hand)
        scene.light = Self.light
        scene.lens.blurSigma = 0.55 / Double(divisor)
        scene.lens.vignette = 0.26
        scene.sensor = .phone
        (scene.sampling.pixelsPerPose, scene.sampling.mostPoses) = (2.5, 12)
        scene.background = SIMD3(0.03, 0.022, 0.02)
        scene.seed = 2026
        return Shot(scene, frameCount: Self.frameCount)
    }

    /// It comes from the upper left, settles, goes close, makes room for the hand, swings to the loose page and back, and
    /// ends in a slanting look over the table.
    private static let camera =
        Motion.tremor(angle: 0.0032, shift: 0.0011, seed: 12)
        * Motion.viewed(
            View.path([
                (0.0, View(x: -0.185, z: -0.20, distance: 0.40, tilt: 0.52, azimuth: -0.22, roll: 0.10)),
                (0.5, View(x: -0.165, z: -0.185, distance: 0.40, tilt: 0.50, azimuth: -0.21, roll: 0.09)),
                (1.7, View(x: -0.006, z: -0.004, distance: 0.37, tilt: 0.44, azimuth: -0.14, roll: 0.02)),
                (3.2, View(x: 0.006, z: 0.004, distance: 0.34, tilt: 0.30, azimuth: 0.10, roll: -0.04)),
                (4.2, View(x: 0.000, z: 0.000, distance: 0.31, tilt: 0.22, azimuth: 0.12, roll: 0.00)),
                (5.3, View(x: 0.012, z: -0.014, distance: 0.195, tilt: 0.20, azimuth: 0.05, roll: 0.04)),
                (5.9, View(x: 0.014, z: -0.012, distance: 0.190, tilt: 0.22, azimuth: 0.03, roll: 0.05)),
                (6.9, View(x: 0.000, z: 0.010, distance: 0.33, tilt: 0.34, azimuth: -0.06, roll: -0.02)),
                (8.9, View(x: 0.008, z: 0.006, distance: 0.32, tilt: 0.32, azimuth: -0.02, roll: 0.02)),
                (9.45, View(x: 0.325, z: 0.022, distance: 0.335, tilt: 0.30, azimuth: 0.06, roll: 0.06)),
                (10.8, View(x: 0.322, z: 0.016, distance: 0.30, tilt: 0.36, azimuth: 0.16, roll: 0.03)),
                (12.3, View(x: 0.328, z: 0.020, distance: 0.31, tilt: 0.42, azimuth: 0.10, roll: 0.05)),
                (12.85, View(x: 0.006, z: 0.004, distance: 0.35, tilt: 0.50, azimuth: 0.14, roll: 0.00)),
                (14.3, View(x: 0.000, z: 0.012, distance: 0.37, tilt: 0.98, azimuth: 0.50, roll: -0.06)),
                (15.4, View(x: 0.000, z: 0.004, distance: 0.35, tilt: 0.72, azimuth: -0.16, roll: 0.03)),
                (16.2, View(x: 0.000, z: 0.004, distance: 0.34, tilt: 0.60, azimuth: -0.30, roll: 0.04)),
            ]))

    /// It reaches in from the lower right, shows the lighthouse in the town, follows the whale's back, and leaves.
    private static let hand: [Sheet] = {
        let path = Keyframes([
            (6.7, [0.52, 0.42, -0.72, 0.045]), (7.4, [0.165, 0.105, -0.58, 0.020]),
            (7.8, [0.160, 0.098, -0.56, 0.014]),
            (8.3, [0.085, 0.115, -0.50, 0.018]), (8.55, [0.100, 0.125, -0.52, 0.022]),
            (9.1, [0.56, 0.46, -0.74, 0.050]),
        ])
        return Hand().sheets(
            moving: Motion { seconds in
                let n = path(seconds)
                return .shift(x: n[0], z: n[1]) * .turn(n[2])
            })
    }()

    /// A warm lamp at the upper left and a cool evening around; somebody walks by, a cloud passes, the phone adapts.
    private static let light: Light = {
        var light = Light()
        light.colour = SIMD3(0.95, 0.96, 1.0)
        var lamp = Light.Lamp(position: Point3(-0.55, 0.85, -0.50), share: 0.58)
        lamp.colour = SIMD3(1.08, 0.97, 0.80)
        (lamp.glare, lamp.sharpness) = (0.24, 22)
        light.lamp = lamp
        let level = Keyframes([
            (0, [0.70]), (1.2, [0.80]), (3.0, [0.86]), (4.4, [0.80]), (6.0, [0.88]), (8.0, [0.84]), (9.4, [0.90]),
            (10.2, [0.78]),
            (11.4, [0.84]), (12.9, [0.86]), (13.6, [0.60]), (14.2, [0.56]), (15.2, [0.80]),
        ])
        light.brightness = { seconds in level(seconds)[0] * (1 + 0.012 * sin(2 * .pi * 1.7 * seconds)) }
        var phone = Light.Shadow(radii: Point2(0.13, 0.20), depth: 0.30) { seconds in
            Point2(0.16 + 0.10 * sin(0.5 * seconds), 0.20 + 0.05 * cos(0.8 * seconds))
        }
        phone.softness = 0.75
        var passer = Light.Shadow(radii: Point2(0.22, 0.60), depth: 0.42) { seconds in
            Point2(-1.1 + 0.62 * (seconds - 2.2), 0.1)
        }
        passer.softness = 0.8
        light.shadows = [phone, passer]
        return light
    }()
}
