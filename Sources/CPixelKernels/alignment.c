#include "px_alignment.h"

#include "Clones.h"

#include <math.h>
#include <stddef.h>
#include <string.h>

/// Where a sample lies in the moving picture: the pixel to its top left, and how far it is on the way to the next ones.
typedef struct {
    const uint8_t *at;
    float fx, fy;
} landing;

/// Maps a sample; returns 0 when it, or a neighbour that its gradient needs, falls outside.
static inline int land(const px_moving *moving, const float m[9], float x, float y, landing *out) {
    const float w = m[6] * x + m[7] * y + m[8];
    if (!(w > 1e-6f)) return 0;
    const float inverse = 1 / w;
    const float u = (m[0] * x + m[1] * y + m[2]) * inverse, v = (m[3] * x + m[4] * y + m[5]) * inverse;
    if (!(u >= 1 && v >= 1 && u < (float)(moving->width - 2) && v < (float)(moving->height - 2))) return 0;
    const int32_t left = (int32_t)u, top = (int32_t)v;
    out->at = moving->pixels + (ptrdiff_t)top * moving->width + left;
    out->fx = u - (float)left;
    out->fy = v - (float)top;
    return 1;
}

static inline float between(float a, float b, float share) { return a + share * (b - a); }

/// The moving picture's value, bilinear.
static inline float value_at(const landing *l, ptrdiff_t stride) {
    const uint8_t *p = l->at, *q = p + stride;
    return between(between(p[0], p[1], l->fx), between(q[0], q[1], l->fx), l->fy);
}

/// Eight numbers that are added and multiplied at once.
typedef float octet __attribute__((vector_size(32)));

/// Sums of a stretch of samples: the rows of JᵀWJ, and JᵀWr.
typedef struct {
    octet hessian[8], gradient;
} octet_sums;

/// Adds single-precision sums to the double-precision ones, and empties them.
static void flush(octet_sums *sums, px_normal_equations *out) {
    int k = 0;
    for (int a = 0; a < 8; a++) {
        out->gradient[a] += (double)sums->gradient[a];
        for (int b = a; b < 8; b++) out->hessian[k++] += (double)sums->hessian[a][b];
    }
    memset(sums, 0, sizeof *sums);
}

WITH_CLONES void px_align_accumulate(
    const uint8_t *fixed, int64_t stride, const px_moving *moving, const px_sample *samples, int32_t count, double cx,
    double cy, double scale, double cutoff, px_normal_equations *out) {
    enum { stretch = 512 };
    const float inverse_scale = (float)(1 / scale), inverse_cutoff = (float)(1 / cutoff);
    const float quarter_scale = (float)(0.25 * scale);
    const ptrdiff_t row = moving->width;
    float map[9];
    for (int i = 0; i < 9; i++) map[i] = (float)moving->map[i];
    memset(out, 0, sizeof *out);
    octet_sums sums;
    memset(&sums, 0, sizeof sums);
    float weight_sum = 0, squares = 0, offered = 0;
    for (int32_t i = 0; i < count; i++) {
        if (i % stretch == 0) {
            flush(&sums, out);
            out->weight += (double)weight_sum;
            out->squares += (double)squares;
            out->offered += (double)offered;
            weight_sum = squares = offered = 0;
        }
        const uint8_t *f = fixed + samples[i].y * stride + samples[i].x;
        landing l;
        if (!land(moving, map, samples[i].x, samples[i].y, &l)) continue;
        const float here = value_at(&l, row);
        const float residual = here - (float)f[0];
        offered += samples[i].weight;
        const float u = residual * inverse_cutoff;
        if (u * u >= 1) continue;
        const float w = samples[i].weight * (1 - u * u) * (1 - u * u);
        const landing left = {l.at - 1, l.fx, l.fy}, right = {l.at + 1, l.fx, l.fy};
        const landing up = {l.at - row, l.fx, l.fy}, down = {l.at + row, l.fx, l.fy};
        // Central differences of both pictures, averaged, per unit of the scaled coordinates.
        const float gx = quarter_scale * ((float)(f[1] - f[-1]) + value_at(&right, row) - value_at(&left, row));
        const float gy = quarter_scale * ((float)(f[stride] - f[-stride]) + value_at(&down, row) - value_at(&up, row));
        const float x = ((float)samples[i].x - (float)cx) * inverse_scale;
        const float y = ((float)samples[i].y - (float)cy) * inverse_scale;
        const float s = -(gx * x + gy * y);
        const octet j = {gx * x, gx * y, gx, gy * x, gy * y, gy, s * x, s * y};
        const octet weighted = j * w;
        sums.gradient += weighted * residual;
        for (int a = 0; a < 8; a++) sums.hessian[a] += weighted[a] * j;
        weight_sum += w;
        squares += w * residual * residual;
    }
    flush(&sums, out);
    out->weight += (double)weight_sum;
    out->squares += (double)squares;
    out->offered += (double)offered;
}

/// Adds `sample` to the strongest of its cell, which are kept in falling order.
static int32_t keep_strongest(px_sample *kept, int32_t count, int32_t capacity, px_sample sample) {
    if (count == capacity && kept[count - 1].weight >= sample.weight) return count;
    int32_t at = count < capacity ? count : capacity - 1;
    while (at > 0 && kept[at - 1].weight < sample.weight) {
        kept[at] = kept[at - 1];
        at--;
    }
    kept[at] = sample;
    return count < capacity ? count + 1 : count;
}

