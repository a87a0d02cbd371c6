#include "px_outline.h"

#include <math.h>
#include <string.h>

/// Pixels beside the edge, beyond the blur, that are compared: outside the page only what touches it, inside more.
enum { outside = 3, inside = 7, fine = 4, longest_blur = 40, longest_reach = 24 };
enum { template_length = outside + inside + longest_blur + 3, profile_length = template_length + 2 * longest_reach };
enum { fine_length = template_length * fine };

/// A picture whose values are turned into linear light.
typedef struct {
    const uint8_t *pixels;
    int32_t width, height;
    const float *linear;
} light_picture;

static float bilinear(const light_picture *p, float x, float y) {
    const float right = (float)(p->width - 1), bottom = (float)(p->height - 1);
    // Also what is no number becomes 0.
    x = !(x > 0) ? 0 : x > right ? right : x;
    y = !(y > 0) ? 0 : y > bottom ? bottom : y;
    int32_t left = (int32_t)x, top = (int32_t)y;
    if (left > p->width - 2) left = p->width > 1 ? p->width - 2 : 0;
    if (top > p->height - 2) top = p->height > 1 ? p->height - 2 : 0;
    const float fx = x - (float)left, fy = y - (float)top;
    const uint8_t *q = p->pixels + (int64_t)top * p->width + left;
    const int32_t dx = p->width > 1, dy = p->height > 1 ? p->width : 0;
    const float a = p->linear[q[0]], b = p->linear[q[dx]], c = p->linear[q[dy]], d = p->linear[q[dy + dx]];
    const float above = a + fx * (b - a), below = c + fx * (d - c);
    return above + fy * (below - above);
}

static float clamped(const float *in, int32_t count, int32_t i) { return in[i < 0 ? 0 : i >= count ? count - 1 : i]; }

/// The mean over `width` values centred on each one: of an even number the outermost two count half. The ends repeat.
static void box(const float *in, float *out, int32_t count, int32_t width) {
    const int32_t half = width / 2, whole = (width - 1) / 2;
    for (int32_t i = 0; i < count; i++) {
        float sum = half > whole ? 0.5f * (clamped(in, count, i - half) + clamped(in, count, i + half)) : 0;
        for (int32_t k = i - whole; k <= i + whole; k++) sum += clamped(in, count, k);
        out[i] = sum / (float)width;
    }
}

/// What the page and its surroundings look like across the edge: value i lies i − first pixels inside it.
typedef struct {
    float page[template_length], around[template_length];
    int32_t length, first;
} edge_template;

static void draw_template(const light_picture *reference, const px_outline_place *place, edge_template *out) {
    const float blur = place->blur > longest_blur ? (float)longest_blur : place->blur > 0 ? place->blur : 0;
    const int32_t half = (int32_t)(0.5f * blur + 0.5f);
    out->first = outside + half + 1;
    out->length = out->first + inside + half + 2;
    const int32_t count = out->length * fine;
    float page[fine_length], around[fine_length], other[fine_length];
    for (int32_t i = 0; i < count; i++) {
        const float at = ((float)i + 0.5f) / fine - (float)out->first - 0.5f;
        around[i] = at < 0;
        page[i] = at < 0 ? 0 : bilinear(reference, place->u + at * place->du, place->v + at * place->dv);
    }
    // The shutter, the lens and the pixel's own area.
    const int32_t moved = (int32_t)(blur * fine + 0.5f);
    const int32_t widths[3] = {moved, 5, fine};
    for (int32_t k = 0; k < 3; k++) {
        if (widths[k] < 2) continue;
        box(page, other, count, widths[k]);
        memcpy(page, other, sizeof(float) * (size_t)count);
        box(around, other, count, widths[k]);
        memcpy(around, other, sizeof(float) * (size_t)count);
    }
    for (int32_t i = 0; i < out->length; i++) {
        out->page[i] = 0.5f * (page[i * fine + fine / 2 - 1] + page[i * fine + fine / 2]);
        out->around[i] = 0.5f * (around[i * fine + fine / 2 - 1] + around[i * fine + fine / 2]);
    }
}

