package import Geometry
internal import Vision

#if canImport(Glibc)
    internal import Glibc
#endif

/// A camera from views of a board, and how well it explains them.
package struct CalibratedCamera: Sendable {
    /// In upright pixels; its source is `file`.
    package let camera: Camera
    /// Root mean square reprojection error of the views that were used, in pixels.
    package let error: Double
    /// That of each view that was offered; those that were left out because they do not fit the others are `nil`.
    package let viewErrors: [Double?]
}

/// Why views of a board give no camera: one clause with its remedy, for the caller to put behind the file's name.
package struct CalibrationError: Error, Hashable, Sendable, CustomStringConvertible {
    package let description: String
    init(_ description: String) { self.description = description }
}

/// When views are enough, and when they are left out.
package struct CalibrationOptions: Hashable, Sendable {
    /// Fewer views give no camera.
    package var fewestViews = 4
    /// The board's planes must differ by as many degrees: views from one direction do not tell the focal length.
    package var leastTiltDegrees = 12.0
    /// The focal length must be known to this share of it.
    package var largestFocalSigma = 0.02
    /// A view is left out when its error is above so many medians, and above so many pixels.
    package var outlierMedians = 2.5, outlierPixels = 0.3
    package init() {}
}

/// Fits a camera to views of a board in pictures of one size.
///
/// Views that do not fit the others (blurred, or a corner mistaken) are left out, one by one, while more than half of them
/// and enough remain. The third radial coefficient is fitted only where the views tell it from nothing.
package func calibrate(
    _ views: [BoardView], width: Int, height: Int, options: CalibrationOptions = CalibrationOptions()
) throws -> CalibratedCamera {
    var used = Array(views.indices)
    guard used.count >= options.fewestViews else {
        throw CalibrationError(
            "the board is seen in \(used.count) of the views that differ, and at least \(options.fewestViews) are needed; take more, each from another side"
        )
    }
    var fit = try fitBest(used.map { views[$0] }, width, height)
    while hasOutlier(fit.viewErrors, options), used.count > max(options.fewestViews, (views.count + 1) / 2),
        let (worst, better) = try leastWithoutOne(used.map { views[$0] }, fit.viewErrors, width, height)
    {
        used.remove(at: worst)
        fit = better
    }
    try checkVariety(fit, options)
    var errors = [Double?](repeating: nil, count: views.count)
    for (index, error) in zip(used, fit.viewErrors) { errors[index] = error }
    return CalibratedCamera(camera: fit.camera, error: fit.error, viewErrors: errors)
}

private func fitBest(_ views: [BoardView], _ width: Int, _ height: Int) throws -> CameraFit {
    let points = views.map(\.points)
    let plain = try? fitCamera(to: points, width: width, height: height, hasK3: false)
    guard let plain else {
        throw CalibrationError("the views give no camera; \(tiltIt)")
    }
    guard let curved = try? fitCamera(to: points, width: width, height: height, hasK3: true),
        abs(curved.camera.distortion[4]) > 3 * curved.k3Sigma
    else { return plain }
    return curved
}

private func hasOutlier(_ errors: [Double], _ options: CalibrationOptions) -> Bool {
    let median = errors.sorted()[errors.count / 2]
    return errors.contains { $0 > max(options.outlierMedians * median, options.outlierPixels) }
}

/// The view without which the others fit best, and that fit. A view that is far off draws the camera to itself, so that others
/// look worse: the worst few are tried.
private func leastWithoutOne(
    _ views: [BoardView], _ errors: [Double], _ width: Int, _ height: Int
) throws -> (index: Int, fit: CameraFit)? {
    let suspects = errors.indices.sorted { errors[$0] > errors[$1] }.prefix(8)
    return try suspects.map { suspect in
        var others = views
        others.remove(at: suspect)
        return (suspect, try fitBest(others, width, height))
    }.min { $0.1.error < $1.1.error }
}

private let tiltIt = "tilt the board, or the camera, by some 30° to each side between views"

private func checkVariety(_ fit: CameraFit, _ options: CalibrationOptions) throws {
    let normals = fit.viewNormals
    let cosine = normals.indices.flatMap { a in normals[..<a].map { abs($0.dot(normals[a])) } }.min() ?? 1
    let degrees = acos(min(1, cosine)) * 180 / .pi
    guard degrees >= options.leastTiltDegrees, fit.camera.focalSigma <= options.largestFocalSigma * fit.camera.fx
    else {
        throw CalibrationError(
            "all \(normals.count) views of the board are too much alike to tell the focal length; \(tiltIt)")
    }
}
