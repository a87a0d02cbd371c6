internal import COpenCVShim
package import Geometry
package import Imaging

/// The inner corners of a chessboard, `columns` × `rows`, row by row, to a pixel or so; `nil` unless all are seen.
///
/// `isQuick` gives up early where there is no board, and sees a little less.
package func findChessboard(
    in picture: GreyImage, columns: Int, rows: Int, isQuick: Bool
) throws(VisionError) -> [Point2]? {
    var corners = [Float](repeating: 0, count: 2 * columns * rows)
    let status = unsafe try picture.withPlane { plane throws(VisionError) in
        unsafe ocv_find_chessboard(plane, Int32(columns), Int32(rows), isQuick ? 1 : 0, &corners)
    }
    return try VisionError.check(status, "look for a chessboard") ? points(corners) : nil
}

/// Those inner corners of a ChArUco board of `columns` × `rows` squares that lie between two markers which are seen, by their
/// numbers: row by row from the top left.
///
/// `markerShare` is a marker's side in squares, `dictionary` OpenCV's number. `beginsWhite`: the top left square holds a marker.
package func findCharuco(
    in picture: GreyImage, columns: Int, rows: Int, markerShare: Double, dictionary: Int, beginsWhite: Bool
) throws(VisionError) -> [Int: Point2] {
    let room = (columns - 1) * (rows - 1)
    var corners = [Float](repeating: 0, count: 2 * room)
    var numbers = [Int32](repeating: 0, count: room)
    var count: Int32 = 0
    let status = unsafe try picture.withPlane { plane throws(VisionError) in
        unsafe ocv_find_charuco(
            plane, Int32(columns), Int32(rows), markerShare, Int32(dictionary), beginsWhite ? 1 : 0, &corners, &numbers,
            &count)
    }
    guard try VisionError.check(status, "look for a ChArUco board") else { return [:] }
    let found = zip(numbers, points(corners)).prefix(Int(count)).map { (Int($0), $1) }
    return Dictionary(found, uniquingKeysWith: { first, _ in first })
}

/// How many markers OpenCV's dictionary of that number has; 0 where there is none.
package func markerCount(ofDictionary dictionary: Int) -> Int { Int(ocv_dictionary_size(Int32(dictionary))) }

extension GreyImage {
    /// Moves corners of a board to the saddle points within `window` pixels on each side (Förstner's; cv::cornerSubPix).
    package func refinedCorners(_ corners: [Point2], window: Int) throws(VisionError) -> [Point2] {
        guard !corners.isEmpty else { return [] }
        var refined = interleaved(corners)
        let status = unsafe try withPlane { plane throws(VisionError) in
            unsafe ocv_refine_corners(plane, Int32(window), &refined, Int32(corners.count))
        }
        try VisionError.check(status, "refine a board's corners")
        return points(refined)
    }

    /// The mean square of the Laplacian: of pictures of one scene, the sharper ones have more.
    package func sharpness() throws(VisionError) -> Double {
        var value = 0.0
        let status = unsafe try withPlane { plane throws(VisionError) in unsafe ocv_sharpness(plane, &value) }
        try VisionError.check(status, "measure sharpness")
        return value
    }
}

/// Points from x, y pairs.
private func points(_ pairs: [Float]) -> [Point2] {
    stride(from: 0, to: pairs.count - 1, by: 2).map { Point2(Double(pairs[$0]), Double(pairs[$0 + 1])) }
}
