internal import Foundation
internal import MediaIO

/// The Live Photos among items: `IMG_1234.HEIC` or `.JPG` and `IMG_1234.MOV` in one folder, in whatever case.
///
/// An edited copy, `IMG_E1234`, has a name of its own and so is an item of its own.
struct LivePairs {
    private let all: [Album.Item]
    /// For each still the video that belongs to it.
    private var videos: [Album.Item: Album.Item] = [:]

    /// - Parameter isPair: whether a still and a video of one name belong together; asked for none but those.
    init(_ items: [Album.Item], isPair: (String, String) -> Bool = LivePhoto.isPair(still:video:)) {
        all = items
        let named = Dictionary(grouping: items.filter { $0.kind == .video }, by: Self.name)
        var taken: Set<Album.Item> = []
        for still in items where still.kind == .photo {
            for video in named[Self.name(still)] ?? [] where !taken.contains(video) && isPair(still.path, video.path) {
                videos[still] = video
                taken.insert(video)
                break
            }
        }
    }

    /// The items with one of each pair, in their order.
    func items(_ choice: Album.LivePhotos) -> [Album.Item] {
        let leftOut = Set(choice == .photo ? Array(videos.values) : Array(videos.keys))
        return all.filter { !leftOut.contains($0) }
    }

    /// What two files of a pair have in common: the folder, and the name without its ending, in NFC and lower case.
    private static func name(_ item: Album.Item) -> String {
        let folder = (item.path as NSString).deletingLastPathComponent
        let stem = ((item.path as NSString).lastPathComponent as NSString).deletingPathExtension
        return folder + "/" + stem.precomposedStringWithCanonicalMapping.lowercased()
    }
}

extension Album.Item {
    /// The item as it is shown: a motion photo is a video where videos are wanted.
    package func shown(_ choice: Album.LivePhotos) -> Album.Item {
        guard choice == .video, kind == .photo, MotionPhoto.video(inFile: path) != nil else { return self }
        return Album.Item(path: path, relativePath: relativePath, kind: .video)
    }
}
