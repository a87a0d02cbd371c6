// Pictures that are transparent in places: straight colours, and colours for what is clear.
//
// A picture's colours are three rows `c[0]`, `c[1]`, `c[2]` of samples 0…`maximum`; how much each pixel counts (its alpha, or
// a mask) is a fourth. Gathered colours are four floats a pixel: three sums of colour times weight, and the weight.
#pragma once

#include <stdbool.h>
#include <stdint.h>

#pragma clang assume_nonnull begin

/// The colours of a row, divided by alpha; those of what is wholly clear stay.
void px_straighten_row_u8(uint8_t *_Nonnull const *_Nonnull c, const uint8_t *alpha, int32_t count, float maximum);
void px_straighten_row_u16(uint16_t *_Nonnull const *_Nonnull c, const uint16_t *alpha, int32_t count, float maximum);

/// Whether all samples of a row are at least `value`.
bool px_is_at_least_u8(const uint8_t *row, int32_t count, int32_t value);
bool px_is_at_least_u16(const uint16_t *row, int32_t count, int32_t value);

/// Gathers two rows (the lower may be the upper itself, at an odd end) into one of (count + 1) / 2, of weights up to 1.
void px_gather_rows_u8(
    const uint8_t *_Nonnull const *_Nonnull upper, const uint8_t *upper_weight,
    const uint8_t *_Nonnull const *_Nonnull lower, const uint8_t *lower_weight, int32_t count, float maximum, float *out);
void px_gather_rows_u16(
    const uint16_t *_Nonnull const *_Nonnull upper, const uint16_t *upper_weight,
    const uint16_t *_Nonnull const *_Nonnull lower, const uint16_t *lower_weight, int32_t count, float maximum, float *out);

/// Gathers two gathered rows of `count` into one of (count + 1) / 2.
void px_gather_coarser(const float *upper, const float *lower, int32_t count, float *out);

/// Fills what is missing of a gathered row from the coarser row above it in the pyramid.
void px_fill_from_coarser(float *row, const float *coarser, int32_t count);

/// Blends a row's colours into those of the filled row half as fine where they count less than a sixteenth.
void px_spread_row_u8(
    uint8_t *_Nonnull const *_Nonnull c, const uint8_t *weight, const float *coarser, int32_t count, float maximum);
void px_spread_row_u16(
    uint16_t *_Nonnull const *_Nonnull c, const uint16_t *weight, const float *coarser, int32_t count, float maximum);

#pragma clang assume_nonnull end
