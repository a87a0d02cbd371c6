internal import Dispatch
internal import Foundation
internal import Geometry
internal import Imaging
internal import SceneRendering

/// Renders the shipped samples that need the scene renderer. Called by Samples/scripts/make-samples.sh; not the product.
@main
struct SampleMaker {
    private static let usage = """
        usage: sample-maker clip  --textures FOLDER [--truth FILE] [--divisor N] [--first N] [--last N]  > raw yuv420p
               sample-maker still --textures FOLDER [--divisor N] --frame N                            > picture.pam
        The clip's frames are stored as a phone stores them: 1920 × 1080, to be turned clockwise.
        """

    static func main() {
        do {
            try run(Array(CommandLine.arguments.dropFirst()))
        } catch {
            FileHandle.standardError.write(Data("sample-maker: \(error)\n".utf8))
            exit(1)
        }
    }

    private static func run(_ arguments: [String]) throws {
        var options: [String: String] = [:]
        var rest = arguments.dropFirst()
        while let name = rest.popFirst(), let value = rest.popFirst() { options[name] = value }
        guard let command = arguments.first, let textures = options["--textures"] else {
            throw SampleError(description: usage)
        }
        let shot = try ClipScript(desk: Desk(textures: textures)).shot(divisor: Int(options["--divisor"] ?? "1") ?? 1)
        if let path = options["--truth"] { try TruthLine.file(of: shot).write(to: URL(fileURLWithPath: path)) }
        switch command {
        case "clip":
            let last = options["--last"].flatMap { Int($0) } ?? shot.frameCount - 1
            try writeFrames(of: shot, options["--first"].flatMap { Int($0) } ?? 0, min(last, shot.frameCount - 1))
        case "still":
            let index = options["--frame"].flatMap { Int($0) } ?? 0
            try FileHandle.standardOutput.write(contentsOf: Netpbm.encoded(shot.frame(index).picture))
        default: throw SampleError(description: usage)
        }
    }

    /// Renders a few frames at once, one on each core, and writes them in order.
    private static func writeFrames(of shot: Shot, _ first: Int, _ last: Int) throws {
        let lanes = max(1, ProcessInfo.processInfo.activeProcessorCount)
        for start in stride(from: first, through: last, by: lanes) {
            let count = min(lanes, last - start + 1)
            let results = Results(count: count)
            DispatchQueue.concurrentPerform(iterations: count) { lane in
                results.set(lane, storedBytes(shot, start + lane))
            }
            for bytes in results.all { try FileHandle.standardOutput.write(contentsOf: bytes) }
        }
    }

    private static func storedBytes(_ shot: Shot, _ index: Int) -> Data {
        let source = SceneSource(shot, orientation: .rotatedClockwise)
        source.seek(toFrameAtOrBefore: Int64(index) * shot.ticksPerFrame)
        guard let frame = source.nextFrame() else { preconditionFailure("frame \(index) is in the shot") }
        var bytes = Data()
        for plane in 0..<frame.planes.count {
            let size = frame.format.size(ofPlane: plane, width: frame.width, height: frame.height)
            unsafe frame.withPlane(plane) { base, bytesPerRow in
                for row in 0..<size.rows {
                    bytes.append(unsafe Data(bytes: base + row * bytesPerRow, count: size.samples))
                }
            }
        }
        return bytes
    }
}

/// One slot for each lane.
private final class Results: @unchecked Sendable {  // Sendable: the lock guards the slots
    private let lock = NSLock()
    private var slots: [Data]

    init(count: Int) { slots = Array(repeating: Data(), count: count) }

    func set(_ lane: Int, _ bytes: Data) { lock.withLock { slots[lane] = bytes } }

    var all: [Data] { lock.withLock { slots } }
}
