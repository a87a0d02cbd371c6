package import Geometry
internal import Imaging

#if canImport(Glibc)
    internal import Glibc
#endif

/// A pose that changes with time: seconds from the start of the shot to a rigid transform.
package struct Motion: Sendable {
    private let pose: @Sendable (Double) -> RigidTransform

    package init(_ pose: @escaping @Sendable (_ seconds: Double) -> RigidTransform) { self.pose = pose }

    package func callAsFunction(_ seconds: Double) -> RigidTransform { pose(seconds) }

    /// No motion.
    package static func still(_ pose: RigidTransform = .identity) -> Motion { Motion { _ in pose } }

    /// The camera's: `cameraFromStage` of a view that changes.
    package static func viewed(_ view: @escaping @Sendable (_ seconds: Double) -> View) -> Motion {
        Motion { view($0).cameraFromStage }
    }

    /// `a * b` moves by `b` first.
    package static func * (a: Motion, b: Motion) -> Motion { Motion { a($0) * b($0) } }

    /// A hand that is not quite steady: each of the six freedoms is a sum of sines whose frequencies have no common
    /// measure, slow sway (0.3 Hz) strongest and the tremor of muscles (about 9 Hz) weakest.
    ///
    /// - Parameters:
    ///   - angle: standard deviation of each angle, radians (0.004 is a steady hand, 0.02 a walk).
    ///   - shift: standard deviation of each coordinate, metres.
    package static func tremor(angle: Double, shift: Double, seed: UInt64) -> Motion {
        let channels = (0..<6).map { Sway(seed: seed &* 31 &+ UInt64($0)) }
        return Motion { seconds in
            let w = channels.map { $0(seconds) }
            let turn =
                Matrix3(rotationX: w[0] * angle) * Matrix3(rotationY: w[1] * angle) * Matrix3(rotationZ: w[2] * angle)
            return RigidTransform(rotation: turn, translation: Point3(w[3], w[4], w[5]) * shift)
        }
    }
}

/// A smooth random function of time with mean 0 and standard deviation 1.
package struct Sway: Sendable {
    private let waves: [(amplitude: Double, frequency: Double, phase: Double)]

    package init(seed: UInt64) {
        var random = SplitMix(seed: seed)
        let raw = [0.31, 0.73, 1.37, 2.9, 5.3, 9.1].map { hertz in
            let frequency = hertz * Double.random(in: 0.8...1.25, using: &random)
            return (1 / (0.5 + frequency), frequency, Double.random(in: 0...(2 * .pi), using: &random))
        }
        let deviation = (raw.reduce(0) { $0 + $1.0 * $1.0 } / 2).squareRoot()
        waves = raw.map { (amplitude: $0.0 / deviation, frequency: $0.1, phase: $0.2) }
    }

    package func callAsFunction(_ seconds: Double) -> Double {
        waves.reduce(0) { $0 + $1.amplitude * sin(2 * .pi * $1.frequency * seconds + $1.phase) }
    }
}

extension RigidTransform {
    package static let identity = RigidTransform(rotation: .identity, translation: Point3(0, 0, 0))

    /// A shift by metres.
    package static func shift(x: Double = 0, y: Double = 0, z: Double = 0) -> RigidTransform {
        RigidTransform(rotation: .identity, translation: Point3(x, y, z))
    }

    /// A turn on the table: counterclockwise by `radians` for somebody who looks down on it.
    package static func turn(_ radians: Double) -> RigidTransform {
        RigidTransform(rotation: Matrix3(rotationY: radians), translation: Point3(0, 0, 0))
    }
}

extension Matrix3 {
    /// A right-handed turn about the x axis, radians.
    package init(rotationX angle: Double) {
        let (s, c) = (sin(angle), cos(angle))
        self.init(SIMD3(1, 0, 0), SIMD3(0, c, -s), SIMD3(0, s, c))
    }

    /// A right-handed turn about the y axis, radians.
    package init(rotationY angle: Double) {
        let (s, c) = (sin(angle), cos(angle))
        self.init(SIMD3(c, 0, s), SIMD3(0, 1, 0), SIMD3(-s, 0, c))
    }

    /// A right-handed turn about the z axis, radians.
    package init(rotationZ angle: Double) {
        let (s, c) = (sin(angle), cos(angle))
        self.init(SIMD3(c, -s, 0), SIMD3(s, c, 0), SIMD3(0, 0, 1))
    }
}
