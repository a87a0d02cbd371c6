import Geometry
import Imaging
import Testing

@Suite struct TransferFunctionTests {
    /// BT.2408, table 1: reference white is 75 % of HLG and 58 % of PQ. BT.2100's annexes: PQ 0.5081 is 100 cd/m², 0.7518
    /// is 1000. IEC 61966-2-1: code 0.5 shows 0.2140 of white. BT.1886: 0.5 to the power of 2.4.
    @Test(
        arguments: [
            (18, 0.75, 203 / 203), (18, 1, 1000 / 203), (16, 0.58, 203 / 203), (16, 0.5081, 100 / 203),
            (16, 0.7518, 1000 / 203), (16, 1, 10_000 / 203), (13, 0.5, 0.2140), (1, 0.5, 0.18946), (6, 1, 1),
        ] as [(Int, Double, Double)])
    func `known code values show known light`(number: Int, code: Double, light: Double) {
        let found = TransferFunction(number).linear(fromCode: code)
        #expect(abs(found / light - 1) < 0.01)  // PQ 58 % is 58.06 % rounded: 0.7 % of light
    }

    @Test(arguments: [1, 4, 5, 6, 8, 13, 14, 16, 18])
    func `light leads back to the code value`(number: Int) {
        let curve = TransferFunction(number)
        for step in 0...4095 {
            let code = Double(step) / 4095
            #expect(abs(curve.code(fromLinear: curve.linear(fromCode: code)) - code) < 1e-6)
        }
    }

    @Test func `the curves of SDR video are one, and sRGB's is another`() {
        #expect(Set([1, 2, 6, 7, 14, 15].map { TransferFunction($0) }).count == 1)
        #expect(TransferFunction(13) != TransferFunction(1))
        #expect(TransferFunction(16).isHDR && TransferFunction(18).isHDR && !TransferFunction(13).isHDR)
    }
}

@Suite struct ColourPrimariesTests {
    /// The luminance weights that BT.709 and BT.2020 print, and the matrix from BT.2020 to BT.709 of BT.2087.
    @Test func `the matrices are those of the standards`() {
        let printed: [(Int, SIMD3<Double>)] = [(1, [0.2126, 0.7152, 0.0722]), (9, [0.2627, 0.6780, 0.0593])]
        for (number, weights) in printed {
            let row = ColourPrimaries(number).xyzFromRGB.row1
            #expect((row - weights).max() < 1e-4 && (weights - row).max() < 1e-4)
            #expect(LumaWeights(matrix: number).red == weights.x)
        }
        let found = ColourPrimaries(9).linearRGB(of: ColourPrimaries(1)).rowMajor
        let standard = [1.6605, -0.5876, -0.0728, -0.1246, 1.1329, -0.0083, -0.0182, -0.1006, 1.1187]
        #expect(zip(found, standard).allSatisfy { abs($0 - $1) < 1e-4 })
    }

    @Test(arguments: [4, 5, 6, 8, 9, 12, 22]) func `there and back is the way of nothing`(number: Int) {
        let (a, b) = (ColourPrimaries(number), ColourPrimaries(1))
        let round = (b.linearRGB(of: a) * a.linearRGB(of: b)).rowMajor
        #expect(zip(round, Matrix3.identity.rowMajor).allSatisfy { abs($0 - $1) < 1e-12 })
    }
}

@Suite struct ResolvedColourTests {
    private let yuv = PixelFormat(
        name: "yuv420p", model: .yuv, components: (0..<3).map { .init(plane: $0, step: 1, offset: 0) }, bitDepth: 8,
        shift: 0, log2ChromaWidth: 1, log2ChromaHeight: 1, hasAlpha: false)
    private let rgb = PixelFormat(
        name: "rgba", model: .other, components: (0..<4).map { .init(plane: 0, step: 4, offset: $0) }, bitDepth: 8,
        shift: 0, log2ChromaWidth: 0, log2ChromaHeight: 0, hasAlpha: true)

    @Test(
        arguments: [
            (1920, 1080, 1, 1), (1080, 1920, 1, 1), (1280, 720, 1, 1), (720, 576, 5, 6), (720, 480, 6, 6),
            (640, 360, 1, 6),
        ])
    func `what video does not say follows from its size`(width: Int, height: Int, primaries: Int, matrix: Int) {
        let colour = ColourDescription().resolved(width: width, height: height, format: yuv)
        #expect(colour == ColourDescription(primaries: primaries, transfer: 1, matrix: matrix, range: .limited))
    }

    @Test func `what is said stays, and what belongs to it follows`() {
        func resolved(_ colour: ColourDescription) -> ColourDescription {
            colour.resolved(width: 1920, height: 1080, format: yuv)
        }
        let stated = ColourDescription(primaries: 12, transfer: 13, matrix: 6, range: .full, chromaLocation: 3)
        #expect(resolved(stated) == stated)
        let hlg = resolved(ColourDescription(transfer: 18))
        #expect((hlg.primaries, hlg.matrix) == (9, 9))
        #expect(resolved(ColourDescription(matrix: 9)).primaries == 9)
        #expect(resolved(ColourDescription(primaries: 9)).matrix == 9)
        #expect(resolved(ColourDescription(matrix: 6)).primaries == 1)
    }

    @Test func `pictures in RGB are sRGB where they say nothing`() {
        let colour = ColourDescription().resolved(width: 640, height: 480, format: rgb)
        #expect(colour == ColourDescription(primaries: 1, transfer: 13, matrix: 0, range: .full))
        let wide = ColourDescription(primaries: 12, transfer: 13).resolved(width: 640, height: 480, format: rgb)
        #expect(wide.primaries == 12)
    }

    @Test func `colours show alike when light and primaries agree, whatever the matrix`() {
        let (bt709, bt601) = (
            ColourDescription(primaries: 1, transfer: 1, matrix: 1, range: .limited),
            ColourDescription(primaries: 1, transfer: 6, matrix: 6, range: .full)
        )
        #expect(bt709.showsLike(bt601))
        #expect(!bt709.showsLike(ColourDescription(primaries: 9, transfer: 14, matrix: 9, range: .limited)))
        #expect(!bt709.showsLike(ColourDescription(primaries: 1, transfer: 13, matrix: 0, range: .full)))
    }
}
