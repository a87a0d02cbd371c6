internal import Foundation

/// The files in a folder and below it that may be items, whatever they hold.
struct FolderScan {
    struct File {
        /// Beginning with the folder as it was given.
        let path: String
        let relativePath: String
        /// The same for one file, however the folder is reached.
        let canonicalPath: String

        /// NFC bytes, and the file system's own where two names differ in nothing else.
        var sortKey: [UInt8] {
            Array(relativePath.precomposedStringWithCanonicalMapping.utf8) + [0] + Array(relativePath.utf8)
        }
    }

    private(set) var files: [File] = []
    private(set) var leftOut: [Album.LeftOut] = []

    /// Deeper folders are left out; no album that somebody made is as deep.
    private static let mostLevels = 32

    /// - Throws: when `folder` is missing, is a file or cannot be read.
    init(_ folder: String) throws(AlbumError) {
        var isFolder: ObjCBool = false
        guard unsafe FileManager.default.fileExists(atPath: folder, isDirectory: &isFolder) else {
            throw AlbumError(
                description: "\(folder): there is no such folder; give --album a folder of videos and photos")
        }
        guard isFolder.boolValue else {
            throw AlbumError(description: "\(folder): this is a file; give --album the folder in which it lies")
        }
        guard let names = Self.names(in: folder) else {
            throw AlbumError(description: "\(folder): the album cannot be read; check the folder's permissions")
        }
        let canonical = URL(fileURLWithPath: folder).resolvingSymlinksInPath().path
        let base = folder.hasSuffix("/") && folder != "/" ? String(folder.dropLast()) : folder
        scan(names, in: base, canonical, relative: "", level: 1)
    }

    private static func names(in folder: String) -> [String]? {
        try? FileManager.default.contentsOfDirectory(atPath: folder).sorted()
    }

    private mutating func scan(_ names: [String], in folder: String, _ canonical: String, relative: String, level: Int)
    {
        for name in names where !Self.isLeftBehind(name) {
            let path = folder + "/" + name
            let file = File(path: path, relativePath: relative + name, canonicalPath: canonical + "/" + name)
            switch Self.type(of: path) {
            case .typeRegular: files.append(file)
            case .typeSymbolicLink: leave(path, "it is a link, and links are not followed")
            case .typeDirectory where level >= Self.mostLevels: leave(path, "the folder lies too deep")
            case .typeDirectory:
                guard let inner = Self.names(in: path) else {
                    leave(path, "the folder cannot be read")
                    continue
                }
                scan(inner, in: path, file.canonicalPath, relative: file.relativePath + "/", level: level + 1)
            default: leave(path, "it is no file")
            }
        }
    }

    private mutating func leave(_ path: String, _ reason: String) {
        leftOut.append(Album.LeftOut(path: path, reason: reason))
    }

    /// What lies at `path` itself, if that is a link.
    private static func type(of path: String) -> FileAttributeType? {
        (try? FileManager.default.attributesOfItem(atPath: path))?[.type] as? FileAttributeType
    }

    /// Whether a file system or another program left it behind: nobody put it there to be shown.
    private static func isLeftBehind(_ name: String) -> Bool {
        let lower = name.lowercased()
        return name.hasPrefix(".") || ["@eadir", "thumbs.db", "album.json"].contains(lower) || lower.hasSuffix(".aae")
    }
}
