internal import Geometry

/// Where a page is over one exposure, as matrices from canvas pixels to pixels of the frame, in front where the third row
/// is positive.
struct PagePoses {
    let middle: Matrix3
    /// When the shutter opens and closes, if the page moves.
    let ends: (opening: Matrix3, closing: Matrix3)?
    /// The page at moments spread over the exposure and at places spread over the lens's blur; all count alike.
    let samples: [Matrix3]

    private static let mostSamples = 24
    /// Two moments are at most this many pixels of the way apart.
    private static let widestStep = 1.0

    /// - Parameter softness: standard deviation of the lens's blur in pixels.
    init(_ layer: Layer, softness: Double) {
        middle = layer.page.matrix
        let outline = Quad(outlineOfWidth: layer.picture.canvasWidth, height: layer.picture.canvasHeight)
        let way = layer.motion.map { Self.way($0, outline) } ?? 0
        // A way of less than a tenth of a pixel is none.
        let ends = way > 0.1 ? layer.motion.map { ($0.opening.matrix, $0.closing.matrix) } : nil
        self.ends = ends
        let moments = min(Self.mostSamples, max(1, Int(min(way / Self.widestStep, 1e6).rounded(.up))))
        let count = softness > 0 ? (moments + 3) / 4 * 4 : moments
        samples = (0..<count).map { [middle] index in
            let time = (Double(index) + 0.5) / Double(count) - 0.5
            let moved = ends.map { middle.adding(($0.1 - $0.0) * time) } ?? middle
            guard softness > 0 else { return moved }
            // Four places at one standard deviation have the blur's variance.
            let (right, down) = (index & 1 == 0, (index >> 1) & 1 == (index & 1))
            return moved.shifted(by: Point2(right ? softness : -softness, down ? softness : -softness))
        }
    }

    /// The longest way of a corner, in pixels.
    private static func way(_ motion: Layer.Motion, _ outline: Quad) -> Double {
        outline.corners.compactMap { corner in
            guard let opening = motion.opening(corner), let closing = motion.closing(corner) else { return nil }
            return (closing - opening).length
        }.max() ?? 0
    }
}

extension Matrix3 {
    fileprivate static func - (a: Matrix3, b: Matrix3) -> Matrix3 {
        Matrix3(a.row0 - b.row0, a.row1 - b.row1, a.row2 - b.row2)
    }

    fileprivate func adding(_ b: Matrix3) -> Matrix3 { Matrix3(row0 + b.row0, row1 + b.row1, row2 + b.row2) }

    /// The map followed by a shift.
    fileprivate func shifted(by offset: Point2) -> Matrix3 {
        Matrix3(row0 + row2 * offset.x, row1 + row2 * offset.y, row2)
    }
}
