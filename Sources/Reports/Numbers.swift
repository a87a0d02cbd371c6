internal import Foundation

/// Numbers as people read them; the same in every locale.
enum Numbers {
    /// With that many decimals.
    static func decimal(_ value: Double, _ places: Int) -> String { String(format: "%.\(places)f", value) }

    /// With as many decimals as its size asks for: 0.043, 0.72, 8.1, 34.
    static func measure(_ value: Double) -> String {
        guard value.isFinite else { return "–" }
        switch abs(value) {
        case ..<0.0995: return decimal(value, 3)
        case ..<0.995: return decimal(value, 2)
        case ..<9.95: return decimal(value, 1)
        default: return decimal(value, 0)
        }
    }

    /// "34 %"; what is not quite nothing or not quite all is not rounded to it.
    static func percent(_ share: Double) -> String {
        switch share {
        case 0: return "0 %"
        case ..<0.01: return "< 1 %"
        case 0.995..<1: return "> 99 %"
        default: return decimal(share * 100, 0) + " %"
        }
    }

    /// Clip time: "4.27 s", "3:04.3", "1:02:03.0".
    static func time(_ seconds: Double) -> String {
        if abs(seconds) < 60 { return decimal(seconds, 2) + " s" }
        // A file may claim any time: beyond three million years nobody reads the hours.
        let tenths = seconds.isNaN ? 0 : Int(max(-1e15, min(1e15, (seconds * 10).rounded())))
        let (whole, tenth) = (tenths / 10, tenths % 10)
        let (hours, minutes, rest) = (whole / 3600, whole / 60 % 60, whole % 60)
        return hours > 0
            ? String(format: "%d:%02d:%02d.%d", hours, minutes, rest, tenth)
            : String(format: "%d:%02d.%d", minutes, rest, tenth)
    }

    /// "12.3 MB".
    static func bytes(_ count: Int64) -> String {
        let units = ["bytes", "kB", "MB", "GB", "TB"]
        var (value, unit) = (Double(count), 0)
        while value >= 999.5, unit + 1 < units.count { (value, unit) = (value / 1000, unit + 1) }
        return unit == 0 ? "\(count) bytes" : measure(value) + " " + units[unit]
    }

    /// "1 frame", "12 frames".
    static func count(_ number: Int, _ thing: String) -> String { "\(number) \(thing)\(number == 1 ? "" : "s")" }

    /// "18.9 cm".
    static func centimetres(_ metres: Double) -> String { decimal(metres * 100, 1) + " cm" }
}