/// Gain of the page and light of its surroundings that explain a stretch of the profile best.
typedef struct {
    float gain, light, rest, agreement;
} explanation;

/// A brighter page would look the same: light from here on is white, and what exceeds it there is no error. A little of one, so
/// that a page is not taken to be brighter than it must be.
static const float white = 0.93f, slack = 0.003f;

/// What a value counts, given how far the explanation exceeds it.
static float weight_of(float value, float over) { return value >= white && over > 0 ? slack : 1; }

/// Explains a profile again, its white values only as far as they fall short.
static void explain_white(const edge_template *t, const float *profile, explanation *e) {
    float pp = 0, pa = 0, aa = 0, xp = 0, xa = 0, xx = 0;
    for (int32_t i = 1; i < t->length - 1; i++) {
        const float x = profile[i], page = t->page[i], around = t->around[i];
        const float weight = weight_of(x, e->gain * page + e->light * around - x);
        pp += weight * page * page;
        pa += weight * page * around;
        aa += weight * around * around;
        xp += weight * x * page;
        xa += weight * x * around;
        xx += weight * x * x;
    }
    const float determinant = pp * aa - pa * pa;
    if (!(determinant > 1e-9f * pp * aa)) return;
    e->gain = (xp * aa - xa * pa) / determinant;
    e->light = (xa * pp - xp * pa) / determinant;
    e->rest = xx - e->gain * xp - e->light * xa;
}

static explanation explain(const edge_template *t, const float *profile, float pp, float pa, float aa) {
    // The outermost values of the template only serve derivatives.
    float xp = 0, xa = 0, xx = 0, x1 = 0;
    int32_t clipped = 0;
    for (int32_t i = 1; i < t->length - 1; i++) {
        const float x = profile[i];
        xp += x * t->page[i];
        xa += x * t->around[i];
        xx += x * x;
        x1 += x;
        clipped += x >= white;
    }
    const float n = (float)(t->length - 2), spread = xx - x1 * x1 / n, determinant = pp * aa - pa * pa;
    explanation e = {0, 0, 0, 0};
    if (determinant <= 1e-9f * pp * aa || spread <= 4e-6f * n) return e;
    // White on both sides shows no edge.
    if (profile[1] >= white && profile[t->length - 2] >= white) return e;
    e.gain = (xp * aa - xa * pa) / determinant;
    e.light = (xa * pp - xp * pa) / determinant;
    e.rest = xx - e.gain * xp - e.light * xa;
    for (int32_t round = 0; clipped > 0 && round < 6; round++) {
        const float before = e.gain;
        explain_white(t, profile, &e);
        if (fabsf(e.gain - before) < 1e-4f * fabsf(before)) break;
    }
    if (e.rest < 0) e.rest = 0;
    e.agreement = 1 - e.rest / spread;
    return e;
}

/// One Gauss–Newton step of gain, light and shift: the shift's step and its variance.
static int refine(const edge_template *t, const float *profile, explanation e, float *step, float *variance) {
    float n[6] = {0}, g[3] = {0};
    for (int32_t i = 1; i < t->length - 1; i++) {
        const float slope = 0.5f * (e.gain * (t->page[i + 1] - t->page[i - 1])
                                    + e.light * (t->around[i + 1] - t->around[i - 1]));
        const float j[3] = {t->page[i], t->around[i], -slope};
        const float rest = profile[i] - e.gain * t->page[i] - e.light * t->around[i];
        const float weight = weight_of(profile[i], -rest);
        int k = 0;
        for (int a = 0; a < 3; a++) {
            g[a] += weight * j[a] * rest;
            for (int b = a; b < 3; b++) n[k++] += weight * j[a] * j[b];
        }
    }
    // Schur complement: what the other two leave of the shift.
    const float determinant = n[0] * n[3] - n[1] * n[1];
    if (!(determinant > 0)) return 0;
    const float first = (n[3] * n[2] - n[1] * n[4]) / determinant, second = (n[0] * n[4] - n[1] * n[2]) / determinant;
    const float left = n[5] - first * n[2] - second * n[4];
    if (!(left > 1e-9f)) return 0;
    *step = (g[2] - first * g[0] - second * g[1]) / left;
    *variance = e.rest / (float)(t->length - 5) / left;
    return 1;
}

