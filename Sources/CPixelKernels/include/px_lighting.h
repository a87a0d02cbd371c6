// Row loops that lay light on a picture: fields that run smoothly over a frame, and what they make of codes. Pure C11, no
// allocation, no state. Heights are codes above black; light is a height times its magnitude, as in px_compositing.h.
#pragma once

#include <stdint.h>

#pragma clang assume_nonnull begin

/// Runs straight from node to node of a row of nodes: sample x lies at `first` + x · `perSample` nodes. What lies outside
/// repeats the outermost node.
void pixel_ramp_row(
    const float *nodes, int32_t node_count, float first, float per_sample, int32_t count, float *row);

/// The row `share` of the way from `upper` to `lower`.
void pixel_between_rows(const float *upper, const float *lower, float share, int32_t count, float *row);

/// The heights that light makes of a page's, times gain, plus glare in units of `range` squared.
void pixel_light_luma_row(
    const float *page_y, const float *gain, const float *glare, float black, float range, int32_t count, float *lit);

/// The chroma that goes with it: the page's, as far as its height changes, and the light's own.
void pixel_light_chroma_row(
    const float *page, const float *page_y, const float *lit_y, const float *gain, float black, float middle, float cast,
    int32_t count, float *lit);

/// Turns a row of evidence that something is in front into how far the page is clear of it: 1 below −`softness`, 0 above it.
void pixel_clear_row(float *row, float softness, int32_t count);

/// Noise for a row of codes: `noise`, whose variance is 1, times the root of `base` + `slope` · height above black.
void pixel_grain_row(
    const float *noise, const float *codes, float black, float base, float slope, int32_t count, float *row);

#pragma clang assume_nonnull end
