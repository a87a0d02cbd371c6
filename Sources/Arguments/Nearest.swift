/// The candidate that `word` is probably a misspelling of: at most a third of its letters differ, or it is the only one
/// that begins with `word`.
func nearest(to word: String, in candidates: [String]) -> String? {
    let begun = candidates.filter { !word.isEmpty && $0.hasPrefix(word) }
    if begun.count == 1 { return begun[0] }
    guard word.count <= 64 else { return nil }
    let ranked = candidates.map { (distance: editDistance(word.lowercased(), $0.lowercased()), candidate: $0) }
    guard let best = ranked.min(by: { $0.distance < $1.distance }) else { return nil }
    return best.distance <= max(1, max(word.count, best.candidate.count) / 3) ? best.candidate : nil
}

/// How many letters have to be inserted, left out, replaced or swapped with their neighbour to get from one word to the
/// other (optimal string alignment).
func editDistance(_ first: String, _ second: String) -> Int {
    let (first, second) = (Array(first), Array(second))
    var beforeLast: [Int] = []
    var last = Array(0...second.count)
    for row in first.indices {
        var current = [row + 1]
        for column in second.indices {
            let replaced = last[column] + (first[row] == second[column] ? 0 : 1)
            var best = min(replaced, last[column + 1] + 1, current[column] + 1)
            if row > 0, column > 0, first[row] == second[column - 1], first[row - 1] == second[column] {
                best = min(best, beforeLast[column - 1] + 1)
            }
            current.append(best)
        }
        (beforeLast, last) = (last, current)
    }
    return last[second.count]
}
