#include "px_compositing.h"
#include "Clones.h"
#include <math.h>

WITH_CLONES void pixel_add_part(
    const float *codes, const float *share, int32_t count, float *sum_codes, float *sum_share
) {
    for (int32_t x = 0; x < count; x++) {
        float sum = sum_share[x] + share[x];
        float part = sum > 0 ? share[x] / sum : 0;
        sum_codes[x] = part > 0 ? sum_codes[x] + (codes[x] - sum_codes[x]) * part : sum_codes[x];
        sum_share[x] = sum;
    }
}

WITH_CLONES void pixel_fill_row(const float *cover, const float *alpha, float maximum, int32_t count, float *filled) {
    for (int32_t x = 0; x < count; x++) {
        float share = alpha[x] / maximum;
        filled[x] = cover[x] * (share < 0 ? 0 : share > 1 ? 1 : share);
    }
}

WITH_CLONES void pixel_filled_share(const float *filled, const float *cover, int32_t count, float *share) {
    for (int32_t x = 0; x < count; x++) share[x] = cover[x] > 0 ? filled[x] / cover[x] : 0;
}

WITH_CLONES bool pixel_weigh_row(
    const float *page, const float *film, float opacity, int32_t count, float *weight, float *known
) {
    const float nearly = 0.9f, wholly = 0.995f;
    int32_t mixed = 0;
    for (int32_t x = 0; x < count; x++) {
        float share = page[x] > 1 ? 1 : page[x];
        float rest = (wholly - share) * (1.0f / (wholly - nearly));
        rest = rest < 0 ? 0 : rest > 1 ? 1 : rest;
        share *= opacity * (film ? film[x] : 1.0f);
        weight[x] = share;
        known[x] = rest;
        mixed |= share > 0 && rest > 0;
    }
    return mixed;
}

WITH_CLONES void pixel_refine_share_row(
    const float *frame_y, const float *page_y, const float *others, float black, float range, float doubt,
    int32_t count, float *page
) {
    // How far light may be off: in parts of white, and of itself.
    const float noise = 0.02f * 0.02f, texture = 0.1f * 0.1f;
    float unit = 1.0f / range, variance = doubt * doubt;
    for (int32_t x = 0; x < count; x++) {
        float share = page[x], other = others[x];
        float frame = (frame_y[x] - black) * unit, own = (page_y[x] - black) * unit;
        frame = frame > 0 ? frame * frame : 0;
        own = own > 0 ? own * own : 0;
        float difference = own - other;
        float seen = difference * (frame - other) / (difference * difference + 1e-6f);
        seen = seen < 0 ? 0 : seen > 1 ? 1 : seen;
        float error = (noise + texture * other * other) / (difference * difference + 1e-6f);
        float refined = (share * error + seen * variance) / (error + variance);
        page[x] = share > 0 && share < 0.995f && other >= 0 ? refined : share;
    }
}

/// A height's light; what lies below black keeps its sign.
static inline float light_of(float height) { return height * fabsf(height); }

/// A height that is at least a little, so that black has a colour too.
static inline float height_of(float height) { return height > 1.0f ? height : 1.0f; }

#define SAMPLE uint8_t
#define NAMED(name) name##_u8
#include "MixRows.h"
#undef SAMPLE
#undef NAMED

#define SAMPLE uint16_t
#define NAMED(name) name##_u16
#include "MixRows.h"
