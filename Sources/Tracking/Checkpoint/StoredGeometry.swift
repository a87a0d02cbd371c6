package import Geometry

extension SIMD2: Stored where Scalar == Double {
    package mutating func pass(_ archive: inout StateArchive) throws(StateArchive.Malformed) {
        try archive.pass(&x)
        try archive.pass(&y)
    }
}

extension Quad: Stored {
    /// A quad to read into.
    static let blank = Quad(.zero, .zero, .zero, .zero)

    package mutating func pass(_ archive: inout StateArchive) throws(StateArchive.Malformed) {
        try archive.pass(&topLeft)
        try archive.pass(&topRight)
        try archive.pass(&bottomRight)
        try archive.pass(&bottomLeft)
    }
}

extension SquareMatrix: Stored {
    /// Its size does not change.
    package mutating func pass(_ archive: inout StateArchive) throws(StateArchive.Malformed) {
        for row in 0..<size { for column in 0..<size { try archive.pass(&self[row, column]) } }
    }
}