int32_t px_align_select(
    const uint8_t *picture, const uint8_t *mask, int32_t width, int32_t height, int32_t cell, int32_t per_cell,
    int32_t threshold, px_sample *samples, int32_t capacity) {
    int32_t total = 0;
    for (int32_t top = 1; top < height - 1; top += cell) {
        for (int32_t left = 1; left < width - 1; left += cell) {
            const int32_t room = capacity - total < per_cell ? capacity - total : per_cell;
            if (room <= 0) return total;
            int32_t kept = 0;
            const int32_t bottom = top + cell < height - 1 ? top + cell : height - 1;
            const int32_t right = left + cell < width - 1 ? left + cell : width - 1;
            for (int32_t y = top; y < bottom; y++) {
                for (int32_t x = left; x < right; x++) {
                    const ptrdiff_t at = (ptrdiff_t)y * width + x;
                    const uint8_t *m = mask + at, *p = picture + at;
                    if (!m[0] || !m[1] || !m[-1] || !m[width] || !m[-width]) continue;
                    const int32_t dx = p[1] - p[-1], dy = p[width] - p[-width];
                    const int32_t strength = dx * dx + dy * dy;
                    if (strength < threshold * threshold) continue;
                    const px_sample sample = {(uint16_t)x, (uint16_t)y, (float)strength};
                    kept = keep_strongest(samples + total, kept, room, sample);
                }
            }
            total += kept;
        }
    }
    for (int32_t i = 0; i < total; i++) samples[i].weight = 1;
    return total;
}

void px_align_correlate(
    const uint8_t *fixed, int64_t stride, const px_moving *moving, const px_sample *samples, const uint16_t *cells,
    int32_t count, int32_t cell_count, float *correlations, int32_t *counts) {
    enum { max_cells = 1024 };
    double sums[max_cells][5];
    if (cell_count > max_cells) cell_count = max_cells;
    memset(sums, 0, sizeof sums);
    memset(counts, 0, sizeof(int32_t) * (size_t)cell_count);
    float map[9];
    for (int i = 0; i < 9; i++) map[i] = (float)moving->map[i];
    for (int32_t i = 0; i < count; i++) {
        landing l;
        if (cells[i] >= cell_count || !land(moving, map, samples[i].x, samples[i].y, &l)) continue;
        const double f = fixed[samples[i].y * stride + samples[i].x], m = value_at(&l, moving->width);
        double *s = sums[cells[i]];
        s[0] += f;
        s[1] += m;
        s[2] += f * f;
        s[3] += m * m;
        s[4] += f * m;
        counts[cells[i]]++;
    }
    for (int32_t c = 0; c < cell_count; c++) {
        const double n = counts[c] > 0 ? counts[c] : 1, *s = sums[c];
        const double covariance = s[4] - s[0] * s[1] / n;
        const double spread = (s[2] - s[0] * s[0] / n) * (s[3] - s[1] * s[1] / n);
        correlations[c] = spread > 1e-6 ? (float)(covariance / sqrt(spread)) : 0;
    }
}

void px_align_shifts(
    const uint8_t *fixed, int64_t stride, const px_moving *moving, const px_sample *samples, const uint16_t *cells,
    int32_t count, const px_cell_shift *shifts, int32_t cell_count, double cutoff, px_cell_equations *out) {
    const float inverse_cutoff = (float)(1 / cutoff);
    const ptrdiff_t row = moving->width;
    const float right_most = (float)(moving->width - 2), lowest = (float)(moving->height - 2);
    float m[9];
    for (int i = 0; i < 9; i++) m[i] = (float)moving->map[i];
    memset(out, 0, sizeof *out * (size_t)cell_count);
    for (int32_t i = 0; i < count; i++) {
        const int32_t cell = cells[i];
        if (cell >= cell_count) continue;
        const float x = samples[i].x, y = samples[i].y;
        const float w = m[6] * x + m[7] * y + m[8];
        if (!(w > 1e-6f)) continue;
        const px_cell_shift s = shifts[cell];
        const float right = x - s.x, down = y - s.y;
        const float u = (m[0] * x + m[1] * y + m[2]) / w + s.dx + s.dx_per_x * right + s.dx_per_y * down;
        const float v = (m[3] * x + m[4] * y + m[5]) / w + s.dy + s.dy_per_x * right + s.dy_per_y * down;
        if (!(u >= 1 && v >= 1 && u < right_most && v < lowest)) continue;
        const int32_t left = (int32_t)u, top = (int32_t)v;
        const landing l = {moving->pixels + (ptrdiff_t)top * row + left, u - (float)left, v - (float)top};
        const uint8_t *f = fixed + samples[i].y * stride + samples[i].x;
        const float residual = value_at(&l, row) - (float)f[0];
        px_cell_equations *e = out + cell;
        e->offered += 1;
        const float r = residual * inverse_cutoff;
        if (r * r >= 1) continue;
        const float weight = (1 - r * r) * (1 - r * r);
        const landing west = {l.at - 1, l.fx, l.fy}, east = {l.at + 1, l.fx, l.fy};
        const landing north = {l.at - row, l.fx, l.fy}, south = {l.at + row, l.fx, l.fy};
        const float gx = 0.25f * ((float)(f[1] - f[-1]) + value_at(&east, row) - value_at(&west, row));
        const float gy = 0.25f * ((float)(f[stride] - f[-stride]) + value_at(&south, row) - value_at(&north, row));
        const float strength = weight * (gx * gx + gy * gy);
        e->xx += (double)(weight * gx * gx);
        e->xy += (double)(weight * gx * gy);
        e->yy += (double)(weight * gy * gy);
        e->gx += (double)(weight * gx * residual);
        e->gy += (double)(weight * gy * residual);
        e->weight += (double)weight;
        e->squares += (double)(weight * residual * residual);
        e->x += (double)(strength * x);
        e->y += (double)(strength * y);
        e->strength += (double)strength;
    }
}
