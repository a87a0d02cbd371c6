import Sketchreel
import Testing

@testable import sketchreel

@Suite struct ProgressMeterTests {
    private func progress(_ done: Int, of count: Int? = 900) -> ClipProgress {
        ClipProgress(step: .track, clip: "a/clip.mp4", framesDone: done, frameCount: count)
    }

    @Test func `speed and time left are those of the last seconds`() {
        var meter = ProgressMeter(progress(0), at: 0)
        for tick in 1...100 { meter.take(progress(tick), at: Double(tick) / 10) }  // 10 fps for 10 s
        #expect(meter.line == "a/clip.mp4: track: 100 of 900 frames, 10 fps, 1:20 left")
        // then 100 fps for 6 s
        for tick in 1...60 { meter.take(progress(100 + 10 * tick), at: 10 + Double(tick) / 10) }
        #expect(meter.line == "a/clip.mp4: track: 700 of 900 frames, 100 fps, 0:02 left")
    }

    @Test func `the bar fits the screen`() {
        var meter = ProgressMeter(progress(0), at: 0)
        meter.take(progress(450), at: 10)
        #expect(
            meter.bar(columns: 80, isUnicode: true)
                == "track  ██████████████░░░░░░░░░░░░░░   50 %  450/900 frames  45 fps  0:10 left")
        #expect(
            meter.bar(columns: 80, isUnicode: false)
                == "track  ##############..............   50 %  450/900 frames  45 fps  0:10 left")
        for columns in 0...200 {
            for done in [0, 1, 7, 450, 899, 900, 1000] {
                meter.take(progress(done), at: 11)
                #expect(meter.bar(columns: columns, isUnicode: true).count < max(columns, 1))
            }
        }
    }

    @Test func `without a known length there is a count and a speed`() {
        var meter = ProgressMeter(progress(0, of: nil), at: 0)
        meter.take(progress(30, of: nil), at: 10)
        #expect(meter.line == "a/clip.mp4: track: 30 frames, 3.0 fps")
        #expect(meter.bar(columns: 80, isUnicode: true) == "track   30 frames  3.0 fps")
        meter = ProgressMeter(progress(0, of: 0), at: 0)
        #expect(meter.line == "a/clip.mp4: track: 0 of 0 frames")
    }

    @Test func `another pass starts anew`() {
        let meter = ProgressMeter(progress(10), at: 0)
        #expect(meter.continues(with: progress(10)))
        #expect(!meter.continues(with: progress(0)))
        #expect(
            !meter.continues(with: ClipProgress(step: .render, clip: "a/clip.mp4", framesDone: 11, frameCount: 900)))
        #expect(!meter.continues(with: ClipProgress(step: .track, clip: "b.mp4", framesDone: 11, frameCount: 900)))
    }

    @Test(arguments: [(0, "0:00"), (7.2, "0:08"), (60, "1:00"), (3723, "1:02:03"), (1e12, "99:59:59")])
    func `times are read like a clock`(seconds: Double, text: String) {
        #expect(clockText(seconds) == text)
    }
}
