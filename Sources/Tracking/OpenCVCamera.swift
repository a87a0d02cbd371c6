/// A camera as programs of OpenCV and ROS write it: a matrix, a lens, and often the size of the pictures.
struct OpenCVCamera {
    /// Width and height of the pictures; `nil` where the file does not say.
    let size: (width: Int, height: Int)?
    let fx, fy, cx, cy: Double
    /// k1, k2, p1, p2, k3.
    let distortion: [Double]

    /// Why a storage holds no camera that can be used: a clause with its remedy.
    struct Unusable: Error { let reason: String }

    /// `nil` when there is no camera matrix.
    init?(_ storage: OpenCVStorage) throws(Unusable) {
        guard let entry = storage.entry(["cameramatrix", "m1", "k", "mtx", "intrinsicmatrix", "intrinsics"]) else {
            return nil
        }
        (fx, fy, cx, cy) = try Self.focalAndCentre(entry.numbers ?? [])
        if let model = Self.otherModel(storage) {
            throw Unusable(reason: "its lens is of the model '\(model)', and only OpenCV's k1 k2 p1 p2 k3 is known")
        }
        let lens = storage.entry(["distortioncoefficients", "distcoeffs", "distcoefs", "d1", "d", "dist", "distortion"])
        guard let numbers = lens.map(\.numbers) ?? [] else {
            throw Unusable(reason: "its distortion coefficients are no list of numbers")
        }
        distortion = try Self.fiveCoefficients(numbers)
        size = try Self.size(storage)
    }

    private static func focalAndCentre(_ m: [Double]) throws(Unusable) -> (Double, Double, Double, Double) {
        guard m.count == 9, m[0] > 0, m[4] > 0, m[8] == 1, [m[3], m[6], m[7]].allSatisfy({ $0 == 0 }) else {
            throw Unusable(reason: "its camera matrix is not of the form fx 0 cx, 0 fy cy, 0 0 1")
        }
        guard abs(m[1]) < 1e-3 * m[0] else {
            throw Unusable(reason: "its pixels are oblique (skew \(m[1])), and only upright ones are known")
        }
        return (m[0], m[4], m[2], m[5])
    }

    /// The name of a lens model that is not the polynomial one.
    private static func otherModel(_ storage: OpenCVStorage) -> String? {
        if let flag = storage.entry(["fisheyemodel"]), flag.numbers?.first ?? 0 != 0 { return "fisheye" }
        let known = ["", "plumb_bob", "rational_polynomial", "radtan", "pinhole"]
        return storage.entry(["distortionmodel", "cameramodel"]).map(\.text).flatMap { known.contains($0) ? nil : $0 }
    }

    /// OpenCV's 4, 5, 8, 12 or 14 coefficients as its first five: the others must be 0.
    static func fiveCoefficients(_ numbers: [Double]) throws(Unusable) -> [Double] {
        guard [0, 4, 5, 8, 12, 14].contains(numbers.count), numbers.allSatisfy(\.isFinite) else {
            throw Unusable(
                reason: "it has \(numbers.count) distortion coefficients, where k1 k2 p1 p2 k3 are expected")
        }
        guard numbers.dropFirst(5).allSatisfy({ $0 == 0 }) else {
            throw Unusable(
                reason: "it has \(numbers.count) distortion coefficients, and only k1 k2 p1 p2 k3 are supported; "
                    + "calibrate without the rational, thin prism and tilted models")
        }
        return Array((numbers + [0, 0, 0, 0, 0]).prefix(5))
    }

    private static func size(_ storage: OpenCVStorage) throws(Unusable) -> (width: Int, height: Int)? {
        let separate = [["imagewidth", "width", "imgwidth"], ["imageheight", "height", "imgheight"]].compactMap {
            storage.entry($0)?.numbers?.first
        }
        let both = storage.entry(["imagesize", "imgsize", "resolution"])?.numbers ?? []
        let numbers = separate.count == 2 ? separate : both
        guard numbers.count == 2 else { return nil }
        guard let width = Int(exactly: numbers[0]), let height = Int(exactly: numbers[1]),
            CameraFile.sizes.contains(width), CameraFile.sizes.contains(height)
        else { throw Unusable(reason: "its picture size of \(numbers[0]) × \(numbers[1]) cannot be") }
        return (width, height)
    }
}