static int is_finite(const px_outline_place *p) {
    return isfinite(p->x) && isfinite(p->y) && isfinite(p->nx) && isfinite(p->ny) && isfinite(p->u) && isfinite(p->v)
           && isfinite(p->du) && isfinite(p->dv);
}

static px_outline_edge search(
    const light_picture *picture, const light_picture *reference, const px_outline_place *place, int32_t reach) {
    const px_outline_edge nothing = {0, 1e6f, 0};
    if (!is_finite(place) || reference->width < 1 || reference->height < 1) return nothing;
    edge_template t;
    draw_template(reference, place, &t);
    // The profile: pixel i lies i − first − reach pixels inside where the edge is expected; three rows are averaged.
    float profile[profile_length];
    const int32_t count = t.length + 2 * reach;
    const float low = -(float)(t.first + reach), high = (float)(count - 1) + low;
    for (int32_t end = 0; end < 2; end++) {
        const float at = end ? high : low;
        const float x = place->x + at * place->nx, y = place->y + at * place->ny;
        if (!(x >= 2 && y >= 2 && x <= (float)(picture->width - 3) && y <= (float)(picture->height - 3))) return nothing;
    }
    for (int32_t i = 0; i < count; i++) {
        const float x = place->x + ((float)i + low) * place->nx, y = place->y + ((float)i + low) * place->ny;
        profile[i] = (bilinear(picture, x, y) + bilinear(picture, x - 1.5f * place->ny, y + 1.5f * place->nx)
                      + bilinear(picture, x + 1.5f * place->ny, y - 1.5f * place->nx)) * (1 / 3.0f);
    }
    float pp = 0, pa = 0, aa = 0;
    for (int32_t i = 1; i < t.length - 1; i++) {
        pp += t.page[i] * t.page[i];
        pa += t.page[i] * t.around[i];
        aa += t.around[i] * t.around[i];
    }
    explanation best = {0, 0, 0, 0};
    int32_t at = 0;
    for (int32_t shift = -reach; shift <= reach; shift++) {
        const explanation e = explain(&t, profile + reach + shift, pp, pa, aa);
        // A page that gives no light, or as much as what lies beside it, has no edge.
        if (e.gain <= 0 || e.light < -0.05f || fabsf(e.gain * t.page[t.first + 1] - e.light) < 0.02f) continue;
        if (e.agreement > best.agreement) {
            best = e;
            at = shift;
        }
    }
    float step, variance;
    if (best.agreement <= 0 || !refine(&t, profile + reach + at, best, &step, &variance)) return nothing;
    const px_outline_edge found = {
        (float)at + (step < -1 ? -1 : step > 1 ? 1 : step), variance, best.agreement};
    return found;
}

void px_outline_search(
    const uint8_t *picture, int32_t width, int32_t height, const uint8_t *reference, int32_t reference_width,
    int32_t reference_height, const px_outline_place *places, int32_t count, int32_t reach,
    const float *linear_from_luma, const float *linear_from_grey, px_outline_edge *edges) {
    const light_picture seen = {picture, width, height, linear_from_luma};
    const light_picture drawn = {reference, reference_width, reference_height, linear_from_grey};
    reach = reach < 0 ? 0 : reach > longest_reach ? longest_reach : reach;
    for (int32_t i = 0; i < count; i++) edges[i] = search(&seen, &drawn, &places[i], reach);
}
