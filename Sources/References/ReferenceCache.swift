internal import Files
internal import Foundation
internal import MediaIO

/// Keeps what was derived from pictures and catalogs between runs: `$XDG_CACHE_HOME/sketchreel`. It can be deleted at any
/// time; a file that is not whole is made anew.
package struct ReferenceCache: Sendable {
    private let folder: String

    /// The user's cache; `environment` as the process has it.
    package init(environment: [String: String] = ProcessInfo.processInfo.environment) {
        folder = CacheFolder.path(environment: environment)
    }

    package init(folder: String) { self.folder = folder }

    /// The features of single pictures.
    package var features: FeatureCache { FeatureCache(folder: folder + "/features") }

    /// The index kept for the catalog at `path`, or `nil`.
    func index(ofCatalog path: String) -> CatalogIndexFile? {
        guard let bytes = try? FixedBytes(mapping: indexPath(path), limit: 1 << 33) else { return nil }
        defer { bytes.letGo() }
        return CatalogIndexFile(bytes)
    }

    /// Keeps the index of the catalog at `path`. A cache that cannot be written is no failure: the next run makes it again.
    func keep(_ index: Data, ofCatalog path: String) {
        let file = URL(fileURLWithPath: indexPath(path))
        try? FileManager.default.createDirectory(
            at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try? index.write(to: file, options: .atomic)
    }

    /// One file a catalog, wherever it lies.
    private func indexPath(_ catalog: String) -> String {
        let home = URL(fileURLWithPath: catalog).resolvingSymlinksInPath().path
        let key = FileDigest.sha256(of: Data(home.utf8)).prefix(32)
        return "\(folder)/catalogs/\(key)-v\(CatalogIndexFile.version).index"
    }
}
