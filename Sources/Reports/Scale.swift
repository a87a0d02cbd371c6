internal import Foundation

/// How values are laid out over a plot's height: 0 at its foot, 1 at its top.
enum Scale: Hashable, Sendable {
    /// From zero to `top`.
    case linear(top: Double)
    /// Powers of ten, from the one below the least value to the one above the greatest.
    case decades(from: Int, to: Int)

    /// Linear up to the next round number above `greatest`.
    static func linear(upTo greatest: Double) -> Scale {
        guard greatest > 0, greatest.isFinite else { return .linear(top: 1) }
        let decade = pow(10, log10(greatest).rounded(.down))
        let step = [1, 1.5, 2, 2.5, 3, 4, 5, 6, 8, 10].first { $0 * decade >= greatest * (1 - 1e-9) } ?? 10
        return .linear(top: step * decade)
    }

    /// The decades around `values`; what is not positive lies at the foot.
    static func decades(around values: some Sequence<Double>) -> Scale {
        let logarithms = values.filter { $0 > 0 && $0.isFinite }.map { log10($0) }
        guard let least = logarithms.min(), let greatest = logarithms.max() else { return .decades(from: -2, to: 0) }
        let from = max(-4, Int(least.rounded(.down)))
        return .decades(from: from, to: max(from + 1, min(6, Int(greatest.rounded(.up)))))
    }

    /// The share of the height at which a value lies, 0…1.
    func height(of value: Double) -> Double {
        let share: Double
        switch self {
        case .linear(let top): share = value / top
        case .decades(let from, let to):
            share = value > 0 ? (log10(value) - Double(from)) / Double(to - from) : 0
        }
        return share.isFinite ? min(1, max(0, share)) : 0
    }

    /// Values at the foot and at the top.
    var ends: (foot: Double, top: Double) {
        switch self {
        case .linear(let top): (0, top)
        case .decades(let from, let to): (pow(10, Double(from)), pow(10, Double(to)))
        }
    }

    /// Shares of the height at which lines are drawn.
    var lines: [Double] {
        switch self {
        case .linear: [0.5]
        case .decades(let from, let to): (from..<to).dropFirst().map { Double($0 - from) / Double(to - from) }
        }
    }
}
