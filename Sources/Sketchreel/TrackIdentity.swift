internal import Files
internal import Foundation
internal import Geometry
internal import MediaIO
internal import References
internal import Tracking

/// What decides how tracking a clip ends: what an earlier run has done is worth something for the same alone.
struct TrackIdentity: Hashable, Sendable {
    /// SHA-256 of all of it, 64 hexadecimal digits.
    let digest: String

    /// Of the clip its size, its time and its ends are taken, wherever it lies: reading all of it would take as long as a copy.
    /// Of the program its version and the file that is running: what another build did is not taken for this one's work.
    init(
        clip info: ClipInfo, camera: Camera, references: [LoadedReference], options: TrackingOptions
    ) throws(FileSystemError) {
        var lines = ["\(programName) \(ClipTracker.checkpointVersion)"]
        if let program = FileSystem.stamp(of: "/proc/self/exe") { lines.append("\(program.size) \(program.modified)") }
        lines.append("\(info.byteCount) \(FileSystem.stamp(of: info.path)?.modified ?? 0)")
        lines += try FileSystem.ends(of: info.path, size: 1 << 20).map { FileDigest.sha256(of: $0) }
        // Numbers are described to the last bit.
        lines += [
            String(describing: info.tracks.video), String(describing: info.video), String(describing: camera),
            String(describing: options),
        ]
        lines += references.map { reference in
            "\(reference.sha256) \(String(describing: reference.model.widthMetres)) \(reference.model.name)"
        }
        digest = FileDigest.sha256(of: Data(lines.joined(separator: "\n").utf8))
    }
}
