import Foundation
import MediaIO
import Testing

/// What a file refers to is not opened, whatever it claims to be.
@Suite struct OtherFilesTests {
    private let folder: TemporaryFolder
    private let canary: Canary

    init() throws {
        folder = try TemporaryFolder()
        canary = try Canary(folder("canary.mp4"))
    }

    /// Reads a file in all ways that there are; how that ends does not matter here.
    private func read(_ path: String) {
        _ = MediaProbe.kind(of: path)
        _ = try? frames(path)
        _ = try? FilmReader(path: path).frame(atSeconds: 0)
        _ = try? StillReader.image(path: path)
    }

    @Test func `the canary sings when it is opened`() throws {
        #expect(!canary.wasOpened)
        read(canary.path)
        #expect(canary.wasOpened)
    }

    /// Texts by which players are led to other files. `@` is the canary.
    private static let lists = [
        "hls.m3u8": "#EXTM3U\n#EXT-X-TARGETDURATION:1\n#EXTINF:1,\n@\n#EXT-X-ENDLIST\n",
        "hls.mp4": "#EXTM3U\n#EXT-X-MAP:URI=\"@\"\n#EXTINF:1,\nfile://@\n#EXT-X-ENDLIST\n",
        "concat.txt": "ffconcat version 1.0\nfile '@'\n", "plain.txt": "file '@'\n",
        "dash.mpd": """
        <?xml version="1.0"?><MPD xmlns="urn:mpeg:dash:schema:mpd:2011" type="static" mediaPresentationDuration="PT1S">
        <Period><AdaptationSet mimeType="video/mp4"><Representation id="1" bandwidth="1"><BaseURL>@</BaseURL>
        <SegmentBase/></Representation></AdaptationSet></Period></MPD>
        """,
        "session.sdp": "v=0\no=- 0 0 IN IP4 127.0.0.1\ns=x\nc=IN IP4 127.0.0.1\nt=0 0\nm=video 9 RTP/AVP 96\n",
        "assets.xml": "<?xml version=\"1.0\"?><CompositionPlaylist><Id>@</Id></CompositionPlaylist>",
        "redirect.asx": "<asx version=\"3.0\"><entry><ref href=\"@\"/></entry></asx>",
        "redirect.ref": "[Reference]\nRef1=@\n", "picture.svg": "<svg><image href=\"@\"/></svg>",
    ]

    @Test(arguments: lists.keys.sorted())
    func `a list of other files leads to none of them`(name: String) throws {
        let text = try #require(Self.lists[name]).replacingOccurrences(of: "@", with: canary.path)
        let path = try folder.write(Array(text.utf8), name)
        read(path)
        #expect(!canary.wasOpened)
        #expect(MediaProbe.kind(of: path) == .none)
        #expect(mediaError { _ = try ClipReader(path: path) } != nil)
    }

    @Test(arguments: ["concat:@|@", "file:@", "subfile,,start,0,end,0,,:@", "http://127.0.0.1:9/a.mp4", "data:,x"])
    func `a name that is a protocol's is a name`(name: String) throws {
        let path = name.replacingOccurrences(of: "@", with: canary.path)
        read(path)
        #expect(!canary.wasOpened)
        #expect(mediaError { _ = try ClipReader(path: path) }?.description.contains("No such file") == true)
    }

    @Test(.enabled(if: Tool.isPresent, Tool.missing))
    func `a QuickTime file whose samples lie in another file does not open it`() throws {
        try Tool.make(folder("whole.mov"), "-f lavfi -i testsrc2=s=64x48:r=10:d=0.3 -c:v mjpeg")
        var bytes = Array(try Data(contentsOf: URL(fileURLWithPath: folder("whole.mov"))))
        try #require(Boxes.replace("dref", with: Boxes.reference(to: canary.path), in: &bytes))
        read(try folder.write(bytes, "elsewhere.mov"))
        #expect(!canary.wasOpened)
    }

