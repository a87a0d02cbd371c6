#include "px_transparency.h"

#include "Clones.h"

#define SAMPLE uint8_t
#define NAME(x) x##_u8
#include "TransparencyRows.h"
#undef SAMPLE
#undef NAME
#define SAMPLE uint16_t
#define NAME(x) x##_u16
#include "TransparencyRows.h"
#undef SAMPLE
#undef NAME

WITH_CLONES void px_gather_coarser(const float *upper, const float *lower, int32_t count, float *out) {
    for (int32_t x = 0; x < (count + 1) / 2; x++) {
        const int32_t left = 4 * (2 * x), right = 2 * x + 1 < count ? left + 4 : left;
        float sums[4];
        for (int i = 0; i < 4; i++) sums[i] = upper[left + i] + upper[right + i] + lower[left + i] + lower[right + i];
        // A whole pixel's worth is enough: what is nearer counts no less than what is farther and more.
        const float scale = sums[3] > 1 ? 1 / sums[3] : 1;
        for (int i = 0; i < 4; i++) out[4 * x + i] = sums[i] * scale;
    }
}

WITH_CLONES void px_fill_from_coarser(float *row, const float *coarser, int32_t count) {
    for (int32_t x = 0; x < count; x++) {
        float missing = 1 - row[4 * x + 3];
        if (missing < 0) missing = 0;
        for (int i = 0; i < 4; i++) row[4 * x + i] += missing * coarser[4 * (x / 2) + i];
    }
}
