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

/// What light makes of codes of luma (or of red, green or blue): their light times gain, plus glare in units of `range`
/// squared, up to white, which is `range` above `black`.
void pixel_light_luma_row(
    const float *codes, const float *gain, const float *glare, float black, float range, int32_t count, float *lit);

/// What it makes of codes of chroma, whose luma is `codes_y`: they change as their height does, glare and white take colour
/// away, and the light adds its own, `cast` for each code of height.
void pixel_light_chroma_row(
    const float *codes, const float *codes_y, const float *gain, const float *glare, float black, float range,
    float middle, float cast, int32_t count, float *lit);

/// Turns a row of evidence that something is in front into how far the page is clear of it: 1 below −`softness`, 0 above it.
void pixel_clear_row(float *row, float softness, int32_t count);

/// row + other.
void pixel_add_row(float *row, const float *other, int32_t count);

/// row · factors.
void pixel_multiply_row(float *row, const float *factors, int32_t count);

/// Noise for a row of codes: `noise`, whose variance is 1, times the root of `base` + `slope` · height above black; a camera's
/// does not rise above `white`.
void pixel_grain_row(
    const float *noise, const float *codes, float black, float white, float base, float slope, int32_t count, float *row);

#pragma clang assume_nonnull end
