import Geometry
import Imaging
import SceneRendering

#if canImport(Glibc)
    import Glibc
#endif

/// A camera as the bench has it: 320 × 240, about 55° wide.
let smallCamera = Camera(width: 320, height: 240, fx: 300, fy: 300, cx: 159.5, cy: 119.5, source: .file, focalSigma: 0)

extension RGBAImage {
    /// One colour.
    static func flat(_ red: UInt8, _ green: UInt8, _ blue: UInt8, width: Int = 64, height: Int = 48) -> RGBAImage {
        RGBAImage(width: width, height: height, pixels: (0..<width * height).flatMap { _ in [red, green, blue, 255] })
    }

    /// Blots of random colours, no two pages of different seeds alike.
    static func blots(seed: UInt64, width: Int = 160, height: Int = 120, cell: Int = 10) -> RGBAImage {
        var random = SplitMix(seed: seed)
        let columns = width / cell + 1
        let colours = (0..<columns * (height / cell + 1)).map { _ in
            (0..<3).map { _ in UInt8(random.next() & 255) }
        }
        let pixels = (0..<width * height).flatMap { index -> [UInt8] in
            colours[index / width / cell * columns + index % width / cell] + [255]
        }
        return RGBAImage(width: width, height: height, pixels: pixels)
    }
}

extension Scene {
    /// A page 0.2 m wide, held before a far wall.
    static func small(
        page: RGBAImage, view: View = View(distance: 0.35, tilt: 0.3, azimuth: 0.4, roll: 0.2),
        backdrop: RGBAImage? = nil
    ) -> Scene {
        Scene(
            page: page, widthMetres: 0.2, backdrop: backdrop, camera: smallCamera,
            cameraFromStage: .still(view.cameraFromStage))
    }
}
