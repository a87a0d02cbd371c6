internal import CPixelKernels
internal import Geometry
internal import Imaging

#if canImport(Glibc)
    internal import Glibc
#endif

/// One frame on its way from the scene to code values.
struct Exposure {
    private let scene: Scene
    private let seconds: Double
    /// Linear light, four floats a pixel.
    private var light: [Float]
    private var width: Int { scene.camera.width }
    private var height: Int { scene.camera.height }

    /// Distance in pixels of the places where the light is worked out.
    private static let lightSpacing = 16

    /// Opens the shutter for `openSeconds` around `seconds`.
    init(_ scene: Scene, seconds: Double, openSeconds: Double) {
        (self.scene, self.seconds) = (scene, seconds)
        light = [Float](repeating: 0, count: scene.camera.width * scene.camera.height * 4)
        expose(times: scene.poseTimes(around: seconds, openSeconds: openSeconds))
        shine()
        light.blur(width: width, height: height, sigma: scene.lens.blurSigma)
    }

    private mutating func expose(times: [Double]) {
        let layers = unsafe times.flatMap { unsafe scene.layers(at: $0) }
        let side = min(max(scene.sampling.side, 1), 4)
        let (rowLength, width) = (4 * width, Int32(width))
        var scratch = [Float](repeating: 0, count: rowLength * side)
        let background = [Float(scene.background.x), Float(scene.background.y), Float(scene.background.z), 1]
        for y in 0..<height {
            unsafe light.withUnsafeMutableBufferPointer { light in
                guard let base = light.baseAddress else { return }
                unsafe scene_expose_row(
                    base + y * rowLength, &scratch, width, Int32(y), Int32(side), layers, Int32(scene.sheets.count),
                    Int32(times.count), background)
            }
        }
        withExtendedLifetime(scene) {}
    }

    /// Multiplies by the lamps, the shadows and the vignette, which change slowly over the picture.
    private mutating func shine() {
        let spacing = Self.lightSpacing
        let columns = (width - 1) / spacing + 2
        let rows = (height - 1) / spacing + 2
        let nodes = lightNodes(columns: columns, rows: rows)
        let (rowLength, width) = (4 * width, Int32(width))
        for y in 0..<height {
            let cell = y / spacing
            let fraction = Float(y - cell * spacing) / Float(spacing)
            unsafe light.withUnsafeMutableBufferPointer { light in
                unsafe nodes.withUnsafeBufferPointer { nodes in
                    guard let base = light.baseAddress, let first = nodes.baseAddress else { return }
                    unsafe scene_light_row(
                        base + y * rowLength, width, first + cell * columns * 6, first + (cell + 1) * columns * 6,
                        fraction,
                        Int32(spacing))
                }
            }
        }
    }

    private func lightNodes(columns: Int, rows: Int) -> [Float] {
        let stageFromCamera = scene.cameraFromStage(seconds).inverse
        let eye = stageFromCamera.translation
        let camera = scene.camera
        let middle = Point2(Double(width - 1) / 2, Double(height - 1) / 2)
        var nodes: [Float] = []
        nodes.reserveCapacity(columns * rows * 6)
        for index in 0..<columns * rows {
            let pixel = Point2(Double(index % columns), Double(index / columns)) * Double(Self.lightSpacing)
            let ray = Point3((pixel.x - camera.cx) / camera.fx, -(pixel.y - camera.cy) / camera.fy, -1)
            let direction = stageFromCamera.rotation * ray
            // Above the horizon there is no table: what is seen there is far away.
            let reach = direction.y < -1e-3 ? min(-eye.y / direction.y, 10) : 10
            let effect = scene.light.effect(at: eye + direction * reach, seenFrom: eye, seconds: seconds)
            let off = (pixel - middle).length / middle.length
            let kept = 1 - scene.lens.vignette * min(off * off, 1.2)
            let (factor, added) = (effect.factor * kept, effect.added * kept)
            nodes += [factor.x, factor.y, factor.z, added.x, added.y, added.z].map { Float($0) }
        }
        return nodes
    }

    /// Reads the sensor out: noise, tone curve, sRGB.
    func developed(noiseSeed: UInt64) -> RGBAImage {
        let sensor = scene_sensor(
            shot: Float(scene.sensor.shotNoise), read: Float(scene.sensor.readNoise),
            shoulder: Float(scene.sensor.shoulder),
            seed: noiseSeed)
        var pixels = [UInt8](repeating: 255, count: width * height * 4)
        let codes = TransferCurve.codeFromRoot
        for y in 0..<height {
            unsafe pixels.withUnsafeMutableBufferPointer { pixels in
                unsafe light.withUnsafeBufferPointer { light in
                    guard let result = pixels.baseAddress, let source = light.baseAddress else { return }
                    unsafe scene_develop_row(
                        source + y * width * 4, result + y * width * 4, Int32(width), Int32(y), sensor, codes)
                }
            }
        }
        return RGBAImage(width: width, height: height, pixels: pixels)
    }
}

extension Scene {
    /// The sheets as the kernel wants them.
    fileprivate func layers(at seconds: Double) -> [scene_layer] {
        let cameraFromStage = cameraFromStage(seconds)
        let bottom = Double(camera.height)
        return unsafe sheets.map { sheet in
            let cameraFromSheet = cameraFromStage * sheet.stageFromSheet(seconds)
            guard let seen = SheetProjection(sheet, camera: camera, cameraFromSheet: cameraFromSheet),
                seen.outline.contains(where: { $0.y > -1 }), seen.outline.contains(where: { $0.y < bottom })
            else { return unsafe scene_layer_hidden() }
            return unsafe seen.layer(of: sheet)
        }
    }

    /// The moments of an exposure that are averaged: more of them the farther the picture moves.
    fileprivate func poseTimes(around seconds: Double, openSeconds: Double) -> [Double] {
        guard openSeconds > 0 else { return [seconds] }
        let moved = movement(from: seconds - openSeconds / 2, to: seconds + openSeconds / 2)
        let count = min(max(Int((moved / sampling.pixelsPerPose).rounded(.up)), 1), max(1, sampling.mostPoses))
        return (0..<count).map { seconds + openSeconds * ((Double($0) + 0.5) / Double(count) - 0.5) }
    }

    /// How far the fastest of some points in the frame moves, pixels.
    private func movement(from start: Double, to end: Double) -> Double {
        let (before, after) = (cameraFromStage(start), cameraFromStage(end))
        let frame = Quad(outlineOfWidth: camera.width, height: camera.height).bounds
        let margin = Point2(Double(camera.width), Double(camera.height)) * 0.25
        return sheets.reduce(0) { fastest, sheet in
            let (a, b) = (before * sheet.stageFromSheet(start), after * sheet.stageFromSheet(end))
            return sheet.samplePoints.reduce(fastest) { fastest, point in
                guard let from = camera.project(a(point)), let to = camera.project(b(point)),
                    all(from .>= frame.min - margin) && all(from .<= frame.max + margin)
                else { return fastest }
                return max(fastest, (to - from).length)
            }
        }
    }
}

extension Sheet {
    /// A grid of 5 × 5 points over the sheet, in its anchor space.
    fileprivate var samplePoints: [Point3] {
        (0..<25).map { step in
            Point3((Double(step % 5) / 4 - 0.5) * widthMetres, 0, (Double(step / 5) / 4 - 0.5) * heightMetres)
        }
    }
}
