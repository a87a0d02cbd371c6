import Foundation
import Geometry
import Imaging
import MediaIO
import Testing
import Tracking

/// Photos that carry a video, as items and as clips.
@Suite(.needsFFmpeg) struct LivePhotosTests {
    private let party: Party

    init() throws { party = try Party() }

    /// A green still with `video` behind it, as Google writes it.
    private func motionPhoto(_ video: String, to name: String) throws {
        let film = try party.read(video)
        let green = RGBAImage(
            width: 64, height: 48, pixels: Array(repeatElement([0, 255, 0, 255], count: 64 * 48).joined()))
        let still = try StillWriter.jpeg(green)
        let text = "http://ns.adobe.com/xap/1.0/\0<x GCamera:MicroVideoOffset=\"\(film.count)\"/>"
        let size = text.utf8.count + 2
        var file = Data(still.prefix(2))
        file.append(contentsOf: [0xFF, 0xE1, UInt8(size >> 8), UInt8(size & 255)])
        file.append(Data(text.utf8))
        file.append(still.dropFirst(2))
        file.append(film)
        try party.write(file, name)
    }

    /// Whether the page is red or blue in its middle, as the film is, and not green as the still.
    private func showsVideo(_ options: String, _ film: String) throws -> Bool {
        let ending = try party.run(
            "render clip.mp4 --track clip.track.jsonl --album Live --fade-in 0 --seed 1 --light none --occlusion none "
                + "--grain none -o \(film) \(options)")
        try #require(ending.status == 0, "\(ending.errors)")
        let track = try Track.read(party("clip.track.jsonl"))
        let number = try #require(track.frames.firstIndex { !$0.anchors.isEmpty })
        let place = track.frames[number].anchors[0].corners.centre
        let frame = try DecodedClip(party(film)).frames[number]
        let (x, y) = (Int(place.x.rounded()), Int(place.y.rounded()))
        return max(frame.sample(1, x: x, y: y), frame.sample(2, x: x, y: y)) > 160
    }

    @Test func `a motion photo shows its photo, or with --live-photos video its video`() throws {
        try motionPhoto("Album/red.mp4", to: "Live/moment.jpg")
        #expect(try !showsVideo("", "photo.mp4"))
        #expect(try !showsVideo("--live-photos photo", "still.mp4"))
        #expect(try showsVideo("--live-photos video", "video.mp4"))
    }

    @Test func `a motion photo as the clip is its video`() throws {
        try motionPhoto("clip.mp4", to: "moment.jpg")
        let ending = try party.run("augment moment.jpg --album Album --fade-in 0 --seed 1")
        try #require(ending.status == 0, "\(ending.errors)")
        let film = try DecodedClip(party("moment.sketchreel.mp4"))
        #expect(film.frames.count == 24)
        #expect(film.seconds == (try DecodedClip(party("clip.mp4"))).seconds)
    }
}
