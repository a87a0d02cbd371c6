import Geometry
import Imaging
import SceneRendering
import Testing

/// The mean colour of a box of pixels around a place.
private func mean(_ image: RGBAImage, around x: Int, _ y: Int, reach: Int = 4) -> [Double] {
    var sum = [0.0, 0, 0]
    for j in y - reach...y + reach {
        for i in x - reach...x + reach {
            for c in 0..<3 { sum[c] += Double(image.pixels[4 * (j * image.width + i) + c]) }
        }
    }
    return sum.map { $0 / Double((2 * reach + 1) * (2 * reach + 1)) }
}

private func deviation(_ a: RGBAImage, _ b: RGBAImage) -> Double {
    let squares = zip(a.pixels, b.pixels).reduce(0.0) {
        $0 + (Double($1.0) - Double($1.1)) * (Double($1.0) - Double($1.1))
    }
    return (squares / Double(a.pixels.count)).squareRoot()
}

@Suite struct PictureTests {
    @Test(arguments: [[255, 255, 255], [0, 0, 0], [200, 40, 10], [18, 130, 240]] as [[UInt8]])
    func `a flat page keeps its colour`(colour: [UInt8]) {
        let scene = Scene.small(page: .flat(colour[0], colour[1], colour[2]))
        let seen = mean(Shot(scene, frameCount: 1).frame(0).picture, around: 160, 120)
        // Codes are rounded twice on their way through linear light.
        for (value, expected) in zip(seen, colour) { #expect(abs(value - Double(expected)) <= 1) }
    }

    @Test func `a page seen one to one is the page`() {
        let page = RGBAImage.blots(seed: 5)
        var camera = smallCamera
        camera = Camera(width: 160, height: 120, fx: 300, fy: 300, cx: 79.5, cy: 59.5, source: .file, focalSigma: 0)
        let view = View(distance: 300 * 0.2 / 160)
        var scene = Scene(page: page, widthMetres: 0.2, camera: camera, cameraFromStage: .still(view.cameraFromStage))
        scene.sampling.side = 1
        #expect(deviation(Shot(scene, frameCount: 1).frame(0).picture, page) < 0.6)
    }

    /// Fine stripes seen from afar must become an even grey in *linear* light: code 188, not 128.
    @Test func `a page that is seen small is averaged in linear light`() {
        let stripes = RGBAImage(
            width: 256, height: 192,
            pixels: (0..<256 * 192).flatMap { $0 % 2 == 0 ? [0, 0, 0, 255] : [255, 255, 255, 255] })
        let frame = Shot(Scene.small(page: stripes, view: View(distance: 1, tilt: 0.4)), frameCount: 1).frame(0)
        for value in mean(frame.picture, around: 160, 120) { #expect(abs(value - 188) < 2) }
    }

    @Test func `the same seed gives the same frame, another gives other noise`() {
        var scene = Scene.small(page: .blots(seed: 5), backdrop: .blots(seed: 6))
        scene.sensor = .phone
        scene.lens.blurSigma = 0.6
        scene.cameraFromStage = .tremor(angle: 0.004, shift: 0.001, seed: 9) * scene.cameraFromStage
        let first = Shot(scene, frameCount: 9).frame(8)
        #expect(first == Shot(scene, frameCount: 9).frame(8))
        scene.seed = 2
        let other = Shot(scene, frameCount: 9).frame(8)
        #expect(first.picture != other.picture)
        #expect(first.truths == other.truths)
    }

    /// Variance in linear light is shot · light + read; at code 128 (light 0.2159) sRGB's slope gives the codes'.
    @Test func `noise is as strong as the sensor's numbers say`() {
        var scene = Scene.small(page: .flat(128, 128, 128), view: View(distance: 0.1))
        let clean = Shot(scene, frameCount: 1).frame(0).picture
        (scene.sensor.shotNoise, scene.sensor.readNoise) = (0.0004, 0.00001)
        let noisy = Shot(scene, frameCount: 1).frame(0).picture
        let light = 0.2159
        let inLight = (0.0004 * light + 0.00001).squareRoot()
        // d code / d light = 255 · 1.055 / 2.4 · light^(1/2.4 − 1) = 274; green carries 0.87 of the deviation.
        let green = (0..<clean.width * clean.height).map {
            Double(noisy.pixels[4 * $0 + 1]) - Double(clean.pixels[4 * $0 + 1])
        }
        let measured = (green.reduce(0) { $0 + $1 * $1 } / Double(green.count)).squareRoot()
        #expect(abs(measured / (274 * inLight * 0.87) - 1) < 0.08)
    }

    @Test func `shadow, lamp, glare and vignette change the light where they should`() {
        var scene = Scene.small(page: .flat(128, 128, 128), view: View(distance: 0.2))
        let plain = Shot(scene, frameCount: 1).frame(0).picture
        scene.light.shadows = [Light.Shadow(radii: Point2(0.03, 0.03), depth: 0.7) { _ in Point2(-0.06, 0) }]
        let shaded = Shot(scene, frameCount: 1).frame(0).picture
        #expect(mean(shaded, around: 160 - 90, 120)[1] < mean(plain, around: 160 - 90, 120)[1] - 40)
        #expect(mean(shaded, around: 260, 120)[1] == mean(plain, around: 260, 120)[1])
        scene.light.shadows = []
        scene.light.lamp = Light.Lamp(position: Point3(0.3, 0.3, 0), share: 0.8)
        let lit = Shot(scene, frameCount: 1).frame(0).picture
        #expect(mean(lit, around: 300, 120)[1] > mean(lit, around: 20, 120)[1] + 20)
        scene.light.lamp = Light.Lamp(position: Point3(0, 1, 0), share: 0)
        scene.light.lamp?.glare = 0.5
        let glossy = Shot(scene, frameCount: 1).frame(0).picture
        #expect(mean(glossy, around: 160, 120)[1] > mean(glossy, around: 10, 10)[1] + 40)
        scene.light = Light()
        scene.lens.vignette = 0.4
        let dark = Shot(scene, frameCount: 1).frame(0).picture
        #expect(mean(dark, around: 8, 8)[1] < mean(dark, around: 160, 120)[1] - 15)
    }

    @Test func `a sheet that reaches behind the camera is drawn as far as it is seen`() {
        // A wide table, seen at a slant from just above it.
        let table = Sheet.table(.flat(90, 120, 60), widthMetres: 4)
        let scene = Scene(
            camera: smallCamera, cameraFromStage: .still(View(distance: 0.2, tilt: 1.2).cameraFromStage),
            sheets: [table])
        let picture = Shot(scene, frameCount: 1).frame(0).picture
        #expect(mean(picture, around: 160, 200) == [90, 120, 60])
        #expect(mean(picture, around: 160, 235) == [90, 120, 60])
    }

    @Test func `a hand covers the page that it crosses, and its shadow does not`() throws {
        var scene = Scene.small(page: .blots(seed: 4), view: View(distance: 0.4), backdrop: .flat(180, 150, 120))
        let hand = Hand(pixelsPerMetre: 500)
        scene.sheets += hand.sheets(moving: Motion { .shift(x: 0.5 - $0 * 0.45) })
        let shot = Shot(scene, frameCount: 31)
        let shares = stride(from: 0, through: 30, by: 3).map { shot.truth(ofFrame: $0)[0].visibleShare }
        #expect(shares.first == 1)
        #expect(try #require(shares.last) < 0.9)
        let before = shot.frame(0).picture, after = shot.frame(30).picture
        #expect(deviation(before, after) > 10)
    }
}

@Suite struct SceneSourceTests {
    private let shot: Shot = {
        var scene = Scene.small(page: .blots(seed: 5, width: 80, height: 60), backdrop: .blots(seed: 7))
        scene.cameraFromStage = .viewed { View(x: 0.02 * $0, distance: 0.4) }
        return Shot(scene, frameCount: 8)
    }()

    private func luma(_ frame: Frame) -> [UInt8] {
        unsafe frame.withPlane(0) { base, bytesPerRow in
            (0..<frame.height).flatMap { y in
                (0..<frame.width).map { x in unsafe base.load(fromByteOffset: y * bytesPerRow + x, as: UInt8.self) }
            }
        }
    }

    @Test func `a source gives every frame once, in order, in the clip's time base`() throws {
        let source = SceneSource(shot)
        var ticks: [Int64] = []
        while let frame = source.nextFrame() { ticks.append(frame.presentationTime.ticks) }
        #expect(ticks == (0..<8).map { Int64($0) * 20 })
        #expect(source.video.estimatedFrameRate == 30)
    }

    @Test func `after a seek the frames are those from the start`() throws {
        let source = SceneSource(shot, keyframeInterval: 3)
        let all = (0..<8).compactMap { _ in source.nextFrame() }.map(luma)
        source.seek(toFrameAtOrBefore: 5 * 20 + 7)
        let frame = try #require(source.nextFrame())
        #expect(frame.presentationTime.ticks == 3 * 20)
        #expect(luma(frame) == all[3])
    }

    @Test(arguments: Orientation.allCases)
    func `a stored frame turned upright is the picture`(orientation: Orientation) throws {
        let upright = luma(try #require(SceneSource(shot).nextFrame()))
        let source = SceneSource(shot, orientation: orientation)
        let frame = try #require(source.nextFrame())
        #expect(frame.width == source.video.width && source.video.uprightSize == (320, 240))
        let stored = luma(frame)
        let map = orientation.uprightFromStored(width: frame.width, height: frame.height)
        for (x, y) in [(0, 0), (17, 60), (100, 33), (frame.width - 1, frame.height - 1)] {
            let p = try #require(map(Point2(Double(x), Double(y))))
            #expect(stored[y * frame.width + x] == upright[Int(p.y) * 320 + Int(p.x)])
        }
    }

    @Test func `white and grey have their BT 709 codes`() throws {
        let white = Frame(
            picture: .flat(255, 255, 255, width: 5, height: 3), orientation: .upright,
            presentationTime: ClipTime(ticks: 0, timeBase: try #require(TimeBase(1, 30))))
        #expect(luma(white).allSatisfy { $0 == 235 })
        unsafe white.withPlane(1) { base, _ in #expect(unsafe base.load(as: UInt8.self) == 128) }
        let red = Frame(
            picture: .flat(255, 0, 0, width: 4, height: 4), orientation: .upright,
            presentationTime: ClipTime(ticks: 0, timeBase: try #require(TimeBase(1, 30))))
        #expect(luma(red)[0] == 63)
        unsafe red.withPlane(1) { base, _ in #expect(unsafe base.load(as: UInt8.self) == 102) }
        unsafe red.withPlane(2) { base, _ in #expect(unsafe base.load(as: UInt8.self) == 240) }
    }
}
