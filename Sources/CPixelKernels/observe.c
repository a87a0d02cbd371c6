#include "px_observing.h"
#include "Clones.h"
#include <math.h>

#define SAMPLE uint8_t
#define NAMED(name) name##_u8
#define SHIFT_PARAMETER
#define VALUE(sample) (sample)
#include "ObserveSamples.h"
#undef SAMPLE
#undef NAMED
#undef SHIFT_PARAMETER
#undef VALUE

#define SAMPLE uint16_t
#define NAMED(name) name##_u16
#define SHIFT_PARAMETER , int32_t shift
#define VALUE(sample) ((sample) >> shift)
#include "ObserveSamples.h"

static inline float larger(float a, float b) { return a > b ? a : b; }
static inline float smaller(float a, float b) { return a < b ? a : b; }
static inline float squared(float a) { return a * a; }
static inline int32_t clamp(int32_t value, int32_t high) { return value < 0 ? 0 : value > high ? high : value; }

WITH_CLONES void observe_likeness(
    observe_chroma chroma, const float *cover, const float *y, const float *u, const float *v, const float *page_y,
    const float *page_u, const float *page_v, int32_t count, float *likeness
) {
    const float whole = 0.98f;
    if (!u || !v || !page_u || !page_v) {
        for (int32_t x = 0; x < count; x++) likeness[x] = cover[x] >= whole ? 1.0f : 0.0f;
        return;
    }
    float share = 1.0f / (chroma.tolerance * chroma.tolerance), middle = chroma.middle;
    for (int32_t x = 0; x < count; x++) {
        float height = y[x] - chroma.black, page_height = page_y[x] - chroma.black;
        float ratio = (larger(height, 0) + chroma.tolerance * 0.5f) / (larger(page_height, 0) + chroma.tolerance * 0.5f);
        ratio = smaller(larger(ratio, 0.2f), 2.0f);
        float seen_u = u[x] - middle - chroma.cast_u * height, seen_v = v[x] - middle - chroma.cast_v * height;
        float own_u = ratio * (page_u[x] - middle), own_v = ratio * (page_v[x] - middle);
        // Glare takes colour away: what lies between the page's own and grey is the page's.
        float part = (seen_u * own_u + seen_v * own_v) / (own_u * own_u + own_v * own_v + 1e-3f);
        part = smaller(larger(part, 0), 1);
        float du = seen_u - part * own_u, dv = seen_v - part * own_v;
        float near = 1.0f / (1.0f + (du * du + dv * dv) * share);
        likeness[x] = cover[x] >= whole ? near * near : 0.0f;
    }
}

void observe_saturation(
    const float *y, const float *page_y, const float *weight, float black, float range, float saturated, int32_t count,
    float *all, float *bright
) {
    float scale = (float)OBSERVE_BINS / range;
    for (int32_t x = 0; x < count; x++) {
        int32_t bin = clamp((int32_t)((page_y[x] - black) * scale), OBSERVE_BINS - 1);
        all[bin] += weight[x];
        bright[bin] += y[x] > saturated ? weight[x] : 0;
    }
}

/// Light of a code, in units of `1 / unit` squared.
static inline float light(float code, float black, float unit) {
    float height = (code - black) * unit;
    return height > 0 ? height * height : 0;
}

WITH_CLONES static void add_run(
    const float *y, const float *page_y, const float *weight, float black, float unit, int32_t begin, int32_t end,
    observe_sums *sums
) {
    float w = 0, p = 0, pp = 0, f = 0, pf = 0, ff = 0, step_pp = 0, step_pf = 0, step_ff = 0;
    // The order of the sums does not matter to a light that is solved from thousands of samples.
    for (int32_t x = begin; x < end; x++) {
        float frame = light(y[x], black, unit), page = light(page_y[x], black, unit);
        float share = weight[x] / (0.02f + frame);
        w += share;
        p += share * page;
        pp += share * page * page;
        f += share * frame;
        pf += share * page * frame;
        ff += share * frame * frame;
        int32_t next = x + 1 < end ? x + 1 : x;
        float both = smaller(weight[x], weight[next]);
        float frame_step = light(y[next], black, unit) - frame, page_step = light(page_y[next], black, unit) - page;
        step_pp += both * page_step * page_step;
        step_pf += both * page_step * frame_step;
        step_ff += both * frame_step * frame_step;
    }
    sums->w += w;
    sums->p += p;
    sums->pp += pp;
    sums->f += f;
    sums->pf += pf;
    sums->ff += ff;
    sums->step_pp += step_pp;
    sums->step_pf += step_pf;
    sums->step_ff += step_ff;
}

