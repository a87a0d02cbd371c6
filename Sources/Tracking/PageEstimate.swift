/// What is learnt of a page while it is followed.
struct PageEstimate: Sendable {
    var trim = PaperTrim()
    var shape = ShapeOffset()
    var points = ChosenPoints()
    var bend = BendWatch()
}
