import Foundation
import MediaIO
import TestSupport
import Testing

@testable import Albums

/// A folder of its own under the temporary one, removed when it goes.
private final class TemporaryFolder {
    let path: String

    init() throws {
        path = NSTemporaryDirectory() + "albums-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    /// Writes a file, and the folders on its way.
    @discardableResult func write(_ name: String, _ contents: String = "video") throws -> String {
        let file = path + "/" + name
        let folder = URL(fileURLWithPath: file).deletingLastPathComponent().path
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        try Data(contents.utf8).write(to: URL(fileURLWithPath: file))
        return file
    }
}

/// Takes a file for what its text says it is.
private func kind(_ path: String) -> MediaProbe.Kind {
    switch try? String(contentsOfFile: path, encoding: .utf8) {
    case "video": .video
    case "photo": .photo
    case "sound": .audio
    default: .none
    }
}

@Suite struct AlbumTests {
    private let folder: TemporaryFolder
    init() throws { folder = try TemporaryFolder() }

    @Test func `items are the photos and videos of a folder and all below it, whatever their names`() throws {
        try folder.write("b.txt", "video")
        try folder.write("a/deep/er/one.mov", "photo")
        try folder.write("a/notes.mp4", "some text")
        try folder.write("a/song.mp3", "sound")
        let album = try Album(folders: [folder.path], kindOfFile: kind)
        #expect(album.items.map(\.relativePath) == ["a/deep/er/one.mov", "b.txt"])
        #expect(album.items.map(\.kind) == [.photo, .video])
        #expect(album.items.map(\.path) == ["a/deep/er/one.mov", "b.txt"].map { folder.path + "/" + $0 })
        #expect(
            album.warnings == [
                "\(folder.path)/a/notes.mp4: left out of the album: it is no photo or video that can be read",
                "\(folder.path)/a/song.mp3: left out of the album: it holds sound alone",
            ])
    }

    @Test func `what file systems and other programs leave behind is passed over in silence`() throws {
        for name in [
            "._film.mp4", ".DS_Store", "@eaDir/film.mp4", "IMG_1.AAE", "img_2.aae", "Thumbs.db", ".hidden/film.mp4",
            ".film.mp4", "album.json", "deep/@eaDir/film.mp4",
        ] {
            try folder.write(name)
        }
        try folder.write("film.mp4")
        let album = try Album(folders: [folder.path], kindOfFile: kind)
        #expect(album.items.map(\.relativePath) == ["film.mp4"])
        #expect(album.leftOut.isEmpty)
    }

    @Test func `items are sorted by the NFC bytes of their paths, however the file system spells them`() throws {
        // É decomposed begins with the byte of E, composed with 0xC3: NFC puts it behind Z.
        for name in ["Z.mp4", "E\u{301}.mp4", "E.mp4", "a/z.mp4", "a.mp4", "A.mp4"] { try folder.write(name) }
        let album = try Album(folders: [folder.path + "/"], kindOfFile: kind)
        #expect(album.items.map(\.relativePath) == ["A.mp4", "E.mp4", "Z.mp4", "a.mp4", "a/z.mp4", "\u{C9}.mp4"])
        #expect(album.items.first?.path == folder.path + "/A.mp4")
    }

    @Test func `several folders are one album in the order in which they are given, and a file counts once`() throws {
        for name in ["x/2.mp4", "x/1.mp4", "y/1.mp4"] { try folder.write(name) }
        let (x, y) = (folder.path + "/x", folder.path + "/y")
        let album = try Album(folders: [y, x, y + "/", folder.path], kindOfFile: kind)
        #expect(album.items.map(\.path) == [y + "/1.mp4", x + "/1.mp4", x + "/2.mp4"])
    }

    @Test func `links are not followed, but the album itself may be one`() throws {
        let outside = try TemporaryFolder()
        try outside.write("secret.mp4")
        try folder.write("real/film.mp4")
        let files = FileManager.default
        for (name, target) in [
            ("real/out.mp4", outside.path + "/secret.mp4"), ("real/folder", outside.path), ("real/loop", folder.path),
        ] {
            try files.createSymbolicLink(atPath: folder.path + "/" + name, withDestinationPath: target)
        }
        try files.createSymbolicLink(atPath: folder.path + "/album", withDestinationPath: folder.path + "/real")
        let album = try Album(folders: [folder.path + "/album"], kindOfFile: kind)
        #expect(album.items.map(\.relativePath) == ["film.mp4"])
        #expect(album.leftOut.count == 3)
        #expect(album.warnings.allSatisfy { $0.hasSuffix("it is a link, and links are not followed") })
    }

    @Test func `a pipe is not opened`() throws {
        try folder.write("film.mp4")
        #expect(mkfifo(folder.path + "/pipe.mp4", 0o600) == 0)
        let album = try Album(folders: [folder.path], kindOfFile: kind)
        #expect(album.items.count == 1)
        #expect(album.leftOut.map(\.reason) == ["it is no file"])
    }

