/// What is learnt of a page while it is followed.
struct PageEstimate: Sendable {
    var trim = PaperTrim()
    var shape = ShapeOffset()
    var points = ChosenPoints()
    var bend = BendWatch()
}

extension PageEstimate: Stored {
    mutating func pass(_ archive: inout StateArchive) throws(StateArchive.Malformed) {
        try archive.pass(&trim)
        try archive.pass(&shape)
        try archive.pass(&points)
        try archive.pass(&bend)
    }
}
