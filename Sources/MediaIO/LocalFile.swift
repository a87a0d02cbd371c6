internal import CFFmpegShim
internal import Foundation

/// A file that is there and holds bytes: asked before a library opens it, so that the answer is clear, and so that
/// nothing waits for a pipe.
struct LocalFile {
    let path: String
    let byteCount: Int64

    init(_ path: String) throws(MediaError) {
        var status = stat()
        guard unsafe stat(path, &status) == 0 else {
            throw MediaError(.init(code: -errno, step: media_step_open), path: path)
        }
        let kind = status.st_mode & S_IFMT
        guard kind != S_IFDIR else {
            throw MediaError(path: path, step: .open, detail: "this is a folder", remedy: "give a file in it")
        }
        guard kind == S_IFREG else {
            throw MediaError(path: path, step: .open, detail: "this is not a file", remedy: "save it to a file first")
        }
        guard status.st_size > 0 else {
            throw MediaError(
                path: path, step: .open, detail: "the file is empty", remedy: "copy it again from where it comes")
        }
        (self.path, byteCount) = (path, Int64(status.st_size))
    }
}
