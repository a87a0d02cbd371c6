internal import Foundation

/// What libFuzzer calls with each input. `SKETCHREEL_FUZZ` names the target: one of `targets`.
@_cdecl("LLVMFuzzerTestOneInput")
func testOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let bytes = unsafe [UInt8](UnsafeBufferPointer(start: start, count: count))
    chosen(bytes)
    return 0
}

/// Each takes bytes as somebody else might have made them. It must return: whatever stops the process is a finding.
private let targets: [String: @Sendable ([UInt8]) -> Void] = [
    "stills": fuzzStills, "clips": fuzzClips, "catalogs": fuzzCatalogs, "indices": fuzzIndices, "tracks": fuzzTracks,
    "programs": fuzzPrograms, "cameras": fuzzCameras, "arguments": fuzzArguments, "renders": fuzzRenders,
]

private let chosen: @Sendable ([UInt8]) -> Void = {
    let name = ProcessInfo.processInfo.environment["SKETCHREEL_FUZZ"] ?? ""
    guard let target = targets[name] else {
        fatalError("SKETCHREEL_FUZZ names none of \(targets.keys.sorted().joined(separator: ", "))")
    }
    return target
}()

/// A folder in memory for the files of this process.
let scratch: String = {
    let path = "/dev/shm/sketchreel-fuzz-\(getpid())"
    try? FileManager.default.removeItem(atPath: path)
    do { try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true) } catch {
        fatalError("\(path): \(error)")
    }
    return path
}()

/// Writes a file of the scratch folder and returns its path.
func scratchFile(_ name: String, _ bytes: some Collection<UInt8>) -> String {
    let path = scratch + "/" + name
    do { try Data(bytes).write(to: URL(fileURLWithPath: path)) } catch { fatalError("\(path): \(error)") }
    return path
}

/// Checks that an error is one sentence: it must not break lines, however the names in a file are made.
func check(_ error: any Error) {
    precondition(!"\(error)".isEmpty, "an error without words")
}
