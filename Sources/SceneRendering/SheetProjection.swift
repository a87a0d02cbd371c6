internal import CPixelKernels
internal import Geometry

/// How a sheet lies in the picture for one pose of the camera.
struct SheetProjection {
    /// Pixel (x, y, 1) to (u, v, 1) / depth; u and v run 0…1 over the sheet.
    let uvFromPixel: Matrix3
    /// The visible outline in pixels, clockwise on screen: more or fewer than four corners where the sheet reaches behind
    /// the camera.
    let outline: [Point2]

    /// Nearer than this nothing is drawn, metres.
    private static let nearest = 0.01

    /// `nil` for a sheet that is behind the camera or seen from its back.
    init?(_ sheet: Sheet, camera: Camera, cameraFromSheet: RigidTransform) {
        let corners = sheet.cornersInSheet.map { cameraFromSheet($0) }
        let outline = Self.inFront(corners).compactMap { camera.project($0) }
        guard outline.count >= 3, Polygon.signedArea(outline) > 1e-9 else { return nil }
        self.outline = outline
        let (right, down) = (corners[1] - corners[0], corners[3] - corners[0])
        let (a, b, c) = (
            Self.homogeneous(right, camera), Self.homogeneous(down, camera), Self.homogeneous(corners[0], camera)
        )
        let pixelFromUV = Matrix3(SIMD3(a.x, b.x, c.x), SIMD3(a.y, b.y, c.y), SIMD3(a.z, b.z, c.z))
        guard let inverse = pixelFromUV.inverse else { return nil }
        uvFromPixel = inverse
    }

    /// (x · depth, y · depth, depth) of the pixel where a point or direction of camera space is seen.
    private static func homogeneous(_ p: Point3, _ camera: Camera) -> SIMD3<Double> {
        SIMD3(camera.fx * p.x - camera.cx * p.z, -camera.fy * p.y - camera.cy * p.z, -p.z)
    }

    /// The part of a polygon in camera space that lies in front of the camera.
    private static func inFront(_ corners: [Point3]) -> [Point3] {
        corners.indices.flatMap { index -> [Point3] in
            let (a, b) = (corners[index], corners[(index + 1) % corners.count])
            let (da, db) = (-a.z - nearest, -b.z - nearest)
            let kept = da >= 0 ? [a] : []
            return (da >= 0) == (db >= 0) ? kept : kept + [a + (b - a) * (da / (da - db))]
        }
    }

    /// How opaque `sheet` is at a pixel, 0…1.
    func alpha(of sheet: Sheet, at pixel: Point2) -> Double {
        let uvw = uvFromPixel * SIMD3(pixel.x, pixel.y, 1)
        guard uvw.z > 0 else { return 0 }
        return sheet.opacity * sheet.texture.alpha(u: uvw.x / uvw.z, v: uvw.y / uvw.z)
    }

    /// What the kernel needs. Valid while the sheet's texture is.
    func layer(of sheet: Sheet) -> scene_layer {
        var edges: [Double] = []
        for (index, here) in outline.enumerated() {
            let way = outline[(index + 1) % outline.count] - here
            guard way.length > 1e-9 else { continue }
            let normal = Point2(-way.y, way.x) / way.length
            edges += [normal.x, normal.y, -normal.dot(here)]
        }
        return unsafe sheet.texture.withLevels { levels, count in
            unsafe scene_layer_make(
                levels, count, uvFromPixel.rowMajor, edges, Int32(edges.count / 3), outline.map(\.y).min() ?? 0,
                outline.map(\.y).max() ?? 0, Float(sheet.opacity))
        }
    }
}
