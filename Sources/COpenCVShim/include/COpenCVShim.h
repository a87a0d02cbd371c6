// The one door to OpenCV. Plain C11: borrowed buffers with their sizes, fixed-width integers, a status for each call.
//
// Pixels: the centre of the top-left pixel is (0, 0). Homographies are nine row-major doubles. Nothing here keeps a pointer
// that it was given; what a call returns through a handle is freed with that handle's `_free`. Every function may be called
// from any thread, but one handle from one thread at a time.
#pragma once

#include <stdint.h>

#pragma clang assume_nonnull begin

#ifdef __cplusplus
extern "C" {
#endif

/// 0: done; 1: no answer (too few points, nothing found); −1: OpenCV refused, see `ocv_last_error`.
typedef int32_t ocv_status;

/// The words of the last failure on this thread; valid until the next call on it.
const char *ocv_last_error(void);

/// A borrowed 8-bit grey picture.
typedef struct {
    const uint8_t *pixels;
    int32_t width, height;
    int64_t stride;
} ocv_plane;

/// A borrowed 8-bit grey picture that is written whole.
typedef struct {
    uint8_t *pixels;
    int32_t width, height;
    int64_t stride;
} ocv_mutable_plane;

/// How many threads OpenCV may use in each call, for the whole process.
void ocv_set_threads(int32_t count);

/// Fills `destination` with `source` in its size: by pixel areas where it shrinks, bilinear where it grows.
ocv_status ocv_resize(ocv_plane source, ocv_mutable_plane destination);

/// Turns or mirrors `source` as EXIF's orientation 1…8 says; `destination` has the upright size.
ocv_status ocv_upright(ocv_plane source, int32_t orientation, ocv_mutable_plane destination);

/// Gaussian blur; `sigma_x`, `sigma_y` in pixels.
ocv_status ocv_blur(ocv_plane source, double sigma_x, double sigma_y, ocv_mutable_plane destination);

/// The mean of `count` bilinear warps: destination(x) = mean of source(sources_from_destination[i] · x). Outside the source
/// its border is repeated. Coordinates are rounded to 1/32 pixel (cv::warpPerspective).
ocv_status ocv_warp_mean(
    ocv_plane source, const double *sources_from_destination, int32_t count, ocv_mutable_plane destination);

/// Fills a convex polygon of `count` corners (x, y pairs; sub-pixel to 1/16) with 255, the rest with 0.
ocv_status ocv_fill_polygon(const double *corners, int32_t count, ocv_mutable_plane destination);

/// Corners to follow (Shi and Tomasi), best first. Returns how many were written as x, y pairs to `points`.
ocv_status ocv_good_points(
    ocv_plane source, int32_t max_count, double quality, double min_distance, float *points, int32_t *out_count);

/// Straight line segments (LSD; von Gioi and others, 2010), longest first: x1, y1, x2, y2 each. Returns how many were written.
ocv_status ocv_line_segments(ocv_plane source, int32_t max_count, float *segments, int32_t *out_count);

/// Pyramidal Lucas–Kanade from `from` to `to`. `points` and `guesses` hold `count` x, y pairs; the results replace
/// `guesses`. `found[i]` is 1 where a point was followed.
ocv_status ocv_flow(
    ocv_plane from, ocv_plane to, const float *points, float *guesses, uint8_t *found, int32_t count, int32_t window,
    int32_t levels, int32_t iterations);

/// The homography `to_from_from` by MAGSAC++ (cv::findHomography with USAC, seeded: the same input gives the same answer).
/// `inliers[i]` is 1 where pair i agrees within `threshold` pixels of `to`.
ocv_status ocv_find_homography(
    const float *from, const float *to, int32_t count, double threshold, int32_t max_iterations, double *to_from_from,
    uint8_t *inliers);

// --- Features -----------------------------------------------------------------------------------------------------

/// A SIFT feature, in pixels of the picture it was found in. `angle` in degrees clockwise on screen.
typedef struct {
    float x, y, size, angle;
} ocv_keypoint;

/// SIFT with root-normalised descriptors (Arandjelović and Zisserman, 2012) of 128 bytes. Writes at most `capacity`
/// features, strongest first; `descriptors` has room for 128 bytes each. Where `mask` is given and 0 nothing is found.
ocv_status ocv_sift(
    ocv_plane source, const ocv_plane *_Nullable mask, int32_t capacity, double contrast_threshold, ocv_keypoint *keypoints, uint8_t *descriptors,
    int32_t *out_count);

/// A KD-forest over descriptors. The descriptors stay the caller's and must outlive it.
typedef struct ocv_index ocv_index;

/// Builds a forest of `trees` over `count` descriptors of 128 bytes; seeded: the same input gives the same forest.
ocv_status ocv_index_new(
    const uint8_t *descriptors, int32_t count, int32_t trees, ocv_index *_Nullable *_Nonnull out_index);
void ocv_index_free(ocv_index *_Nullable index);

/// The `neighbours` nearest descriptors of each query: positions and squared distances, nearest first. Where there are
/// fewer the rest of the positions is −1.
ocv_status ocv_index_search(
    const ocv_index *index, const uint8_t *queries, int32_t count, int32_t neighbours, int32_t checks, int32_t *positions,
    float *distances);

// --- Pose ---------------------------------------------------------------------------------------------------------

/// A rotation (row-major, nine) and translation in OpenCV's camera axes (x right, y down, z forward).
typedef struct {
    double rotation[9];
    double translation[3];
    /// Root mean square reprojection error in pixels.
    double error;
} ocv_pose;

/// Both poses of a planar rectangle (IPPE, Collins and Bartoli 2014), better first. `object` holds four x, y, z triples in a
/// plane, `corners` four x, y pairs in pixels without distortion, `camera` fx fy cx cy.
ocv_status ocv_planar_poses(
    const double *object, const double *corners, const double *camera, ocv_pose *poses, int32_t *out_count);

// --- Calibration --------------------------------------------------------------------------------------------------

/// The inner corners of a chessboard, `columns` × `rows` x, y pairs, row by row, to a pixel or so. `is_quick` gives up early
/// where there is no board.
ocv_status ocv_find_chessboard(ocv_plane source, int32_t columns, int32_t rows, int32_t is_quick, float *corners);

/// Those inner corners of a ChArUco board of `columns` × `rows` squares that lie between two markers which are seen.
/// `marker_share` is a marker's side in squares; `dictionary` is OpenCV's number (cv::aruco::PREDEFINED_DICTIONARY_NAME);
/// the top left square is black, or white with a marker if `begins_white`. `ids` counts corners row by row from the top left.
/// There is room for all (columns − 1) × (rows − 1) in `corners` (x, y pairs) and `ids`.
ocv_status ocv_find_charuco(
    ocv_plane source, int32_t columns, int32_t rows, double marker_share, int32_t dictionary, int32_t begins_white,
    float *corners, int32_t *ids, int32_t *out_count);

/// How many markers OpenCV's dictionary of that number has; 0: there is none.
int32_t ocv_dictionary_size(int32_t dictionary);

/// Moves `count` corners to the saddle points within `window` pixels on each side of them (cv::cornerSubPix).
ocv_status ocv_refine_corners(ocv_plane source, int32_t window, float *corners, int32_t count);

/// The mean square of a picture's Laplacian: the more, the sharper.
ocv_status ocv_sharpness(ocv_plane source, double *out);

/// A camera that was fitted: fx fy cx cy k1 k2 p1 p2 k3, their standard deviations, and the root mean square error in pixels.
typedef struct {
    double parameters[9];
    double deviations[9];
    double error;
} ocv_calibration;

/// Fits a camera to views of a plane (Zhang 2000; cv::calibrateCamera). View i has `counts[i]` pairs; `board` holds x, y
/// pairs in the plane, `seen` x, y pairs in pixels, one view after the other. `view_errors` receives a root mean square
/// error in pixels for each view, `view_normals` three numbers: the plane's normal in camera space. k3 is 0 unless
/// `has_k3`.
ocv_status ocv_calibrate(
    const int32_t *counts, int32_t views, const float *board, const float *seen, int32_t width, int32_t height,
    int32_t has_k3, ocv_calibration *out, double *view_errors, double *view_normals);

#ifdef __cplusplus
}
#endif

#pragma clang assume_nonnull end
