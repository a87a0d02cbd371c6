internal import CPixelKernels
package import Imaging

/// Takes a screen of one colour out of a film: what stands before it stays, with soft edges, and without the light that the
/// screen throws onto it.
///
/// Real screens are darker and paler than the colour that is asked for: the film's own is measured in the first picture that
/// shows one. Then three things are found for each pixel: the colours in front nearby, those of the screen nearby, and where
/// on the way between them it lies. One film; one thread at a time.
package final class ChromaKey {
    private let wanted: SIMD3<Float>
    private var measured: SIMD3<Float>?

    /// Lengths of chroma that are told apart while the screen is measured.
    private static let binCount = 48
    /// A screen fills at least this share of the picture in which it is measured.
    private static let leastShare = 0.01
    /// How far from what may be part screen a pixel is surely in front, or surely screen: this share of the
    /// longer side, within a range of pixels.
    private static let edgeShare = 0.0025
    private static let edgeRange = 3...8

    /// - Parameters: the screen's colour, 0…1, as code values of sRGB or of the film.
    package init(red: Double, green: Double, blue: Double) {
        wanted = SIMD3(Float(red), Float(green), Float(blue))
    }

    /// Keys a planar RGB picture with alpha (`gbrap` and deeper ones); what was clear before stays clear. `nil` where nothing
    /// of the screen is seen and all is opaque.
    package func key(_ frame: Frame) -> TransparentPicture? {
        let rows = PlanarRows(copying: frame)
        let colour = measured ?? measure(rows)
        let screen = px_screen_of(colour.x, colour.y, colour.z, rows.maximum)
        let (solid, clear) = masks(rows, screen)
        let front = GatheredColours(rows, weight: solid)
        let back = GatheredColours(rows, weight: clear)
        for row in 0..<rows.height {
            let (front, back) = unsafe (front.row(covering: row), back.row(covering: row))
            unsafe rows.withRGB(
                row,
                bytes: {
                    unsafe px_key_row_u8(
                        $0, front, back, solid.bytes(row), Int32(rows.width), screen, rows.planes[3].bytes(row))
                },
                words: {
                    unsafe px_key_row_u16(
                        $0, front, back, solid.words(row), Int32(rows.width), screen, rows.planes[3].words(row))
                })
        }
        return rows.isFull(rows.planes[3]) ? nil : TransparentPicture(rows, of: frame)
    }

    /// The film's own screen colour: the mean of what has the commonest strength among all that is of its hue. What was asked
    /// for, as long as the picture shows too little of it.
    private func measure(_ rows: PlanarRows) -> SIMD3<Float> {
        let screen = px_screen_of(wanted.x, wanted.y, wanted.z, rows.maximum)
        var bins = [Double](repeating: 0, count: 5 * Self.binCount)
        for row in 0..<rows.height {
            unsafe bins.withUnsafeMutableBufferPointer { bins in
                guard let base = bins.baseAddress else { return }
                unsafe rows.withRGB(
                    row,
                    bytes: {
                        unsafe px_screen_histogram_u8(
                            readable($0), Int32(rows.width), screen, base, Int32(Self.binCount))
                    },
                    words: {
                        unsafe px_screen_histogram_u16(
                            readable($0), Int32(rows.width), screen, base, Int32(Self.binCount))
                    })
            }
        }
        // Three bins together, so that a strength on the border of two is not split.
        func sum(_ index: Int, _ member: Int) -> Double {
            (max(0, index - 1)...min(Self.binCount - 1, index + 1)).map { bins[5 * $0 + member] }.reduce(0, +)
        }
        let best = (0..<Self.binCount).max { sum($0, 0) < sum($1, 0) } ?? 0
        let count = sum(best, 0)
        guard count >= Self.leastShare * Double(rows.width * rows.height) else { return wanted }
        let found = SIMD3(Float(sum(best, 1) / count), Float(sum(best, 2) / count), Float(sum(best, 3) / count))
        measured = found
        return found
    }

    /// What is surely in front and what is surely screen, each some way off all that may be both.
    private func masks(_ rows: PlanarRows, _ screen: px_screen) -> (solid: PlanarRows.Plane, clear: PlanarRows.Plane) {
        let (solid, clear) = (rows.makePlane(), rows.makePlane())
        let width = Int32(rows.width)
        for row in 0..<rows.height {
            unsafe rows.withRGB(
                row,
                bytes: {
                    unsafe px_screen_masks_u8(readable($0), width, screen, solid.bytes(row), clear.bytes(row))
                },
                words: {
                    unsafe px_screen_masks_u16(readable($0), width, screen, solid.words(row), clear.words(row))
                })
        }
        let wide = Int((Double(max(rows.width, rows.height)) * Self.edgeShare).rounded())
        let radius = min(max(wide, Self.edgeRange.lowerBound), Self.edgeRange.upperBound)
        return (rows.shrunk(solid, by: radius), rows.shrunk(clear, by: radius))
    }
}

extension PlanarRows {
    /// Calls one of the two with the row's red, green and blue, by the width of its samples.
    fileprivate func withRGB(
        _ row: Int, bytes: (UnsafePointer<UnsafeMutablePointer<UInt8>>) -> Void,
        words: (UnsafePointer<UnsafeMutablePointer<UInt16>>) -> Void
    ) {
        if isWide {
            unsafe withWords(row, words)
        } else {
            unsafe withBytes(row, bytes)
        }
    }

    /// The least of the samples of a mask within `radius` of each, both ways.
    fileprivate func shrunk(_ mask: Plane, by radius: Int) -> Plane {
        let (along, result) = (makePlane(), makePlane())
        let (count, reach) = (Int32(width), Int32(radius))
        for row in 0..<height {
            if isWide {
                unsafe px_least_along_u16(mask.words(row), count, reach, along.words(row))
            } else {
                unsafe px_least_along_u8(mask.bytes(row), count, reach, along.bytes(row))
            }
        }
        for row in 0..<height {
            for (index, other) in (max(0, row - radius)...min(height - 1, row + radius)).enumerated() {
                switch (isWide, index) {
                case (false, 0): unsafe result.bytes(row).update(from: along.bytes(other), count: width)
                case (false, _): unsafe px_least_into_u8(result.bytes(row), along.bytes(other), count)
                case (true, 0): unsafe result.words(row).update(from: along.words(other), count: width)
                case (true, _): unsafe px_least_into_u16(result.words(row), along.words(other), count)
                }
            }
        }
        return result
    }
}
