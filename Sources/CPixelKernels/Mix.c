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

WITH_CLONES bool pixel_weigh_row(
    const float *cover, const float *film, const float *clear, float opacity, int32_t count, float *weight, float *known
) {
    const float nearly = 0.9f, wholly = 0.995f;
    int32_t mixed = 0;
    for (int32_t x = 0; x < count; x++) {
        float page = cover[x] > 1 ? 1 : cover[x];
        if (clear) page *= clear[x];
        float rest = (wholly - page) * (1.0f / (wholly - nearly));
        rest = rest < 0 ? 0 : rest > 1 ? 1 : rest;
        float share = page * opacity * (film ? film[x] : 1.0f);
        weight[x] = share;
        known[x] = rest;
        mixed |= share > 0 && rest > 0;
    }
    return mixed;
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
