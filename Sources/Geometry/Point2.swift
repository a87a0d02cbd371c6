/// A point or vector in the plane.
///
/// Pixels: x right, y down; the centre of the top-left pixel is (0, 0), so the outline of a w × h image runs from
/// (−0.5, −0.5) to (w − 0.5, h − 0.5). Every coordinate in the project follows this, in frames and in references.
package typealias Point2 = SIMD2<Double>

/// A point or vector in space. Camera space: x right, y up, z towards the viewer. Lengths are metres.
package typealias Point3 = SIMD3<Double>

extension SIMD2<Double> {
    /// The Euclidean length.
    package var length: Double { (x * x + y * y).squareRoot() }
    /// The z component of the cross product: positive when `other` lies clockwise of `self` on screen (y down).
    package func cross(_ other: Point2) -> Double { x * other.y - y * other.x }
    /// The scalar product.
    package func dot(_ other: Point2) -> Double { x * other.x + y * other.y }
    /// Whether both coordinates are finite.
    package var isFinite: Bool { x.isFinite && y.isFinite }
}

extension SIMD3<Double> {
    /// The Euclidean length.
    package var length: Double { dot(self).squareRoot() }
    /// The scalar product.
    package func dot(_ other: Point3) -> Double { (self * other).sum() }
    /// The vector product.
    package func cross(_ other: Point3) -> Point3 {
        Point3(y * other.z - z * other.y, z * other.x - x * other.z, x * other.y - y * other.x)
    }
    /// The unit vector of the same direction; the vector itself when it is zero.
    package var normalized: Point3 { length > 0 ? self / length : self }
}
