extension ColourDescription {
    /// The same with nothing left unspecified: what the file does not say is taken as players do.
    ///
    /// - RGB is sRGB of full range; pictures in YUV are of limited range, but for libav's `yuvj` formats.
    /// - A matrix, where none is said, is BT.2020's beside its primaries or HDR, else BT.709's from 1280 columns or 577 rows
    ///   on, and BT.601's below.
    /// - Primaries are those that belong to the matrix (BT.709, BT.2020) or to HDR; of BT.601 those of 625 lines where there
    ///   are 576 rows, of 525 lines where there are 480 to 488, and BT.709's elsewhere: small and odd sizes come from
    ///   computers and phones.
    /// - A transfer is sRGB's for RGB, else BT.709's (which is that of BT.601 and of BT.2020 in SDR).
    ///
    /// `width` and `height` are those of the file's own pictures, not of a reduced copy. Where chroma lies stays as it is:
    /// whoever reads it takes 0 as left.
    package func resolved(width: Int, height: Int, format: PixelFormat) -> ColourDescription {
        var definite = self
        let isRGB = format.isRGB
        if isRGB {
            (definite.matrix, definite.range) = (0, .full)
        } else {
            if range == .unspecified { definite.range = format.name.hasPrefix("yuvj") ? .full : .limited }
            if matrix == 2 || matrix == 0 {
                definite.matrix = primaries == 9 || isHDR ? 9 : width >= 1280 || height > 576 ? 1 : 6
            }
        }
        if transfer == 2 || transfer == 0 { definite.transfer = isRGB ? 13 : 1 }
        if primaries == 2 || primaries == 0 {
            definite.primaries =
                switch (definite.matrix, height) {
                case _ where isHDR: 9
                case (9, _), (10, _): 9
                case (5, 576), (6, 576): 5
                case (5, 480...488), (6, 480...488): 6
                default: 1
                }
        }
        return definite
    }

    /// The curve of the transfer; of BT.709 where none is said.
    package var transferFunction: TransferFunction { TransferFunction(transfer) }

    /// How much red and blue count in luma.
    package var lumaWeights: LumaWeights { LumaWeights(matrix: matrix) }

    /// Whether both, once definite, show the same R′, G′, B′ alike: they differ in matrix and range at most.
    package func showsLike(_ other: ColourDescription) -> Bool {
        transferFunction == other.transferFunction && ColourPrimaries(primaries) == ColourPrimaries(other.primaries)
    }
}

extension PixelFormat {
    /// Whether the components are red, green and blue, packed ones and palettes included.
    package var isRGB: Bool {
        model == .planarRGB || name == "pal8" || ["rgb", "bgr", "gbr"].contains { name.contains($0) }
            || name.hasPrefix("bayer")
    }
}
