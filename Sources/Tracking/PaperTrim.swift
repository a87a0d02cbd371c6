/// How far the edges of the paper lie from those of the registered image, learnt while its drawing tells where it is: a page is
/// not cut exactly where its picture ends.
///
/// One offset for each side, inwards positive, in units of half the page's diagonal.
struct PaperTrim: Hashable, Sendable {
    /// At first a page is cut to a four-hundredth of its diagonal; blur and light move an edge a little from frame to frame.
    private var sides = [LearntNumber](repeating: LearntNumber(variance: 0.005 * 0.005, drift: 1e-8), count: 4)

    func offset(of side: Int) -> Double { sides[side].value }
    func variance(of side: Int) -> Double { sides[side].variance }

    /// Learns from a frame in which, by the drawing alone, the edge lies at `offset` with that variance.
    mutating func learn(_ side: Int, offset: Double, variance: Double) { sides[side].learn(offset, variance: variance) }
}

extension PaperTrim: Stored {
    mutating func pass(_ archive: inout StateArchive) throws(StateArchive.Malformed) { try archive.passEach(&sides) }
}
