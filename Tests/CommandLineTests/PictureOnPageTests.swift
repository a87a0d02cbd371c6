import Foundation
import Geometry
import Imaging
import Testing
import Tracking

/// What is seen in the result, compared with the decoded clip: lossless, so that every difference is ours.
@Suite(.needsFFmpeg) struct PictureOnPageTests {
    private let party: Party

    init() throws { party = try Party() }

    /// The clip and the result, decoded, with the track.
    private func rendered(_ options: String) throws -> (clip: DecodedClip, film: DecodedClip, track: Track) {
        let line =
            "render clip.mp4 --track clip.track.jsonl --album Album --seed 3 --codec ffv1 -o film.mov --overwrite"
        let ending = try party.run("\(line) \(options)")
        try #require(ending.status == 0, "\(ending.errors)")
        return (
            try DecodedClip(party("clip.mp4")), try DecodedClip(party("film.mov")),
            try Track.read(party("clip.track.jsonl"))
        )
    }

    private func replaceAlbum(_ make: String) throws {
        try party.remove("Album")
        try FileManager.default.createDirectory(atPath: party("Album"), withIntermediateDirectories: true)
        try party.ffmpeg(make)
    }

    /// The two chroma samples in the middle of the page.
    private func chroma(_ frame: Frame, _ anchor: Track.Anchor) -> SIMD2<Int> {
        let centre = anchor.corners.centre
        let (x, y) = (Int(centre.x.rounded()), Int(centre.y.rounded()))
        return [frame.sample(1, x: x, y: y), frame.sample(2, x: x, y: y)]
    }

    @Test func `only pixels under the picture change, and all under it do`() throws {
        let (clip, film, track) = try rendered("--fade-in 0 --fit stretch --audio none")
        #expect(film.frames.count == clip.frames.count && film.info.video.format == clip.info.video.format)
        for index in stride(from: 0, to: clip.frames.count, by: 4) {
            let (before, after) = (clip.frames[index], film.frames[index])
            let differences = after.differences(to: before)
            guard let corners = track.frames[index].anchors.first?.corners else {
                #expect(differences.isEmpty)
                continue
            }
            // Half a pixel of blended edge and a pixel of chroma, and what the page moves in a frame: under 2 pixels here.
            let outermost = differences.map { corners.distanceOutside(Point2(Double($0.x), Double($0.y))) }.max()
            #expect(try #require(outermost) < 4, "frame \(index)")
            let inside = (0..<before.height).flatMap { y in (0..<before.width).map { SIMD2($0, y) } }
                .filter { corners.distanceOutside(Point2(Double($0.x), Double($0.y))) < -4 }
            let unchanged = inside.count { !differences.contains($0) }
            // A pixel of the page may have the film's value by chance.
            #expect(inside.count > 5000 && Double(unchanged) < 0.03 * Double(inside.count), "frame \(index)")
        }
    }

    @Test func `a film that is shorter than its show begins again`() throws {
        let (_, film, track) = try rendered("--fade-in 0 --fit stretch --audio none")
        for (index, frame) in film.frames.enumerated() {
            guard let anchor = track.frames[index].anchors.first else { continue }
            let (blue, red) = (chroma(frame, anchor)[0], chroma(frame, anchor)[1])
            // Six frames of red, six of blue; the first and last of each may lie on the film's boundary.
            guard (1...4).contains(index % 6) else { continue }
            #expect((index / 6).isMultiple(of: 2) ? red > 200 && blue < 120 : blue > 200 && red < 130, "frame \(index)")
        }
    }

    @Test func `a film fades in, holds and fades out by the clock`() throws {
        try replaceAlbum("-f lavfi -i color=red:s=64x48 -frames:v 1 @/Album/red.png")
        let (clip, film, track) = try rendered(
            "--fade-in 0.4 --hold 0.2 --fade-out 0.2 --fit stretch --light none --occlusion none --grain none")
        for (index, (before, after)) in zip(clip.frames, film.frames).enumerated() {
            guard let anchor = track.frames[index].anchors.first else { continue }
            let (old, new) = (Double(chroma(before, anchor)[1]) - 128, Double(chroma(after, anchor)[1]))
            let seconds = Double(index) / 30
            let opacity = min(max(min(seconds / 0.4, (0.8 - seconds) / 0.2), 0), 1)
            // Light mixes: each colour counts by its height above black. Red has a Y of 63 and a Cr of 240 in BT.709.
            let centre = anchor.corners.centre
            let height = Double(before.sample(0, x: Int(centre.x.rounded()), y: Int(centre.y.rounded()))) - 16
            let light = (1 - opacity) * height * height + opacity * 47 * 47
            let expected = 128 + ((1 - opacity) * height * old + opacity * 47 * 112) / light.squareRoot()
            // 4 for rounding of the picture, the blend and the clip's own chroma.
            #expect(abs(new - expected) < 4, "frame \(index)")
        }
    }

    /// A picture twice as wide as the page with blue at its left and right quarter and red between.
    @Test(arguments: ["whole", "fill", "stretch"])
    func `a picture of another shape is fitted as asked`(fit: String) throws {
        try replaceAlbum(
            "-f lavfi -i color=red:s=160x60 -vf drawbox=w=30:c=blue:t=fill,drawbox=x=130:w=30:c=blue:t=fill "
                + "-frames:v 1 @/Album/wide.png")
        let (_, film, track) = try rendered("--fade-in 0 --fit \(fit)")
        let (frame, anchor) = (film.frames[12], try #require(track.frames[12].anchors.first))
        let page = try #require(
            Homography(from: Quad([.init(0, 0), .init(1, 0), .init(1, 1), .init(0, 1)])!, to: anchor.corners))
        func colour(_ u: Double, _ v: Double) throws -> SIMD2<Int> {
            let place = try #require(page(Point2(u, v)))
            let (x, y) = (Int(place.x.rounded()), Int(place.y.rounded()))
            return [frame.sample(1, x: x, y: y), frame.sample(2, x: x, y: y)]
        }
        // The page is 4 : 3, the picture 8 : 3. Whole, it fills the middle half of the height, over itself, blurred;
        // filling, half of its width is cut off; stretched, all of it is there.
        let (edge, middle, top) = (try colour(0.09, 0.5), try colour(0.5, 0.5), try colour(0.5, 0.08))
        #expect(middle[1] > 200)
        #expect(fit == "fill" ? edge[1] > 200 : edge[0] > 200)
        #expect(top[1] > 150)
    }

    @Test func `photos are shown as well`() throws {
        try replaceAlbum("-f lavfi -i color=blue:s=80x60 -frames:v 1 @/Album/photo.jpg")
        let (_, film, track) = try rendered("--fade-in 0")
        for (index, frame) in film.frames.enumerated() {
            guard let anchor = track.frames[index].anchors.first else { continue }
            #expect(chroma(frame, anchor)[0] > 200, "frame \(index)")
        }
    }
}
