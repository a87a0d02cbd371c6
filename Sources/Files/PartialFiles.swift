internal import Foundation
internal import Synchronization

/// The partial files of this process that are neither whole nor discarded yet.
package enum PartialFiles {
    private static let open = Mutex<Set<String>>([])

    static func add(_ path: String) { open.withLock { _ = $0.insert(path) } }

    static func forget(_ path: String) { open.withLock { _ = $0.remove(path) } }

    /// Deletes those in `folder`, or all of them, for a process that is about to end without unwinding.
    package static func removeAll(in folder: String = "") {
        open.withLock { paths in
            for path in paths where path.hasPrefix(folder) { unsafe unlink(path) }
        }
    }
}
