#include "px_lighting.h"
#include "Clones.h"
#include <math.h>

static inline float larger(float a, float b) { return a > b ? a : b; }
static inline float smaller(float a, float b) { return a < b ? a : b; }
static inline int32_t clamp(int32_t value, int32_t high) { return value < 0 ? 0 : value > high ? high : value; }

/// Light of a code, in units of `1 / unit` squared.
static inline float light(float code, float black, float unit) {
    float height = (code - black) * unit;
    return height > 0 ? height * height : 0;
}

WITH_CLONES void pixel_ramp_row(
    const float *nodes, int32_t node_count, float first, float per_sample, int32_t count, float *row
) {
    int32_t x = 0;
    while (x < count) {
        float place = first + (float)x * per_sample;
        int32_t node = clamp((int32_t)floorf(place), node_count - 1), next = clamp(node + 1, node_count - 1);
        // The samples up to the next node lie on one straight line.
        int32_t end = place < 0 ? (int32_t)ceilf(-first / per_sample)
            : next == node ? count : (int32_t)ceilf(((float)next - first) / per_sample);
        end = end <= x ? x + 1 : end > count ? count : end;
        float slope = place < 0 ? 0 : (nodes[next] - nodes[node]) * per_sample;
        float start = place < 0 ? nodes[0] : nodes[node] + (nodes[next] - nodes[node]) * (place - (float)node);
        for (int32_t i = x; i < end; i++) row[i] = start + slope * (float)(i - x);
        x = end;
    }
}

WITH_CLONES void pixel_between_rows(const float *upper, const float *lower, float share, int32_t count, float *row) {
    for (int32_t x = 0; x < count; x++) row[x] = upper[x] + (lower[x] - upper[x]) * share;
}

WITH_CLONES void pixel_light_luma_row(
    const float *codes, const float *gain, const float *glare, float black, float range, int32_t count, float *lit
) {
    float unit = 1.0f / range;
    for (int32_t x = 0; x < count; x++) {
        float sum = gain[x] * light(codes[x], black, unit) + glare[x];
        lit[x] = black + range * sqrtf(smaller(larger(sum, 0), 1));
    }
}

WITH_CLONES void pixel_light_chroma_row(
    const float *codes, const float *codes_y, const float *gain, const float *glare, float black, float range,
    float middle, float cast, int32_t count, float *lit
) {
    float unit = 1.0f / range;
    for (int32_t x = 0; x < count; x++) {
        float height = larger((codes_y[x] - black) * unit, 0);
        float sum = larger(gain[x] * height * height + glare[x], unit * unit);
        float lit_height = sqrtf(sum);
        // What is brighter than white loses its colour.
        float left = 1.0f / (1.0f + 3.0f * larger(sum - 1.0f, 0));
        float scale = smaller(gain[x] * height / lit_height, 4.0f) * left;
        lit[x] = middle + (codes[x] - middle) * scale + cast * range * smaller(lit_height, 1) * left;
    }
}

WITH_CLONES void pixel_clear_row(float *row, float softness, int32_t count) {
    float share = 0.5f / softness;
    for (int32_t x = 0; x < count; x++) row[x] = larger(0, smaller(1, 0.5f - row[x] * share));
}

WITH_CLONES void pixel_add_row(float *row, const float *other, int32_t count) {
    for (int32_t x = 0; x < count; x++) row[x] += other[x];
}

WITH_CLONES void pixel_multiply_row(float *row, const float *factors, int32_t count) {
    for (int32_t x = 0; x < count; x++) row[x] *= factors[x];
}

WITH_CLONES void pixel_grain_row(
    const float *noise, const float *codes, float black, float white, float base, float slope, int32_t count, float *row
) {
    for (int32_t x = 0; x < count; x++) {
        float grain = noise[x] * sqrtf(larger(base + slope * larger(codes[x] - black, 0), 0));
        row[x] = smaller(grain, larger(white - codes[x], 0));
    }
}
