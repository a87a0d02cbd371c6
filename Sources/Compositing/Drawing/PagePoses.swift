internal import Geometry

/// Where a page is over one exposure, as matrices from canvas pixels to pixels of the frame, in front where the third row
/// is positive.
struct PagePoses {
    let middle: Matrix3
    /// When the shutter opens and closes, if the page moves.
    let ends: (opening: Matrix3, closing: Matrix3)?
    /// The page at moments spread over the exposure and at places spread over the lens's blur, each with its share.
    let samples: [(frameFromPage: Matrix3, share: Double)]
    /// How the page bends, the same all the while; `nil` where it is flat.
    let bend: BentPage?

    /// The longest way of a corner over the exposure, in pixels.
    let way: Double

    private static let mostSamples = 24
    /// Two moments are at most this many pixels of the way apart.
    private static let widestStep = 1.0

    /// - Parameter softness: standard deviation of the lens's blur in pixels.
    init(_ layer: Layer, softness: Double) {
        middle = layer.page.matrix
        bend = layer.bend.map {
            BentPage($0, canvasWidth: layer.picture.canvasWidth, height: layer.picture.canvasHeight)
        }
        let outline = Quad(outlineOfWidth: layer.picture.canvasWidth, height: layer.picture.canvasHeight)
        way = layer.motion.map { Self.way($0, outline) } ?? 0
        // A way of less than a tenth of a pixel is none.
        let ends = way > 0.1 ? layer.motion.map { ($0.opening.matrix, $0.closing.matrix) } : nil
        self.ends = ends
        let moments = min(Self.mostSamples, max(1, Int(min(way / Self.widestStep, 1e6).rounded(.up))))
        guard softness > 0 else {
            samples = (0..<moments).map { [middle] index in
                (Self.moved(middle, ends, (Double(index) + 0.5) / Double(moments) - 0.5), 1 / Double(moments))
            }
            return
        }
        // Three places along each axis have a Gaussian's first five moments (Gauss-Hermite); their shares are 1 4 1 of 6.
        let places = [(-1.0, 1.0 / 6), (0.0, 4.0 / 6), (1.0, 1.0 / 6)].map { ($0.0 * softness * 3.squareRoot(), $0.1) }
        let rounds = (moments + 8) / 9
        samples = (0..<rounds * 9).map { [middle] index in
            // Every place is visited once a round, and places that lie side by side at moments far apart.
            let place = index * 4 % 9
            let (x, y) = (places[place % 3], places[place / 3])
            let time = (Double(index) + 0.5) / Double(rounds * 9) - 0.5
            return (
                Self.moved(middle, ends, time).shifted(by: Point2(x.0, y.0)), x.1 * y.1 / Double(rounds)
            )
        }
    }

    private static func moved(
        _ middle: Matrix3, _ ends: (opening: Matrix3, closing: Matrix3)?, _ time: Double
    ) -> Matrix3 {
        ends.map { middle.adding(($0.closing - $0.opening) * time) } ?? middle
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
