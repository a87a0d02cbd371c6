// Row loops over planes: pyramids, warping, coverage, blending. Pure C11, no allocation, no state; every buffer is the
// caller's. Samples are uint8_t (`_u8`) or uint16_t (`_u16`), by the format's bit depth; work on them is done in float,
// without fused operations (see Package.swift), so that every machine gives the same bits.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#pragma clang assume_nonnull begin

// MARK: - Pyramids

/// Copies every `step`-th sample of a plane's row, shifted down by `shift`, into a row without gaps.
void pixel_extract_row_u8(const uint8_t *source, int32_t step, int32_t shift, int32_t count, uint8_t *row);
void pixel_extract_row_u16(const uint16_t *source, int32_t step, int32_t shift, int32_t count, uint16_t *row);

/// One row of a picture half as large, filtered by 1 3 3 1 in both directions: from four rows of `width` samples, the
/// middle two being those that the result covers, into (width + 1) / 2 samples. Samples beyond the ends repeat the last.
/// Where `is_light`, squares of the height above `black` are averaged: nearly what light does. `sums` holds `width` + 4.
void pixel_halve_rows_u8(
    const uint8_t *above, const uint8_t *upper, const uint8_t *lower, const uint8_t *below, int32_t width,
    bool is_light, float black, float *sums, uint8_t *row);
void pixel_halve_rows_u16(
    const uint16_t *above, const uint16_t *upper, const uint16_t *lower, const uint16_t *below, int32_t width,
    bool is_light, float black, float *sums, uint16_t *row);

/// The row half-way between `upper` and `lower`, by −1 9 9 −1 over four rows, clamped to 0 … `maximum`.
void pixel_between_rows_u8(
    const uint8_t *above, const uint8_t *upper, const uint8_t *lower, const uint8_t *below, int32_t width,
    int32_t maximum, uint8_t *row);
void pixel_between_rows_u16(
    const uint16_t *above, const uint16_t *upper, const uint16_t *lower, const uint16_t *below, int32_t width,
    int32_t maximum, uint16_t *row);

/// A row twice as fine: 2 · width − 1 samples, the given ones at even places and between them −1 9 9 −1.
void pixel_double_row_u8(const uint8_t *source, int32_t width, int32_t maximum, uint8_t *row);
void pixel_double_row_u16(const uint16_t *source, int32_t width, int32_t maximum, uint16_t *row);

/// The mean of 2 · `radius` + 1 samples around each, along lines of `count` samples that are `stride` apart; the ends
/// repeat. `line` holds `count` samples and may not overlap. Made for small pictures.
void pixel_box_line_u8(uint8_t *samples, ptrdiff_t stride, int32_t count, int32_t radius, uint8_t *line);
void pixel_box_line_u16(uint16_t *samples, ptrdiff_t stride, int32_t count, int32_t radius, uint16_t *line);

// MARK: - Warping

/// A picture of one component. There is one row, or 4 bytes, of readable memory behind the last texel.
typedef struct {
    const void *texels;
    /// Texels from one row to the next.
    int32_t stride;
    int32_t width, height;
    /// uint16_t instead of uint8_t.
    bool is_wide;
} pixel_texture;

/// Where the samples of a stretch of one row lie in a texture: u = `u` + `u_per_x` · d / (1 + `w_per_x` · d), and v
/// alike, d being the distance from the sample number `middle`. All in 1/256 texel.
typedef struct {
    int32_t u, v;
    float u_per_x, v_per_x, w_per_x;
    int32_t middle;
} pixel_line;

/// One of the places around a sample whose mean it is: an offset in 1/256 texel, and its share.
typedef struct {
    int32_t u, v;
    float weight;
} pixel_tap;

/// At most this many samples in one call of `pixel_warp_span`.
enum { PIXEL_SPAN_CAPACITY = 64 };

/// The texture at `count` samples of a row, each the weighted mean of its taps, which are bilinear; beyond the edges the
/// texture repeats its last texel. Where `is_light`, the mean is of squares above `black`, and its root is taken.
/// `picture` has room for `count` rounded up to 8. `is_portable` keeps vector instructions out: the result is the same.
void pixel_warp_span(
    const pixel_texture *texture, pixel_line line, const pixel_tap *taps, int32_t tap_count, bool is_light, float black,
    int32_t count, bool is_portable, float *picture);

// MARK: - Coverage

/// A directed edge of an outline, in samples; the inside is on the right of an edge that goes up, for positive weights.
typedef struct {
    double x0, y0, x1, y1;
    float weight;
} pixel_edge;

/// The area of each sample's cell (the unit square around it) that the outlines cover, times their weights, for the row
/// at `y` and samples `first` ..< `first` + `count`. What is left of `first` counts as if it were there. Sums within
/// 1/8192 of 0 or 1 are 0 or 1. `touched` holds `count` / 32 + 2 bytes, `cover` `count` + 2.
void pixel_cover_row(
    const pixel_edge *edges, int32_t edge_count, double y, int32_t first, int32_t count, uint8_t *touched, float *cover);

// MARK: - Blending

/// How opaque a part is that is laid under another: o · a / (1 − o · b), from its own visible coverage a, the other's
/// coverage b and the opacity o of both. Afterwards the other is laid over it as if it were alone.
void pixel_alpha_under(const float *visible, const float *over, float opacity, int32_t count, float *alpha);

/// Multiplies by `opacity`, and makes 0 what `outline`, where given, does not cover at all.
void pixel_alpha_over(
    const float *cover, const float *_Nullable outline, float opacity, int32_t count, float *alpha);

/// destination + (picture − destination) · alpha, rounded to the nearest; every `step`-th sample, whose value is shifted
/// up by `shift`. A sample with alpha 0 keeps its bits.
void pixel_blend_row_u8(
    uint8_t *destination, int32_t step, int32_t shift, const float *picture, const float *alpha, int32_t count);
void pixel_blend_row_u16(
    uint16_t *destination, int32_t step, int32_t shift, const float *picture, const float *alpha, int32_t count);

#pragma clang assume_nonnull end
