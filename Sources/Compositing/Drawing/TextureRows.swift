internal import CPixelKernels
internal import Geometry

/// Samples one component of one part of a picture where the frame's samples lie, a row at a time.
final class TextureRows {
    /// The part's codes where they were asked for last.
    let codes: RowBuffer
    /// The largest code.
    var maximum: Float { pyramid.scale.maximum }
    private let pyramid: ComponentPyramid
    private let map: TextureMap
    private let isPortable: Bool
    private var tiles: [Tile?]
    private var taps: [pixel_tap] = []
    private var band = -1

    /// Samples and rows that share a filter.
    private static let tileWidth = 32
    private static let tileHeight = 16

    /// How the samples of a tile are found: the level's texture, which the pyramid keeps alive, where its texels lie, and
    /// which taps of the list of all are the tile's.
    @safe private struct Tile {
        let texture: pixel_texture
        let place: SampleFilter.Place
        let firstTap, tapCount: Int
    }

    /// For a grid of `width` samples a row.
    init(pyramid: ComponentPyramid, map: TextureMap, width: Int, isPortable: Bool) {
        (self.pyramid, self.map, self.isPortable) = (pyramid, map, isPortable)
        codes = RowBuffer(width: width)
        tiles = Array(repeating: nil, count: width / Self.tileWidth + 1)
    }

    /// Fills `codes` for samples of a row, except in tiles of which `needed` wants none; up to seven behind are undefined
    /// afterwards. Rows come in order.
    func warp(row: Int, _ samples: Range<Int>, needed: RowBuffer) {
        if row / Self.tileHeight != band {
            band = row / Self.tileHeight
            for index in tiles.indices { tiles[index] = nil }
            taps.removeAll(keepingCapacity: true)
        }
        var x = samples.lowerBound
        while x < samples.upperBound {
            let column = x / Self.tileWidth
            let end = min(samples.upperBound, (column + 1) * Self.tileWidth)
            if unsafe Self.holdsAny(needed.at(x), end - x) {
                let tile = tiles[column] ?? makeTile(column: column)
                tiles[column] = tile
                for start in stride(from: x, to: end, by: map.straightSamples) {
                    warp(tile, row: row, start..<min(end, start + map.straightSamples))
                }
            }
            x = end
        }
    }

    private static func holdsAny(_ row: UnsafeMutablePointer<Float>, _ count: Int) -> Bool {
        for index in 0..<count where unsafe row[index] > 0 { return true }
        return false
    }

    private func makeTile(column: Int) -> Tile {
        let middle = Point2(
            (Double(column) + 0.5) * Double(Self.tileWidth) - 0.5, (Double(band) + 0.5) * Double(Self.tileHeight) - 0.5)
        let filter = map.filter(at: middle, levels: pyramid.levels)
        let start = taps.count
        filter.appendTaps(to: &taps)
        return unsafe Tile(
            texture: pyramid.level(filter.level).texture, place: filter.place, firstTap: start,
            tapCount: taps.count - start)
    }

    private func warp(_ tile: Tile, row: Int, _ samples: Range<Int>) {
        let middle = samples.count / 2
        let line = map.line(
            at: Point2(Double(samples.lowerBound + middle), Double(row)), middle: middle, of: samples.count,
            place: tile.place)
        var texture = unsafe tile.texture
        let (scale, isPortable) = (pyramid.scale, isPortable)
        let target = unsafe codes.at(samples.lowerBound)
        unsafe taps.withUnsafeBufferPointer { taps in
            guard let first = taps.baseAddress else { return }
            unsafe pixel_warp_span(
                &texture, line, first + tile.firstTap, Int32(tile.tapCount), scale, Int32(samples.count), isPortable,
                target)
        }
    }
}
