#include "px_compositing.h"
#include <math.h>
#if defined(__x86_64__)
#include <immintrin.h>
#endif

/// The texture positions of a span, in 1/256 texel, not clamped. `count` is a multiple of 8.
static void find_positions(pixel_line line, int32_t count, int32_t *u, int32_t *v) {
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

static inline float root(float sum) { return copysignf(sqrtf(fabsf(sum)), sum); }

/// One bilinear tap, in the texture's own values.
static inline float tap_value(const pixel_texture *texture, int32_t u, int32_t v) {
    u = clamp(u, (texture->width - 1) << 8);
    v = clamp(v, (texture->height - 1) << 8);
    ptrdiff_t place = (ptrdiff_t)(v >> 8) * texture->stride + (u >> 8);
    int32_t right = u & 255, left = 256 - right, upper, lower;
    if (texture->is_wide) {
        const uint16_t *texel = (const uint16_t *)texture->texels + place;
        upper = texel[0] * left + texel[1] * right;
        lower = texel[texture->stride] * left + texel[texture->stride + 1] * right;
    } else {
        const uint8_t *texel = (const uint8_t *)texture->texels + place;
        upper = texel[0] * left + texel[1] * right;
        lower = texel[texture->stride] * left + texel[texture->stride + 1] * right;
    }
    float down = (float)(v & 255) * (1.0f / 256.0f);
    return ((float)upper + ((float)lower - (float)upper) * down) * (1.0f / 256.0f);
}

static void sample_portably(
    const pixel_texture *texture, const int32_t *u, const int32_t *v, const pixel_tap *taps, int32_t tap_count,
    bool is_light, float black, int32_t count, float *picture
) {
    for (int32_t x = 0; x < count; x++) {
        float sum = 0;
        for (int32_t t = 0; t < tap_count; t++) {
            float height = tap_value(texture, u[x] + taps[t].u, v[x] + taps[t].v) - black;
            sum += taps[t].weight * (is_light ? height * fabsf(height) : height);
        }
        picture[x] = (is_light ? root(sum) : sum) + black;
    }
}

#if defined(__x86_64__)

/// The same for eight samples at once. One load fetches both texels of a row: 4 bytes hold them at either depth.
__attribute__((target("avx2"), always_inline)) static inline void sample_with_avx2(
    const pixel_texture *texture, bool is_wide, const int32_t *u, const int32_t *v, const pixel_tap *taps,
    int32_t tap_count, bool is_light, float black, int32_t count, float *picture
) {
    const int *upper_row = texture->texels;
    const int *lower_row = (const void *)((const char *)texture->texels + (is_wide ? 2 : 1) * (ptrdiff_t)texture->stride);
    const __m256i zero = _mm256_setzero_si256(), low_byte = _mm256_set1_epi32(255), whole = _mm256_set1_epi32(256);
    const __m256i last_u = _mm256_set1_epi32((texture->width - 1) << 8);
    const __m256i last_v = _mm256_set1_epi32((texture->height - 1) << 8);
    const __m256i stride = _mm256_set1_epi32(texture->stride);
    // The first two bytes of each four, as two 16-bit numbers.
    const __m256i spread = _mm256_broadcastsi128_si256(
        _mm_setr_epi8(0, -1, 1, -1, 4, -1, 5, -1, 8, -1, 9, -1, 12, -1, 13, -1));
    // A 16-bit texel is multiplied as a signed number, so half the range is taken off before and added back after.
    const __m256i half_range = _mm256_set1_epi16((short)0x8000);
    const __m256 offset = _mm256_set1_ps(is_wide ? 8388608.0f : 0.0f);
    const __m256 unit = _mm256_set1_ps(1.0f / 256.0f), black8 = _mm256_set1_ps(black), sign = _mm256_set1_ps(-0.0f);

    for (int32_t x = 0; x < count; x += 8) {
        __m256 sum = _mm256_setzero_ps();
        const __m256i u8 = _mm256_loadu_si256((const __m256i *)(u + x));
        const __m256i v8 = _mm256_loadu_si256((const __m256i *)(v + x));
        for (int32_t t = 0; t < tap_count; t++) {
            __m256i ut = _mm256_add_epi32(u8, _mm256_set1_epi32(taps[t].u));
            __m256i vt = _mm256_add_epi32(v8, _mm256_set1_epi32(taps[t].v));
            ut = _mm256_min_epi32(_mm256_max_epi32(ut, zero), last_u);
            vt = _mm256_min_epi32(_mm256_max_epi32(vt, zero), last_v);
            __m256i place = _mm256_add_epi32(
                _mm256_mullo_epi32(_mm256_srli_epi32(vt, 8), stride), _mm256_srli_epi32(ut, 8));
            __m256i upper = is_wide ? _mm256_i32gather_epi32(upper_row, place, 2) : _mm256_i32gather_epi32(upper_row, place, 1);
            __m256i lower = is_wide ? _mm256_i32gather_epi32(lower_row, place, 2) : _mm256_i32gather_epi32(lower_row, place, 1);
            upper = is_wide ? _mm256_xor_si256(upper, half_range) : _mm256_shuffle_epi8(upper, spread);
            lower = is_wide ? _mm256_xor_si256(lower, half_range) : _mm256_shuffle_epi8(lower, spread);
            __m256i right = _mm256_and_si256(ut, low_byte);
            __m256i shares = _mm256_or_si256(_mm256_sub_epi32(whole, right), _mm256_slli_epi32(right, 16));
            __m256 upper_value = _mm256_add_ps(_mm256_cvtepi32_ps(_mm256_madd_epi16(upper, shares)), offset);
            __m256 lower_value = _mm256_add_ps(_mm256_cvtepi32_ps(_mm256_madd_epi16(lower, shares)), offset);
            __m256 down = _mm256_mul_ps(_mm256_cvtepi32_ps(_mm256_and_si256(vt, low_byte)), unit);
            __m256 value = _mm256_add_ps(upper_value, _mm256_mul_ps(_mm256_sub_ps(lower_value, upper_value), down));
            __m256 height = _mm256_sub_ps(_mm256_mul_ps(value, unit), black8);
            if (is_light) height = _mm256_mul_ps(height, _mm256_andnot_ps(sign, height));
            sum = _mm256_add_ps(sum, _mm256_mul_ps(_mm256_set1_ps(taps[t].weight), height));
        }
        if (is_light) {
            __m256 size = _mm256_sqrt_ps(_mm256_andnot_ps(sign, sum));
            sum = _mm256_or_ps(size, _mm256_and_ps(sign, sum));
        }
        _mm256_storeu_ps(picture + x, _mm256_add_ps(sum, black8));
    }
}

__attribute__((target("avx2"))) static void sample_by_kind_with_avx2(
    const pixel_texture *texture, const int32_t *u, const int32_t *v, const pixel_tap *taps, int32_t tap_count,
    bool is_light, float black, int32_t count, float *picture
) {
    if (texture->is_wide) {
        if (is_light) sample_with_avx2(texture, true, u, v, taps, tap_count, true, black, count, picture);
        else sample_with_avx2(texture, true, u, v, taps, tap_count, false, black, count, picture);
    } else {
        if (is_light) sample_with_avx2(texture, false, u, v, taps, tap_count, true, black, count, picture);
        else sample_with_avx2(texture, false, u, v, taps, tap_count, false, black, count, picture);
    }
}

#endif

void pixel_warp_span(
    const pixel_texture *texture, pixel_line line, const pixel_tap *taps, int32_t tap_count, bool is_light, float black,
    int32_t count, bool is_portable, float *picture
) {
    int32_t u[PIXEL_SPAN_CAPACITY], v[PIXEL_SPAN_CAPACITY];
    int32_t rounded = (count + 7) & ~7;
    if (rounded <= 0 || rounded > PIXEL_SPAN_CAPACITY) return;
    find_positions(line, rounded, u, v);
    // The root of one square is the value itself.
    bool averages_light = is_light && tap_count > 1;
#if defined(__x86_64__)
    if (!is_portable && __builtin_cpu_supports("avx2")) {
        sample_by_kind_with_avx2(texture, u, v, taps, tap_count, averages_light, black, rounded, picture);
        return;
    }
#endif
    sample_portably(texture, u, v, taps, tap_count, averages_light, black, rounded, picture);
}