void observe_add_sums(
    const float *y, const float *page_y, const float *weight, float black, float range, float first, float per_sample,
    int32_t node_count, int32_t count, observe_sums *sums
) {
    int32_t x = 0;
    while (x < count) {
        int32_t node = clamp((int32_t)floorf(first + (float)x * per_sample + 0.5f), node_count - 1);
        int32_t end = node == node_count - 1 ? count : (int32_t)ceilf(((float)node + 0.5f - first) / per_sample);
        end = end <= x ? x + 1 : end > count ? count : end;
        add_run(y, page_y, weight, black, 1.0f / range, x, end, &sums[node]);
        x = end;
    }
}

WITH_CLONES void observe_reweigh(
    const float *y, const float *page_y, const float *gain, const float *glare, const float *weight, float black,
    float range, float saturated, float tolerance, int32_t count, float *result
) {
    float unit = 1.0f / range, share = squared(range / tolerance), limit = (saturated - black) * unit;
    for (int32_t x = 0; x < count; x++) {
        float said = sqrtf(larger(gain[x] * light(page_y[x], black, unit) + glare[x], 0));
        float height = (y[x] - black) * unit;
        float near = 1.0f / (1.0f + squared(height - said) * share);
        bool tells = said < limit * 0.98f || height < limit * 0.94f;
        result[x] = tells ? weight[x] * near * near : 0;
    }
}

WITH_CLONES void observe_add_difference(
    const float *frame, const float *expected, const float *above, const float *below, const float *expected_y,
    float black, observe_tolerance tolerance, int32_t count, float *squares
) {
    for (int32_t x = 0; x < count; x++) {
        int32_t left = x > 0 ? x - 1 : 0, right = x + 1 < count ? x + 1 : x;
        float here = expected[x];
        float across = larger(squared(expected[right] - here), squared(here - expected[left]));
        float down = larger(squared(below[x] - here), squared(here - above[x]));
        float variance = tolerance.noise + tolerance.slope_squared * (across + down)
            + tolerance.share_squared * squared(expected_y[x] - black);
        squares[x] += tolerance.weight * squared(frame[x] - here) / variance;
    }
}

static inline float step_evidence(float frame, float expected, observe_texture texture) {
    float page = squared(frame - expected) / (texture.noise + texture.share_squared * squared(expected));
    float front = squared(frame) / (texture.noise + texture.smooth);
    // Where nothing is printed nothing is said.
    float tells = squared(expected) / (squared(expected) + 4.0f * texture.noise);
    return texture.weight * tells * larger(-texture.most, smaller(texture.most, page - front));
}

WITH_CLONES void observe_add_steps(
    const float *frame, const float *frame_below, const float *expected, const float *expected_below,
    observe_texture texture, int32_t count, float *evidence
) {
    for (int32_t x = 0; x < count; x++) {
        int32_t right = x + 1 < count ? x + 1 : x;
        evidence[x] += step_evidence(frame[right] - frame[x], expected[right] - expected[x], texture)
            + step_evidence(frame_below[x] - frame[x], expected_below[x] - expected[x], texture);
    }
}

/// e^x for x ≤ 0, to a thousandth: (1 + x / 64)^64.
static inline float decay(float x) {
    float base = larger(1.0f + x * (1.0f / 64.0f), 0);
    base *= base;
    base *= base;
    base *= base;
    base *= base;
    base *= base;
    return base * base;
}

WITH_CLONES void observe_affinity(
    const float *y, const float *u, const float *v, int32_t step, float log_decay, float contrast, int32_t count,
    float *affinity
) {
    for (int32_t x = 0; x < count; x++) {
        float difference = fabsf(y[x + step] - y[x]);
        if (u && v) difference += fabsf(u[x + step] - u[x]) + fabsf(v[x + step] - v[x]);
        affinity[x] = decay(log_decay * (1.0f + contrast * difference));
    }
}

void observe_smooth_row(const float *affinity, int32_t count, float *row) {
    for (int32_t x = 1; x < count; x++) row[x] += affinity[x - 1] * (row[x - 1] - row[x]);
    for (int32_t x = count - 2; x >= 0; x--) row[x] += affinity[x] * (row[x + 1] - row[x]);
}

WITH_CLONES void observe_smooth_step(const float *affinity, const float *before, int32_t count, float *row) {
    for (int32_t x = 0; x < count; x++) row[x] += affinity[x] * (before[x] - row[x]);
}
