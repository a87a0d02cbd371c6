package import Vision

/// Finds, among any number of references, the few that a picture may show: an index over the features of their frontal views
/// and over their thumbnails, kept in a file that is mapped and not loaded.
///
/// Everything here is decided by the pictures alone: the same catalog and the same query give the same answer.
package struct CatalogIndex: Sendable {
    private let file: CatalogIndexFile
    private let descriptors: SortedDescriptors

    init(_ file: CatalogIndexFile) {
        self.file = file
        descriptors = file.descriptors
        thumbnails = file.records.map(\.thumbnail)
    }

    /// The references' pictures at a glance, in the order of the library.
    package let thumbnails: [Thumbnail]

    private static let probes = 6, neighbours = 20

    /// How much speaks for each reference, in the order of the library; about 0.5 for a feature that is surely its.
    ///
    /// The features of a picture vote by how much nearer a reference's is than one that is sure to be something else: the last of
    /// the nearest ones (after Local NBNN, McCann and Lowe 2012). Several references that look alike all get their votes. A
    /// reference's feature is counted once, for whichever is nearest: a texture that repeats is no crowd.
    package func votes(for features: Features) -> [Double] {
        var votes = [Double](repeating: 0, count: file.records.count)
        let found = descriptors.search(features, probes: Self.probes, neighbours: Self.neighbours)
        // Looks are far between: meanwhile the pages are the system's.
        defer { file.letGo() }
        var best: [Int: Double] = [:]
        for query in 0..<features.count {
            let row = query * Self.neighbours..<(query + 1) * Self.neighbours
            let elsewhere = found.squaredDistances[row.upperBound - 1]
            guard found.positions[row.upperBound - 1] >= 0, elsewhere > 0 else { continue }
            var seen: Set<Int> = []
            for slot in row.dropLast() {
                let feature = Int(found.positions[slot])
                guard seen.insert(file.owner(ofFeature: feature)).inserted else { continue }
                let lead = 1 - Double(found.squaredDistances[slot]) / Double(elsewhere)
                best[feature] = max(best[feature] ?? 0, lead * lead)
            }
        }
        for (feature, vote) in best.sorted(by: { $0.key < $1.key }) { votes[file.owner(ofFeature: feature)] += vote }
        return votes
    }
}
