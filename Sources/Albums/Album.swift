internal import Foundation
package import MediaIO

/// Why there is no album: one sentence that names the folder and what to do.
package struct AlbumError: Error, Hashable, Sendable, CustomStringConvertible {
    package let description: String
}

/// The photos and videos of one or several folders, in an order that is the same on every machine.
package struct Album: Hashable, Sendable {
    /// Something that can be shown.
    package struct Item: Hashable, Sendable {
        package enum Kind: Hashable, Sendable { case video, photo }

        /// Where it is, beginning with the folder as it was given.
        package let path: String
        /// Its path in its folder, as the file system spells it.
        package let relativePath: String
        package let kind: Kind

        /// Creates an item, of a folder or of its own.
        package init(path: String, relativePath: String, kind: Kind) {
            (self.path, self.relativePath, self.kind) = (path, relativePath, kind)
        }
    }

    /// What of a photo that carries a video is shown: of a motion photo, and of a Live Photo's still and video.
    package enum LivePhotos: Hashable, Sendable { case photo, video }

    /// A file that is no item, and why.
    package struct LeftOut: Hashable, Sendable, CustomStringConvertible {
        package let path: String
        package let reason: String

        package var description: String { "\(path): left out of the album: \(reason)" }
    }

    /// By the folders as they were given, then by the NFC bytes of their paths in them.
    package let items: [Item]
    /// In the order in which they were found; what file systems and other programs leave behind is not among them.
    package let leftOut: [LeftOut]

    /// One sentence for each file that is left out.
    package var warnings: [String] { leftOut.map(\.description) }

    /// Looks through folders and what is below them.
    ///
    /// Files are told by their content. Links are not followed, so nothing outside the folders is read, and a file that
    /// lies in two of them counts once. A Live Photo, a still and a video of the same name beside each other, is one item.
    /// - Parameters:
    ///   - livePhotos: whether the still or the video of such an item is shown.
    ///   - kindOfFile: what a file holds; each regular file that may be an item is asked for once.
    /// - Throws: when one of `folders` is missing, is a file or cannot be read, and when there is nothing to show.
    package init(
        folders: [String], livePhotos: LivePhotos = .photo,
        kindOfFile: (String) -> MediaProbe.Kind = MediaProbe.kind(of:)
    ) throws(AlbumError) {
        var found: [Item] = []
        var leftOut: [LeftOut] = []
        var seen: Set<String> = []
        for folder in folders {
            let scan = try FolderScan(folder)
            leftOut += scan.leftOut
            for file in scan.files.sorted(by: { $0.sortKey.lexicographicallyPrecedes($1.sortKey) })
            where seen.insert(file.canonicalPath).inserted {
                switch kindOfFile(file.path) {
                case .video: found.append(Item(path: file.path, relativePath: file.relativePath, kind: .video))
                case .photo: found.append(Item(path: file.path, relativePath: file.relativePath, kind: .photo))
                case .audio: leftOut.append(LeftOut(path: file.path, reason: "it holds sound alone"))
                case .none: leftOut.append(LeftOut(path: file.path, reason: "it is no photo or video that can be read"))
                }
            }
        }
        guard !found.isEmpty else {
            let names = folders.joined(separator: ", ")
            let files = leftOut.isEmpty ? "" : " (left out: \(Self.list(leftOut)))"
            throw AlbumError(
                description: "\(names): the album holds nothing to show; put videos or photos into it\(files)")
        }
        items = LivePairs(found).items(livePhotos).map { $0.shown(livePhotos) }
        self.leftOut = leftOut
    }

    /// The first few of the files that are left out, for an error.
    private static func list(_ leftOut: [LeftOut]) -> String {
        let shown = leftOut.prefix(3).map { "\($0.path): \($0.reason)" }.joined(separator: "; ")
        return leftOut.count > 3 ? "\(shown); and \(leftOut.count - 3) more" : shown
    }
}
