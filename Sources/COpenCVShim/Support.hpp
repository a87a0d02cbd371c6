// What the shim's sources share: borrowed buffers as cv::Mat, and exceptions as a status.
#pragma once

#include "COpenCVShim.h"

#include <opencv2/core.hpp>

namespace shim {

/// Remembers the words of a failure for `ocv_last_error`.
void remember(const char *text);

inline cv::Mat view(const ocv_plane &plane) {
    return cv::Mat(plane.height, plane.width, CV_8UC1, const_cast<uint8_t *>(plane.pixels), size_t(plane.stride));
}

inline cv::Mat view(const ocv_mutable_plane &plane) {
    return cv::Mat(plane.height, plane.width, CV_8UC1, plane.pixels, size_t(plane.stride));
}

/// Runs `body`, which returns a status; an exception becomes −1 and its words are kept.
template <typename Body> ocv_status guarded(Body body) {
    try {
        return body();
    } catch (const std::exception &error) {
        remember(error.what());
    } catch (...) {
        remember("unknown exception");
    }
    return -1;
}

} // namespace shim
