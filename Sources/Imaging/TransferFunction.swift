internal import Foundation

/// How code values become light on a display, by the number that H.273 gives it.
///
/// Light is relative to reference white: 1 is what SDR shows as white, and 203 cd/m² in HDR (BT.2408), where highlights go
/// beyond it. All curves are those of a display: BT.601, BT.709 and BT.2020 are shown by BT.1886 on a screen whose black is
/// black (a power of 2.4), HLG on one of 1000 cd/m². Colours are neutral: HLG's light depends on all three components, and
/// what is stated here holds for greys.
package struct TransferFunction: Hashable, Sendable {
    /// The number of H.273 whose curve is followed: 1, 4, 5, 8, 13, 16 or 18. All others show as BT.709 (1) does: those of
    /// BT.601, SMPTE 240M, BT.2020 and xvYCC are meant for the same display, and the rest is not met.
    package let number: Int

    /// Reference white in HDR, in cd/m² (BT.2408).
    package static let referenceWhite = 203.0
    /// The peak of the display that HLG is shown on, in cd/m² (BT.2100); its system gamma is 1.2.
    package static let hlgPeak = 1000.0

    package init(_ number: Int) {
        self.number = [4, 5, 8, 13, 16, 18].contains(number) ? number : 1
    }

    /// Whether light beyond reference white can be said.
    package var isHDR: Bool { number == 16 || number == 18 }

    /// The light of code value 1.
    package var peak: Double { linear(fromCode: 1) }

    /// The light of a code value, 0 … 1 nominal. Below 0 there is none; above 1 the curve goes on.
    package func linear(fromCode code: Double) -> Double {
        let v = max(0, code)
        switch number {
        case 4: return pow(v, 2.2)
        case 5: return pow(v, 2.8)
        case 8: return v
        case 13: return v <= 0.04045 ? v / 12.92 : pow((v + 0.055) / 1.055, 2.4)
        case 16: return PQ.light(v) / Self.referenceWhite
        case 18: return pow(HLGScene.light(ofCode: v), HLGScene.gamma) * Self.hlgPeak / Self.referenceWhite
        default: return pow(v, 2.4)
        }
    }

    /// The code value that shows as that light; the inverse of `linear(fromCode:)`.
    package func code(fromLinear light: Double) -> Double {
        let l = max(0, light)
        switch number {
        case 4: return pow(l, 1 / 2.2)
        case 5: return pow(l, 1 / 2.8)
        case 8: return l
        case 13: return l <= 0.04045 / 12.92 ? l * 12.92 : 1.055 * pow(l, 1 / 2.4) - 0.055
        case 16: return PQ.code(l * Self.referenceWhite)
        case 18: return HLGScene.code(ofLight: pow(l * Self.referenceWhite / Self.hlgPeak, 1 / HLGScene.gamma))
        default: return pow(l, 1 / 2.4)
        }
    }
}

/// SMPTE ST 2084.
private enum PQ {
    private static let m1 = 2610.0 / 16384
    private static let m2 = 2523.0 / 4096 * 128
    private static let c1 = 3424.0 / 4096
    private static let c2 = 2413.0 / 4096 * 32
    private static let c3 = 2392.0 / 4096 * 32

    /// cd/m² of a code value.
    static func light(_ code: Double) -> Double {
        let p = pow(min(code, 1), 1 / m2)
        return 10_000 * pow(max(0, p - c1) / (c2 - c3 * p), 1 / m1)
    }

    static func code(_ light: Double) -> Double {
        let y = pow(light / 10_000, m1)
        return pow((c1 + c2 * y) / (1 + c3 * y), m2)
    }
}

/// HLG with its system gamma apart (BT.2100, table 5): what colours need, since their gain goes by luminance. Scene and
/// display light are 0 … 1 here.
package enum HLGScene {
    static let gamma = 1.2
    private static let a = 0.17883277
    private static let b = 1 - 4 * a
    private static let c = 0.5 - a * log(4 * a)

    /// The scene light of a component's code value.
    package static func light(ofCode code: Double) -> Double {
        code <= 0.5 ? code * code / 3 : (exp((code - c) / a) + b) / 12
    }

    /// The code value of a component's scene light.
    package static func code(ofLight light: Double) -> Double {
        light <= 1.0 / 12 ? sqrt(3 * light) : a * log(12 * light - b) + c
    }

    /// What scene light is multiplied with to become a display's.
    package static func displayGain(ofSceneLuminance luminance: Double) -> Double { pow(luminance, gamma - 1) }

    /// What a display's light is multiplied with to become that of the scene.
    package static func sceneGain(ofDisplayLuminance luminance: Double) -> Double { pow(luminance, 1 / gamma - 1) }
}
