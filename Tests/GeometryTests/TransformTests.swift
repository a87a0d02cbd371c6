import Geometry
import SceneRendering
import Testing

@Suite struct Matrix3Tests {
    @Test(arguments: 0..<20 as Range<UInt64>)
    func `a matrix times its inverse is one, and determinants multiply`(seed: UInt64) throws {
        var random = SplitMix(seed: seed)
        func matrix() -> Matrix3 { Matrix3(rowMajor: (0..<9).map { _ in .random(in: -2...2, using: &random) }) }
        let (a, b) = (matrix(), matrix())
        let product = a * (try #require(a.inverse))
        // As exact as the determinant is far from zero.
        let tolerance = 1e-13 / min(1, abs(a.determinant))
        for (x, y) in zip(product.rowMajor, Matrix3.identity.rowMajor) { #expect(abs(x - y) < tolerance) }
        #expect(abs((a * b).determinant - a.determinant * b.determinant) < 1e-11)
    }

    @Test func `a singular matrix has no inverse`() {
        #expect(Matrix3(rowMajor: [1, 2, 3, 2, 4, 6, 0, 1, 1]).inverse == nil)
        #expect(Matrix3(rowMajor: [.nan, 0, 0, 0, 1, 0, 0, 0, 1]).inverse == nil)
    }

    @Test func `rows, columns and transposes are what their names say`() {
        let matrix = Matrix3(rowMajor: [1, 2, 3, 4, 5, 6, 7, 8, 9])
        #expect(matrix.row1 == SIMD3(4, 5, 6))
        #expect(matrix.columns.1 == SIMD3(2, 5, 8))
        #expect(matrix.transposed.rowMajor == [1, 4, 7, 2, 5, 8, 3, 6, 9])
        #expect(matrix * SIMD3(1, 0, -1) == SIMD3(-2, -2, -2))
        #expect((matrix * matrix).rowMajor == [30, 36, 42, 66, 81, 96, 102, 126, 150])
    }
}

@Suite struct RigidTransformTests {
    private let transform = RigidTransform(
        rotation: Matrix3(rotationX: 0.4) * Matrix3(rotationY: -1.1) * Matrix3(rotationZ: 2),
        translation: Point3(0.1, -0.2, -0.7))

    @Test func `the way there and back ends where it began`() {
        let point = Point3(0.3, 0.4, -2)
        #expect((transform.inverse(transform(point)) - point).length < 1e-15)
        #expect(((transform * transform.inverse)(point) - point).length < 1e-15)
    }

    @Test func `a product moves by its right side first`() {
        let other = RigidTransform(rotation: Matrix3(rotationZ: 1), translation: Point3(1, 2, 3))
        let point = Point3(-1, 0.5, 2)
        #expect(((transform * other)(point) - transform(other(point))).length < 1e-14)
    }

    @Test func `files hold it column by column, the translation last`() throws {
        let quarter = RigidTransform(
            rotation: Matrix3(rowMajor: [0, 0, 1, 0, 1, 0, -1, 0, 0]), translation: Point3(1, 2, 3))
        #expect(quarter.columnMajor == [0, 0, -1, 0, 0, 1, 0, 0, 1, 0, 0, 0, 1, 2, 3, 1])
        #expect(try #require(RigidTransform(columnMajor: quarter.columnMajor)) == quarter)
        #expect(try #require(RigidTransform(columnMajor: transform.columnMajor)) == transform)
    }

    @Test func `sixteen numbers that are no rigid transform's are refused`() {
        let good = transform.columnMajor
        func refuses(_ change: (inout [Double]) -> Void) -> Bool {
            var numbers = good
            change(&numbers)
            return RigidTransform(columnMajor: numbers) == nil
        }
        #expect(refuses { $0.removeLast() })
        #expect(refuses { $0.append(0) })
        #expect(refuses { $0 = [] })
        #expect(refuses { $0[3] = 0.5 })
        #expect(refuses { $0[15] = 2 })
        #expect(refuses { $0[12] = .infinity })
        #expect(refuses { $0[5] = .nan })
    }
}

@Suite struct CameraTests {
    private let camera = Camera(
        width: 640, height: 480, fx: 500, fy: 510, cx: 319.5, cy: 239.5, source: .file, focalSigma: 5)

    @Test func `what is on the axis is seen in the middle, right of it right, above it above`() throws {
        #expect(camera.project(Point3(0, 0, -2)) == Point2(319.5, 239.5))
        #expect(camera.project(Point3(1, 0, -2)) == Point2(569.5, 239.5))
        #expect(camera.project(Point3(0, 1, -2)) == Point2(319.5, -15.5))
    }

    @Test func `what is not in front of the camera is not seen`() {
        #expect(camera.project(Point3(0, 0, 0)) == nil)
        #expect(camera.project(Point3(0.1, 0.1, 1)) == nil)
    }

    @Test func `a camera for half the size sees the same at half the outline's coordinates`() throws {
        let half = try #require(camera.scaled(width: 320, height: 240))
        let halfFromFull = Homography.resizing(0.5, 0.5)
        for point in [Point3(0.3, 0.2, -1), Point3(-0.4, 0.1, -1.5), Point3(0, 0, -1)] {
            let expected = try #require(camera.project(point).flatMap { halfFromFull($0) })
            #expect((try #require(half.project(point)) - expected).length < 1e-12)
        }
        #expect(half.focalSigma == 2.5 && half.source == .file)
    }

    @Test func `a camera is not used for pictures of another shape`() {
        #expect(camera.scaled(width: 480, height: 640) == nil)
        #expect(camera.scaled(width: 640, height: 470) == nil)
        // A row more or less comes from rounding.
        #expect(camera.scaled(width: 1280, height: 959) != nil)
    }

    /// 43.27 mm is the diagonal of 35 mm film: there the focal length is the picture's diagonal, 800 pixels here.
    @Test func `a focal length for 35 mm film counts by the diagonal`() {
        let camera = Camera(
            width: 480, height: 640, focalLength35mm: 43.2666153, source: .metadata, relativeSigma: 0.03)
        #expect(abs(camera.fx - 800) < 1e-6 && camera.fx == camera.fy)
        #expect(camera.cx == 239.5 && camera.cy == 319.5)
        #expect(abs(camera.focalSigma - 24) < 1e-6)
    }
}
