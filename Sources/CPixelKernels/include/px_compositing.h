// Row loops over planes: pyramids, warping, coverage, blending. Pure C11, no allocation, no state; every buffer is the
// caller's. Planes hold uint8_t or uint16_t samples, by the format's bit depth; textures hold uint16_t or float texels.
// Work is done in float, without fused operations (see Package.swift), so that every machine gives the same bits.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#pragma clang assume_nonnull begin

// MARK: - Textures

/// What a component's codes mean. Luma, grey and RGB stand for light, which is averaged as light: their texels are
/// h · |h| + black², h being the code's height above black; nearly what a display makes of it, exact to invert, and of
/// 8-bit codes no more than 16 bits. Chroma's texels are its codes.
typedef struct {
    bool is_light;
    float black;
    /// The largest code.
    float maximum;
} pixel_scale;

/// Makes a row of texels of every `step`-th sample of a plane's row, which is shifted down by `shift`.
void pixel_texels_u16_from_u8(const uint8_t *samples, int32_t step, int32_t count, pixel_scale scale, uint16_t *row);
void pixel_texels_u16_from_u16(
    const uint16_t *samples, int32_t step, int32_t shift, int32_t count, pixel_scale scale, uint16_t *row);
void pixel_texels_f32_from_u16(
    const uint16_t *samples, int32_t step, int32_t shift, int32_t count, pixel_scale scale, float *row);

/// One row of a texture half as large, filtered by 1 3 3 1 in both directions: from four rows of `width` texels, the
/// middle two being those that the result covers, into (width + 1) / 2 texels. Texels beyond the ends repeat the last.
/// `sums` holds `width` + 4.
void pixel_halve_rows_u16(
    const uint16_t *above, const uint16_t *upper, const uint16_t *lower, const uint16_t *below, int32_t width,
    float *sums, uint16_t *row);
void pixel_halve_rows_f32(
    const float *above, const float *upper, const float *lower, const float *below, int32_t width, float *sums,
    float *row);

/// The codes of a row of texels.
void pixel_codes_u16(const uint16_t *texels, int32_t count, pixel_scale scale, float *codes);
void pixel_codes_f32(const float *texels, int32_t count, pixel_scale scale, float *codes);

/// The codes half-way between the rows `upper` and `lower`: −1 9 9 −1 over four rows.
void pixel_codes_between(
    const float *above, const float *upper, const float *lower, const float *below, int32_t count, float *codes);

/// A row of texels twice as fine as `count` codes: 2 · count − 1, the given ones at even places and between them
/// −1 9 9 −1. `doubled` holds 2 · count.
void pixel_double_codes_u16(const float *codes, int32_t count, pixel_scale scale, float *doubled, uint16_t *row);
void pixel_double_codes_f32(const float *codes, int32_t count, pixel_scale scale, float *doubled, float *row);

/// The mean of 2 · `radius` + 1 texels around each, along a line of `count` texels that are `stride` apart; the ends
/// repeat. `line` holds `count` and may not overlap. Made for small pictures.
void pixel_box_line_u16(uint16_t *texels, ptrdiff_t stride, int32_t count, int32_t radius, uint16_t *line);
void pixel_box_line_f32(float *texels, ptrdiff_t stride, int32_t count, int32_t radius, float *line);

// MARK: - Warping

/// A picture of one component. There is one row, and one texel more, of readable memory behind the last.
typedef struct {
    const void *texels;
    /// Texels from one row to the next.
    int32_t stride;
    int32_t width, height;
    /// float instead of uint16_t.
    bool is_float;
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
    float share;
} pixel_tap;

/// At most this many samples in one call of `pixel_warp_span`.
enum { PIXEL_SPAN_CAPACITY = 64 };

/// The texture's codes at `count` samples of a row, each from the weighted mean of its taps, which are bilinear; beyond
/// its edges the texture repeats its last texel. `codes` has room for `count` rounded up to 8. `is_portable` keeps
/// vector instructions out: the result is the same.
void pixel_warp_span(
    const pixel_texture *texture, pixel_line line, const pixel_tap *taps, int32_t tap_count, pixel_scale scale,
    int32_t count, bool is_portable, float *codes);

