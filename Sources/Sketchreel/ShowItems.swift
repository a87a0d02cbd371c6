internal import Albums
internal import MediaIO

/// Everything that may play in a run, and what of it plays where.
struct ShowItems: Sendable {
    private let livePhotos: Album.LivePhotos
    private(set) var items: [Album.Item] = []
    private(set) var warnings: [String] = []
    private var indices: [String: Int] = [:]
    private var albums: [[String]: [Int]] = [:]

    /// - Parameter choice: what of photos that carry a video is shown.
    init(_ choice: RenderRequest.Items.LivePhotos) { livePhotos = choice == .video ? .video : .photo }

    /// The items of a source, as indices into `items`: those of its album in their order, then its files.
    ///
    /// - Throws: `AlbumError` when a folder cannot be read or holds nothing to show.
    mutating func indices(of source: Presentation.Source?) throws -> [Int] {
        guard let source else { return [] }
        var result = try album(source.albums)
        for file in source.files {
            let kind: Album.Item.Kind = MediaProbe.kind(of: file.path) == .photo ? .photo : .video
            let item = Album.Item(path: file.path, relativePath: file.name, kind: kind)
            result.append(add(item.shown(livePhotos)))
        }
        var seen: Set<Int> = []
        return result.filter { seen.insert($0).inserted }
    }

    private mutating func album(_ folders: [String]) throws -> [Int] {
        if let known = albums[folders] { return known }
        guard !folders.isEmpty else { return [] }
        let album = try Album(folders: folders, livePhotos: livePhotos)
        warnings += album.warnings.filter { !warnings.contains($0) }
        let result = album.items.map { add($0) }
        albums[folders] = result
        return result
    }

    /// The item's index; one that several albums hold has one.
    private mutating func add(_ item: Album.Item) -> Int {
        if let index = indices[item.path] { return index }
        indices[item.path] = items.count
        items.append(item)
        return items.count - 1
    }
}
