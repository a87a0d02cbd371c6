// Calibration boards, and cameras from views of them.
#include "Support.hpp"

#include <opencv2/aruco/charuco.hpp>
#include <opencv2/calib3d.hpp>
#include <opencv2/imgproc.hpp>

using shim::guarded;
using shim::view;

ocv_status ocv_find_chessboard(ocv_plane source, int32_t columns, int32_t rows, int32_t is_quick, float *corners) {
    return guarded([&] {
        std::vector<cv::Point2f> found;
        const int flags = cv::CALIB_CB_ADAPTIVE_THRESH | cv::CALIB_CB_NORMALIZE_IMAGE | (is_quick ? cv::CALIB_CB_FAST_CHECK : 0);
        if (!cv::findChessboardCorners(view(source), cv::Size(columns, rows), found, flags)) return 1;
        if (found.size() != size_t(columns) * size_t(rows)) return 1;
        for (size_t i = 0; i < found.size(); i++) {
            corners[2 * i] = found[i].x;
            corners[2 * i + 1] = found[i].y;
        }
        return 0;
    });
}

static bool is_dictionary(int32_t number) { return number >= 0 && number <= cv::aruco::DICT_APRILTAG_36h11; }

using Dictionary = cv::Ptr<cv::aruco::Dictionary>;
using CharucoBoard = cv::Ptr<cv::aruco::CharucoBoard>;

#if CV_VERSION_MAJOR > 4 || CV_VERSION_MINOR >= 7

static Dictionary dictionary_of(int32_t number) {
    return cv::makePtr<cv::aruco::Dictionary>(cv::aruco::getPredefinedDictionary(number));
}

static CharucoBoard board_of(int columns, int rows, float share, const Dictionary &markers, bool begins_white) {
    CharucoBoard board = cv::makePtr<cv::aruco::CharucoBoard>(cv::Size(columns, rows), 1.0f, share, *markers);
    board->setLegacyPattern(begins_white);
    return board;
}

static int first_corner(int, bool) { return 0; }

#else

static Dictionary dictionary_of(int32_t number) { return cv::aruco::getPredefinedDictionary(number); }

/// OpenCV 4.6 knows boards that begin with a black square. One that begins with a marker is such a board under one more row,
/// whose markers nobody has.
static CharucoBoard board_of(int columns, int rows, float share, const Dictionary &markers, bool begins_white) {
    if (!begins_white) return cv::aruco::CharucoBoard::create(columns, rows, 1, share, markers);
    CharucoBoard board = cv::aruco::CharucoBoard::create(columns, rows + 1, 1, share, markers);
    for (int &id : board->ids) id -= columns / 2;
    return board;
}

/// The number of the corner that is the first on paper.
static int first_corner(int columns, bool begins_white) { return begins_white ? columns - 1 : 0; }

#endif

int32_t ocv_dictionary_size(int32_t dictionary) {
    int32_t count = 0;
    guarded([&] {
        if (is_dictionary(dictionary)) count = dictionary_of(dictionary)->bytesList.rows;
        return 0;
    });
    return count;
}

ocv_status ocv_find_charuco(
    ocv_plane source, int32_t columns, int32_t rows, double marker_share, int32_t dictionary, int32_t begins_white,
    float *corners, int32_t *ids, int32_t *out_count) {
    return guarded([&] {
        *out_count = 0;
        if (!is_dictionary(dictionary)) return 1;
        const Dictionary markers = dictionary_of(dictionary);
        const CharucoBoard board = board_of(columns, rows, float(marker_share), markers, begins_white);
        const int room = (columns - 1) * (rows - 1);
        const cv::Mat picture = view(source);
        std::vector<std::vector<cv::Point2f>> outlines;
        std::vector<int> numbers, found_ids;
        cv::aruco::detectMarkers(picture, markers, outlines, numbers);
        if (numbers.empty()) return 1;
        std::vector<cv::Point2f> found;
        cv::aruco::interpolateCornersCharuco(outlines, numbers, picture, board, found, found_ids);
        int count = 0;
        for (size_t i = 0; i < found.size(); i++) {
            const int id = found_ids[i] - first_corner(columns, begins_white);
            if (id < 0 || id >= room || count == room) continue;
            corners[2 * count] = found[i].x;
            corners[2 * count + 1] = found[i].y;
            ids[count++] = id;
        }
        *out_count = count;
        return count == 0 ? 1 : 0;
    });
}

ocv_status ocv_refine_corners(ocv_plane source, int32_t window, float *corners, int32_t count) {
    return guarded([&] {
        cv::Mat points(count, 1, CV_32FC2, corners);
        const cv::TermCriteria stop(cv::TermCriteria::COUNT | cv::TermCriteria::EPS, 40, 1e-3);
        cv::cornerSubPix(view(source), points, cv::Size(window, window), cv::Size(-1, -1), stop);
        CV_Assert(points.ptr<float>() == corners);
        return 0;
    });
}

ocv_status ocv_sharpness(ocv_plane source, double *out) {
    return guarded([&] {
        cv::Mat edges;
        cv::Laplacian(view(source), edges, CV_16S);
        *out = cv::norm(edges, cv::NORM_L2SQR) / double(edges.total());
        return 0;
    });
}

ocv_status ocv_calibrate(
    const int32_t *counts, int32_t views, const float *board, const float *seen, int32_t width, int32_t height,
    int32_t has_k3, ocv_calibration *out, double *view_errors, double *view_normals) {
    return guarded([&] {
        std::vector<std::vector<cv::Point3f>> places(views);
        std::vector<std::vector<cv::Point2f>> pixels(views);
        for (int i = 0; i < views; i++) {
            for (int k = 0; k < counts[i]; k++, board += 2, seen += 2) {
                places[i].emplace_back(board[0], board[1], 0.0f);
                pixels[i].emplace_back(seen[0], seen[1]);
            }
        }
        cv::Mat camera, lens, deviations, poses, errors;
        std::vector<cv::Mat> rotations, translations;
        out->error = cv::calibrateCamera(
            places, pixels, cv::Size(width, height), camera, lens, rotations, translations, deviations, cv::noArray(), errors,
            has_k3 ? 0 : cv::CALIB_FIX_K3);
        const double matrix[] = {camera.at<double>(0, 0), camera.at<double>(1, 1), camera.at<double>(0, 2), camera.at<double>(1, 2)};
        for (int i = 0; i < 9; i++) {
            out->parameters[i] = i < 4 ? matrix[i] : lens.at<double>(i - 4);
            out->deviations[i] = deviations.at<double>(i);
        }
        for (int i = 0; i < views; i++) {
            cv::Matx33d rotation;
            cv::Rodrigues(rotations[i], rotation);
            view_errors[i] = errors.at<double>(i);
            for (int k = 0; k < 3; k++) view_normals[3 * i + k] = rotation(k, 2);
        }
        return 0;
    });
}
