// Homographies and poses from points.
#include "Support.hpp"

#include <opencv2/calib3d.hpp>

using shim::guarded;

ocv_status ocv_find_homography(
    const float *from, const float *to, int32_t count, double threshold, int32_t max_iterations, double *to_from_from,
    uint8_t *inliers) {
    return guarded([&] {
        if (count < 4) return 1;
        const cv::Mat a(count, 1, CV_32FC2, const_cast<float *>(from)), b(count, 1, CV_32FC2, const_cast<float *>(to));
        cv::UsacParams params;
        params.sampler = cv::SAMPLING_UNIFORM;
        params.score = cv::SCORE_METHOD_MAGSAC;
        params.loMethod = cv::LOCAL_OPTIM_SIGMA;
        params.threshold = threshold;
        params.maxIterations = max_iterations;
        params.confidence = 0.999;
        params.isParallel = false;
        params.randomGeneratorState = 0;
        cv::Mat mask;
        const cv::Mat found = cv::findHomography(a, b, mask, params);
        if (found.empty()) return 1;
        for (int i = 0; i < 9; i++) to_from_from[i] = found.at<double>(i / 3, i % 3);
        for (int i = 0; i < count; i++) inliers[i] = mask.at<uint8_t>(i) != 0;
        return 0;
    });
}

ocv_status ocv_planar_poses(
    const double *object, const double *corners, const double *camera, ocv_pose *poses, int32_t *out_count) {
    return guarded([&] {
        const cv::Mat points(4, 1, CV_64FC3, const_cast<double *>(object));
        const cv::Mat seen(4, 1, CV_64FC2, const_cast<double *>(corners));
        const cv::Matx33d matrix(camera[0], 0, camera[2], 0, camera[1], camera[3], 0, 0, 1);
        std::vector<cv::Mat> rotations, translations;
        cv::Mat errors;
        const int count = cv::solvePnPGeneric(
            points, seen, matrix, cv::noArray(), rotations, translations, false, cv::SOLVEPNP_IPPE, cv::noArray(), cv::noArray(), errors);
        *out_count = std::min(count, 2);
        for (int i = 0; i < *out_count; i++) {
            cv::Matx33d rotation;
            cv::Rodrigues(rotations[i], rotation);
            for (int k = 0; k < 9; k++) poses[i].rotation[k] = rotation.val[k];
            for (int k = 0; k < 3; k++) poses[i].translation[k] = translations[i].at<double>(k);
            poses[i].error = errors.at<double>(i);
        }
        return *out_count == 0 ? 1 : 0;
    });
}
