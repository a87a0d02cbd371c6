import Geometry
import Imaging
import SceneRendering
import Testing

#if canImport(Glibc)
    import Glibc
#endif

/// Where lines through the edge points of each side meet: the corners as the picture shows them.
private struct EdgeReader {
    let picture: RGBAImage
    /// Linear light of a place, bilinear.
    func light(_ p: Point2) -> Double {
        let (x, y) = (Int(p.x.rounded(.down)), Int(p.y.rounded(.down)))
        let (a, b) = (p.x - Double(x), p.y - Double(y))
        func value(_ i: Int, _ j: Int) -> Double {
            let code = Double(picture.pixels[4 * (j * picture.width + i)]) / 255
            return code <= 0.04045 ? code / 12.92 : pow((code + 0.055) / 1.055, 2.4)
        }
        return (value(x, y) * (1 - a) + value(x + 1, y) * a) * (1 - b)
            + (value(x, y + 1) * (1 - a) + value(x + 1, y + 1) * a) * b
    }

    /// The signed distance of the black-to-white edge from `p` along `normal`, from the light summed across it.
    func edgeOffset(at p: Point2, normal: Point2) -> Double {
        let reach = 4.0
        let step = 0.05
        let samples = stride(from: -reach + step / 2, to: reach, by: step).map { light(p + normal * $0) }
        return reach - samples.reduce(0, +) * step
    }

    func corners(near truth: Quad) -> Quad? {
        let c = truth.corners
        let lines = (0..<4).map { index -> (point: Point2, normal: Point2) in
            let (a, b) = (c[index], c[(index + 1) % 4])
            let way = b - a
            let normal = Point2(way.y, -way.x) / way.length
            let points = stride(from: 0.15, through: 0.85, by: 0.01).map { share -> (Double, Double) in
                (share, edgeOffset(at: a + way * share, normal: normal))
            }
            // A straight line through the offsets by least squares.
            let n = Double(points.count)
            let (sx, sy) = (points.reduce(0) { $0 + $1.0 }, points.reduce(0) { $0 + $1.1 })
            let (sxx, sxy) = (points.reduce(0) { $0 + $1.0 * $1.0 }, points.reduce(0) { $0 + $1.0 * $1.1 })
            let slope = (n * sxy - sx * sy) / (n * sxx - sx * sx)
            let start = (sy - slope * sx) / n
            let (p, q) = (a + normal * start, b + normal * (start + slope))
            let along = q - p
            return (p, Point2(along.y, -along.x) / along.length)
        }
        return Quad(
            (0..<4).map { index in
                let (l, m) = (lines[(index + 3) % 4], lines[index])
                let determinant = l.normal.cross(m.normal)
                let (d, e) = (l.normal.dot(l.point), m.normal.dot(m.point))
                return Point2(d * m.normal.y - e * l.normal.y, l.normal.x * e - m.normal.x * d) / determinant
            })
    }
}

@Suite struct TruthTests {
    @Test(arguments: Challenge.allCases)
    func `the truth is where the camera projects the page's corners`(challenge: Challenge) throws {
        let motion = challenge.motion(camera: smallCamera, pageWidth: 0.2, pageHeight: 0.15, duration: 4, seed: 3)
        var scene = Scene.small(page: .blots(seed: 1))
        scene.cameraFromStage = motion
        let shot = Shot(scene, frameCount: 120)
        for index in stride(from: 0, to: 120, by: 7) {
            let truth = try #require(shot.truth(ofFrame: index).first)
            let corners = try #require(truth.corners)
            let expected = [(-0.1, -0.075), (0.1, -0.075), (0.1, 0.075), (-0.1, 0.075)].compactMap {
                smallCamera.project(truth.cameraFromAnchor(Point3($0.0, 0, $0.1)))
            }
            #expect(corners.alignmentError(to: try #require(Quad(expected))) < 1e-6)
            #expect(corners.isConvexAndFrontFacing)
        }
    }

    /// A black page on white, its edges read to a fraction of a pixel from the light across them. 8-bit codes and 2 × 2
    /// samples leave about 0.01 px along an edge of 70 readings; 0.05 px is promised.
    @Test(arguments: [
        View(distance: 0.35), View(distance: 0.35, tilt: 0.3, azimuth: 0.4, roll: 0.2),
        View(x: 0.01, z: -0.02, distance: 0.45, tilt: 0.9, azimuth: -0.7, roll: -0.5), View(distance: 0.5, roll: 0.01),
    ])
    func `the corners in the picture are where the truth says`(view: View) throws {
        var scene = Scene.small(page: .flat(0, 0, 0, width: 400, height: 300), view: view)
        scene.background = SIMD3(1, 1, 1)
        let frame = Shot(scene, frameCount: 1).frame(0)
        let truth = try #require(frame.truth(of: "page")?.corners)
        let seen = try #require(EdgeReader(picture: frame.picture).corners(near: truth))
        for (a, b) in zip(seen.corners, truth.corners) { #expect((a - b).length < 0.05, "\(a) for \(b)") }
    }

    /// The blur of a camera that moves evenly is symmetric about the middle of the exposure.
    @Test func `in a blurred frame the truth is the middle of the exposure`() throws {
        var scene = Scene.small(page: .flat(0, 0, 0))
        scene.background = SIMD3(1, 1, 1)
        scene.sensor.shutter = 0.8
        scene.cameraFromStage = .viewed { View(x: 0.15 * ($0 - 0.1), distance: 0.4) }
        let frame = Shot(scene, frameCount: 4).frame(3)
        let truth = try #require(frame.truth(of: "page")?.corners)
        let seen = try #require(EdgeReader(picture: frame.picture).corners(near: truth))
        for (a, b) in zip(seen.corners, truth.corners) { #expect((a - b).length < 0.05, "\(a) for \(b)") }
    }

    @Test func `a page half out of the view counts half`() throws {
        // The middle of the page lies on the left border: 159.5 px left of the axis, plus half a pixel.
        let distance = 0.4
        let x = 160 / 300 * distance
        let scene = Scene.small(page: .blots(seed: 2), view: View(x: x, distance: distance))
        let truth = try #require(scene.truth(at: 0).first)
        #expect(abs(truth.visibleShare - 0.5) < 1e-9)
    }

    @Test func `a page under another is hidden by it, under a shadow it is not`() throws {
        var scene = Scene.small(page: .blots(seed: 2), view: View(distance: 0.4))
        // Covers the right half.
        var cover = Sheet(
            texture: Texture(.flat(9, 9, 9, width: 40, height: 60)), widthMetres: 0.1,
            stageFromSheet: .still(.shift(x: 0.05)))
        scene.sheets.append(cover)
        #expect(abs(try #require(scene.truth(at: 0).first).visibleShare - 0.5) < 0.01)
        cover.hidesPages = false
        scene.sheets[1] = cover
        #expect(try #require(scene.truth(at: 0).first).visibleShare == 1)
    }

    @Test func `a page that is out of sight, or shows its back, is not visible`() throws {
        let away = try #require(Scene.small(page: .blots(seed: 2), view: View(x: 2, distance: 0.4)).truth(at: 0).first)
        #expect(away.visibleShare == 0)
        var scene = Scene.small(page: .blots(seed: 2))
        scene.sheets[0].stageFromSheet = .still(
            RigidTransform(rotation: Matrix3(rotationX: .pi), translation: Point3(0, 0, 0)))
        let back = try #require(scene.truth(at: 0).first)
        #expect(back.corners == nil && back.visibleShare == 0)
    }
}
