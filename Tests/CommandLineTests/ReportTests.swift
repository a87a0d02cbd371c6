import Foundation
import Imaging
import MediaIO
import OrderedJSON
import Testing

/// The page that `--report` asks for.
@Suite(.needsFFmpeg) struct ReportTests {
    private let party: Party

    init() throws { party = try Party() }

    private func page(_ name: String = "report.html") throws -> String {
        try #require(String(data: try party.read(name), encoding: .utf8))
    }

    /// The pictures in a page, decoded.
    private func pictures(in page: String) throws -> [RGBAImage] {
        try page.matches(of: /data:image\/jpeg;base64,([^"]*)"/).enumerated().map { index, match in
            let name = "picture-\(index).jpg"
            try party.write(try #require(Data(base64Encoded: String(match.output.1))), name)
            return try StillReader.image(path: party(name))
        }
    }

    @Test func `track writes a page that shows the clip and the drawing`() throws {
        let (ending, _, clip) = try party.summary("track clip.mp4 -o new.track.jsonl --report report.html")
        #expect(ending.status == 0, "\(ending.errors)")
        #expect(clip["track"]?["report"]?.string == "report.html")
        let page = try page()
        #expect(page.contains("The drawing was found in this clip."))
        #expect(page.contains("320 × 240 px"))
        let sizes = try pictures(in: page).map { [$0.width, $0.height] }
        // Ten of the strip, the drawing's own, and its moments.
        #expect(sizes.count { $0 == [320, 240] } > 10)
        #expect(sizes.contains { $0 != [320, 240] && $0[0] <= 240 })
    }

    @Test func `the stills are the frames that they are said to be`() throws {
        // Eight shades of grey, three frames each, from a keyframe every five.
        try party.ffmpeg(
            "-f lavfi -i nullsrc=s=96x64:r=30:d=0.8,geq=lum=16+28*floor(N/3):cb=128:cr=128 -c:v libx264 -g 5 -bf 2 "
                + "-pix_fmt yuv420p -color_range tv @/shades.mp4")
        #expect(try party.run("track shades.mp4 --report report.html").status == 2)
        let greys = try pictures(in: page()).prefix(24).map { Int($0.pixels[(32 * 96 + 48) * 4]) }
        #expect(greys.count == 24)
        for (frame, grey) in greys.enumerated() {
            let expected = (28 * (frame / 3)) * 255 / 219
            #expect(abs(grey - expected) <= 6, "frame \(frame): \(grey), not \(expected)")
        }
    }

    @Test func `a turned clip is shown upright`() throws {
        try party.ffmpeg("-i @/empty.mp4 -c copy -metadata:s:v rotate=90 @/turned.mp4")
        #expect(try party.run("track turned.mp4 --report report.html").status == 2)
        #expect(try pictures(in: page()).prefix(12).allSatisfy { $0.width == 240 && $0.height == 320 })
    }

    @Test func `a clip without its drawing has a page as well`() throws {
        #expect(try party.run("track empty.mp4 --report report.html").status == 2)
        let page = try page()
        #expect(page.contains("The drawing was not found in this clip.") && page.contains(">page<"))
        #expect(try pictures(in: page).count == 13)  // each of the 12 frames, and the drawing
    }

    @Test func `augment writes the page too, for one clip`() throws {
        #expect(try party.run("augment brief.mp4 --album Album -o film.mp4 --report report.html").status == 0)
        #expect(try page().contains("brief.mp4"))
        try party.refuses(
            ["augment", "clip.mp4", "brief.mp4", "--album", "Album", "--report", "other.html"], status: 64,
            saying: ["'--report' names one page, but 2 clips are given"])
    }

    @Test func `a page that is there is kept, and no input is ever replaced by one`() throws {
        try party.write(Data("mine".utf8), "report.html")
        try party.refuses(
            ["track", "clip.mp4", "-o", "new.jsonl", "--report", "report.html"],
            saying: ["report.html: exists already; give --overwrite"])
        try party.refuses(
            ["track", "clip.mp4", "-o", "new.jsonl", "--report", "clip.mp4", "--overwrite"],
            saying: ["clip.mp4: an input is never written to"])
        try party.refuses(
            ["track", "clip.mp4", "-o", "new.jsonl", "--report", "./new.jsonl", "--overwrite"],
            saying: ["./new.jsonl: two results would have this name"])
        let picture = try #require(party.contents().keys.first { $0.hasSuffix("page.arreferenceimage/page.png") })
        try party.refuses(
            ["track", "clip.mp4", "-o", "new.jsonl", "--report", picture, "--overwrite"],
            saying: ["\(picture): an input is never written to"])
        #expect(try party.run("track clip.mp4 -o new.jsonl --report report.html --overwrite").status == 0)
        #expect(try page().hasPrefix("<!DOCTYPE html>"))
    }

    @Test func `a run that fails leaves neither track nor page`() throws {
        try party.write(Data("no clip".utf8), "no.mp4")
        try party.refuses(["track", "no.mp4", "--report", "report.html"], saying: ["no.mp4: "])
        try party.refuses(
            ["augment", "brief.mp4", "--album", "Nowhere", "-o", "film.mp4", "--report", "report.html"],
            saying: ["Nowhere"])
    }

    @Test func `the same run gives the same page`() throws {
        #expect(try party.run("track clip.mp4 -o 1.jsonl --report 1.html").status == 0)
        #expect(try party.run("track clip.mp4 -o 2.jsonl --report 2.html").status == 0)
        #expect(try party.read("1.html") == party.read("2.html"))
    }
}
