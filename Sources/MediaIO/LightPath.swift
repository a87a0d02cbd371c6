internal import CPixelKernels
internal import Geometry
internal import Imaging

/// A conversion that zimg cannot do by itself: into light relative to reference white, across it, and out of it again.
///
/// That is HDR into SDR (BT.2390), and whatever comes from HLG or becomes it: the system gamma of BT.2100 goes by luminance,
/// while zimg applies it to each component. One thread at a time.
final class LightPath {
    private let intoFloats, outOfFloats: LightGraph
    private let width, height: Int
    private let steps: [RowStep]
    /// The picture on its way: red, green, blue, and alpha where there is one. Kept, since fresh pages of memory cost more
    /// than the conversion of what they hold.
    private let floats: [PlaneStorage]

    /// Steps of the tone curve's table for the light of reference white: far finer than the curve bends.
    private static let stepsPerWhite = 1024.0

    /// Whether such a conversion is needed between those colours, which are definite.
    static func isNeeded(from source: ColourDescription, to destination: ColourDescription) -> Bool {
        source.isHDR && !destination.isHDR || source.isHLG || destination.isHLG
    }

    /// Prepares a conversion between planar pictures of definite colours; `path` names the file in errors.
    init(from source: FrameScaler.Kind, to destination: FrameScaler.Kind, path: String) throws(MediaError) {
        let (width, height) = (destination.width, destination.height)
        let hasAlpha = source.format.hasAlpha && destination.format.hasAlpha
        let (from, to) = (ColourPrimaries(source.colour.primaries), ColourPrimaries(destination.colour.primaries))
        func side(_ colour: ColourDescription, _ primaries: ColourPrimaries) -> LightGraph.Side {
            LightGraph.Side(
                floatsOfWidth: width, height: height, transfer: colour.isHLG ? colour.transfer : 8,
                primaries: primaries.number, hasAlpha: hasAlpha)
        }
        intoFloats = try LightGraph(
            from: LightGraph.Side(source, hasAlpha: hasAlpha), to: side(source.colour, from), path: path)
        outOfFloats = try LightGraph(
            from: side(destination.colour, to), to: LightGraph.Side(destination, hasAlpha: destination.format.hasAlpha),
            path: path)
        (self.width, self.height) = (width, height)
        floats = (0..<(hasAlpha ? 4 : 3)).map { _ in
            PlaneStorage(allocating: width * MemoryLayout<Float>.size, rows: height)
        }
        var steps: [RowStep] = []
        if source.colour.isHLG { steps.append(.lightOfHLG(HLGTables(lightOf: from))) }
        if source.colour.isHDR && !destination.colour.isHDR {
            let curve = ToneCurve.hdrToSDR
            let gains = LightTable(upTo: curve.sourcePeak, steps: Int(curve.sourcePeak * Self.stepsPerWhite)) {
                $0 > 0 ? curve($0) / $0 : 1
            }
            steps.append(.tone(px_primaries(from: from, to: to), gains))
        } else if from != to {
            steps.append(.primaries(px_primaries(from: from, to: to)))
        }
        if destination.colour.isHLG { steps.append(.codeOfHLG(HLGTables(codeOf: to))) }
        self.steps = steps
    }

    /// Converts a picture into one of the destination's kind.
    func run(from source: Frame, to destination: Frame) throws(MediaError) {
        try intoFloats.run(from: source.planesForZimg, to: floats)
        for row in 0..<height {
            let rows = unsafe floats.prefix(3).map { plane in
                unsafe (plane.base + row * plane.bytesPerRow).assumingMemoryBound(to: Float.self)
            }
            // Row by row, so that a row is in the cache for all steps.
            for step in steps { unsafe step.run(rows[0], rows[1], rows[2], count: Int32(width)) }
        }
        try outOfFloats.run(from: floats, to: destination.planesForZimg)
    }
}

extension ColourDescription {
    fileprivate var isHLG: Bool { transfer == 18 }
}

/// What happens to a row of red, green and blue floats.
private enum RowStep {
    case lightOfHLG(HLGTables)
    case primaries(px_primaries)
    case tone(px_primaries, LightTable)
    case codeOfHLG(HLGTables)

    @unsafe func run(
        _ red: UnsafeMutablePointer<Float>, _ green: UnsafeMutablePointer<Float>, _ blue: UnsafeMutablePointer<Float>,
        count: Int32
    ) {
        switch self {
        case .lightOfHLG(let tables):
            unsafe tables.curve.withCurve { curve in
                unsafe tables.gains.withCurve { gains in
                    unsafe px_hlg_light_row(curve, gains, tables.weights, red, green, blue, count)
                }
            }
        case .primaries(var primaries): unsafe px_primaries_row(&primaries, red, green, blue, count)
        case .tone(var primaries, let table):
            unsafe table.withCurve { gains in unsafe px_tone_row(&primaries, gains, red, green, blue, count) }
        case .codeOfHLG(let tables):
            unsafe tables.curve.withCurve { curve in
                unsafe tables.gains.withCurve { gains in
                    unsafe px_hlg_code_row(curve, gains, tables.weights, red, green, blue, count)
                }
            }
        }
    }
}

/// BT.2100's HLG for the row loops: a curve for each component, and a gain by luminance.
private struct HLGTables {
    let curve, gains: LightTable
    let weights: [Float]

    private static let steps = 4096
    /// Scene light of 1 in units of reference white, by a display of BT.2100's nominal peak.
    private static let peak = TransferFunction.hlgPeak / TransferFunction.referenceWhite

    /// From code values to light: component to scene light, then times luminance to the power of 0.2.
    init(lightOf primaries: ColourPrimaries) {
        curve = LightTable(upTo: 1, steps: Self.steps) { HLGScene.light(ofCode: $0) }
        gains = LightTable(upTo: 1, steps: Self.steps) { HLGScene.displayGain(ofSceneLuminance: $0 * $0) * Self.peak }
        weights = primaries.luminanceWeights
    }

    /// From light to code values: times luminance to the power of −1/6, then scene light to component. Both tables go by
    /// square roots, in which the curves are smooth.
    init(codeOf primaries: ColourPrimaries) {
        curve = LightTable(upTo: 1, steps: Self.steps) { HLGScene.code(ofLight: $0 * $0) }
        let smallest = Self.peak.squareRoot() / Double(Self.steps)
        gains = LightTable(upTo: Self.peak.squareRoot(), steps: Self.steps) {
            let display = max($0, smallest) * max($0, smallest) / Self.peak
            return HLGScene.sceneGain(ofDisplayLuminance: display) / Self.peak
        }
        weights = primaries.luminanceWeights
    }
}

extension ColourPrimaries {
    fileprivate var luminanceWeights: [Float] {
        let row = xyzFromRGB.row1
        return [Float(row.x), Float(row.y), Float(row.z)]
    }
}

extension px_primaries {
    fileprivate init(from source: ColourPrimaries, to destination: ColourPrimaries) {
        let m = source.linearRGB(of: destination).rowMajor.map(Float.init)
        let w = destination.xyzFromRGB.row1
        self.init(
            matrix: (m[0], m[1], m[2], m[3], m[4], m[5], m[6], m[7], m[8]),
            weights: (Float(w.x), Float(w.y), Float(w.z)))
    }
}
