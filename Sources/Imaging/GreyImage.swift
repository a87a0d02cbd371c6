/// An 8-bit grey picture in rows without gaps: what tracking looks at.
package struct GreyImage: Hashable, Sendable {
    package let width, height: Int
    /// `width` × `height` samples, row by row.
    package var pixels: [UInt8]

    package init(width: Int, height: Int, pixels: [UInt8]) {
        precondition(pixels.count == width * height, "\(width) × \(height) pixels")
        (self.width, self.height, self.pixels) = (width, height, pixels)
    }

    package init(width: Int, height: Int, filledWith value: UInt8 = 0) {
        self.init(width: width, height: height, pixels: Array(repeating: value, count: width * height))
    }

    package subscript(x: Int, y: Int) -> UInt8 { pixels[y * width + x] }
}

/// An 8-bit sRGB picture with straight alpha, upright, in rows without gaps: what a still file holds.
package struct RGBAImage: Hashable, Sendable {
    package let width, height: Int
    /// R, G, B, A, four bytes a pixel, row by row.
    package var pixels: [UInt8]

    package init(width: Int, height: Int, pixels: [UInt8]) {
        precondition(pixels.count == width * height * 4, "\(width) × \(height) pixels of four bytes")
        (self.width, self.height, self.pixels) = (width, height, pixels)
    }

    /// The picture laid on white: alpha becomes 255.
    package var onWhite: RGBAImage {
        var result = self
        for base in stride(from: 0, to: pixels.count, by: 4) where pixels[base + 3] != 255 {
            let alpha = Int(pixels[base + 3])
            for channel in base..<base + 3 {
                result.pixels[channel] = UInt8((Int(pixels[channel]) * alpha + 255 * (255 - alpha) + 127) / 255)
            }
            result.pixels[base + 3] = 255
        }
        return result
    }

    /// BT.601 luma of the colours, without regard to alpha.
    package var grey: GreyImage {
        var grey = GreyImage(width: width, height: height)
        for index in 0..<width * height {
            let (r, g, b) = (Int(pixels[4 * index]), Int(pixels[4 * index + 1]), Int(pixels[4 * index + 2]))
            grey.pixels[index] = UInt8((r * 19595 + g * 38470 + b * 7471 + 32768) >> 16)
        }
        return grey
    }
}
