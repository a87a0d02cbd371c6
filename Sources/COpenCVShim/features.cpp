// Features and their nearest neighbours.
#include "Support.hpp"

#include <opencv2/features2d.hpp>
#include <opencv2/flann.hpp>

using shim::guarded;
using shim::view;

static constexpr int descriptor_length = 128;

/// The square roots of the descriptor's shares, times 512, as bytes: distances between them are Hellinger's.
static void root_normalise(const float *descriptor, uint8_t *out) {
    float total = 1e-6f;
    for (int i = 0; i < descriptor_length; i++) total += descriptor[i];
    for (int i = 0; i < descriptor_length; i++) {
        out[i] = cv::saturate_cast<uint8_t>(512.0f * std::sqrt(descriptor[i] / total));
    }
}

ocv_status ocv_sift(
    ocv_plane source, const ocv_plane *mask, int32_t capacity, double contrast_threshold, ocv_keypoint *keypoints, uint8_t *descriptors,
    int32_t *out_count) {
    return guarded([&] {
        *out_count = 0;
        const cv::Ptr<cv::SIFT> sift = cv::SIFT::create(capacity, 3, contrast_threshold, 12, 1.6);
        std::vector<cv::KeyPoint> found;
        cv::Mat described;
        sift->detectAndCompute(view(source), mask ? view(*mask) : cv::Mat(), found, described);
        // Ties in strength let OpenCV keep more than it was asked for.
        const int count = std::min(int(found.size()), capacity);
        for (int i = 0; i < count; i++) {
            keypoints[i] = {found[i].pt.x, found[i].pt.y, found[i].size, found[i].angle};
            root_normalise(described.ptr<float>(i), descriptors + descriptor_length * i);
        }
        *out_count = count;
        return 0;
    });
}

using Forest = cv::flann::GenericIndex<cvflann::L2<unsigned char>>;

struct ocv_index {
    cv::Mat descriptors;
    cv::Ptr<Forest> forest;
};

ocv_status ocv_index_new(const uint8_t *descriptors, int32_t count, int32_t trees, ocv_index **out_index) {
    *out_index = nullptr;
    return guarded([&] {
        // FLANN draws its random splits from the C library's and OpenCV's generators.
        cvflann::seed_random(1);
        cv::theRNG().state = 1;
        cv::Ptr<ocv_index> index = cv::makePtr<ocv_index>();
        index->descriptors = cv::Mat(count, descriptor_length, CV_8U, const_cast<uint8_t *>(descriptors));
        index->forest = cv::makePtr<Forest>(index->descriptors, cvflann::KDTreeIndexParams(trees));
        *out_index = new ocv_index(*index);
        return 0;
    });
}

void ocv_index_free(ocv_index *index) { delete index; }

ocv_status ocv_index_search(
    const ocv_index *index, const uint8_t *queries, int32_t count, int32_t neighbours, int32_t checks, int32_t *positions,
    float *distances) {
    return guarded([&] {
        const cv::Mat wanted(count, descriptor_length, CV_8U, const_cast<uint8_t *>(queries));
        cv::Mat at(count, neighbours, CV_32S, positions), far(count, neighbours, CV_32F, distances);
        at.setTo(-1);
        far.setTo(0);
        // FLANN refuses to look for more neighbours than there are.
        const int known = std::min(neighbours, index->descriptors.rows);
        cv::Mat near_at(count, known, CV_32S), near_far(count, known, CV_32F);
        index->forest->knnSearch(wanted, near_at, near_far, known, cvflann::SearchParams(checks));
        near_at.copyTo(at.colRange(0, known));
        near_far.copyTo(far.colRange(0, known));
        return 0;
    });
}
