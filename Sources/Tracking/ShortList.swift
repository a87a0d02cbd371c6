internal import Geometry
internal import Imaging
internal import References
internal import Vision

/// Which references are worth a closer look. Of a few that is every one; of many those for which something speaks: matching
/// with one costs milliseconds, and megabytes for its features.
struct ShortList: Sendable {
    private let index: CatalogIndex?
    /// Pictures at a glance; `nil` for one that cannot be read.
    private let thumbnails: [Thumbnail?]
    private let aspects: [Double]

    /// So many are all looked for; of more, `leastCandidates` are, and up to `mostCandidates` for which much speaks.
    private static let fewReferences = 12, leastCandidates = 6, mostCandidates = 24
    /// Votes that speak for a reference by themselves, and times as many as a reference gets that is not there.
    private static let certainVotes = 3.0, certainShare = 4.0
    /// From this correlation of thumbnails on, two references of one shape look alike; so many of them are compared.
    private static let alike = 0.6, mostLookalikes = 4

    init(references: [ReferenceModel], index: CatalogIndex?) {
        self.index = index
        thumbnails = index?.thumbnails ?? references.map { try? Thumbnail(of: $0.levels[0]) }
        aspects = references.map(\.aspect)
        precondition(thumbnails.count == references.count, "the references of the index")
    }

    /// Those of `wanted` that a look should be compared with, by its features.
    func references(for features: Features, among wanted: [Int]) -> [Int] {
        guard let index, wanted.count > Self.fewReferences else { return wanted }
        let votes = index.votes(for: features)
        let ranked = wanted.filter { votes[$0] > 0 }.sorted { (votes[$1], $0) < (votes[$0], $1) }
        let usual = wanted.map { votes[$0] }.sorted()[wanted.count / 2]
        let certain = max(Self.certainVotes, Self.certainShare * usual)
        let many = ranked.prefix(Self.mostCandidates).prefix { votes[$0] >= certain }
        return Array(ranked.prefix(max(Self.leastCandidates, many.count))).sorted()
    }

    /// References that look like `reference` and have its shape, most alike first.
    func lookalikes(of reference: Int) -> [Int] {
        guard let mine = thumbnails[reference] else { return [] }
        let others = thumbnails.indices.compactMap { other -> (index: Int, likeness: Double)? in
            let ratio = aspects[other] / aspects[reference]
            guard other != reference, ratio > 0.95, ratio < 1.05, let thumbnail = thumbnails[other] else { return nil }
            let likeness = mine.correlation(with: thumbnail)
            return likeness > Self.alike ? (other, likeness) : nil
        }
        let ranked = others.sorted { ($1.likeness, $0.index) < ($0.likeness, $1.index) }
        return ranked.prefix(Self.mostLookalikes).map(\.index)
    }

    /// How references may lie on `shape`: each of `wanted` each way round for which `isPossible`, or the dozen that look most
    /// like what is seen there.
    func placings(
        on shape: Quad, in picture: GreyImage, among wanted: [Int], where isPossible: (Int, Quad) -> Bool
    ) throws(VisionError) -> [(reference: Int, corners: Quad)] {
        let turns = (0..<4).map { shape.startingAt($0) }
        let all = wanted.flatMap { reference in turns.indices.map { (reference: reference, turn: $0) } }
        var ranked = all[...]
        if wanted.count > Self.fewReferences {
            let seen = try turns.map { turn throws(VisionError) in try glance(at: turn, in: picture) }
            let likeness = all.map { placing in
                guard let seen = seen[placing.turn], let known = thumbnails[placing.reference] else { return -1.0 }
                return known.correlation(with: seen)
            }
            let order = all.indices.sorted { (likeness[$1], $0) < (likeness[$0], $1) }
            ranked = order.prefix(16 * Self.fewReferences).map { all[$0] }[...]
        }
        let limit = wanted.count > Self.fewReferences ? Self.fewReferences : all.count
        var placings: [(reference: Int, corners: Quad)] = []
        for placing in ranked where placings.count < limit && isPossible(placing.reference, turns[placing.turn]) {
            placings.append((placing.reference, turns[placing.turn]))
        }
        return placings
    }

    /// What is seen of a page whose corners these are.
    private func glance(at corners: Quad, in picture: GreyImage) throws(VisionError) -> Thumbnail? {
        let (width, height) = (4 * Thumbnail.width, 4 * Thumbnail.height)
        guard let map = Homography(from: Quad(outlineOfWidth: width, height: height), to: corners) else { return nil }
        return try Thumbnail(of: picture.warped(by: [map], width: width, height: height))
    }
}
