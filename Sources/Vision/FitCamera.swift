internal import COpenCVShim
package import Geometry

/// A place on a plane, in any unit, and the pixel where it is seen.
package struct PlanePoint: Hashable, Sendable {
    package let place, pixel: Point2

    package init(place: Point2, pixel: Point2) { (self.place, self.pixel) = (place, pixel) }
}

/// A camera that explains views of a plane, and how well it does.
package struct CameraFit: Sendable {
    /// Its source is `file`: what is fitted is kept in one.
    package let camera: Camera
    /// Standard deviation of k3; 0 where it was not fitted.
    package let k3Sigma: Double
    /// Root mean square reprojection error in pixels: of all points, and of each view.
    package let error: Double, viewErrors: [Double]
    /// The plane's normal in each view, in camera axes (x right, y down, z forward); its sign means nothing.
    package let viewNormals: [Point3]
}

/// Fits a camera with OpenCV's distortion to views of a plane (Zhang 2000; cv::calibrateCamera), or returns `nil` when
/// nothing finite comes out.
///
/// - Parameters:
///   - views: at least one; each with four points or more, not in a line.
///   - hasK3: whether the third radial coefficient is fitted as well.
package func fitCamera(
    to views: [[PlanePoint]], width: Int, height: Int, hasK3: Bool
) throws(VisionError) -> CameraFit? {
    let all = views.flatMap(\.self)
    var fit = ocv_calibration()
    var errors = [Double](repeating: 0, count: views.count)
    var normals = [Double](repeating: 0, count: 3 * views.count)
    let status = unsafe ocv_calibrate(
        views.map { Int32($0.count) }, Int32(views.count), interleaved(all.map(\.place)),
        interleaved(all.map(\.pixel)), Int32(width), Int32(height), hasK3 ? 1 : 0, &fit, &errors, &normals)
    guard try VisionError.check(status, "fit a camera") else { return nil }
    let (p, d) = (fit.parameters, fit.deviations)
    let numbers = [p.0, p.1, p.2, p.3, p.4, p.5, p.6, p.7, p.8, d.0, d.1, d.8, fit.error] + errors + normals
    guard numbers.allSatisfy(\.isFinite), p.0 > 0, p.1 > 0 else { return nil }
    let camera = Camera(
        width: width, height: height, fx: p.0, fy: p.1, cx: p.2, cy: p.3, distortion: [p.4, p.5, p.6, p.7, p.8],
        source: .file, focalSigma: max(d.0, d.1))
    return CameraFit(
        camera: camera, k3Sigma: d.8, error: fit.error, viewErrors: errors,
        viewNormals: views.indices.map { Point3(normals[3 * $0], normals[3 * $0 + 1], normals[3 * $0 + 2]) })
}
