internal import COpenCVShim
package import Geometry
package import Imaging

/// SIFT features with root-normalised descriptors (Arandjelović and Zisserman 2012), 128 bytes each, end to end.
package struct Features: Hashable, Sendable {
    package static let descriptorLength = 128

    /// Where they are, in pixels of the picture they were found in.
    package var points: [Point2]
    package var descriptors: [UInt8]

    package init(points: [Point2] = [], descriptors: [UInt8] = []) {
        precondition(descriptors.count == points.count * Features.descriptorLength, "a descriptor for each point")
        (self.points, self.descriptors) = (points, descriptors)
    }

    package var count: Int { points.count }

    /// Finds at most `limit` features, strongest first; none where `mask`, of the picture's size, is 0.
    package init(
        in image: GreyImage, limit: Int, contrastThreshold: Double = 0.02, mask: GreyImage? = nil
    ) throws(VisionError) {
        var keypoints = [ocv_keypoint](repeating: ocv_keypoint(), count: limit)
        var descriptors = [UInt8](repeating: 0, count: limit * Features.descriptorLength)
        var count: Int32 = 0
        func find(_ plane: ocv_plane, _ mask: UnsafePointer<ocv_plane>?) -> ocv_status {
            unsafe ocv_sift(plane, mask, Int32(limit), contrastThreshold, &keypoints, &descriptors, &count)
        }
        let status = try unsafe image.withPlane { plane throws(VisionError) in
            guard let mask else { return unsafe find(plane, nil) }
            return try unsafe mask.withPlane { lent throws(VisionError) in
                var area = unsafe lent
                return unsafe find(plane, &area)
            }
        }
        try VisionError.check(status, "find features")
        descriptors.removeSubrange(Int(count) * Features.descriptorLength..<descriptors.count)
        self.init(
            points: keypoints.prefix(Int(count)).map { Point2(Double($0.x), Double($0.y)) }, descriptors: descriptors)
    }

    package mutating func append(_ other: Features) {
        points += other.points
        descriptors += other.descriptors
    }

    /// The features at `positions`, in that order.
    package func selecting(_ positions: [Int]) -> Features {
        let length = Features.descriptorLength
        return Features(
            points: positions.map { points[$0] },
            descriptors: positions.flatMap { descriptors[$0 * length..<($0 + 1) * length] })
    }
}

/// Nearest neighbours among the descriptors of one picture: a KD-forest (FLANN), the same for the same input.
@safe package final class FeatureIndex: @unchecked Sendable {  // Sendable: searched by reading alone
    /// Where the features are.
    package let points: [Point2]
    private let descriptors: UnsafeMutablePointer<UInt8>
    private let index: OpaquePointer

    /// Builds the forest; `nil` when there are no features.
    package init?(_ features: Features, trees: Int = 2) throws(VisionError) {
        guard features.count > 0 else { return nil }
        // The forest reads the descriptors where they lie, for as long as it lives.
        let count = features.descriptors.count
        let copy = UnsafeMutablePointer<UInt8>.allocate(capacity: count)
        unsafe features.descriptors.withUnsafeBufferPointer {
            if let base = $0.baseAddress { unsafe copy.initialize(from: base, count: count) }
        }
        var handle: OpaquePointer?
        let status = unsafe ocv_index_new(copy, Int32(features.count), Int32(trees), &handle)
        guard status == 0, let handle = unsafe handle else {
            unsafe copy.deallocate()
            throw VisionError(step: "index features", detail: unsafe String(cString: ocv_last_error()))
        }
        points = features.points
        unsafe descriptors = unsafe copy
        unsafe index = unsafe handle
    }

    deinit {
        unsafe ocv_index_free(index)
        unsafe descriptors.deallocate()
    }

    /// The features that are searched.
    package var features: Features {
        let count = points.count * Features.descriptorLength
        return unsafe Features(
            points: points, descriptors: Array(unsafe UnsafeBufferPointer(start: unsafe descriptors, count: count)))
    }

    /// About how much memory this takes: descriptors, places, and two nodes of 24 bytes for each feature in each of four trees.
    package var byteCount: Int { points.count * (Features.descriptorLength + 16 + 4 * 2 * 24) }

    /// The `neighbours` nearest features of each query, nearest first: position (−1: none) and squared distance.
    package func search(
        _ queries: Features, neighbours: Int, checks: Int
    ) throws(VisionError) -> (positions: [Int32], squaredDistances: [Float]) {
        var positions = [Int32](repeating: -1, count: queries.count * neighbours)
        var distances = [Float](repeating: 0, count: queries.count * neighbours)
        guard queries.count > 0 else { return ([], []) }
        let status = unsafe ocv_index_search(
            index, queries.descriptors, Int32(queries.count), Int32(neighbours), Int32(checks), &positions, &distances)
        try VisionError.check(status, "match features")
        return (positions, distances)
    }
}
