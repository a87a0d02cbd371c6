internal import Files
internal import Foundation
internal import Geometry
package import Vision

/// Keeps the features of pictures and of simulated views of them between runs: one file a picture, keyed by its content and the
/// version of the algorithm. It can be deleted at any time; a file that is not whole is made anew.
package struct FeatureCache: Sendable {
    private let folder: String
    private static let magic = Data("SKRFEAT2".utf8)

    package init(folder: String) { self.folder = folder }

    private func path(_ digest: String) -> String { "\(folder)/\(digest)-v\(ModelFeatures.version).features" }

    private static func checksum(_ data: Data) -> UInt64 { unsafe data.withUnsafeBytes { unsafe Checksum.of($0) } }

    /// The features kept for the picture with this SHA-256, or `nil`.
    package func features(forDigest digest: String) -> Features? {
        guard let data = try? FileSystem.read(path(digest), limit: 1 << 28), data.count >= 12,
            data.prefix(8) == Self.magic
        else { return nil }
        let sum = Self.checksum(data.dropLast(8))
        let bytes = [UInt8](data)
        func word(_ at: Int) -> UInt32 { (0..<4).reduce(0) { $0 | UInt32(bytes[at + $1]) << (8 * UInt32($1)) } }
        let count = Int(word(8))
        guard count > 0, bytes.count == 20 + count * (8 + Features.descriptorLength),
            UInt64(word(bytes.count - 8)) | UInt64(word(bytes.count - 4)) << 32 == sum
        else { return nil }
        let points = (0..<count).map { index in
            Point2(
                Double(Float(bitPattern: word(12 + 8 * index))), Double(Float(bitPattern: word(16 + 8 * index))))
        }
        guard points.allSatisfy(\.isFinite) else { return nil }
        return Features(points: points, descriptors: Array(bytes[(12 + 8 * count)..<(bytes.count - 8)]))
    }

    /// Keeps `features`. A cache that cannot be written is no failure: the next run derives them again.
    package func keep(_ features: Features, forDigest digest: String) {
        var data = Self.magic
        func append(_ word: UInt32) {
            for shift in stride(from: 0, to: 32, by: 8) { data.append(UInt8(word >> UInt32(shift) & 255)) }
        }
        append(UInt32(features.count))
        for point in features.points {
            append(Float(point.x).bitPattern)
            append(Float(point.y).bitPattern)
        }
        data.append(contentsOf: features.descriptors)
        let sum = Self.checksum(data)
        append(UInt32(truncatingIfNeeded: sum))
        append(UInt32(truncatingIfNeeded: sum >> 32))
        try? FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        try? data.write(to: URL(fileURLWithPath: path(digest)), options: .atomic)
    }
}
