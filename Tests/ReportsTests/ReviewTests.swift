import Testing
import Tracking

@testable import Reports

@Suite struct ReviewTests {
    /// The reason for the one stretch without the drawing, which is there in the first `seen` of 40 frames.
    private func reason(seen: Int = 20, exposureShare: Double? = 0.5, place: (Int) -> Track.Anchor) throws -> String {
        let track = try Tracks.track(frames: 40, exposureShare: exposureShare) { frame, _ in
            frame < seen ? place(frame) : nil
        }
        let review = try #require(ClipReview(track).references.first)
        let index = try #require(review.stretches.firstIndex { $0.state == .gone })
        return review.reasons[index]
    }

    @Test func `a drawing that moves out of the picture is lost at its edge`() throws {
        // 9 px a frame to the left: at its last place all of it is inside, five frames later a quarter.
        let text = try reason { Tracks.anchor(x: 210 - 9 * Double($0), side: 70) }
        #expect(text.hasPrefix("Lost while at the edge of the picture (100 % of it inside)"), "\(text)")
        #expect(text.hasSuffix(" It is not found again."))
    }

    @Test func `a fast drawing is lost to blur, by the share of time that the shutter is open`() throws {
        let fast: (Int) -> Track.Anchor = { Tracks.anchor(x: $0 % 2 == 0 ? 300 : 330) }
        let text = try reason(place: fast)
        #expect(text == "Lost while moving fast (30 px a frame, blurred over about 15 px). It is not found again.")
        // 1.5 px of blur are no hindrance.
        #expect(try !reason(exposureShare: 0.05, place: fast).contains("moving fast"))
    }

    @Test func `small, steep and covered drawings are told apart`() throws {
        #expect(try reason { _ in Tracks.anchor(side: 41) }.hasPrefix("Lost while small (41 px)."))
        #expect(try reason { _ in Tracks.anchor(tilt: 72) }.hasPrefix("Lost while seen steeply (72°)."))
        #expect(
            try reason { _ in Tracks.anchor(confidence: 0.4) }.hasPrefix(
                "Lost while perhaps partly covered or in glare."))
        #expect(try reason { _ in Tracks.anchor() }.hasPrefix("Lost while well inside the picture"))
        #expect(
            try reason { _ in Tracks.anchor(side: 41, tilt: 72) }.hasPrefix(
                "Lost while small (41 px) and seen steeply (72°)."))
    }

    @Test func `the stretches follow each other and cover the clip`() throws {
        let track = try Tracks.track(frames: 500) { frame, _ in
            frame * 7919 % 5 < 2 ? nil : Tracks.anchor(state: frame * 31 % 7 < 2 ? .held : .tracked)
        }
        let review = try #require(ClipReview(track).references.first)
        #expect(review.stretches.first?.frames.lowerBound == 0 && review.stretches.last?.frames.upperBound == 500)
        for (one, next) in zip(review.stretches, review.stretches.dropFirst()) {
            #expect(one.frames.upperBound == next.frames.lowerBound && one.state != next.state)
        }
        for stretch in review.stretches {
            for frame in stretch.frames {
                let state = track.frames[frame].anchors.first.map {
                    $0.state == .tracked ? Stretch.State.tracked : .held
                }
                #expect(stretch.state == state ?? .gone)
            }
        }
    }

    @Test func `the worst moments are the least sure, the least exact, the gaps' ends and the longest gap`() throws {
        let track = try Tracks.track(frames: 200) { frame, _ in
            switch frame {
            case 60..<90: nil
            case 30: Tracks.anchor(confidence: 0.2)
            case 150: Tracks.anchor(sigma: 3)
            default: Tracks.anchor()
            }
        }
        let moments = try #require(ClipReview(track).references.first).moments
        let titles = Dictionary(uniqueKeysWithValues: moments.map { ($0.frame, $0.title) })
        #expect(titles[75] == "Longest stretch without it")
        #expect(titles[59] == "Last frame before it is lost" && titles[60] == "Lost")
        #expect(titles[89] == "Last frame before it is found" && titles[90] == "Found")
        #expect(titles[30] == "Least sure" && titles[150] == "Least exact")
        #expect(moments.map(\.frame) == moments.map(\.frame).sorted())
        #expect(moments.allSatisfy { ($0.outline == nil) == (60..<90).contains($0.frame) })
    }

    @Test(arguments: [1, 3, 20, 80])
    func `there are at most twelve stills of a drawing and sixty of all`(count: Int) throws {
        let names = (0..<count).map { "Page \($0)" }
        let track = try Tracks.track(frames: 300, names: names) { frame, name in
            (frame + name.count * 7) % 90 < 40 ? nil : Tracks.anchor(name, confidence: Double(frame % 10) / 10)
        }
        let review = ClipReview(track)
        #expect(review.references.allSatisfy { $0.moments.count <= 12 })
        #expect(review.references.map(\.moments.count).reduce(0, +) + review.stripFrames.count <= 60)
        #expect(review.stillFrames.count <= 60)
        if count <= 20 { #expect(review.references.allSatisfy { !$0.moments.isEmpty }) }
    }

    @Test func `a scale reaches over its values`() {
        #expect(Scale.linear(upTo: 87).ends.top == 100)
        #expect(Scale.linear(upTo: 0.3).ends.top >= 0.3)
        #expect(Scale.linear(upTo: 0).ends.top == 1)
        let decades = Scale.decades(around: [0.04, 0.5, 2])
        #expect(decades == .decades(from: -2, to: 1))
        #expect(decades.height(of: 0.01) == 0 && decades.height(of: 10) == 1 && decades.height(of: 0) == 0)
        #expect(Scale.decades(around: [Double]()) == .decades(from: -2, to: 0))
    }

    @Test func `numbers are short and the same everywhere`() {
        #expect([0.0432, 0.72, 8.06, 33.6].map(Numbers.measure) == ["0.043", "0.72", "8.1", "34"])
        #expect([4.267, 75.04, 3723].map(Numbers.time) == ["4.27 s", "1:15.0", "1:02:03.0"])
        #expect([0, 0.004, 0.34, 0.999, 1].map(Numbers.percent) == ["0 %", "< 1 %", "34 %", "> 99 %", "100 %"])
        #expect([512, 1_234_567].map(Numbers.bytes) == ["512 bytes", "1.2 MB"])
    }
}
