/// What a frame's code values mean, as ITU-T H.273 (ISO/IEC 23091-2) numbers them; libav uses the same numbers.
package struct ColourDescription: Hashable, Sendable {
    package enum Range: Hashable, Sendable { case unspecified, limited, full }

    /// 2 is "unspecified" in each of the three.
    package var primaries, transfer, matrix: Int
    package var range: Range
    /// libav's `AVChromaLocation`: 0 unspecified, 1 left, 2 centre, 3 top-left …
    package var chromaLocation: Int

    package init(
        primaries: Int = 2, transfer: Int = 2, matrix: Int = 2, range: Range = .unspecified, chromaLocation: Int = 0
    ) {
        (self.primaries, self.transfer, self.matrix) = (primaries, transfer, matrix)
        (self.range, self.chromaLocation) = (range, chromaLocation)
    }

    /// Whether the transfer is PQ (16) or HLG (18).
    package var isHDR: Bool { transfer == 16 || transfer == 18 }
}
