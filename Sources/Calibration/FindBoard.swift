internal import Geometry
package import Imaging
internal import Vision

extension Board {
    /// Looks for the board in an upright picture; `nil` when it is not seen, or too little of it.
    ///
    /// Looks in a reduced picture, which is quick and forgives blur, and refines the corners in the picture itself.
    /// `isQuick` gives up early where there is no board: for the frames of a clip.
    package func view(in picture: GreyImage, name: String, isQuick: Bool = false) throws -> BoardView? {
        // The thorough search takes seconds where there is no board, and more in a larger picture.
        let attempts = [(1280, true), (1280, false), (2560, true)]
        for (longSide, isQuick) in isQuick ? Array(attempts.prefix(1)) : attempts {
            let factor = min(1, Double(longSide) / Double(max(picture.width, picture.height)))
            let reduced = try picture.resized(
                width: max(1, Int((Double(picture.width) * factor).rounded())),
                height: max(1, Int((Double(picture.height) * factor).rounded())))
            let scale = Point2(
                Double(picture.width) / Double(reduced.width), Double(picture.height) / Double(reduced.height))
            let found = try corners(in: reduced, isQuick: isQuick).mapValues { ($0 + 0.5) * scale - 0.5 }
            if let view = try view(of: found, in: picture, name: name) { return view }
            if factor == 1, !isQuick { return nil }
        }
        return nil
    }

    /// Corners by their numbers, in the pixels of `picture`.
    private func corners(in picture: GreyImage, isQuick: Bool) throws -> [Int: Point2] {
        switch pattern {
        case .chessboard:
            let found = try findChessboard(in: picture, columns: columns, rows: rows, isQuick: isQuick) ?? []
            return Dictionary(uniqueKeysWithValues: found.enumerated().map { ($0, $1) })
        case .charuco(let marker, let dictionary):
            func find(beginsWhite: Bool) throws -> [Int: Point2] {
                try findCharuco(
                    in: picture, columns: columns, rows: rows, markerShare: marker / squareMetres,
                    dictionary: dictionary.number, beginsWhite: beginsWhite)
            }
            let found = try find(beginsWhite: false)
            // Boards with an even number of rows began with a marker before OpenCV 4.6.
            guard rows.isMultiple(of: 2) else { return found }
            let older = try find(beginsWhite: true)
            return try agreement(of: older) > agreement(of: found) ? older : found
        }
    }

    /// How many corners lie as those of a plane do.
    private func agreement(of corners: [Int: Point2]) throws -> Int {
        let pairs = corners.sorted { $0.key < $1.key }
        return try fitHomography(from: pairs.map { place(ofCorner: $0.key) }, to: pairs.map(\.value), threshold: 3)?
            .inlierCount ?? 0
    }

    /// Corners in a row of the board are not enough, nor are a few.
    private static let fewestCorners = 8

    private func view(of found: [Int: Point2], in picture: GreyImage, name: String) throws -> BoardView? {
        let pairs = found.sorted { $0.key < $1.key }
        let places = pairs.map { place(ofCorner: $0.key) }
        guard pairs.count >= Self.fewestCorners, Set(places.map(\.x)).count > 1, Set(places.map(\.y)).count > 1,
            let spacing = spacing(of: found)
        else { return nil }
        let refined = try picture.refinedCorners(pairs.map(\.value), window: window(spacing: spacing, in: picture))
        // A corner far from its place was caught by something else; the bend of a lens stays well below this.
        guard let fit = try fitHomography(from: places, to: refined, threshold: max(3, 0.3 * spacing)),
            fit.inlierCount >= Self.fewestCorners, let outline = fit.map(self.outline)
        else { return nil }
        let kept = refined.indices.filter { fit.isInlier[$0] }
        return BoardView(
            name: name, points: kept.map { PlanePoint(place: places[$0], pixel: refined[$0]) }, outline: outline,
            sharpness: try picture.sharpness())
    }

    private var outline: Quad {
        let (right, bottom) = (Double(cornerColumns - 1) * squareMetres, Double(cornerRows - 1) * squareMetres)
        return Quad(Point2(0, 0), Point2(right, 0), Point2(right, bottom), Point2(0, bottom))
    }

    /// The least distance between neighbours, in pixels.
    private func spacing(of found: [Int: Point2]) -> Double? {
        found.flatMap { number, pixel in
            let right = (number + 1) % cornerColumns == 0 ? nil : found[number + 1]
            return [right, found[number + cornerColumns]].compactMap { $0.map { ($0 - pixel).length } }
        }.min()
    }

    /// Half the side of the window in which a corner is refined: it holds no other corner, nor a marker's edge, but the blur of
    /// a corner, which grows with the picture.
    private func window(spacing: Double, in picture: GreyImage) -> Int {
        let share: Double
        switch pattern {
        case .chessboard: share = 0.33
        case .charuco(let marker, _): share = min(0.33, (1 - marker / squareMetres) / 2)
        }
        let most = 11 * max(1, Double(max(picture.width, picture.height)) / 1280)
        return max(2, Int(min(most, share * spacing).rounded()))
    }
}
