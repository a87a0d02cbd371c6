internal import CPixelKernels
package import Imaging

/// A picture that is transparent in places: colours that are not multiplied by alpha and go on under what is clear, so that
/// they may be reduced and filtered by themselves; and alpha.
package struct TransparentPicture: Sendable {
    /// Planar RGB without alpha.
    package let colour: Frame
    /// Grey in full range: 0 is clear. As large and as deep as `colour`.
    package let alpha: Frame

    /// Takes a planar RGB picture with alpha (`gbrap` and deeper ones) apart; `nil` for one that is opaque everywhere.
    ///
    /// - Parameter isPremultiplied: whether its colours were multiplied by alpha; they are divided then.
    package init?(_ frame: Frame, isPremultiplied: Bool = false) {
        let rows = PlanarRows(copying: frame)
        if rows.isFull(rows.planes[3]) { return nil }
        if isPremultiplied { rows.straighten() }
        self.init(rows, of: frame)
    }

    /// Puts the picture together from rows whose colours are straight.
    init(_ rows: PlanarRows, of frame: Frame) {
        let alpha = rows.planes[3]
        rows.spread(GatheredColours(rows, weight: alpha), weight: alpha)
        colour = Frame(
            format: frame.format.withoutAlpha, width: rows.width, height: rows.height, colour: frame.colour,
            presentationTime: frame.presentationTime, duration: frame.duration,
            planes: [1, 2, 0].map { rows.planes[$0].storage })
        self.alpha = Frame(
            format: frame.format.greyAlone, width: rows.width, height: rows.height,
            colour: ColourDescription(range: .full), presentationTime: frame.presentationTime,
            duration: frame.duration, planes: [alpha.storage])
    }
}

extension PlanarRows {
    /// Divides the colours by alpha.
    fileprivate func straighten() {
        for row in 0..<height {
            if isWide {
                unsafe withWords(row) { unsafe px_straighten_row_u16($0, planes[3].words(row), Int32(width), maximum) }
            } else {
                unsafe withBytes(row) { unsafe px_straighten_row_u8($0, planes[3].bytes(row), Int32(width), maximum) }
            }
        }
    }
}

extension PixelFormat {
    /// The same planar RGB without its alpha: `gbrap12le` is `gbrp12le` then.
    fileprivate var withoutAlpha: PixelFormat {
        PixelFormat(
            name: name.replacing("gbrap", with: "gbrp"), model: model, components: Array(components.prefix(3)),
            bitDepth: bitDepth, shift: shift, log2ChromaWidth: 0, log2ChromaHeight: 0, hasAlpha: false)
    }

    /// Grey of the same depth: `gray12le` for `gbrap12le`.
    fileprivate var greyAlone: PixelFormat {
        PixelFormat(
            name: name.replacing("gbrap", with: "gray"), model: .grey,
            components: [Component(plane: 0, step: 1, offset: 0)],
            bitDepth: bitDepth, shift: shift, log2ChromaWidth: 0, log2ChromaHeight: 0, hasAlpha: false)
    }
}
