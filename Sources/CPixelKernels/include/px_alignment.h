// Aligning two pictures: one Gauss–Newton step of a homography.
#pragma once

#include <stdint.h>

#pragma clang assume_nonnull begin

/// A pixel that takes part in the alignment.
typedef struct {
    uint16_t x, y;
    /// How much it counts: 0…1.
    float weight;
} px_sample;

/// The normal equations of one step: 36 upper triangle elements of JᵀWJ row by row, JᵀWr, and what the residuals were.
typedef struct {
    double hessian[36];
    double gradient[8];
    /// Sum of the weights after the robust function, of weight · residual², and of the weights before it.
    double weight, squares, offered;
} px_normal_equations;

/// The picture that moves: `moving(map · x)` is compared with `fixed(x)`; `map` is row-major. What falls outside is left out.
typedef struct {
    const uint8_t *pixels;
    int32_t width, height;
    double map[9];
} px_moving;

/// Accumulates the normal equations of `moving(map · dW(x)) − fixed(x)` for a small homography dW about the identity
/// [1+p0 p1 p2; p3 1+p4 p5; p6 p7 1] in coordinates (x − cx) / scale, (y − cy) / scale, with gradients averaged over both
/// pictures (ESM; Benhimane and Malis, 2004) and Tukey's biweight of width `cutoff` grey levels. The moving picture is sampled
/// bilinearly, and its gradient is taken as if `map` were a shift: it is one, nearly.
///
/// Samples must lie at least one pixel inside `fixed`, which has `stride` bytes a row.
void px_align_accumulate(
    const uint8_t *fixed, int64_t stride, const px_moving *moving, const px_sample *samples, int32_t count, double cx,
    double cy, double scale, double cutoff, px_normal_equations *out);

/// Selects pixels with strong gradients: of each `cell` × `cell` square of the mask (not 0 and whose 4 neighbours are not 0)
/// the `per_cell` pixels of largest gradient above `threshold`. Returns how many were written, at most `capacity`.
int32_t px_align_select(
    const uint8_t *picture, const uint8_t *mask, int32_t width, int32_t height, int32_t cell, int32_t per_cell,
    int32_t threshold, px_sample *samples, int32_t capacity);

/// Normalised cross-correlation of both pictures in each of `cell_count` cells (at most 1024), sample i falling to cell
/// `cells[i]`. Writes correlation (−1…1) and number of samples for each cell.
void px_align_correlate(
    const uint8_t *fixed, int64_t stride, const px_moving *moving, const px_sample *samples, const uint16_t *cells,
    int32_t count, int32_t cell_count, float *correlations, int32_t *counts);

/// The normal equations of one cell's shift, about the shift that it has, and what its residuals were.
typedef struct {
    /// gᵀWg and gᵀWr, g being the gradient in grey levels a pixel.
    double xx, xy, yy, gx, gy;
    /// Sum of the weights after the robust function, of weight · residual², and of the weights before it.
    double weight, squares, offered;
    /// Sums of place · |g|² and of |g|²: where in `fixed` the cell's contrast lies.
    double x, y, strength;
} px_cell_equations;

/// How a cell of the fixed picture is shifted: `dx`, `dy` at the place `x`, `y`, and what they gain with each pixel from there.
typedef struct {
    float x, y, dx, dy, dx_per_x, dx_per_y, dy_per_x, dy_per_y;
} px_cell_shift;

/// Accumulates for each of `cell_count` cells the normal equations of a shift d of `moving(map · x + shift + d) − fixed(x)`,
/// with gradients and weights as in `px_align_accumulate`; the samples' own weights do not count. Sample i lies in cell
/// `cells[i]`; samples in no cell are left out.
void px_align_shifts(
    const uint8_t *fixed, int64_t stride, const px_moving *moving, const px_sample *samples, const uint16_t *cells,
    int32_t count, const px_cell_shift *shifts, int32_t cell_count, double cutoff, px_cell_equations *out);

#pragma clang assume_nonnull end
