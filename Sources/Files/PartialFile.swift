internal import Foundation

/// The file that a run writes until it is whole.
enum PartialFile {
    /// Opens the partial file at `path`, empty, and locks it for this process until it is closed. The system takes the
    /// lock back when the process ends, however that happens.
    ///
    /// - Parameter output: the result's name, for errors.
    static func claim(_ path: String, for output: String) throws(OutputError) -> Int32 {
        removeUnlessFile(path)
        while true {
            let descriptor = unsafe open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o666)
            guard descriptor >= 0 else { throw refusal(errno, output) }
            // A file system without locks is used without them.
            if flock(descriptor, LOCK_EX | LOCK_NB) != 0, errno == EWOULDBLOCK {
                close(descriptor)
                throw OutputError(
                    "\(output): cannot write: another run is writing it; wait for its end, or give another -o")
            }
            // Whoever had it may have renamed or removed it after it was opened here.
            if isNamed(descriptor, path) {
                ftruncate(descriptor, 0)
                return descriptor
            }
            close(descriptor)
        }
    }

    /// A link or a pipe that bears the name is not written through.
    private static func removeUnlessFile(_ path: String) {
        var status = stat()
        if unsafe lstat(path, &status) == 0, status.st_mode & S_IFMT != S_IFREG { unsafe unlink(path) }
    }

    /// Whether `path` leads to the open file.
    static func isNamed(_ descriptor: Int32, _ path: String) -> Bool {
        var (held, named) = (stat(), stat())
        return unsafe fstat(descriptor, &held) == 0 && lstat(path, &named) == 0 && held.st_ino == named.st_ino
            && held.st_dev == named.st_dev
    }

    private static func refusal(_ code: Int32, _ output: String) -> OutputError {
        let folder = URL(fileURLWithPath: output).deletingLastPathComponent().path
        let reason = unsafe String(cString: strerror(code))
        return switch code {
        case ENAMETOOLONG: OutputError("\(output): cannot write: its name is too long; give a shorter one with -o")
        case ENOSPC, EDQUOT:
            OutputError("\(output): cannot write: \(reason); free some space or choose another folder")
        default:
            OutputError("\(output): cannot write into the folder \(folder): \(reason); choose another with -o")
        }
    }
}
