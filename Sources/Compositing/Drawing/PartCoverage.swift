internal import CPixelKernels
internal import Geometry

/// Which samples of a grid a part of a picture covers, and how far.
struct PartCoverage {
    /// Edges of what is seen of the part, over the whole exposure: without what the next part hides.
    let visible: [pixel_edge]
    /// Edges of the page's outline in the middle of the exposure, where nothing may change outside.
    let outline: [pixel_edge]?
    /// Rows and samples that may be covered: rows inside the grid, samples from up to two before it to one behind it.
    let rowRange, sampleRange: Range<Int>
    /// The grid's width.
    let width: Int

    /// Returns `nil` when no sample is covered.
    init?(part: PagePicture.Part, picture: PagePicture, poses: PagePoses, grid: SampleGrid, staysInside: Bool) {
        let (gridFromFrame, bend) = (grid.gridFromFrame, poses.bend)
        func edges(of outlines: [([Point2], weight: Double)], _ poses: [(frameFromPage: Matrix3, share: Double)])
            -> [pixel_edge]
        {
            var edges: [pixel_edge] = []
            for pose in poses {
                for (outline, weight) in outlines {
                    let seen = PageOutline.seen(
                        outline, by: gridFromFrame * pose.frameFromPage, bend: bend, pitch: grid.pitch,
                        width: grid.width, height: grid.height)
                    PageOutline.appendEdges(of: seen, weight: weight * pose.share, to: &edges)
                }
            }
            return edges
        }
        let holes = part.hiddenBy.map { [($0, weight: -1.0)] } ?? []
        visible = edges(of: [(part.outline, weight: 1)] + holes, poses.samples)
        let page = Quad(outlineOfWidth: picture.canvasWidth, height: picture.canvasHeight).corners
        outline = staysInside && poses.samples.count > 1 ? edges(of: [(page, weight: 1)], [(poses.middle, 1)]) : nil

        guard !visible.isEmpty else { return nil }
        let (xs, ys) = (visible.flatMap { [$0.x0, $0.x1] }, visible.flatMap { [$0.y0, $0.y1] })
        guard let left = xs.min(), let right = xs.max(), let top = ys.min(), let bottom = ys.max() else { return nil }
        let rows = max(0, Int((top + 0.5).rounded(.down)))...max(0, Int((bottom + 0.5).rounded(.down)))
        rowRange = min(rows.lowerBound, grid.height)..<min(rows.upperBound + 1, grid.height)
        sampleRange = Int((left + 0.5).rounded(.down))..<Int((right + 0.5).rounded(.down)) + 1
        width = grid.width
        guard !rowRange.isEmpty, sampleRange.upperBound > 0, sampleRange.lowerBound < width else { return nil }
    }
}
