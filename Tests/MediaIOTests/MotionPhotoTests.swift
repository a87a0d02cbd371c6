import Foundation
import Imaging
import MediaIO
import TestSupport
import Testing

private func photo(_ name: String) -> String { SharedData.path("photos/" + name) }

private func bytes(_ path: String) throws -> [UInt8] { try [UInt8](Data(contentsOf: URL(fileURLWithPath: path))) }

private func little(_ value: Int, _ count: Int) -> [UInt8] { (0..<count).map { UInt8(value >> (8 * $0) & 255) } }

@Suite(.enabled(if: Tool.isPresent, Tool.missing)) struct MotionPhotoTests {
    private let folder: TemporaryFolder
    private let video: [UInt8]
    private let still: [UInt8]

    init() throws {
        folder = try TemporaryFolder()
        try Tool.make(
            folder("film.mp4"),
            "-f lavfi -i testsrc2=s=64x48:r=10:d=2 -f lavfi -i sine=d=2 -c:v libx264 -pix_fmt yuv420p -c:a aac -shortest"
        )
        try Tool.make(folder("still.jpg"), "-f lavfi -i testsrc2=s=128x96 -frames:v 1")
        (video, still) = (try bytes(folder("film.mp4")), try bytes(folder("still.jpg")))
    }

    /// The still with XMP behind its start.
    private func withXMP(_ text: String) -> [UInt8] {
        let content = Array("http://ns.adobe.com/xap/1.0/\0".utf8) + Array(text.utf8)
        return still.prefix(2) + [0xFF, 0xE1] + bigEndian(UInt32(content.count + 2)).suffix(2) + content
            + still.dropFirst(2)
    }

    private func container(_ items: [(mime: String, length: Int)]) -> String {
        "<rdf:Seq>"
            + items.map {
                "<rdf:li rdf:parseType=\"Resource\"><Container:Item Item:Mime=\"\($0.mime)\" Item:Length=\"\($0.length)\"/></rdf:li>"
            }.joined() + "</rdf:Seq>"
    }

    /// The video behind the still as Samsung has it: a block with a name, and a list of blocks at the end.
    private func samsung(_ count: Int? = nil) -> [UInt8] {
        let name = Array("MotionPhoto_Data".utf8)
        let block = [0, 0] + little(0x0A30, 2) + little(name.count, 4) + name + video
        let list =
            Array("SEFH".utf8) + little(106, 4) + little(count ?? 1, 4) + [0, 0] + little(0x0A30, 2)
            + little(block.count, 4) + little(block.count, 4)
        return still + block + list + little(list.count, 4) + Array("SEFT".utf8)
    }

    private func check(_ file: [UInt8], _ name: String) throws {
        let path = try folder.write(file, name)
        let range = try #require(MotionPhoto.video(inFile: path), "\(name)")
        #expect(Array(file[Int(range.lowerBound)..<Int(range.upperBound)]) == video)
        #expect(MediaProbe.kind(of: path) == .photo)
        #expect(try StillReader.image(path: path).width == 128, "as a photo it is its still")
        #expect(try FilmReader(path: path).durationSeconds == 0)
        let film = try FilmReader(path: path, prefersVideo: true)
        #expect(film.hasAudio && abs(film.durationSeconds - 2) < 0.1)
        let clip = try frames(path)
        #expect(clip.count == 20 && clip[0].width == 64, "as a clip it is its video")
        #expect(clip.map(samples) == (try frames(folder("film.mp4"))).map(samples))
    }

    @Test func `the video in a JPEG is found by Google's words, old and new, and by Samsung's trailer`() throws {
        try check(withXMP("<x GCamera:MicroVideoOffset=\"\(video.count)\"/>") + video, "micro.jpg")
        try check(
            withXMP(container([("image/jpeg", 0), ("video/mp4", video.count)])) + video, "container.jpg")
        // A map of gains between the picture and the video, and something behind it.
        let map = [UInt8](repeating: 7, count: 999)
        try check(
            withXMP(
                container([("image/jpeg", 0), ("image/jpeg", 999), ("video/mp4", video.count), ("image/png", 999)]))
                + map + video + map, "gains.jpg")
        try check(samsung(), "samsung.jpg")
    }

    @Test func `the video in a box of a HEIC is found`() throws {
        try Tool.make(
            folder("still.avif"),
            "-f lavfi -i testsrc2=s=128x96 -frames:v 1 -c:v libaom-av1 -cpu-used 8 -still-picture 1")
        let box = bigEndian(UInt32(video.count + 8)) + Array("mpvd".utf8) + video
        try check(try bytes(folder("still.avif")) + box, "a.heic")
    }

    @Test func `what only claims to carry a video is a photo`() throws {
        let long = Int.max / 4
        for (name, file) in [
            ("plain", still), ("nothing behind", withXMP("<x GCamera:MicroVideoOffset=\"999\"/>")),
            ("beyond", withXMP("<x GCamera:MicroVideoOffset=\"\(long)\"/>") + video),
            ("wrong", withXMP(container([("video/mp4", video.count - 5)])) + video),
            ("negative", withXMP(container([("video/mp4", 100), ("image/png", long)])) + video),
            ("no index", withXMP("<x GCamera:MicroVideoOffset=\"32\"/>") + video.prefix(32)),
            ("many", samsung(Int(UInt32.max))), ("cut", Array(samsung().dropLast(9))),
        ] {
            let path = try folder.write(file, "a.jpg")
            if name != "many" { #expect(MotionPhoto.video(inFile: path) == nil, "\(name)") }
            #expect(try StillReader.image(path: path).width == 128, "\(name)")
        }
        #expect(MotionPhoto.video(inFile: folder("film.mp4")) == nil, "a video is no photo with a video")
        #expect(MotionPhoto.video(inFile: folder("missing")) == nil)
    }

    @Test func `bytes that are changed or cut off never crash`() throws {
        var state: UInt64 = 5
        func random(_ limit: Int) -> Int {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int(state >> 33) % limit
        }
        let xmp = withXMP(container([("image/jpeg", 0), ("video/mp4", video.count)])) + video
        for whole in [xmp, samsung()] {
            for _ in 0..<150 {
                var file = whole
                for _ in 0..<4 {
                    let place = random(2) == 0 ? random(600) : file.count - 1 - random(80)
                    file[place] = UInt8(random(256))
                }
                if random(3) == 0 { file.removeLast(random(file.count / 2)) }
                let path = try folder.write(file, "a.jpg")
                if let range = MotionPhoto.video(inFile: path) { #expect(range.upperBound <= file.count) }
            }
        }
    }
}

@Suite(.enabled(if: SharedData.isPresent, Comment(rawValue: SharedData.missing))) struct GivenMotionPhotoTests {
    @Test func `a motion photo of HEIC gives its photo and its video`() throws {
        let path = photo("sample_MP.heic")
        let range = try #require(MotionPhoto.video(inFile: path))
        let folder = try TemporaryFolder()
        let alone = try folder.write(
            try bytes(path)[Int(range.lowerBound)..<Int(range.upperBound)], "video.mp4")
        let (inside, outside) = (try frames(path), try frames(alone))
        #expect(inside.count == outside.count && !inside.isEmpty)
        #expect(inside.map(\.presentationTime) == outside.map(\.presentationTime))
        #expect(try StillReader.image(path: path).width == 1080)
    }

    @Test func `a Pixel's motion photo that was shortened is refused in one sentence, as a photo and as a clip`() throws
    {
        let path = photo("pixel-motion-photo-shortened.jpg")
        let range = try #require(MotionPhoto.video(inFile: path))
        #expect(range.count == 8730, "as its XMP says")
        let still = mediaError { _ = try StillReader.image(path: path) }
        #expect(still?.description.hasPrefix(path + ": cannot decode: the picture is damaged or incomplete") == true)
        let error = mediaError { _ = try ClipReader(path: path) }
        #expect(error?.description.hasPrefix(path + ": cannot decode: no frame of its video can be decoded") == true)
    }
}
