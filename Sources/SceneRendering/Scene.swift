package import Geometry
package import Imaging

/// A table with pages on it, its light, and the camera over it: everything that decides a shot's pixels. A value.
package struct Scene: Sendable {
    /// Intrinsics in upright pixels of the picture that is rendered. The lens does not distort.
    package var camera: Camera
    package var cameraFromStage: Motion
    /// From back to front.
    package var sheets: [Sheet]
    /// Linear RGB where no sheet is.
    package var background = SIMD3<Double>(0.02, 0.02, 0.02)
    package var light = Light()
    package var lens = Lens()
    package var sensor = Sensor()
    package var sampling = Sampling()
    /// Of the noise.
    package var seed: UInt64 = 1

    package init(camera: Camera, cameraFromStage: Motion, sheets: [Sheet]) {
        precondition(camera.distortion.allSatisfy { $0 == 0 }, "scenes are rendered without lens distortion")
        (self.camera, self.cameraFromStage, self.sheets) = (camera, cameraFromStage, sheets)
    }

    package struct Lens: Hashable, Sendable {
        /// Gaussian blur in pixels; 0.5 is a good phone in focus.
        package var blurSigma = 0.0
        /// Light lost in the corners, 0…1.
        package var vignette = 0.0
        package init() {}
    }

    package struct Sensor: Hashable, Sendable {
        /// Variance of the noise is `shotNoise` · light + `readNoise`, where light 1 is white.
        package var shotNoise = 0.0, readNoise = 0.0
        /// Light above this is rolled off smoothly, as a phone's tone curve does; 1 clips.
        package var shoulder = 1.0
        /// The share of the frame time that the shutter is open, 0…1; its middle is the frame's time.
        package var shutter = 0.0
        package init() {}

        /// Indoors, in the evening: about 1.5 codes of noise in the mid-tones, a long exposure, soft highlights.
        package static let phone: Sensor = {
            var sensor = Sensor()
            (sensor.shotNoise, sensor.readNoise, sensor.shoulder, sensor.shutter) = (0.00012, 0.000_001, 0.8, 0.5)
            return sensor
        }()
    }

    package struct Sampling: Hashable, Sendable {
        /// Every pixel is the mean of side × side samples, 1…4.
        package var side = 2
        /// An exposure is the mean of as many poses as its fastest point moves through steps of `pixelsPerPose`, up to
        /// `mostPoses`.
        package var pixelsPerPose = 1.5
        package var mostPoses = 16
        package init() {}
    }

    /// A simple scene for tests: one page in the middle of the stage, on a table (or before a far wall) with the picture
    /// `backdrop`, about three times as wide as the page.
    package init(
        page: RGBAImage, name: String = "page", widthMetres: Double, backdrop: RGBAImage? = nil, camera: Camera,
        cameraFromStage: Motion
    ) {
        let table = backdrop.map { Sheet.table($0, widthMetres: 3.2 * widthMetres) }
        self.init(
            camera: camera, cameraFromStage: cameraFromStage,
            sheets: [table, .page(page, name: name, widthMetres: widthMetres)].compactMap(\.self))
    }
}
