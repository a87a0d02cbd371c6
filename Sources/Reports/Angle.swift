internal import Foundation

/// Angles in degrees.
enum Angle {
    /// 0…180; a cosine that rounding took over its bounds is brought back.
    static func degrees(ofCosine cosine: Double) -> Double { acos(min(1, max(-1, cosine))) * 180 / .pi }

    /// The full angle of a view of `length` pixels with a focal length of `focal` pixels.
    static func ofView(length: Double, focal: Double) -> Double { 2 * atan2(length / 2, focal) * 180 / .pi }
}
