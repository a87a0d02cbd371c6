import Foundation
import Imaging
import MediaIO
import TestSupport
import Testing

extension SharedData {
    /// Clips that can be read.
    static let clips = GivenClip.all.map(\.file)
}

/// A folder of its own for one test, removed with it.
final class TemporaryFolder {
    let path: String

    init() throws {
        path = FileManager.default.temporaryDirectory.appendingPathComponent("media-" + UUID().uuidString).path
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    func callAsFunction(_ name: String) -> String { path + "/" + name }

    func write(_ bytes: some Sequence<UInt8>, _ name: String) throws -> String {
        try Data(bytes).write(to: URL(fileURLWithPath: self(name)))
        return self(name)
    }
}

/// A tool of the system that fixtures are made with and compared to.
struct Tool {
    let path: String

    static func find(_ name: String) -> Tool? {
        let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
        return folders.map { "\($0)/\(name)" }.first { FileManager.default.isExecutableFile(atPath: $0) }.map(Tool.init)
    }

    static let ffmpeg = find("ffmpeg")
    static let ffprobe = find("ffprobe")
    static let python = find("python3")
    static let missing: Comment = "ffmpeg is not installed"
    static let isPresent = ffmpeg != nil && ffprobe != nil

    struct Failure: Error { let arguments: [String], status: Int32 }

    /// Runs the tool and returns what it printed.
    @discardableResult
    func run(_ arguments: String..., allowFailure: Bool = false) throws -> Data {
        try run(arguments, allowFailure: allowFailure)
    }

    @discardableResult
    func run(_ arguments: [String], allowFailure: Bool = false) throws -> Data {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: path)
        process.arguments = arguments
        let output = Pipe()
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        process.standardInput = FileHandle.nullDevice
        try process.run()
        let printed = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        guard process.terminationStatus == 0 || allowFailure else {
            throw Failure(arguments: arguments, status: process.terminationStatus)
        }
        return printed
    }
}

extension Tool {
    /// Makes a clip with ffmpeg: `arguments` between its usual beginning and the output's name.
    static func make(_ output: String, _ arguments: String) throws {
        guard let ffmpeg else { return }
        let words = arguments.split(separator: " ").map(String.init)
        try ffmpeg.run(["-v", "error", "-y", "-threads", "2"] + words + ["file:" + output])
    }
}

/// A frame's samples without the gaps of its rows.
func samples(_ frame: Frame) -> [[UInt8]] {
    (0..<frame.format.planeCount).map { plane in
        let size = frame.format.size(ofPlane: plane, width: frame.width, height: frame.height)
        let bytes = size.samples * frame.format.bytesPerSample
        return frame.withPlane(plane) { base, stride in
            [UInt8](unsafeUninitializedCapacity: bytes * size.rows) { buffer, count in
                for row in 0..<size.rows { memcpy(buffer.baseAddress! + row * bytes, base + row * stride, bytes) }
                count = bytes * size.rows
            }
        }
    }
}

/// All frames of a clip.
func frames(_ path: String, threadCount: Int = 2) throws -> [Frame] {
    let reader = try ClipReader(path: path, threadCount: threadCount)
    var result: [Frame] = []
    while let frame = try reader.nextFrame() { result.append(frame) }
    return result
}

/// The error that `body` throws.
func mediaError(_ body: () throws -> Void) -> MediaError? {
    do { try body() } catch { return error as? MediaError }
    return nil
}
