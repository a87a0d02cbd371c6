import Foundation
import Testing

extension Party {
    /// Ten seconds of the processor's time and 4 GiB of memory; under AddressSanitizer memory is not what it seems.
    private static let limits: [String] = {
        let memory = ProcessInfo.processInfo.environment["ASAN_OPTIONS"] == nil ? "ulimit -v 4194304; " : ""
        return ["sh", "-c", "ulimit -t 10; \(memory)exec \"$@\"", "limited"]
    }()

    /// Runs the program on something broken and expects that it ends as promised: with a result, or with status 1 and one
    /// sentence; soon, in little memory, and without anything half-made. What was made is removed again.
    @discardableResult
    func endsWell(
        _ words: [String], making output: String, _ what: String, sourceLocation: SourceLocation = #_sourceLocation
    ) throws -> Program.Ending {
        let before = Set(try contents().keys)
        let ending = try run(words, through: Self.limits)
        let made = Set(try contents().keys).subtracting(before)
        let comment: Comment = "\(what): \(ending.status) \(ending.errors)"
        #expect([0, 1, 2].contains(ending.status), comment, sourceLocation: sourceLocation)
        #expect(
            ending.failures.count == (ending.status == 1 ? 1 : 0), comment, sourceLocation: sourceLocation)
        // Progress is told every few seconds.
        let lines = ending.errors.split(separator: "\n").filter {
            !$0.contains(" frames") || $0.hasPrefix("sketchreel")
        }
        #expect(lines.allSatisfy { $0.hasPrefix("sketchreel") }, comment, sourceLocation: sourceLocation)
        #expect(!made.contains { $0.contains(".partial") }, comment, sourceLocation: sourceLocation)
        if ending.status == 1 { #expect(made.isEmpty, comment, sourceLocation: sourceLocation) }
        if ending.status == 0 { #expect(made.contains(output), comment, sourceLocation: sourceLocation) }
        for name in made { try? FileManager.default.removeItem(atPath: self(name)) }
        return ending
    }
}
