#include "px_compositing.h"
#include "Clones.h"
#include <math.h>

static inline int32_t clamp(int32_t value, int32_t low, int32_t high) {
    return value < low ? low : value > high ? high : value;
}

static inline float texel_of(float code, pixel_scale scale) {
    float height = code - scale.black;
    return scale.is_light ? height * fabsf(height) + scale.black * scale.black : code;
}

static inline float code_of(float texel, pixel_scale scale) {
    float light = texel - scale.black * scale.black;
    return scale.is_light ? copysignf(sqrtf(fabsf(light)), light) + scale.black : texel;
}

static inline uint16_t rounded(float texel) { return (uint16_t)(int32_t)(texel + 0.5f); }

// The branch is taken out of the loops, so that each is one straight line.

WITH_CLONES void pixel_texels_u16_from_u8(const uint8_t *samples, int32_t step, int32_t count, pixel_scale scale, uint16_t *row) {
    if (!scale.is_light) {
        for (int32_t x = 0; x < count; x++) row[x] = samples[(ptrdiff_t)x * step];
        return;
    }
    // In integers: black is a whole number, and no square exceeds 16 bits.
    int32_t black = (int32_t)scale.black;
    for (int32_t x = 0; x < count; x++) {
        int32_t height = samples[(ptrdiff_t)x * step] - black;
        row[x] = (uint16_t)(height * (height < 0 ? -height : height) + black * black);
    }
}

WITH_CLONES void pixel_texels_u16_from_u16(
    const uint16_t *samples, int32_t step, int32_t shift, int32_t count, pixel_scale scale, uint16_t *row
) {
    for (int32_t x = 0; x < count; x++) row[x] = (uint16_t)(samples[(ptrdiff_t)x * step] >> shift);
}

WITH_CLONES void pixel_texels_f32_from_u16(
    const uint16_t *samples, int32_t step, int32_t shift, int32_t count, pixel_scale scale, float *row
) {
    for (int32_t x = 0; x < count; x++) row[x] = texel_of((float)(samples[(ptrdiff_t)x * step] >> shift), scale);
}

static inline float between(float before, float first, float second, float after) {
    return (9.0f * (first + second) - (before + after)) * (1.0f / 16.0f);
}

WITH_CLONES void pixel_codes_between(
    const float *above, const float *upper, const float *lower, const float *below, int32_t count, float *codes
) {
    for (int32_t x = 0; x < count; x++)
        codes[x] = between(above[x], upper[x], lower[x], below[x]);
}

static inline void double_codes(const float *codes, int32_t count, float maximum, float *doubled) {
    int32_t last = count - 1;
    for (int32_t x = 0; x < count; x++) doubled[2 * x] = codes[x];
    for (int32_t x = 1; x < last - 1; x++) doubled[2 * x + 1] = between(codes[x - 1], codes[x], codes[x + 1], codes[x + 2]);
    // The first and the last gap, where the outermost code counts twice.
    if (last > 0) {
        doubled[1] = between(codes[0], codes[0], codes[1], codes[last > 1 ? 2 : 1]);
        doubled[2 * last - 1] = between(codes[last > 1 ? last - 2 : 0], codes[last - 1], codes[last], codes[last]);
    }
    for (int32_t x = 0; x <= 2 * last; x++) {
        float code = doubled[x] < 0 ? 0 : doubled[x];
        doubled[x] = code > maximum ? maximum : code;
    }
}

WITH_CLONES void pixel_double_codes_u16(const float *codes, int32_t count, pixel_scale scale, float *doubled, uint16_t *row) {
    double_codes(codes, count, scale.maximum, doubled);
    for (int32_t x = 0; x < 2 * count - 1; x++) row[x] = rounded(texel_of(doubled[x], scale));
}

WITH_CLONES void pixel_double_codes_f32(const float *codes, int32_t count, pixel_scale scale, float *doubled, float *row) {
    double_codes(codes, count, scale.maximum, doubled);
    for (int32_t x = 0; x < 2 * count - 1; x++) row[x] = texel_of(doubled[x], scale);
}

// The same loops for both kinds of texels.

#define TEXEL uint16_t
#define NAMED(name) name##_u16
#define STORED(value) rounded(value)
#include "TextureRows.h"
#undef TEXEL
#undef NAMED
#undef STORED

#define TEXEL float
#define NAMED(name) name##_f32
#define STORED(value) (value)
#include "TextureRows.h"
