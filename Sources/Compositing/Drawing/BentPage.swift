internal import Geometry

/// A page's bend by its canvas: where a point of it is seen beside where the flat page would show it, and the way back.
struct BentPage {
    /// In pixels of the frame.
    private let bend: PageBend
    /// Half the canvas in pixels.
    private let half: Point2

    init(_ bend: PageBend, canvasWidth: Int, height: Int) {
        (self.bend, half) = (bend, Point2(Double(canvasWidth), Double(height)) / 2)
    }

    /// How far a point of the canvas is displaced, in pixels of the frame.
    func displacement(of point: Point2) -> Point2 {
        let place = (point + 0.5) / half - 1
        return place.isFinite ? bend(u: place.x, v: place.y) : .zero
    }

    /// Where the flat page would show, in pixels of the frame, what the bent one shows at `pixel`.
    ///
    /// Steps to a fixed point: each leaves as much of the error as the displacement changes from pixel to pixel, a tenth at
    /// most for a page that can be seen.
    func flat(_ pixel: Point2, canvasFromFrame: Matrix3) -> Point2 {
        var flat = pixel
        for _ in 0..<Self.steps {
            let canvas = canvasFromFrame * SIMD3(flat.x, flat.y, 1)
            guard canvas.z > 1e-9 else { return flat }
            flat = pixel - displacement(of: Point2(canvas.x / canvas.z, canvas.y / canvas.z))
        }
        return flat
    }

    private static let steps = 3
}
