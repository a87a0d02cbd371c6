import Geometry
import Testing

@Suite struct LensDistortionTests {
    private static let lenses: [[Double]] = [
        [0.12, -0.2, 0.001, -0.002, 0.05], [-0.29, 0.1, 0.001, -0.0001, 0], [-0.35, 0.15, 0, 0, -0.03],
        [0.3, 0, 0.01, 0.01, 0],
    ]

    private func camera(_ distortion: [Double]) -> Camera {
        Camera(
            width: 640, height: 480, fx: 530, fy: 525, cx: 342, cy: 234, distortion: distortion, source: .file,
            focalSigma: 0)
    }

    @Test(arguments: lenses)
    func `to and fro is where one was, all over the picture`(distortion: [Double]) {
        let camera = camera(distortion)
        for step in 0..<35 {
            let pixel = Point2(Double(step % 7) * 640 / 6 - 0.5, Double(step / 7) * 120 - 0.5)
            let ideal = camera.undistorted(pixel)
            #expect((camera.distorted(ideal) - pixel).length < 1e-9)
            #expect((ideal - pixel).length > 0)
        }
    }

    /// OpenCV's own formula at one point, computed by hand: x = 0.5, y = −0.25, r² = 0.3125.
    @Test func `the model is OpenCV's`() {
        let camera = Camera(
            width: 200, height: 100, fx: 100, fy: 100, cx: 0, cy: 0, distortion: [0.1, 0.2, 0.01, 0.02, 0.3],
            source: .file, focalSigma: 0)
        let radial = 1 + 0.1 * 0.3125 + 0.2 * 0.09765625 + 0.3 * 0.030517578125
        let x = 0.5 * radial + 2 * 0.01 * -0.125 + 0.02 * (0.3125 + 0.5)
        let y = -0.25 * radial + 0.01 * (0.3125 + 0.125) + 2 * 0.02 * -0.125
        #expect((camera.distorted(Point2(50, -25)) - Point2(100 * x, 100 * y)).length < 1e-9)
    }

    @Test(arguments: lenses)
    func `outside the picture the lens goes on straight`(distortion: [Double]) {
        let camera = camera(distortion)
        let edge = camera.undistorted(Point2(-0.5, 100))
        let (near, far) = (camera.undistorted(Point2(-100.5, 100)), camera.undistorted(Point2(-2000.5, 100)))
        #expect(((near - edge) * 20 - (far - edge)).length < 1e-6)
        #expect(far.isFinite && far.x < near.x && near.x < edge.x)
    }

    @Test func `a lens without distortion, or with an impossible one, gives finite pixels`() {
        let pixel = Point2(12, 400)
        #expect(camera([0, 0, 0, 0, 0]).undistorted(pixel) == pixel)
        for distortion in [[-9.0, 0, 0, 0, 0], [1e9, -1e9, 1e9, 0, 0], [-1e300, 1e300, 0, 0, 0]] {
            #expect(camera(distortion).undistorted(pixel).isFinite)
        }
    }
}
