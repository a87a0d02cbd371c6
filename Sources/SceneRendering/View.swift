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

    /// A smooth path through `keys`, at rising seconds.
    package static func path(_ keys: [(seconds: Double, view: View)]) -> @Sendable (Double) -> View {
        let frames = Keyframes(
            keys.map { key in
                let v = key.view
                return (key.seconds, [v.x, v.z, v.distance, v.tilt, v.azimuth, v.roll])
            })
        return { seconds in
            let n = frames(seconds)
            return View(x: n[0], z: n[1], distance: n[2], tilt: n[3], azimuth: n[4], roll: n[5])
        }
    }
}

extension Camera {
    /// From how far a sheet of `width` × `height` metres, seen straight from above, takes `share` of the picture's width
    /// or height, whichever it fills first. Metres.
    package func distance(filling share: Double, width: Double, height: Double) -> Double {
        max(fx * width / Double(self.width), fy * height / Double(self.height)) / share
    }
}
