import Geometry
import Imaging
import SceneRendering

#if canImport(Glibc)
    import Glibc
#endif

/// The first markers of OpenCV's DICT_4X4_50: sixteen bits row by row, 1 is white.
private let markers: [UInt16] = [
    0xb532, 0x0f9a, 0x332d, 0x9946, 0x549e, 0x79cd, 0x9e2e, 0xc4f2, 0xfeda, 0xcf56, 0xf991, 0x11a7, 0x0eb7, 0x2a0f,
    0x24b1, 0x263e, 0x4665, 0x6600,
]

extension RGBAImage {
    private static let square = 32

    /// A chessboard of so many inner corners, a white square around it.
    static func chessboard(columns: Int, rows: Int) -> RGBAImage {
        board(columns: columns + 1, rows: rows + 1) { column, row, _, _ in (column + row).isMultiple(of: 2) ? 0 : 255 }
    }

    /// A ChArUco board of so many squares, each marker three quarters of a square wide. It begins with a black square, or with
    /// a marker, as those of an even number of rows did before OpenCV 4.6.
    static func charuco(columns: Int, rows: Int, beginsWhite: Bool = false) -> RGBAImage {
        func isWhite(_ column: Int, _ row: Int) -> Bool { (column + row).isMultiple(of: 2) == beginsWhite }
        let numbers = (0..<rows * columns).reduce(into: [Int]()) { numbers, index in
            numbers.append((numbers.last ?? -1) + (isWhite(index % columns, index / columns) ? 1 : 0))
        }
        return board(columns: columns, rows: rows) { column, row, x, y in
            guard isWhite(column, row) else { return 0 }
            let (u, v) = (x / 4 - 1, y / 4 - 1)  // cells of the marker: one of black around four by four
            guard (0..<6).contains(u), (0..<6).contains(v) else { return 255 }
            guard (1..<5).contains(u), (1..<5).contains(v) else { return 0 }
            return markers[numbers[row * columns + column]] >> UInt16(15 - ((v - 1) * 4 + u - 1)) & 1 == 1 ? 255 : 0
        }
    }

    private static func board(
        columns: Int, rows: Int, _ level: (_ column: Int, _ row: Int, _ x: Int, _ y: Int) -> UInt8
    ) -> RGBAImage {
        let (width, height) = ((columns + 2) * square, (rows + 2) * square)
        var pixels = [UInt8](repeating: 255, count: width * height * 4)
        for y in square..<height - square {
            for x in square..<width - square {
                let grey = level(x / square - 1, y / square - 1, x % square, y % square)
                for channel in 0..<3 { pixels[4 * (y * width + x) + channel] = grey }
            }
        }
        return RGBAImage(width: width, height: height, pixels: pixels)
    }
}

/// A printed board that is photographed by a camera that is known.
struct BoardScene {
    let page: RGBAImage
    let camera: Camera

    static let camera = Camera(
        width: 800, height: 600, fx: 760, fy: 752, cx: 410, cy: 293, source: .file, focalSigma: 0)

    init(_ page: RGBAImage, camera: Camera = camera) { (self.page, self.camera) = (page, camera) }

    /// From all sides, near and far.
    static let views = (0..<9).map { step in
        let angle = 2 * Double.pi * Double(step) / 9
        return View(
            x: 0.03 * cos(angle * 2), z: 0.02 * sin(angle * 3), distance: 0.36 + 0.05 * Double(step % 3),
            tilt: step == 0 ? 0.05 : 0.55, azimuth: angle, roll: 0.4 * sin(angle * 2))
    }

    /// With a lens in focus and the noise of a phone, on a dark table.
    func scene(_ motion: Motion) -> Scene {
        var scene = Scene(page: page, widthMetres: 0.26, camera: camera, cameraFromStage: motion)
        scene.lens.blurSigma = 0.6
        scene.sensor = .phone
        scene.sensor.shutter = 0
        return scene
    }

    func picture(_ view: View) -> RGBAImage {
        Shot(scene(.still(view.cameraFromStage)), frameCount: 1).frame(0).picture
    }
}
