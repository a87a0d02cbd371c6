/// A rotation, then a translation in metres. Name a value `destinationFromSource`.
package struct RigidTransform: Hashable, Sendable {
    package var rotation: Matrix3
    package var translation: Point3

    package init(rotation: Matrix3, translation: Point3) {
        (self.rotation, self.translation) = (rotation, translation)
    }

    package func callAsFunction(_ point: Point3) -> Point3 { rotation * point + translation }

    package static func * (a: RigidTransform, b: RigidTransform) -> RigidTransform {
        RigidTransform(rotation: a.rotation * b.rotation, translation: a(b.translation))
    }

    package var inverse: RigidTransform {
        let back = rotation.transposed
        return RigidTransform(rotation: back, translation: -(back * translation))
    }

    /// The 4 × 4 matrix, column-major, as files hold it.
    package var columnMajor: [Double] {
        let (x, y, z) = rotation.columns
        return [
            x.x, x.y, x.z, 0, y.x, y.y, y.z, 0, z.x, z.y, z.z, 0, translation.x, translation.y, translation.z, 1,
        ]
    }

    /// Reads a 4 × 4 column-major matrix, or returns `nil` when its last row is not 0 0 0 1 or a number is not finite.
    package init?(columnMajor m: [Double]) {
        guard m.count == 16, m.allSatisfy(\.isFinite), [m[3], m[7], m[11]] == [0, 0, 0], m[15] == 1 else { return nil }
        let columns = Matrix3(SIMD3(m[0], m[1], m[2]), SIMD3(m[4], m[5], m[6]), SIMD3(m[8], m[9], m[10]))
        self.init(rotation: columns.transposed, translation: Point3(m[12], m[13], m[14]))
    }
}
