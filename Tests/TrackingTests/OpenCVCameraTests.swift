import Foundation
import Geometry
import TestSupport
import Testing
import Tracking

/// Cameras as OpenCV and ROS write them.
@Suite struct OpenCVCameraTests {
    private func read(_ text: String, clip: (width: Int, height: Int)? = nil) throws -> (
        camera: Camera, warning: String?
    ) {
        try CameraFile.read(Data(text.utf8), path: "c.yml", pictures: clip)
    }

    private func sentence(_ text: String, clip: (width: Int, height: Int)? = nil) -> String? {
        do {
            _ = try read(text, clip: clip)
            return nil
        } catch { return "\(error)" }
    }

    private static let expected = Camera(
        width: 640, height: 480, fx: 535.9, fy: 536.25, cx: 342.5, cy: 235,
        distortion: [-0.26, -0.038, 0.001, -2e-4, 0.25],
        source: .file, focalSigma: 0)

    private static let yaml = """
        %YAML:1.0
        ---
        calibration_time: "Mon 01 Jan: 2024"
        image_width: 640
        image_height: 480
        camera_matrix: !!opencv-matrix
           rows: 3
           cols: 3
           dt: d
           data: [ 5.359e+02, 0., 3.425e+02, 0.,
               536.25, 235., 0., 0., 1. ]
        # what follows is the lens
        distortion_coefficients: !!opencv-matrix
           rows: 5
           cols: 1
           dt: d
           data: [ -2.6e-01, -3.8e-02, 1.e-03,
               -2.e-04, 2.5e-01 ]
        avg_reprojection_error: 3.9259098975581364e-01

        """

    private static let xml = """
        <?xml version="1.0"?>
        <opencv_storage>
        <!-- by the calibration sample -->
        <image_Width>640</image_Width>
        <image_Height>480</image_Height>
        <Camera_Matrix type_id="opencv-matrix">
          <rows>3</rows> <cols>3</cols> <dt>d</dt>
          <data>
            5.359e+02 0. 3.425e+02 0. 536.25 235. 0. 0. 1.</data></Camera_Matrix>
        <Distortion_Coefficients type_id="opencv-matrix">
          <rows>5</rows><cols>1</cols><dt>d</dt>
          <data>
            -2.6e-01 -3.8e-02 1.e-03 -2.e-04 2.5e-01</data></Distortion_Coefficients>
        </opencv_storage>

        """