    @Test func `a Matroska file that is linked to others does not open them`() throws {
        func element(_ id: [UInt8], _ body: [UInt8]) -> [UInt8] {
            id + [0x40 | UInt8(body.count >> 8), UInt8(body.count & 255)] + body
        }
        let name = Array(canary.path.utf8)
        let header = element([0x1A, 0x45, 0xDF, 0xA3], element([0x42, 0x82], Array("matroska".utf8)))
        let info = element(
            [0x15, 0x49, 0xA9, 0x66],
            element([0x73, 0xA4], [UInt8](repeating: 7, count: 16)) + element([0x3C, 0x83, 0xAB], name)
                + element([0x3E, 0x83, 0xBB], name) + element([0x73, 0x84], name))
        let track = element(
            [0xAE],
            element([0xD7], [1]) + element([0x73, 0xC5], [1]) + element([0x83], [1])
                + element([0x86], Array("V_MJPEG".utf8))
                + element([0xE0], element([0xB0], [64]) + element([0xBA], [48])))
        let segment = element([0x18, 0x53, 0x80, 0x67], info + element([0x16, 0x54, 0xAE, 0x6B], track))
        let path = try folder.write(header + segment, "linked.mkv")
        read(path)
        #expect(!canary.wasOpened)
        #expect(mediaError { _ = try ClipReader(path: path) } != nil)
    }
}

/// A file that tells whether anybody has opened it.
private final class Canary {
    let path: String
    private let watch: Int32

    init(_ path: String) throws {
        self.path = path
        try Data("canary".utf8).write(to: URL(fileURLWithPath: path))
        watch = inotify_init1(Int32(IN_NONBLOCK))
        try #require(inotify_add_watch(watch, path, UInt32(IN_OPEN | IN_ACCESS)) >= 0)
    }

    deinit { close(watch) }

    /// Whether it was opened since this was last asked.
    var wasOpened: Bool {
        var events = [UInt8](repeating: 0, count: 4096)
        return Foundation.read(watch, &events, events.count) > 0
    }
}

/// The boxes of a QuickTime file, as bytes.
private enum Boxes {
    /// A `dref` box whose only entry is an alias of a file (as QuickTime writes it, and libav reads it).
    static func reference(to path: String) -> [UInt8] {
        func word(_ value: Int) -> [UInt8] { [UInt8(value >> 8), UInt8(value & 255)] }
        func zeros(_ count: Int) -> [UInt8] { [UInt8](repeating: 0, count: count) }
        var name = Array(path.utf8)
        if name.count % 2 == 1 { name.append(0) }
        let alias =
            zeros(10) + [1] + zeros(27) + zeros(12) + [1] + zeros(63) + zeros(16) + word(1) + word(1) + zeros(16)
            + word(2) + word(name.count) + name + word(0xFFFF) + word(0)
        return box("dref", zeros(4) + [0, 0, 0, 1] + box("alis", zeros(4) + alias))
    }

    private static func box(_ type: String, _ body: [UInt8]) -> [UInt8] {
        number(body.count + 8) + Array(type.utf8) + body
    }

    private static func number(_ value: Int) -> [UInt8] { (0..<4).map { UInt8(value >> (24 - 8 * $0) & 255) } }

    /// Replaces the first box of a type, and corrects the sizes of those around it. Returns false when there is none.
    static func replace(_ type: String, with box: [UInt8], in bytes: inout [UInt8]) -> Bool {
        var (start, end) = (0, bytes.count)
        var around: [Int] = []
        while start + 8 <= end {
            let size = bytes[start..<start + 4].reduce(0) { $0 << 8 | Int($1) }
            let name = String(decoding: bytes[start + 4..<start + 8], as: UTF8.self)
            if name == type {
                for outer in around {
                    let old = bytes[outer..<outer + 4].reduce(0) { $0 << 8 | Int($1) }
                    bytes.replaceSubrange(outer..<outer + 4, with: number(old + box.count - size))
                }
                bytes.replaceSubrange(start..<start + size, with: box)
                return true
            }
            if ["moov", "trak", "mdia", "minf", "dinf"].contains(name) {
                around.append(start)
                (start, end) = (start + 8, start + size)
            } else {
                start += max(8, size)
            }
        }
        return false
    }
}
