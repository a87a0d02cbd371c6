// Row loops over what a frame shows of a page, beside what the drawing alone would show: its light, and what lies in front.
// Pure C11, no allocation, no state. A "row" is a run of samples of the observed grid; samples are floats, codes of the
// clip. Heights are codes above black; light is a height times its magnitude, as in px_compositing.h.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#pragma clang assume_nonnull begin

/// One row of a coarser grid: each sample is the mean over `columns` × `rows` samples of a plane, which are `step` apart in
/// a row and `stride` bytes from row to row.
void pixel_mean_row_u8(
    const uint8_t *samples, ptrdiff_t stride, int32_t step, int32_t columns, int32_t rows, int32_t count, float *row);
void pixel_mean_row_u16(
    const uint16_t *samples, ptrdiff_t stride, int32_t step, int32_t shift, int32_t columns, int32_t rows, int32_t count,
    float *row);

/// How far each sample's colour is that of the page whatever its brightness is: 1 … 0. `cast_u` and `cast_v` are the chroma
/// of white for each code of its height. Samples that the page does not cover wholly get 0.
typedef struct {
    float black, middle, cast_u, cast_v, tolerance;
} observe_chroma;
void observe_likeness(
    observe_chroma chroma, const float *cover, const float *y, const float *_Nullable u, const float *_Nullable v,
    const float *page_y, const float *_Nullable page_u, const float *_Nullable page_v, int32_t count, float *likeness);

enum { OBSERVE_BINS = 20 };

/// Counts, in bins of the page's height up to `range`, the weight of all samples and of those that are as bright as can be.
void observe_saturation(
    const float *y, const float *page_y, const float *weight, float black, float range, float saturated, int32_t count,
    float *all, float *bright);

/// Sums of one node: weights, and weighted page and frame light p and f; then products of their steps from one sample to the
/// next along a row, which say whether what is printed can be seen.
typedef struct {
    float w, p, pp, f, pf, ff, step_pp, step_pf, step_ff;
} observe_sums;

/// Adds a row to the sums of nodes: sample x belongs to the node nearest to `first` + x · `per_sample`. Light is in units of
/// `range` squared; each weight is divided by the light's own variance, which grows with it.
void observe_add_sums(
    const float *y, const float *page_y, const float *weight, float black, float range, float first, float per_sample,
    int32_t node_count, int32_t count, observe_sums *sums);

/// What weight a sample has, given what the light so far says that it shows: `weight` times 1 … 0 as it is nearer or farther
/// than `tolerance` codes; 0 for what is as bright as can be and was said to be.
void observe_reweigh(
    const float *y, const float *page_y, const float *gain, const float *glare, const float *weight, float black,
    float range, float saturated, float tolerance, int32_t count, float *result);

/// Adds the square of what differs between two rows over its variance, `noise` and a share of the steepest slope of what was
/// expected around each sample and of its height: `squares` += d² / (noise + slope² · gradient + (share · height)²).
/// `above` and `below` are the neighbouring rows of `expected`. `weight` scales the result.
typedef struct {
    float noise, slope_squared, share_squared, weight;
} observe_tolerance;
void observe_add_difference(
    const float *frame, const float *expected, const float *above, const float *below, const float *expected_y,
    float black, observe_tolerance tolerance, int32_t count, float *squares);

/// Adds what the steps from each sample to the one right of it and to the one below say: above 0 where what is printed is
/// missing, below where it can be seen, whatever light lies on it. Steps of the frame are taken for the page's (off by noise
/// and a share of themselves), or for those of a thing in front, which is smoother than what is printed; `weight` scales the
/// difference of their squares, of which at most `most` counts.
typedef struct {
    float noise, smooth, share_squared, most, weight;
} observe_texture;
void observe_add_steps(
    const float *frame, const float *frame_below, const float *expected, const float *expected_below,
    observe_texture texture, int32_t count, float *evidence);

/// How much two neighbouring samples belong together: decay^(1 + contrast · |difference of their colours|), for each sample
/// and the one `step` samples behind it.
void observe_affinity(
    const float *y, const float *_Nullable u, const float *_Nullable v, int32_t step, float log_decay, float contrast,
    int32_t count, float *affinity);

/// One pass of the domain transform's recursive filter (Gastal and Oliveira, 2011) along a row, forth and back.
void observe_smooth_row(const float *affinity, int32_t count, float *row);

/// One step of it from a row to the next: row += affinity · (before − row).
void observe_smooth_step(const float *affinity, const float *before, int32_t count, float *row);

/// Variance and covariances of what is left of a block of 8 × 8 samples after a plane was fitted, by 60 degrees of freedom.
typedef struct {
    float mean, variance, neighbour;
} observe_noise;
observe_noise observe_block_u8(const uint8_t *samples, ptrdiff_t stride, int32_t step);
observe_noise observe_block_u16(const uint16_t *samples, ptrdiff_t stride, int32_t step, int32_t shift);

#pragma clang assume_nonnull end
