package import Geometry

#if canImport(Glibc)
    internal import Glibc
#endif

/// Where a camera stands, told the way one holds a phone over a table.
///
/// The stage has anchor space's axes (DESIGN §1): x right, z towards the reader, y up out of the table, metres.
package struct View: Hashable, Sendable {
    /// The point of the table in the middle of the picture.
    package var x, z: Double
    /// From there to the camera, metres.
    package var distance: Double
    /// 0: straight from above; positive: from the side of the reader. Radians, under π/2.
    package var tilt: Double
    /// Which side one looks from: 0 the reader's, positive to the right. Radians.
    package var azimuth: Double
    /// How the phone is turned about its own axis: positive turns the picture's content clockwise. Radians.
    package var roll: Double

    package init(
        x: Double = 0, z: Double = 0, distance: Double, tilt: Double = 0, azimuth: Double = 0, roll: Double = 0
    ) {
        (self.x, self.z, self.distance) = (x, z, distance)
        (self.tilt, self.azimuth, self.roll) = (tilt, azimuth, roll)
    }

    package var cameraFromStage: RigidTransform {
        let towardsViewer = Point3(sin(tilt) * sin(azimuth), cos(tilt), sin(tilt) * cos(azimuth))
        let right = Point3(cos(azimuth), 0, -sin(azimuth))
        let up = towardsViewer.cross(right)
        let rotation = Matrix3(rotationZ: -roll) * Matrix3(right, up, towardsViewer)
        let position = Point3(x, 0, z) + towardsViewer * distance
        return RigidTransform(rotation: rotation, translation: -(rotation * position))
    }

    private var numbers: [Double] { [x, z, distance, tilt, azimuth, roll] }

    private init(numbers n: [Double]) {
        self.init(x: n[0], z: n[1], distance: n[2], tilt: n[3], azimuth: n[4], roll: n[5])
    }

    /// A smooth path through `keys` (at rising seconds, at least one): a cubic through each with the slope of its
    /// neighbours; it rests before the first and after the last.
    package static func path(_ keys: [(seconds: Double, view: View)]) -> @Sendable (Double) -> View {
        precondition(!keys.isEmpty, "a path has a first view")
        let times = keys.map(\.seconds)
        let values = keys.map(\.view.numbers)
        let slopes = keys.indices.map { index -> [Double] in
            guard index > 0, index < keys.count - 1 else { return Array(repeating: 0, count: 6) }
            let span = times[index + 1] - times[index - 1]
            return (0..<6).map { (values[index + 1][$0] - values[index - 1][$0]) / span }
        }
        return { seconds in
            guard let next = times.firstIndex(where: { $0 > seconds }) else {
                return View(numbers: values[times.count - 1])
            }
            guard next > 0 else { return View(numbers: values[0]) }
            let length = times[next] - times[next - 1]
            let t = (seconds - times[next - 1]) / length
            return View(
                numbers: (0..<6).map { i in
                    hermite(
                        t, values[next - 1][i], slopes[next - 1][i] * length, values[next][i], slopes[next][i] * length)
                })
        }
    }

    private static func hermite(_ t: Double, _ a: Double, _ slopeA: Double, _ b: Double, _ slopeB: Double) -> Double {
        let (t2, t3) = (t * t, t * t * t)
        return a * (2 * t3 - 3 * t2 + 1) + slopeA * (t3 - 2 * t2 + t) + b * (3 * t2 - 2 * t3) + slopeB * (t3 - t2)
    }
}

extension Camera {
    /// From how far a sheet of `width` × `height` metres, seen straight from above, takes `share` of the picture's width
    /// or height, whichever it fills first. Metres.
    package func distance(filling share: Double, width: Double, height: Double) -> Double {
        max(fx * width / Double(self.width), fy * height / Double(self.height)) / share
    }
}
