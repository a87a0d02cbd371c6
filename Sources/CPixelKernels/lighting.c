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
    const float *page_y, const float *gain, const float *glare, float black, float range, int32_t count, float *lit
) {
    float unit = 1.0f / range;
    for (int32_t x = 0; x < count; x++) {
        float sum = gain[x] * light(page_y[x], black, unit) + glare[x];
        lit[x] = black + range * sqrtf(larger(sum, 0));
    }
}

WITH_CLONES void pixel_light_chroma_row(
    const float *page, const float *page_y, const float *lit_y, const float *gain, float black, float middle, float cast,
    int32_t count, float *lit
) {
    for (int32_t x = 0; x < count; x++) {
        float height = larger(page_y[x] - black, 0), lit_height = larger(lit_y[x] - black, 1);
        float scale = smaller(gain[x] * height / lit_height, 4.0f);
        lit[x] = middle + (page[x] - middle) * scale + cast * lit_height;
    }
}

WITH_CLONES void pixel_clear_row(float *row, float softness, int32_t count) {
    float share = 0.5f / softness;
    for (int32_t x = 0; x < count; x++) row[x] = larger(0, smaller(1, 0.5f - row[x] * share));
}

WITH_CLONES void pixel_grain_row(
    const float *noise, const float *codes, float black, float base, float slope, int32_t count, float *row
) {
    for (int32_t x = 0; x < count; x++)
        row[x] = noise[x] * sqrtf(larger(base + slope * larger(codes[x] - black, 0), 0));
}
