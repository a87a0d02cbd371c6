#include "px_compositing.h"
#include <math.h>
#if defined(__x86_64__)
#include <immintrin.h>
#endif

/// The texture positions of a span, in 1/256 texel, not clamped. `count` is a multiple of 8.
static inline void find_positions(pixel_line line, int32_t count, int32_t *u, int32_t *v) {
    // Added before a float is cut off, so that cutting rounds to the nearest; exact to 1/8 of a unit up to ± 2^20.
    const float bias = 1048576.0f, furthest = 1000000.0f;
    for (int32_t x = 0; x < count; x++) {
        float d = (float)(x - line.middle);
        float w = 1.0f + line.w_per_x * d;
        // Samples behind the horizon share a span with some that are not; nothing covers them.
        float scale = d / (w < 1e-4f ? 1e-4f : w);
        float du = line.u_per_x * scale, dv = line.v_per_x * scale;
        du = du < -furthest ? -furthest : du > furthest ? furthest : du;
        dv = dv < -furthest ? -furthest : dv > furthest ? furthest : dv;
        u[x] = line.u + ((int32_t)(du + (bias + 0.5f)) - (int32_t)bias);
        v[x] = line.v + ((int32_t)(dv + (bias + 0.5f)) - (int32_t)bias);
    }
}

static inline int32_t clamp(int32_t value, int32_t high) { return value < 0 ? 0 : value > high ? high : value; }

/// The code that a sum of texels stands for.
static inline float code_of(float sum, pixel_scale scale) {
    if (!scale.is_light) return sum;
    float light = sum - scale.black * scale.black;
    return copysignf(sqrtf(fabsf(light)), light) + scale.black;
}

/// One bilinear tap. Integers make it exact across a row of 16-bit texels, so only the way down is rounded.
static inline float tap_value(const pixel_texture *texture, int32_t u, int32_t v) {
    u = clamp(u, (texture->width - 1) << 8);
    v = clamp(v, (texture->height - 1) << 8);
    ptrdiff_t place = (ptrdiff_t)(v >> 8) * texture->stride + (u >> 8);
    float down = (float)(v & 255) * (1.0f / 256.0f), upper, lower;
    if (texture->is_float) {
        const float *texel = (const float *)texture->texels + place, *below = texel + texture->stride;
        float right = (float)(u & 255) * (1.0f / 256.0f);
        upper = texel[0] + (texel[1] - texel[0]) * right;
        lower = below[0] + (below[1] - below[0]) * right;
    } else {
        const uint16_t *texel = (const uint16_t *)texture->texels + place, *below = texel + texture->stride;
        int32_t right = u & 255, left = 256 - right;
        upper = (float)(texel[0] * left + texel[1] * right) * (1.0f / 256.0f);
        lower = (float)(below[0] * left + below[1] * right) * (1.0f / 256.0f);
    }
    return upper + (lower - upper) * down;
}

static void sample_portably(
    const pixel_texture *texture, pixel_line line, const pixel_tap *taps, int32_t tap_count, pixel_scale scale,
    int32_t count, float *codes
) {
    int32_t u[PIXEL_SPAN_CAPACITY], v[PIXEL_SPAN_CAPACITY];
    find_positions(line, count, u, v);
    for (int32_t x = 0; x < count; x++) {
        float sum = 0;
        for (int32_t t = 0; t < tap_count; t++)
            sum += taps[t].share * tap_value(texture, u[x] + taps[t].u, v[x] + taps[t].v);
        codes[x] = code_of(sum, scale);
    }
}

#if defined(__x86_64__)

#define AVX2 __attribute__((target("avx2")))

/// Eight taps at once from rows of 16-bit texels: one load fetches both neighbours in a row.
AVX2 static inline __m256 row_of_integers(const uint16_t *texels, __m256i place, __m256i shares) {
    // They are multiplied as signed numbers, so half the range is taken off before and added back after.
    const __m256i half_range = _mm256_set1_epi16((short)0x8000);
    __m256i pair = _mm256_xor_si256(_mm256_i32gather_epi32((const int *)texels, place, 2), half_range);
    __m256 value = _mm256_cvtepi32_ps(_mm256_madd_epi16(pair, shares));
    return _mm256_mul_ps(_mm256_add_ps(value, _mm256_set1_ps(8388608.0f)), _mm256_set1_ps(1.0f / 256.0f));
}

AVX2 static inline __m256 row_of_floats(const float *texels, __m256i place, __m256 right) {
    __m256 first = _mm256_i32gather_ps(texels, place, 4), second = _mm256_i32gather_ps(texels + 1, place, 4);
    return _mm256_add_ps(first, _mm256_mul_ps(_mm256_sub_ps(second, first), right));
}

