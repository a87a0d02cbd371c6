internal import Foundation
internal import Imaging

extension SplitMix64 {
    /// A generator for one show: keyed by the run's seed, the reference's name (its NFC in UTF-8, hashed by 64-bit
    /// FNV-1a) and the number of the show, each mixed in through one step of the generator.
    init(seed: UInt64, reference: String, number: Int) {
        let name = reference.precomposedStringWithCanonicalMapping.utf8.reduce(0xCBF2_9CE4_8422_2325 as UInt64) {
            ($0 ^ UInt64($1)) &* 0x0000_0100_0000_01B3
        }
        self.init(seed: seed)
        self.init(seed: next() ^ name)
        self.init(seed: next() ^ UInt64(number))
    }

    /// A number from 0 to `count` − 1.
    mutating func index(below count: Int) -> Int { Int(next().multipliedFullWidth(by: UInt64(count)).high) }
}

/// What speaks against an item when one is picked.
struct Avoided {
    /// What this anchor has just shown.
    var justShown: Int?
    /// What other anchors that are in sight are showing.
    var shownByOthers: Set<Int> = []
    /// What could not be played.
    var failed: Set<Int> = []
}

/// Picks one of `items`, or `nil` when all have failed.
///
/// Neither the one just shown nor one that others are showing, while there are others; where there are none, at least
/// not the one just shown. A pick that has failed is drawn again from the rest, so that an item's failure changes no
/// pick but its own.
func pickItem(from items: [Int], avoiding avoided: Avoided, with generator: SplitMix64) -> Int? {
    let notAgain = items.filter { $0 != avoided.justShown }
    for choice in [notAgain.filter { !avoided.shownByOthers.contains($0) }, notAgain, items] {
        var (candidates, draw) = (choice, generator)
        while !candidates.isEmpty {
            let item = candidates.remove(at: draw.index(below: candidates.count))
            if !avoided.failed.contains(item) { return item }
        }
    }
    return nil
}
