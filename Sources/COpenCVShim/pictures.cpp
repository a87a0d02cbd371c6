// Pictures in, pictures out.
#include "Support.hpp"

#include <algorithm>

#include <opencv2/imgproc.hpp>
#include <opencv2/video/tracking.hpp>

using shim::guarded;
using shim::view;

static thread_local std::string last_error;

void shim::remember(const char *text) { last_error = text; }

const char *ocv_last_error(void) { return last_error.c_str(); }

void ocv_set_threads(int32_t count) { cv::setNumThreads(count); }

ocv_status ocv_resize(ocv_plane source, ocv_mutable_plane destination) {
    return guarded([&] {
        cv::Mat out = view(destination);
        const bool shrinks = destination.width <= source.width && destination.height <= source.height;
        cv::resize(view(source), out, out.size(), 0, 0, shrinks ? cv::INTER_AREA : cv::INTER_LINEAR);
        return 0;
    });
}

ocv_status ocv_upright(ocv_plane source, int32_t orientation, ocv_mutable_plane destination) {
    return guarded([&] {
        const cv::Mat in = view(source);
        cv::Mat out = view(destination);
        switch (orientation) {
        case 2: cv::flip(in, out, 1); break;
        case 3: cv::rotate(in, out, cv::ROTATE_180); break;
        case 4: cv::flip(in, out, 0); break;
        case 5: cv::transpose(in, out); break;
        case 6: cv::rotate(in, out, cv::ROTATE_90_CLOCKWISE); break;
        case 7: {
            cv::Mat half;
            cv::rotate(in, half, cv::ROTATE_90_CLOCKWISE);
            cv::flip(half, out, 0);
            break;
        }
        case 8: cv::rotate(in, out, cv::ROTATE_90_COUNTERCLOCKWISE); break;
        default: in.copyTo(out);
        }
        return 0;
    });
}

ocv_status ocv_blur(ocv_plane source, double sigma_x, double sigma_y, ocv_mutable_plane destination) {
    return guarded([&] {
        cv::Mat out = view(destination);
        cv::GaussianBlur(view(source), out, cv::Size(), sigma_x, sigma_y);
        return 0;
    });
}

ocv_status ocv_warp_mean(
    ocv_plane source, const double *sources_from_destination, int32_t count, ocv_mutable_plane destination) {
    return guarded([&] {
        const cv::Mat in = view(source);
        cv::Mat out = view(destination);
        const int flags = cv::INTER_LINEAR | cv::WARP_INVERSE_MAP;
        const auto warp = [&](int i, cv::Mat &to) {
            const cv::Mat map(3, 3, CV_64F, const_cast<double *>(sources_from_destination) + 9 * i);
            cv::warpPerspective(in, to, map, out.size(), flags, cv::BORDER_REPLICATE);
        };
        if (count == 1) {
            warp(0, out);
            return 0;
        }
        cv::Mat one, sum = cv::Mat::zeros(out.size(), CV_16U);
        for (int i = 0; i < count; i++) {
            warp(i, one);
            cv::add(sum, one, sum, cv::noArray(), CV_16U);
        }
        sum.convertTo(out, CV_8U, 1.0 / count);
        return 0;
    });
}

ocv_status ocv_fill_polygon(const double *corners, int32_t count, ocv_mutable_plane destination) {
    return guarded([&] {
        cv::Mat out = view(destination);
        out.setTo(0);
        std::vector<cv::Point> points;
        for (int i = 0; i < count; i++) {
            points.emplace_back(cvRound(corners[2 * i] * 16), cvRound(corners[2 * i + 1] * 16));
        }
        if (!points.empty()) cv::fillConvexPoly(out, points, 255, cv::LINE_8, 4);
        return 0;
    });
}

ocv_status ocv_good_points(
    ocv_plane source, int32_t max_count, double quality, double min_distance, float *points, int32_t *out_count) {
    return guarded([&] {
        std::vector<cv::Point2f> found;
        cv::goodFeaturesToTrack(view(source), found, max_count, quality, min_distance, cv::noArray(), 5);
        for (size_t i = 0; i < found.size(); i++) {
            points[2 * i] = found[i].x;
            points[2 * i + 1] = found[i].y;
        }
        *out_count = int32_t(found.size());
        return found.empty() ? 1 : 0;
    });
}

ocv_status ocv_line_segments(ocv_plane source, int32_t max_count, float *segments, int32_t *out_count) {
    return guarded([&] {
        std::vector<cv::Vec4f> found;
        cv::createLineSegmentDetector()->detect(view(source), found);
        const auto squared_length = [](const cv::Vec4f &s) {
            return (s[2] - s[0]) * (s[2] - s[0]) + (s[3] - s[1]) * (s[3] - s[1]);
        };
        std::sort(found.begin(), found.end(), [&](const cv::Vec4f &a, const cv::Vec4f &b) {
            return squared_length(a) > squared_length(b);
        });
        if (found.size() > size_t(max_count)) found.resize(size_t(max_count));
        for (size_t i = 0; i < found.size(); i++) std::copy_n(found[i].val, 4, segments + 4 * i);
        *out_count = int32_t(found.size());
        return 0;
    });
}

ocv_status ocv_flow(
    ocv_plane from, ocv_plane to, const float *points, float *guesses, uint8_t *found, int32_t count, int32_t window,
    int32_t levels, int32_t iterations) {
    return guarded([&] {
        const cv::Mat start(count, 1, CV_32FC2, const_cast<float *>(points));
        cv::Mat end(count, 1, CV_32FC2, guesses), status(count, 1, CV_8U, found), error;
        const cv::TermCriteria stop(cv::TermCriteria::COUNT | cv::TermCriteria::EPS, iterations, 0.01);
        cv::calcOpticalFlowPyrLK(
            view(from), view(to), start, end, status, error, cv::Size(window, window), levels - 1, stop,
            cv::OPTFLOW_USE_INITIAL_FLOW, 1e-4);
        CV_Assert(end.ptr<float>() == guesses && status.ptr() == found);
        return 0;
    });
}
