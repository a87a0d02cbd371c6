internal import Foundation

/// The electrical-electrical transfer function of BT.2390 (5.4.1): light of a brighter display on a darker one. Dark and
/// middle tones stay as they are; what is brighter bends towards the darker display's peak. Both blacks are black.
package struct ToneCurve: Hashable, Sendable {
    /// Light relative to reference white.
    package let sourcePeak, targetPeak: Double
    /// The brightest light that stays as it is.
    package let knee: Double
    private let sourceCode, targetCode, kneeCode: Double

    /// - Parameters: the displays' peaks, relative to reference white.
    package init(sourcePeak: Double, targetPeak: Double) {
        (self.sourcePeak, self.targetPeak) = (sourcePeak, targetPeak)
        let pq = TransferFunction(16)
        sourceCode = pq.code(fromLinear: sourcePeak)
        targetCode = min(pq.code(fromLinear: targetPeak) / sourceCode, 1)
        kneeCode = 1.5 * targetCode - 0.5
        knee = pq.linear(fromCode: kneeCode * sourceCode)
    }

    /// HDR as it is shown in SDR: from a display of 1000 cd/m², which HLG is stated for and PQ of phones is made for, to
    /// reference white.
    package static let hdrToSDR = ToneCurve(
        sourcePeak: TransferFunction.hlgPeak / TransferFunction.referenceWhite, targetPeak: 1)

    /// The light that is shown for `light`.
    package func callAsFunction(_ light: Double) -> Double {
        let pq = TransferFunction(16)
        let code = min(pq.code(fromLinear: light) / sourceCode, 1)
        guard code > kneeCode, kneeCode < 1 else { return min(light, targetPeak) }
        let t = (code - kneeCode) / (1 - kneeCode)
        let (t2, t3) = (t * t, t * t * t)
        let bent =
            (2 * t3 - 3 * t2 + 1) * kneeCode + (t3 - 2 * t2 + t) * (1 - kneeCode) + (3 * t2 - 2 * t3) * targetCode
        return pq.linear(fromCode: bent * sourceCode)
    }
}
