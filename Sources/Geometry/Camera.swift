/// A pinhole camera with OpenCV's distortion model, in upright pixels of the stated size.
///
/// Camera space has y up and z towards the viewer, so what is seen has negative z:
/// u = fx · x / −z + cx, v = fy · −y / −z + cy.
package struct Camera: Hashable, Sendable {
    /// Where the focal length comes from, best first.
    package enum Source: String, Hashable, Sendable { case file, metadata, estimated, assumed }

    package let width, height: Int
    package let fx, fy, cx, cy: Double
    /// OpenCV's k1, k2, p1, p2, k3.
    package let distortion: [Double]
    package let source: Source
    /// Standard deviation of the focal length in pixels.
    package let focalSigma: Double

    package init(
        width: Int, height: Int, fx: Double, fy: Double, cx: Double, cy: Double,
        distortion: [Double] = [0, 0, 0, 0, 0], source: Source, focalSigma: Double
    ) {
        (self.width, self.height, self.source, self.focalSigma) = (width, height, source, focalSigma)
        (self.fx, self.fy, self.cx, self.cy, self.distortion) = (fx, fy, cx, cy, distortion)
    }

    /// A camera without distortion whose axis meets the middle of the picture, from a focal length that is given for
    /// 35 mm film: by the diagonal (43.27 mm), as CIPA DCG-001 has it.
    package init(width: Int, height: Int, focalLength35mm: Double, source: Source, relativeSigma: Double) {
        let diagonal = Double(width * width + height * height).squareRoot()
        let focal = focalLength35mm / (36 * 36 + 24 * 24).squareRoot() * diagonal
        self.init(
            width: width, height: height, fx: focal, fy: focal, cx: Double(width - 1) / 2, cy: Double(height - 1) / 2,
            source: source, focalSigma: relativeSigma * focal)
    }

    /// The same camera for pictures of another size, or `nil` when their shape differs by more than 1 %.
    package func scaled(width: Int, height: Int) -> Camera? {
        let (sx, sy) = (Double(width) / Double(self.width), Double(height) / Double(self.height))
        guard abs(sx / sy - 1) < 0.01 else { return nil }
        return Camera(
            width: width, height: height, fx: fx * sx, fy: fy * sy, cx: (cx + 0.5) * sx - 0.5,
            cy: (cy + 0.5) * sy - 0.5,
            distortion: distortion, source: source, focalSigma: focalSigma * sx)
    }

    /// Where a point of camera space is seen, without distortion; `nil` when it is not in front of the camera.
    package func project(_ point: Point3) -> Point2? {
        guard point.z < 0 else { return nil }
        return Point2(cx - fx * point.x / point.z, cy + fy * point.y / point.z)
    }
}
