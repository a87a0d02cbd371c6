package import Geometry

#if canImport(Glibc)
    internal import Glibc
#endif

/// What shines on the table. At its brightest place the colours of a sheet are those of its picture.
package struct Light: Sendable {
    /// A lamp above the table.
    package struct Lamp: Sendable {
        /// On the stage, metres.
        package var position: Point3
        /// The part of the light at the stage's origin that comes from it, 0…1; the rest comes from everywhere.
        package var share: Double
        /// Linear RGB; 1, 1, 1 is neutral.
        package var colour = SIMD3<Double>(1, 1, 1)
        /// Its mirror image on glossy paper: brightness where it is strongest, and how sharp (Phong's exponent).
        package var glare = 0.0
        package var sharpness = 60.0

        package init(position: Point3, share: Double) { (self.position, self.share) = (position, share) }
    }

    /// Something out of the picture that keeps light off: a soft dark ellipse on the table.
    package struct Shadow: Sendable {
        /// Its centre (x, z) on the stage in metres, at a time in seconds.
        package var centre: @Sendable (Double) -> Point2
        /// Half its width along x and z where it is half as deep, metres.
        package var radii: Point2
        /// The share of the light that it takes in its middle, 0…1.
        package var depth: Double
        /// How soft its edge is: 0 hard, 1 as wide as the shadow.
        package var softness = 0.5

        package init(radii: Point2, depth: Double, centre: @escaping @Sendable (Double) -> Point2) {
            (self.centre, self.radii, self.depth) = (centre, radii, depth)
        }
    }

    /// Linear RGB that everything is multiplied by.
    package var colour = SIMD3<Double>(1, 1, 1)
    /// A factor that changes with the time in seconds: somebody walks by, the exposure adapts.
    package var brightness: @Sendable (Double) -> Double = { _ in 1 }
    package var lamp: Lamp?
    package var shadows: [Shadow] = []

    package init() {}

    /// What the light does at a place of the table: a factor and something added (the glare), linear RGB.
    func effect(at point: Point3, seenFrom eye: Point3, seconds: Double) -> (
        factor: SIMD3<Double>, added: SIMD3<Double>
    ) {
        var factor = colour * brightness(seconds)
        for shadow in shadows { factor *= 1 - shadow.darkness(at: Point2(point.x, point.z), seconds: seconds) }
        guard let lamp else { return (factor, .zero) }
        let direct = lamp.irradiance(at: point) / lamp.irradiance(at: Point3(0, 0, 0))
        let light = SIMD3(repeating: 1 - lamp.share) + lamp.colour * (lamp.share * direct)
        guard lamp.glare > 0 else { return (factor * light, .zero) }
        let towardsLamp = (lamp.position - point).normalized
        let mirrored = Point3(-towardsLamp.x, towardsLamp.y, -towardsLamp.z)
        let shine = lamp.glare * pow(max(0, mirrored.dot((eye - point).normalized)), lamp.sharpness)
        return (factor * light, factor * lamp.colour * shine)
    }
}

extension Light.Lamp {
    /// Lambert's law and the inverse square, for a table that faces up.
    func irradiance(at point: Point3) -> Double {
        let way = position - point
        let distance = max(way.length, 1e-3)
        return max(way.y, 1e-6) / (distance * distance * distance)
    }
}

extension Light.Shadow {
    func darkness(at point: Point2, seconds: Double) -> Double {
        let way = (point - centre(seconds)) / radii
        let edge = max(softness, 1e-3)
        let t = min(max((1 + edge - way.length) / (2 * edge), 0), 1)
        return depth * t * t * (3 - 2 * t)
    }
}
