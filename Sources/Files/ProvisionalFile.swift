internal import Foundation

/// A whole file that is worth nothing if the run does not come to its end: it is removed then.
package struct ProvisionalFile: ~Copyable {
    private let path: String
    private var isKept = false

    /// Takes charge of the file at `path`.
    package init(_ path: String) {
        self.path = path
        PartialFiles.add(path)
    }

    /// Leaves the file where it is.
    package consuming func keep() {
        isKept = true
        PartialFiles.forget(path)
    }

    deinit {
        guard !isKept else { return }
        unsafe unlink(path)
        PartialFiles.forget(path)
    }
}