    private static let json = #"""
        {"image_width": 640, "image_height": 480,
         "camera_matrix": {"type_id": "opencv-matrix", "rows": 3, "cols": 3, "dt": "d",
           "data": [535.9, 0.0, 342.5, 0.0, 536.25, 235.0, 0.0, 0.0, 1.0]},
         "distortion_coefficients": {"type_id": "opencv-matrix", "rows": 1, "cols": 5, "dt": "d",
           "data": [-0.26, -0.038, 0.001, -0.0002, 0.25]}}
        """#

    private static let lists = """
        image_size: [640, 480]
        mtx:
        - - 535.9
          - 0.0
          - 342.5
        - - 0.0
          - 536.25
          - 235
        - [0, 0, 1]
        dist: [[-0.26, -0.038, 0.001, -0.0002, 0.25]]
        """

    private static let ros = """
        image_width: 640
        image_height: 480
        camera_name: narrow_stereo
        camera_matrix:
          rows: 3
          cols: 3
          data: [535.9, 0, 342.5, 0, 536.25, 235, 0, 0, 1]
        distortion_model: plumb_bob
        distortion_coefficients:
          rows: 1
          cols: 5
          data: [-0.26, -0.038, 0.001, -0.0002, 0.25]
        projection_matrix:
          rows: 3
          cols: 4
          data: [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0]
        """

    @Test(arguments: [
        yaml, xml, json, lists, ros, yaml.replacingOccurrences(of: "\n", with: "\r\n"), "\u{FEFF}" + yaml,
    ])
    func `each way of writing a camera is read`(text: String) throws {
        let (camera, warning) = try read(text)
        #expect(camera == Self.expected && warning == nil)
    }

    @Test func `the names of other programs are known`() throws {
        let names = [
            ("cameraMatrix", "distCoeffs"), ("M1", "D1"), ("K", "D"), ("Camera_Matrix", "Distortion_Coefficients"),
        ]
        for (matrix, lens) in names {
            let text = Self.yaml.replacingOccurrences(of: "camera_matrix", with: matrix)
                .replacingOccurrences(of: "distortion_coefficients", with: lens)
            #expect(try read(text).camera == Self.expected, "\(matrix)")
        }
    }

    private static let given = SharedData.path("stills/left_intrinsics.yml")

    @Test(.enabled(if: SharedData.isPresent, Comment(rawValue: SharedData.missing)))
    func `a file that OpenCV wrote is read`() throws {
        let data = try Data(contentsOf: URL(fileURLWithPath: Self.given))
        let camera = try CameraFile.read(data, path: Self.given).camera
        #expect(camera.width == 640 && camera.height == 480)
        #expect(camera.fx == 5.3591573396163199e+02 && camera.cy == 2.3557082909788173e+02)
        #expect(camera.distortion[4] == 2.3839153080878486e-01)
    }

    @Test func `without a size the clip's is taken, if the axis meets its middle`() throws {
        let text = Self.yaml.replacingOccurrences(of: "image_", with: "other_")
        let (camera, warning) = try read(text, clip: (640, 480))
        #expect(camera == Self.expected)
        #expect(try #require(warning).contains("the clip's 640 × 480 was taken"))
        #expect(
            try #require(sentence(text, clip: (1920, 1080))).contains("far from the middle of the clip's 1920 × 1080"))
        #expect(try #require(sentence(text)).contains("add image_width and image_height"))
    }

    private func lens(_ data: String) -> String {
        Self.ros.replacingOccurrences(of: "[-0.26, -0.038, 0.001, -0.0002, 0.25]", with: data)
    }

    @Test func `four coefficients will do, and those of other models must be zero`() throws {
        #expect(
            try read(lens("[-0.26, -0.038, 0.001, -0.0002]")).camera.distortion == [-0.26, -0.038, 0.001, -2e-4, 0])
        #expect(try read(lens("[-0.26, -0.038, 0.001, -0.0002, 0.25, 0, 0, 0]")).camera == Self.expected)
        let rational = try #require(sentence(lens("[-0.26, -0.038, 0.001, -0.0002, 0.25, 0.1, 0, 0]")))
        #expect(rational.hasPrefix("c.yml: cannot read the camera: it has 8 distortion coefficients, and only k1 k2"))
        for data in ["[1, 2, 3]", "[1, 2, 3, .nan]", "[1, 2, 3, inf]", "[1, 2, x, 4]"] {
            #expect(sentence(lens(data)) != nil, "\(data)")
        }
        let fisheye = Self.ros.replacingOccurrences(of: "plumb_bob", with: "equidistant")
        #expect(try #require(sentence(fisheye)).contains("of the model 'equidistant'"))
        #expect(try #require(sentence("fisheye_model: 1\n" + Self.ros)).contains("of the model 'fisheye'"))
        #expect(sentence("fisheye_model: 0\n" + Self.ros) == nil)
    }

    @Test(arguments: [
        ("535.9, 0, 342.5", "535.9, 3, 342.5", "oblique"), ("535.9, 0, 342.5", "-535.9, 0, 342.5", "not of the form"),
        ("235, 0, 0, 1]", "235, 0, 0, 2]", "not of the form"), ("235, 0, 0, 1]", "235, 0, 0]", "not of the form"),
        ("535.9, 0, 342.5", "1e999, 0, 342.5", "not of the form"),
        ("535.9, 0, 342.5", "nan, 0, 342.5", "not of the form"),
        ("image_width: 640", "image_width: 0", "cannot be"), ("image_width: 640", "image_width: 1e300", "cannot be"),
        ("image_width: 640", "image_width: 640.5", "cannot be"),
    ])
    func `numbers that cannot be are refused`(old: String, new: String, words: String) throws {
        #expect(try #require(sentence(Self.ros.replacingOccurrences(of: old, with: new))).contains(words))
    }

    @Test func `hostile files end in a sentence`() throws {
        let many = 200_000
        let texts = [
            "", ":", "%YAML:1.0\n---\n", "<", "<opencv_storage>", "<opencv_storage><", "<opencv_storage><a", "<a></a>",
            "<opencv_storage></opencv_storage>",
            "<opencv_storage><camera_matrix><data>1</camera_matrix></opencv_storage>",
            "camera_matrix:", "camera_matrix: !!opencv-matrix", "camera_matrix: *a\n&a [", "{}", "[]", "\u{0}\u{0}",
            #"{"camera_matrix": {"data": [[[1]]]}}"#, #"{"camera_matrix": "x"}"#, #"{"camera": {"camera_matrix": 1}}"#,
            String(repeating: "[", count: many), "camera_matrix: " + String(repeating: "[", count: many),
            "<opencv_storage>" + String(repeating: "<a>", count: many),
            "<opencv_storage>" + String(repeating: "<a></a>", count: many / 4),
            "camera_matrix:\n" + String(repeating: "- ", count: many), String(repeating: "a: 1\n", count: many / 2),
            "camera_matrix: [" + String(repeating: "1,", count: many) + "]", String(repeating: "{\"a\":", count: 5000),
        ]
        for text in texts {
            #expect(sentence(text)?.hasPrefix("c.yml: cannot read the camera: ") ?? false, "\(text.prefix(60))")
        }
        #expect(throws: CameraFile.Unreadable.self) {
            _ = try CameraFile.read(Data((0..<4096).map { UInt8(truncatingIfNeeded: $0 &* 197) }), path: "c.yml")
        }
    }

    /// Cut anywhere, a file is refused or read as what was left of it; it never traps.
    @Test(arguments: [yaml, xml, json, lists, ros])
    func `a file that was cut short does no harm`(text: String) {
        for length in 0..<text.utf8.count {
            _ = try? CameraFile.read(Data(text.utf8.prefix(length)), path: "c.yml", pictures: (640, 480))
        }
    }
}
