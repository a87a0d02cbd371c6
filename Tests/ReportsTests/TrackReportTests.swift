import Foundation
import Imaging
import Testing
import Tracking

@testable import Reports

@Suite struct TrackReportTests {
    /// Seen, gone, seen again, bridged, seen.
    private func interrupted() throws -> Track {
        try Tracks.track(frames: 60, names: ["Cat", "Dog"]) { frame, name in
            guard name == "Cat", !(20..<30).contains(frame) else { return nil }
            return Tracks.anchor(x: 300 + Double(frame), state: (40..<43).contains(frame) ? .held : .tracked)
        }
    }

    @Test func `the page is well-formed and needs nothing from elsewhere`() throws {
        let html = Tracks.page(try interrupted(), warnings: ["a < b & \"c\""])
        let page = try Page(html)
        #expect(html.hasPrefix("<!DOCTYPE html>"))
        for word in ["http:", "https:", "//", "url(", "@import", "<script", "<link"] {
            #expect(!html.contains(word), "\(word)")
        }
        #expect(page.elements.allSatisfy { $0.attributes["src"]?.hasPrefix("data:image/jpeg;base64,") ?? true })
        #expect(page("a").allSatisfy { $0.attributes["href"]?.hasPrefix("#") == true })
    }

    @Test func `names from outside are text, whatever is in them`() throws {
        let name = "<img src=x onerror=\"a\"> & 'b' \u{1F43B}\n\u{7}]]>"
        let shown = "<img src=x onerror=\"a\"> & 'b' \u{1F43B}\u{240A}\u{2407}]]>"
        let track = try Tracks.track(frames: 3, names: [name], file: name) { _, _ in Tracks.anchor(name) }
        let page = try Page(Tracks.page(track, warnings: [name]))
        #expect(page("h1").map { $0.text.trimmingCharacters(in: .newlines) } == [shown])
        #expect(page("h2") { $0.text.contains(shown) }.count == 1)
        #expect(page("li") { $0.text.contains(shown) }.count == 1)
        #expect(page("img").allSatisfy { $0.attributes["onerror"] == nil })
        let absent = try Tracks.track(frames: 3, names: [name]) { _, _ in nil }
        #expect(try Page(Tracks.page(absent))("figcaption") { $0.text == shown }.count == 1)
    }

    @Test(arguments: [Int64.min, -1 << 61, 0, 1 << 61, .max], [1, Int32.max])
    func `a time that cannot be is printed all the same`(ticks: Int64, secondsPerTick: Int32) throws {
        var track = try Tracks.track(frames: 3) { _, name in Tracks.anchor(name) }
        track.clip.timeBase = try #require(TimeBase(secondsPerTick, 1))
        track.frames[2].ticks = ticks
        #expect(try Page(Tracks.page(track))("h1").count == 1)
    }

    @Test func `every stretch is listed with its times, frames and reason`() throws {
        let rows = try Page(Tracks.page(try interrupted()))("tr").map(\.text)
        for words in [
            ["0.00 s", "0.67 s", "tracked", "20", "0.90"], ["0.67 s", "1.00 s", "not seen", "10", "Lost while"],
            ["1.00 s", "1.33 s", "tracked"], ["1.33 s", "1.43 s", "held", "3", "Not measured"],
            ["1.43 s", "2.00 s", "tracked", "17"],
        ] {
            #expect(rows.contains { row in words.allSatisfy(row.contains) }, "\(words) in \(rows)")
        }
    }

    @Test func `what is drawn is also said in words`() throws {
        let page = try Page(Tracks.page(try interrupted()))
        let plots = page("svg") { $0.attributes["role"] == "img" }
        #expect(plots.count == 5)  // the timeline and four curves of the drawing that was found
        #expect(plots.allSatisfy { $0.attributes["aria-label"]?.contains("Cat") == true })
        // The page, the plots, and the five stretches have titles.
        #expect(page("title").count == 1 + 5 + 5 && page("desc").count == 5)
        #expect(page("img").allSatisfy { $0.attributes["alt"]?.isEmpty == false })
        #expect(page("table").count == page("caption").count)
        #expect(page("th").allSatisfy { $0.attributes["scope"] == "col" })
        #expect(page("h1").count == 1 && page("h2").count == 4)
        let ids = page.elements.compactMap { $0.attributes["id"] }
        #expect(Set(ids).count == ids.count)
        #expect(page("a").allSatisfy { ids.contains(String($0.attributes["href"]?.dropFirst() ?? "")) })
    }

    @Test func `outlines lie over the stills in the clip's own pixels`() throws {
        let page = try Page(Tracks.page(try Tracks.track(frames: 1) { _, _ in Tracks.anchor(x: 100, y: 90, side: 20) }))
        let overlays = page("svg") { $0.attributes["viewBox"] == "-0.5 -0.5 640 480" }
        #expect(overlays.count == 2)  // the strip, and the drawing's one moment
        #expect(page("polygon").allSatisfy { $0.attributes["points"] == "90.0,80.0 110.0,80.0 110.0,100.0 90.0,100.0" })
    }

    @Test func `a clip without its drawings shows itself and them`() throws {
        let track = try Tracks.track(frames: 200, names: (0..<100).map { "Page \($0)" }) { _, _ in nil }
        let page = try Page(Tracks.page(track))
        #expect(page("p") { $0.text == "None of the 100 drawings was found in this clip." }.count == 1)
        #expect(page("img") { $0.attributes["alt"]?.hasPrefix("The clip at") == true }.count == 24)
        #expect(page("img") { $0.attributes["alt"]?.hasPrefix("The drawing") == true }.count == 60)
        #expect((0..<100).allSatisfy { number in !page("bdi") { $0.text == "Page \(number)" }.isEmpty })
        #expect(page("section") { $0.attributes["id"] != nil }.isEmpty)
    }

    @Test func `what the header tells is what the track says`() throws {
        let facts = try Page(Tracks.page(try interrupted()))("dd").map { $0.text.trimmingCharacters(in: .newlines) }
        #expect(facts.contains("clip.mov, 1.2 MB"))
        #expect(facts.contains("640 × 480 px"))
        #expect(facts.contains("2.00 s, 60 frames, 30 a second"))
        #expect(facts.contains("600 ± 90 px, assumed; 56° along the longer side"))
        #expect(facts.contains("open for 50 % of the frame time"))
    }

    @Test func `a long clip makes no long page`() throws {
        // Twenty minutes in which two drawings come and go every few frames and tremble.
        let track = try Tracks.track(frames: 36_000, names: ["Cat", "Dog"]) { frame, name in
            frame % 7 == 0
                ? nil : Tracks.anchor(name, x: 320 + Double(frame * 7919 % 13), sigma: 0.01 * Double(1 + frame % 50))
        }
        let review = ClipReview(track)
        #expect(review.references.allSatisfy { $0.stretches.count > 10_000 })
        #expect(review.references.flatMap(\.lanes).allSatisfy { $0.path.utf8.count < 30_000 })
        let bars = StateBars(review.references[0].stretches, axis: review.axis).bars
        #expect(bars.count <= StateBars.limit && bars.last?.to == 1000)
        #expect(Tracks.page(track).utf8.count < 2_500_000)
    }
}
