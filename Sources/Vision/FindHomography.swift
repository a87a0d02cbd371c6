internal import COpenCVShim
package import Geometry
package import Imaging

/// A homography and which of the pairs agree with it.
package struct HomographyFit: Sendable {
    package let map: Homography
    package let isInlier: [Bool]
    package var inlierCount: Int { isInlier.count { $0 } }
}

/// Fits `to = map(from)` with MAGSAC++ (Barath et al. 2020; cv::findHomography), or returns `nil` when no map explains the
/// pairs. `threshold` in pixels of `to`. The same pairs give the same answer.
package func fitHomography(
    from: [Point2], to: [Point2], threshold: Double, maxIterations: Int = 2000
) throws(VisionError) -> HomographyFit? {
    precondition(from.count == to.count, "pairs of points")
    guard from.count >= 4 else { return nil }
    var matrix = [Double](repeating: 0, count: 9)
    var inliers = [UInt8](repeating: 0, count: from.count)
    let status = unsafe ocv_find_homography(
        interleaved(from), interleaved(to), Int32(from.count), threshold, Int32(maxIterations), &matrix, &inliers)
    guard try VisionError.check(status, "fit a homography"), let map = Homography(rowMajor: matrix) else { return nil }
    return HomographyFit(map: map, isInlier: inliers.map { $0 != 0 })
}

/// x, y pairs as OpenCV takes them.
func interleaved(_ points: [Point2]) -> [Float] { points.flatMap { [Float($0.x), Float($0.y)] } }

/// Follows `points` of `from` to `to` by pyramidal Lucas–Kanade (Bouguet 2001), starting at `guesses`; a point that was lost
/// is `nil`. Both pictures are of one size.
package func followPoints(
    _ points: [Point2], guesses: [Point2], from: GreyImage, to: GreyImage, window: Int, levels: Int,
    iterations: Int = 20
) throws(VisionError) -> [Point2?] {
    guard !points.isEmpty else { return [] }
    var ends = interleaved(guesses)
    var found = [UInt8](repeating: 0, count: points.count)
    let status = unsafe try from.withPlane { first throws(VisionError) in
        unsafe try to.withPlane { second throws(VisionError) in
            unsafe ocv_flow(
                first, second, interleaved(points), &ends, &found, Int32(points.count), Int32(window), Int32(levels),
                Int32(iterations))
        }
    }
    try VisionError.check(status, "follow points")
    return points.indices.map { found[$0] == 0 ? nil : Point2(Double(ends[2 * $0]), Double(ends[2 * $0 + 1])) }
}
