internal import CPixelKernels
package import Imaging

#if canImport(Glibc)
    internal import Glibc
#endif

/// A picture as paint: linear light, premultiplied, in ever smaller sizes down to one texel. Immutable once made.
@safe package final class Texture: @unchecked Sendable {  // Sendable: nothing is written after `init`
    /// Size in pixels of the largest level.
    package let width, height: Int
    private let texels: UnsafeMutablePointer<UInt16>
    private let table: UnsafeMutablePointer<scene_level>
    private let levelCount: Int

    /// Takes the colours of `image` as sRGB.
    package convenience init(_ image: RGBAImage) {
        unsafe self.init(width: image.width, height: image.height) { base in
            unsafe image.pixels.withUnsafeBufferPointer { pixels in
                guard let source = pixels.baseAddress else { return }
                let table = TransferCurve.linearFromCode
                unsafe scene_linearise(source, base, Int64(image.width * image.height), table)
            }
        }
    }

    /// One opaque colour, linear light 0…1.
    package convenience init(colour: SIMD3<Double>) {
        unsafe self.init(width: 1, height: 1) { base in
            for (index, value) in [colour.x, colour.y, colour.z, 1].enumerated() {
                unsafe base[index] = UInt16((min(max(value, 0), 1) * 65535).rounded())
            }
        }
    }

    /// Makes a texture of at least one pixel whose largest level `fill` writes: width · height · 4 numbers, row by row.
    init(width: Int, height: Int, fill: (_ base: UnsafeMutablePointer<UInt16>) -> Void) {
        precondition(width > 0 && height > 0, "a texture has at least one pixel")
        let sizes = Self.sizes(width, height)
        (self.width, self.height, levelCount) = (width, height, sizes.count)
        unsafe texels = .allocate(capacity: sizes.reduce(0) { $0 + $1.width * $1.height * 4 })
        unsafe table = .allocate(capacity: sizes.count)
        unsafe fill(texels)
        var base = unsafe texels
        for (index, size) in sizes.enumerated() {
            if index > 0 {
                unsafe scene_shrink(table[index - 1], base, Int32(size.width), Int32(size.height))
            }
            unsafe table[index] = scene_level(texels: base, width: Int32(size.width), height: Int32(size.height))
            unsafe base += size.width * size.height * 4
        }
    }

    deinit {
        unsafe texels.deallocate()
        unsafe table.deallocate()
    }

    private static func sizes(_ width: Int, _ height: Int) -> [(width: Int, height: Int)] {
        var sizes = [(width: width, height: height)]
        while let last = sizes.last, last.width > 1 || last.height > 1 {
            sizes.append((max(1, last.width / 2), max(1, last.height / 2)))
        }
        return sizes
    }

    /// Lends the levels, largest first. The pointer is valid while the texture is.
    func withLevels<Result>(_ body: (_ levels: UnsafePointer<scene_level>, _ count: Int32) -> Result) -> Result {
        unsafe body(UnsafePointer(table), Int32(levelCount))
    }

    /// How opaque the picture is at a place, 0…1; u and v run 0…1 over its outline, and nothing lies outside.
    package func alpha(u: Double, v: Double) -> Double {
        guard (0..<1).contains(u), (0..<1).contains(v) else { return 0 }
        let index = Int(v * Double(height)) * width + Int(u * Double(width))
        return unsafe Double(texels[4 * index + 3]) / 65535
    }

    /// The soft shadow that the picture casts: black, as opaque as `depth` where the picture is, its edge spread by a
    /// Gaussian of `blur` (in shares of the picture's width). A quarter of the picture's resolution.
    package func shadow(blur: Double, depth: Double) -> Texture {
        let level = min(2, levelCount - 1)
        let source = unsafe table[level]
        let (width, height) = unsafe (Int(source.width), Int(source.height))
        var light = [Float](repeating: 0, count: width * height * 4)
        for index in 0..<width * height {
            light[4 * index] = unsafe Float(source.texels[4 * index + 3]) * Float(depth)
        }
        light.blur(width: width, height: height, sigma: blur * Double(width))
        return unsafe Texture(width: width, height: height) { base in
            for index in 0..<width * height {
                unsafe base[4 * index] = 0
                unsafe base[4 * index + 1] = 0
                unsafe base[4 * index + 2] = 0
                unsafe base[4 * index + 3] = UInt16(min(65535, max(0, light[4 * index])))
            }
        }
    }
}

/// sRGB's transfer curve (IEC 61966-2-1), both ways, as tables for the kernels.
enum TransferCurve {
    /// 256 values 0…65535.
    static let linearFromCode: [UInt16] = (0..<256).map { code in
        UInt16((linear(Double(code) / 255) * 65535).rounded())
    }

    /// 4,096 codes for the square roots of 0…1.
    static let codeFromRoot: [UInt8] = (0..<4096).map { index in
        let root = Double(index) / 4095
        return UInt8((encoded(root * root) * 255).rounded())
    }

    static func linear(_ value: Double) -> Double {
        value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
    }

    static func encoded(_ light: Double) -> Double {
        light <= 0.003_130_8 ? light * 12.92 : 1.055 * pow(light, 1 / 2.4) - 0.055
    }
}

extension [Float] {
    /// Blurs a picture of four floats a pixel by a Gaussian of `sigma` pixels.
    mutating func blur(width: Int, height: Int, sigma: Double) {
        guard sigma > 0.05 else { return }
        let radius = Int((3 * sigma).rounded(.up))
        let bell = (-radius...radius).map { exp(-0.5 * Double($0 * $0) / (sigma * sigma)) }
        let sum = bell.reduce(0, +)
        let weights = bell.map { Float($0 / sum) }
        var scratch = [Float](repeating: 0, count: count)
        unsafe withUnsafeMutableBufferPointer { picture in
            unsafe scratch.withUnsafeMutableBufferPointer { scratch in
                guard let image = picture.baseAddress, let spare = scratch.baseAddress else { return }
                unsafe scene_blur(image, spare, Int32(width), Int32(height), weights, Int32(radius))
            }
        }
    }
}
