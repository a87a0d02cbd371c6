internal import Synchronization

/// Things that are costly to make, kept while they are used: of those used longest ago as many are dropped as the limit asks.
final class Shelf<Item: Sendable>: Sendable {
    private struct Kept {
        let item: Item
        let byteCount: Int
        var lastUse: Int
    }
    private struct State {
        var kept: [Int: Kept] = [:]
        var byteCount = 0
        var uses = 0
    }
    private let state = Mutex(State())
    private let limit: Int
    private let byteCount: @Sendable (Item) -> Int

    /// - Parameters:
    ///   - limit: bytes that may be kept; the item that was used last is kept in any case.
    ///   - byteCount: about how much memory an item takes.
    init(limit: Int, byteCount: @escaping @Sendable (Item) -> Int) {
        (self.limit, self.byteCount) = (limit, byteCount)
    }

    /// The item of `number`, made when it is not there.
    func item<Failure: Error>(_ number: Int, make: () throws(Failure) -> Item) throws(Failure) -> Item {
        if let known = use(number) { return known }
        let made = try make()
        keep(made, as: number)
        return made
    }

    /// The numbers that are kept, in order.
    var numbers: [Int] { state.withLock { $0.kept.keys.sorted() } }

    private func use(_ number: Int) -> Item? {
        state.withLock { state in
            state.uses += 1
            state.kept[number]?.lastUse = state.uses
            return state.kept[number]?.item
        }
    }

    private func keep(_ item: Item, as number: Int) {
        let size = byteCount(item)
        state.withLock { state in
            state.byteCount += size - (state.kept[number]?.byteCount ?? 0)
            state.kept[number] = Kept(item: item, byteCount: size, lastUse: state.uses)
            while state.byteCount > limit, state.kept.count > 1,
                let oldest = state.kept.min(by: { $0.value.lastUse < $1.value.lastUse })
            {
                state.byteCount -= oldest.value.byteCount
                state.kept[oldest.key] = nil
            }
        }
    }
}
