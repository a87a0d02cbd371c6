internal import Geometry
internal import Imaging

/// Where the samples of one component of a frame lie: chroma may be coarser, and sited as H.273 lays down.
struct SampleGrid {
    let width, height: Int
    /// Maps sample numbers of the grid to pixels of the frame; a scaling and a shift.
    let frameFromGrid: Matrix3

    init(format: PixelFormat, colour: ColourDescription, component: Int, width: Int, height: Int) {
        (self.width, self.height) = format.size(ofComponent: component, width: width, height: height)
        let isChroma = format.isChroma(component: component)
        let stepX = Double(isChroma ? 1 << format.log2ChromaWidth : 1)
        let stepY = Double(isChroma ? 1 << format.log2ChromaHeight : 1)
        let share = Self.siting(colour.chromaLocation)
        frameFromGrid = Matrix3(
            SIMD3(stepX, 0, share.x * (stepX - 1)), SIMD3(0, stepY, share.y * (stepY - 1)), SIMD3(0, 0, 1))
    }

    private init(width: Int, height: Int, frameFromGrid: Matrix3) {
        (self.width, self.height, self.frameFromGrid) = (width, height, frameFromGrid)
    }

    /// A grid whose samples are the means of `columns` × `rows` of this one's from sample (`x`, `y`) on.
    func reduced(columns: Int, rows: Int, fromX x: Int, y: Int, width: Int, height: Int) -> SampleGrid {
        let (across, down) = (Double(columns), Double(rows))
        let ownFromReduced = Matrix3(
            SIMD3(across, 0, Double(x) + (across - 1) / 2), SIMD3(0, down, Double(y) + (down - 1) / 2), SIMD3(0, 0, 1))
        return SampleGrid(width: width, height: height, frameFromGrid: frameFromGrid * ownFromReduced)
    }

    /// Where a sample lies in the frame.
    func place(x: Int, y: Int) -> Point2 { place(Point2(Double(x), Double(y))) }

    /// Where a place on the grid, by sample numbers, lies in the frame.
    func place(_ sample: Point2) -> Point2 {
        let (across, down) = (frameFromGrid.row0, frameFromGrid.row1)
        return Point2(across.x * sample.x + across.z, down.y * sample.y + down.z)
    }

    /// Pixels of the frame from one sample to the next.
    var pitch: Point2 { Point2(frameFromGrid.row0.x, frameFromGrid.row1.y) }

    /// Maps pixels of the frame to sample numbers of the grid.
    var gridFromFrame: Matrix3 {
        let (x, y) = (frameFromGrid.row0, frameFromGrid.row1)
        return Matrix3(SIMD3(1 / x.x, 0, -x.z / x.x), SIMD3(0, 1 / y.y, -y.z / y.y), SIMD3(0, 0, 1))
    }

    /// How far from the first to the last of the pixels that share it a chroma sample lies. `location` is libav's
    /// `AVChromaLocation`; what is not specified is "left", as in MPEG-2, H.264 and HEVC.
    private static func siting(_ location: Int) -> Point2 {
        switch location {
        case 2: Point2(0.5, 0.5)  // centre: MPEG-1, JPEG
        case 3: Point2(0, 0)  // top-left
        case 4: Point2(0.5, 0)  // top
        case 5: Point2(0, 1)  // bottom-left
        case 6: Point2(0.5, 1)  // bottom
        default: Point2(0, 0.5)  // left
        }
    }
}
