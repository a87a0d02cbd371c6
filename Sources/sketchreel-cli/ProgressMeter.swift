internal import Arguments
internal import Foundation
internal import Sketchreel

/// The words and the bar for how far a pass over a clip has come.
struct ProgressMeter {
    private var latest: ClipProgress
    /// What was reported lately, oldest first: the speed is taken over these.
    private var samples: [(seconds: Double, frames: Int)]

    /// The speed is that of the last few seconds, so that a slow stretch is seen and forgotten.
    private static let window = 5.0

    /// Begins with the first report of a pass. Seconds are of any steady clock.
    init(_ progress: ClipProgress, at seconds: Double) {
        latest = progress
        samples = [(seconds, progress.framesDone)]
    }

    /// Whether `progress` belongs to the same pass.
    func continues(with progress: ClipProgress) -> Bool {
        latest.step == progress.step && latest.clip == progress.clip && latest.framesDone <= progress.framesDone
    }

    /// Takes the next report of the pass.
    mutating func take(_ progress: ClipProgress, at seconds: Double) {
        latest = progress
        if let last = samples.last, samples.count > 1, seconds - last.seconds < 0.1 {
            samples[samples.count - 1] = (seconds, progress.framesDone)
        } else {
            samples.append((seconds, progress.framesDone))
        }
        while samples.count > 2, seconds - samples[1].seconds > Self.window { samples.removeFirst() }
    }

    private var framesPerSecond: Double? {
        guard let first = samples.first, let last = samples.last, last.seconds - first.seconds > 0.2 else { return nil }
        return Double(last.frames - first.frames) / (last.seconds - first.seconds)
    }

    private var fraction: Double? {
        latest.frameCount.flatMap { $0 > 0 ? min(1, Double(latest.framesDone) / Double($0)) : nil }
    }

    private var secondsLeft: Double? {
        guard let count = latest.frameCount, let speed = framesPerSecond, speed > 0 else { return nil }
        return Double(max(0, count - latest.framesDone)) / speed
    }

    private var speedText: String? {
        framesPerSecond.map { $0 < 9.95 ? String(format: "%.1f fps", $0) : String(format: "%.0f fps", $0) }
    }

    /// "clip.mp4: track: 391 of 900 frames, 61 fps, 0:08 left": for a log.
    var line: String {
        let frames = latest.frameCount.map { "\(latest.framesDone) of \($0) frames" } ?? "\(latest.framesDone) frames"
        let parts = [frames, speedText, secondsLeft.map { "\(clockText($0)) left" }].compactMap { $0 }
        return "\(latest.clip.printable): \(latest.step.rawValue): \(parts.joined(separator: ", "))"
    }

    /// "render ████▌      43 %  391/900 frames  61 fps  0:08 left" within `columns` characters: for a screen.
    func bar(columns: Int, isUnicode: Bool) -> String {
        let step = latest.step.rawValue.padding(
            toLength: max(6, latest.step.rawValue.count), withPad: " ", startingAt: 0)
        let count = latest.frameCount.map { "/\($0)" } ?? ""
        let done =
            String(repeating: " ", count: max(0, count.count - 1 - "\(latest.framesDone)".count))
            + "\(latest.framesDone)"
        let words = [
            fraction.map { String(format: "%3.0f %%", $0 * 100) }, "\(done)\(count) frames", speedText,
            secondsLeft.map { "\(clockText($0)) left" },
        ].compactMap { $0 }.joined(separator: "  ")
        let width = min(28, columns - 1 - step.count - 2 - words.count - 1)
        guard let fraction, width >= 8 else { return String("\(step)  \(words)".prefix(max(0, columns - 1))) }
        return "\(step) \(blocks(fraction, width: width, isUnicode: isUnicode))  \(words)"
    }

    private func blocks(_ fraction: Double, width: Int, isUnicode: Bool) -> String {
        guard isUnicode else {
            let full = Int(fraction * Double(width))
            return String(repeating: "#", count: full) + String(repeating: ".", count: width - full)
        }
        let eighths = Int(fraction * Double(width) * 8)
        let partial = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"][eighths % 8]
        let bar = String(repeating: "█", count: eighths / 8) + partial
        return bar + String(repeating: "░", count: width - bar.count)
    }
}

/// "0:08", "12:00", "1:02:03": rounded up, but for a twentieth of a second.
func clockText(_ seconds: Double) -> String {
    let whole = Int(max(0, min((seconds - 0.05).rounded(.up), 359_999)))
    let (minutes, rest) = (whole / 60, whole % 60)
    return minutes < 60
        ? String(format: "%d:%02d", minutes, rest)
        : String(format: "%d:%02d:%02d", minutes / 60, minutes % 60, rest)
}
