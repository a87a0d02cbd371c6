internal import Vision

/// OpenCV's marker dictionaries, in the order of its numbers.
package enum MarkerDictionary: String, CaseIterable, Hashable, Sendable {
    case fourBy50 = "DICT_4X4_50"
    case fourBy100 = "DICT_4X4_100"
    case fourBy250 = "DICT_4X4_250"
    case fourBy1000 = "DICT_4X4_1000"
    case fiveBy50 = "DICT_5X5_50"
    case fiveBy100 = "DICT_5X5_100"
    case fiveBy250 = "DICT_5X5_250"
    case fiveBy1000 = "DICT_5X5_1000"
    case sixBy50 = "DICT_6X6_50"
    case sixBy100 = "DICT_6X6_100"
    case sixBy250 = "DICT_6X6_250"
    case sixBy1000 = "DICT_6X6_1000"
    case sevenBy50 = "DICT_7X7_50"
    case sevenBy100 = "DICT_7X7_100"
    case sevenBy250 = "DICT_7X7_250"
    case sevenBy1000 = "DICT_7X7_1000"
    case original = "DICT_ARUCO_ORIGINAL"
    case aprilTag16h5 = "DICT_APRILTAG_16h5"
    case aprilTag25h9 = "DICT_APRILTAG_25h9"
    case aprilTag36h10 = "DICT_APRILTAG_36h10"
    case aprilTag36h11 = "DICT_APRILTAG_36h11"

    /// OpenCV's number (cv::aruco::PREDEFINED_DICTIONARY_NAME).
    var number: Int { Self.allCases.firstIndex(of: self) ?? 0 }

    /// How many markers it has.
    package var count: Int { markerCount(ofDictionary: number) }
}
