internal import CPixelKernels
internal import Geometry
internal import Imaging

/// HDR into SDR: light of the source's primaries, a curve, light of the destination's.
final class ToneMapping {
    private let toLight, fromLight: LightGraph
    private let width, height: Int
    private let hasAlpha: Bool
    private let gains: [Float]
    private let matrix: [Float]
    private let weights: SIMD3<Double>

    /// Steps of the curve's table for the light of reference white: far finer than the curve bends.
    private static let stepsPerWhite = 1024.0

    init(from source: FrameScaler.Kind, to destination: FrameScaler.Kind, path: String) throws(MediaError) {
        (width, height) = (destination.width, destination.height)
        hasAlpha = source.format.hasAlpha && destination.format.hasAlpha
        let (bright, dim) = (ColourPrimaries(source.colour.primaries), ColourPrimaries(destination.colour.primaries))
        toLight = try LightGraph(
            from: LightGraph.Side(source),
            to: .init(lightOfWidth: width, height: height, primaries: bright.number, hasAlpha: hasAlpha), path: path)
        fromLight = try LightGraph(
            from: .init(lightOfWidth: width, height: height, primaries: dim.number, hasAlpha: hasAlpha),
            to: LightGraph.Side(destination), path: path)
        let curve = ToneCurve.hdrToSDR
        let count = Int((curve.sourcePeak * Self.stepsPerWhite).rounded(.up)) + 1
        gains =
            [1]
            + (1..<count).map { entry in
                let light = Double(entry) / Self.stepsPerWhite
                return Float(curve(light) / light)
            }
        matrix = bright.linearRGB(of: dim).rowMajor.map(Float.init)
        weights = dim.xyzFromRGB.row1
    }

    func run(from source: Frame, to destination: Frame) throws(MediaError) {
        let light = (0..<(hasAlpha ? 4 : 3)).map { _ in
            PlaneStorage(allocating: width * MemoryLayout<Float>.size, rows: height)
        }
        try toLight.run(from: source.planesForZimg, to: light)
        map(light)
        try fromLight.run(from: light, to: destination.planesForZimg)
    }

    private func map(_ light: [PlaneStorage]) {
        unsafe gains.withUnsafeBufferPointer { table in
            var tone = unsafe px_tone()
            unsafe tone.gains = table.baseAddress
            unsafe tone.gain_count = Int32(table.count)
            unsafe tone.scale = Float(Self.stepsPerWhite)
            unsafe tone.matrix = (
                matrix[0], matrix[1], matrix[2], matrix[3], matrix[4], matrix[5], matrix[6], matrix[7], matrix[8]
            )
            unsafe tone.weights = (Float(weights.x), Float(weights.y), Float(weights.z))
            for row in 0..<height {
                let rows = unsafe light.prefix(3).map { plane in
                    unsafe (plane.base + row * plane.bytesPerRow).assumingMemoryBound(to: Float.self)
                }
                unsafe px_tone_row(&tone, rows[0], rows[1], rows[2], Int32(width))
            }
        }
    }
}
