internal import CPixelKernels

/// What lies in front of a page, over the part of a frame in which the page lies.
///
/// It is kept as evidence rather than as a matte: evidence runs smoothly from node to node, so the edge that is cut out of it
/// is sharper than the nodes are dense.
struct FrontMatte: Sendable {
    let nodes: FieldNodes
    /// Above 0 something is in front; a matte's soft edge lies between −`softness` and `softness`.
    let evidence: [Float]
    /// The rows of nodes in which anything is in front.
    let occupied: Range<Int>

    static let softness: Float = 3

    /// `nil` where nothing is in front. Around the edge of what is in front the evidence is levelled: what the frame shows
    /// there says more than the nodes can (`pixel_refine_share_row`).
    init?(nodes: FieldNodes, evidence found: [Float]) {
        let evidence = Self.levelled(found, nodes.columns, nodes.rows)
        let rows = (0..<nodes.rows).filter { row in
            evidence[(row * nodes.columns)..<((row + 1) * nodes.columns)].contains { $0 > -Self.softness }
        }
        guard let first = rows.first, let last = rows.last else { return nil }
        (self.nodes, self.evidence, occupied) = (nodes, evidence, first..<last + 1)
    }

    private static func levelled(_ evidence: [Float], _ width: Int, _ height: Int) -> [Float] {
        guard evidence.contains(where: { $0 > 0 }) else { return evidence }
        var result = evidence
        for y in 0..<height {
            for x in 0..<width {
                let isFront = evidence[y * width + x] > 0
                edge: for j in max(y - 1, 0)...min(y + 1, height - 1) {
                    for i in max(x - 1, 0)...min(x + 1, width - 1) where (evidence[j * width + i] > 0) != isFront {
                        result[y * width + x] = 0
                        break edge
                    }
                }
            }
        }
        return result
    }

    /// Whether anything may be in front in a row at `y` of the frame.
    func reaches(y: Double) -> Bool {
        let row = (y - nodes.originY) / nodes.spacing
        return row > Double(occupied.lowerBound) - 1 && row < Double(occupied.upperBound)
    }
}