    @Test func `folders without end end`() throws {
        try folder.write((0..<60).map { "\($0)/" }.joined() + "film.mp4")
        try folder.write("film.mp4")
        let album = try Album(folders: [folder.path], kindOfFile: kind)
        #expect(album.items.count == 1)
        #expect(album.leftOut.map(\.reason) == ["the folder lies too deep"])
    }

    @Test func `an album without anything to show is named, with what was left out of it`() throws {
        for number in 1...5 { try folder.write("note\(number).txt", "text") }
        let error = #expect(throws: AlbumError.self) { try Album(folders: [folder.path], kindOfFile: kind) }
        let text = try #require(error?.description)
        #expect(
            text.hasPrefix("\(folder.path): the album holds nothing to show; put videos or photos into it (left out: "))
        #expect(text.contains("note1.txt: it is no photo or video that can be read;"))
        #expect(text.hasSuffix("and 2 more)"))
    }

    @Test func `a folder that is missing or a file is named with the remedy`() throws {
        let file = try folder.write("film.mp4")
        let missing = #expect(throws: AlbumError.self) {
            try Album(folders: [folder.path, "/no/such"], kindOfFile: kind)
        }
        #expect(missing?.description == "/no/such: there is no such folder; give --album a folder of videos and photos")
        let wrong = #expect(throws: AlbumError.self) { try Album(folders: [file], kindOfFile: kind) }
        #expect(wrong?.description == "\(file): this is a file; give --album the folder in which it lies")
    }
}

@Suite struct LivePairsTests {
    private func pairs(_ names: [String], asking pairs: Bool = true) -> LivePairs {
        LivePairs(
            names.map { name in
                let isVideo = name.lowercased().hasSuffix("mov") || name.lowercased().hasSuffix("mp4")
                return Album.Item(path: "/album/" + name, relativePath: name, kind: isVideo ? .video : .photo)
            }, isPair: { _, _ in pairs })
    }

    @Test func `a still and a video of one name are one item, in whatever case`() {
        let all = pairs(["IMG_1.HEIC", "IMG_1.MOV", "b/img_2.jpg", "b/IMG_2.mov", "film.mov", "photo.jpg"])
        #expect(all.items(.photo).map(\.relativePath) == ["IMG_1.HEIC", "b/img_2.jpg", "film.mov", "photo.jpg"])
        #expect(all.items(.video).map(\.relativePath) == ["IMG_1.MOV", "b/IMG_2.mov", "film.mov", "photo.jpg"])
    }

    @Test func `an edited copy, another folder and what does not belong together stay apart`() {
        let apart = ["IMG_1.HEIC", "IMG_E1.MOV", "a/IMG_1.MOV"]
        #expect(pairs(apart).items(.photo).count == 3)
        #expect(pairs(["IMG_1.HEIC", "IMG_1.MOV"], asking: false).items(.photo).count == 2)
    }

    @Test func `a video belongs to one still, and a still has one video`() {
        let two = pairs(["IMG_1.HEIC", "IMG_1.JPG", "IMG_1.MOV"])
        #expect(two.items(.photo).map(\.relativePath) == ["IMG_1.HEIC", "IMG_1.JPG"])
        #expect(two.items(.video).map(\.relativePath) == ["IMG_1.JPG", "IMG_1.MOV"])
        #expect(pairs(["a.jpg", "a.mov", "a.mp4"]).items(.photo).map(\.relativePath) == ["a.jpg", "a.mp4"])
    }
}

@Suite(.enabled(if: SharedData.isPresent, Comment(rawValue: SharedData.missing)))
struct AlbumOfGivenDataTests {
    @Test func `a motion photo is a photo, or where videos are wanted a video`() throws {
        let folder = try TemporaryFolder()
        for name in ["sample_MP.heic", "arrow.heic"] {
            try FileManager.default.copyItem(
                atPath: SharedData.path("photos/" + name), toPath: folder.path + "/" + name)
        }
        #expect(try Album(folders: [folder.path]).items.map(\.kind) == [.photo, .photo])
        #expect(try Album(folders: [folder.path], livePhotos: .video).items.map(\.kind) == [.photo, .video])
    }

    @Test func `real files are told by their content`() throws {
        let folder = try TemporaryFolder()
        let files = [
            ("film.txt", "two-targets/ponte-estaiada-masp.mp4"), ("picture", "two-targets/masp.jpg"),
            ("drawing.mp4", "stills/box.png"), ("text.mp4", "broken/WrongFile.mp4"),
        ]
        for (name, source) in files {
            try FileManager.default.copyItem(atPath: SharedData.path(source), toPath: folder.path + "/" + name)
        }
        let album = try Album(folders: [folder.path])
        #expect(album.items.map(\.relativePath) == ["drawing.mp4", "film.txt", "picture"])
        #expect(album.items.map(\.kind) == [.photo, .video, .photo])
        #expect(album.leftOut.map(\.path) == [folder.path + "/text.mp4"])
    }
}
