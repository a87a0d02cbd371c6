internal import Foundation

/// The process's two output streams, written without buffers.
enum Terminal {
    /// Writes to standard output; says on standard error why when that fails.
    ///
    /// - Returns: whether all was written. A reader that went away has read what it wanted.
    static func writeOutput(_ text: String) -> Bool {
        let failure = write(text, to: STDOUT_FILENO)
        if failure == 0 || failure == EPIPE { return true }
        let reason = unsafe String(cString: strerror(failure))
        writeError("sketchreel: cannot write to standard output: \(reason)\n")
        return false
    }

    /// Writes to standard error; nobody can be told when that fails.
    static func writeError(_ text: String) { _ = write(text, to: STDERR_FILENO) }

    /// Gives the standard streams that the caller closed to nothing: else the next file that is opened would be one of
    /// them, and what is said would be written into it. Writing to them fails as it should.
    static func fillClosedStreams() {
        for descriptor in STDIN_FILENO...STDERR_FILENO where fcntl(descriptor, F_GETFD) < 0 {
            _ = unsafe open("/dev/null", O_RDONLY)
        }
    }

    /// Whether somebody watches standard error on a screen that can move its cursor.
    static var isWatched: Bool {
        isatty(STDERR_FILENO) == 1 && ProcessInfo.processInfo.environment["TERM"] != "dumb"
    }

    /// Whether the screen shows block characters.
    static var isUnicode: Bool {
        let environment = ProcessInfo.processInfo.environment
        let locale = ["LC_ALL", "LC_CTYPE", "LANG"].lazy.compactMap { environment[$0] }.first { !$0.isEmpty }
        return locale.map { $0.lowercased().contains("utf-8") || $0.lowercased().contains("utf8") } ?? false
    }

    /// The width of the screen in characters.
    static var columns: Int {
        var size = winsize()
        guard unsafe ioctl(STDERR_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return 80 }
        return Int(size.ws_col)
    }

    /// Returns 0, or the system's number for what went wrong.
    private static func write(_ text: String, to descriptor: Int32) -> Int32 {
        var rest = Array(text.utf8)[...]
        while !rest.isEmpty {
            let count = unsafe rest.withUnsafeBytes { unsafe Foundation.write(descriptor, $0.baseAddress, $0.count) }
            if count < 0 && errno == EINTR { continue }
            if count < 0 { return errno }
            rest = rest.dropFirst(count)
        }
        return 0
    }
}
