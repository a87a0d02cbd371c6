internal import Tracking

/// Clip time along the width of a plot: 1000 units from the first frame's start to the last one's end.
struct TimeAxis: Hashable, Sendable {
    /// Units of a plot's width.
    static let width = 1000.0

    /// When each frame starts, and at the end when the last one ends.
    private let starts: [Double]

    init(_ track: Track) {
        let seconds = track.frames.indices.map { track.seconds(ofFrame: $0) }
        // The last frame is shown as long as the one before it; a single one for a moment.
        let last = seconds.last ?? 0
        let length = seconds.count > 1 ? last - seconds[seconds.count - 2] : 1.0 / 30
        starts = seconds + [last + max(length, 1e-6)]
    }

    /// Seconds at which the first frame starts and the last one ends.
    var start: Double { starts[0] }
    var end: Double { starts[starts.count - 1] }
    var duration: Double { end - start }
    var frameCount: Int { starts.count - 1 }

    /// Seconds at which a frame starts; `frameCount` stands for the end.
    func seconds(of frame: Int) -> Double { starts[min(max(frame, 0), frameCount)] }

    /// Where a frame starts on the plot, 0…1000.
    func x(of frame: Int) -> Double { (seconds(of: frame) - start) / max(duration, 1e-9) * Self.width }

    /// "4.27–5.10 s": from the start of the first frame to the end of the last.
    func text(_ frames: Range<Int>) -> (from: String, to: String) {
        (Numbers.time(seconds(of: frames.lowerBound)), Numbers.time(seconds(of: frames.upperBound)))
    }

    /// Evenly spaced labels from start to end.
    func labels(_ count: Int) -> [String] {
        (0..<count).map { Numbers.time(start + duration * Double($0) / Double(count - 1)) }
    }
}