AVX2 static inline __m256 codes_of(__m256 sum, pixel_scale scale) {
    if (!scale.is_light) return sum;
    const __m256 sign = _mm256_set1_ps(-0.0f);
    __m256 light = _mm256_sub_ps(sum, _mm256_set1_ps(scale.black * scale.black));
    __m256 height = _mm256_or_ps(_mm256_sqrt_ps(_mm256_andnot_ps(sign, light)), _mm256_and_ps(sign, light));
    return _mm256_add_ps(height, _mm256_set1_ps(scale.black));
}

/// `sample_portably` for eight samples at once, with the same operations in the same order.
AVX2 static inline void sample_eight(
    const pixel_texture *texture, bool is_float, const int32_t *u, const int32_t *v, const pixel_tap *taps,
    int32_t tap_count, pixel_scale scale, int32_t count, float *codes
) {
    const __m256i zero = _mm256_setzero_si256(), fraction = _mm256_set1_epi32(255), whole = _mm256_set1_epi32(256);
    const __m256i last_u = _mm256_set1_epi32((texture->width - 1) << 8);
    const __m256i last_v = _mm256_set1_epi32((texture->height - 1) << 8);
    const __m256i stride = _mm256_set1_epi32(texture->stride);
    const __m256 unit = _mm256_set1_ps(1.0f / 256.0f);
    for (int32_t x = 0; x < count; x += 8) {
        const __m256i u8 = _mm256_loadu_si256((const __m256i *)(u + x));
        const __m256i v8 = _mm256_loadu_si256((const __m256i *)(v + x));
        __m256 sum = _mm256_setzero_ps();
        for (int32_t t = 0; t < tap_count; t++) {
            __m256i tu = _mm256_add_epi32(u8, _mm256_set1_epi32(taps[t].u));
            __m256i tv = _mm256_add_epi32(v8, _mm256_set1_epi32(taps[t].v));
            tu = _mm256_min_epi32(_mm256_max_epi32(tu, zero), last_u);
            tv = _mm256_min_epi32(_mm256_max_epi32(tv, zero), last_v);
            __m256i place = _mm256_add_epi32(
                _mm256_mullo_epi32(_mm256_srli_epi32(tv, 8), stride), _mm256_srli_epi32(tu, 8));
            __m256i right = _mm256_and_si256(tu, fraction);
            __m256 down = _mm256_mul_ps(_mm256_cvtepi32_ps(_mm256_and_si256(tv, fraction)), unit);
            __m256 upper, lower;
            if (is_float) {
                const float *texels = texture->texels;
                __m256 share = _mm256_mul_ps(_mm256_cvtepi32_ps(right), unit);
                upper = row_of_floats(texels, place, share);
                lower = row_of_floats(texels + texture->stride, place, share);
            } else {
                const uint16_t *texels = texture->texels;
                __m256i shares = _mm256_or_si256(_mm256_sub_epi32(whole, right), _mm256_slli_epi32(right, 16));
                upper = row_of_integers(texels, place, shares);
                lower = row_of_integers(texels + texture->stride, place, shares);
            }
            __m256 value = _mm256_add_ps(upper, _mm256_mul_ps(_mm256_sub_ps(lower, upper), down));
            sum = _mm256_add_ps(sum, _mm256_mul_ps(_mm256_set1_ps(taps[t].share), value));
        }
        _mm256_storeu_ps(codes + x, codes_of(sum, scale));
    }
}

AVX2 static void sample_with_avx2(
    const pixel_texture *texture, pixel_line line, const pixel_tap *taps, int32_t tap_count, pixel_scale scale,
    int32_t count, float *codes
) {
    int32_t u[PIXEL_SPAN_CAPACITY], v[PIXEL_SPAN_CAPACITY];
    find_positions(line, count, u, v);
    if (texture->is_float) sample_eight(texture, true, u, v, taps, tap_count, scale, count, codes);
    else sample_eight(texture, false, u, v, taps, tap_count, scale, count, codes);
}

#endif

void pixel_warp_span(
    const pixel_texture *texture, pixel_line line, const pixel_tap *taps, int32_t tap_count, pixel_scale scale,
    int32_t count, bool is_portable, float *codes
) {
    int32_t rounded = (count + 7) & ~7;
    if (rounded <= 0 || rounded > PIXEL_SPAN_CAPACITY) return;
#if defined(__x86_64__)
    if (!is_portable && __builtin_cpu_supports("avx2")) {
        sample_with_avx2(texture, line, taps, tap_count, scale, rounded, codes);
        return;
    }
#endif
    sample_portably(texture, line, taps, tap_count, scale, rounded, codes);
}