// MARK: - Coverage

/// A directed edge of an outline, in samples; the inside is on the right of an edge that goes up, for positive weights.
typedef struct {
    double x0, y0, x1, y1;
    float weight;
} pixel_edge;

/// The area of each sample's cell (the unit square around it) that the outlines cover, times their weights, for the row
/// at `y` and samples `first` ..< `first` + `count`. What is left of `first` counts as if it were there. Sums within
/// 1/8192 of 0 or 1 are 0 or 1. `touched` holds `count` / 16 + 2 bytes, `cover` `count` + 2.
void pixel_cover_row(
    const pixel_edge *edges, int32_t edge_count, double y, int32_t first, int32_t count, uint8_t *touched, float *cover);

// MARK: - Mixing

/// Takes the codes of a row out of a plane.
void pixel_codes_of_row_u8(const uint8_t *samples, int32_t step, int32_t shift, int32_t count, float *codes);
void pixel_codes_of_row_u16(const uint16_t *samples, int32_t step, int32_t shift, int32_t count, float *codes);

/// The share of each sample that a transparent part fills: `cover` times its alpha's code over the largest one.
void pixel_fill_row(const float *cover, const float *alpha, float maximum, int32_t count, float *filled);

/// The share of what is covered that is filled.
void pixel_filled_share(const float *filled, const float *cover, int32_t count, float *share);

/// Lays a part over those that a row holds already: the mean of their codes by their shares, and the sum of the shares.
void pixel_add_part(const float *codes, const float *share, int32_t count, float *sum_codes, float *sum_share);

/// How far a film replaces what a frame shows. `page` is the share of each sample that shows the page, `film` the film's share
/// of the page (NULL: all), `opacity` the show's. `weight` is the product; `known` is 1 where a sample shows other things
/// beside the page, so that the page's code has to be known to take it out, and 0 where it shows the page alone. Returns
/// whether there is a sample of the former kind with a weight.
bool pixel_weigh_row(
    const float *page, const float *_Nullable film, float opacity, int32_t count, float *weight, float *known);

/// Corrects the share of each sample that shows the page by what the frame shows, where it shows something else as well: the
/// share that explains the frame's light as a mixture of the page's and of others', as far as these two differ. `others` is
/// light in units of the square of `range`, negative where it is not known; luma comes as codes. `doubt` is the standard
/// deviation of the shares.
void pixel_refine_share_row(
    const float *frame_y, const float *page_y, const float *others, float black, float range, float doubt,
    int32_t count, float *page);

/// Puts a film where a page is seen: destination + `weight` · (film − page), in light where `scale` says so, rounded to the
/// nearest. The page's code is `page`, as far as `known` says, and the destination's own for the rest (with neither, the
/// result lies between destination and film). `grain`, where given, is added by the same weight. Every `step`-th sample is
/// written, its value shifted up by `shift`; one with weight 0 keeps its bits.
void pixel_mix_row_u8(
    uint8_t *destination, int32_t step, int32_t shift, pixel_scale scale, const float *film, const float *weight,
    const float *_Nullable page, const float *_Nullable known, const float *_Nullable grain, int32_t count);
void pixel_mix_row_u16(
    uint16_t *destination, int32_t step, int32_t shift, pixel_scale scale, const float *film, const float *weight,
    const float *_Nullable page, const float *_Nullable known, const float *_Nullable grain, int32_t count);

/// The same for chroma. What mixes is light, so each colour counts by the height of its luma above black: `old_y` is that of
/// the destination before anything was mixed, `film_y` and `page_y` are those of the others, as codes.
typedef struct {
    const float *film, *film_y, *old_y, *weight;
    const float *_Nullable page, *_Nullable page_y, *_Nullable known, *_Nullable grain;
    float black, middle, maximum;
} pixel_chroma_mix;
void pixel_mix_chroma_row_u8(uint8_t *destination, int32_t step, int32_t shift, pixel_chroma_mix mix, int32_t count);
void pixel_mix_chroma_row_u16(uint16_t *destination, int32_t step, int32_t shift, pixel_chroma_mix mix, int32_t count);

#pragma clang assume_nonnull end
