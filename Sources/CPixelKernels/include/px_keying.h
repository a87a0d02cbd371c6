// What stands before a screen of one colour.
//
// A picture's colours are three rows of samples, red, green, blue, of codes 0…`maximum`. They are judged by their chroma (that
// of BT.601): how far it points towards the screen's, less what it points aside.
#pragma once

#include <stdbool.h>
#include <stdint.h>

#pragma clang assume_nonnull begin

/// The screen: its colour 0…1, the direction of its chroma, and one over its length.
typedef struct {
    float r, g, b;
    float along_cb, along_cr, per_length;
    float maximum;
} px_screen;

/// The screen of that colour.
px_screen px_screen_of(float r, float g, float b, float maximum);

/// Adds up, for each pixel whose chroma points nearly as the screen's, its colour under its length: `bins` of 5 numbers (how
/// many, red, green, blue, 0…1, and the length), over lengths 0…1.5 times the screen's.
void px_screen_histogram_u8(
    const uint8_t *_Nonnull const *_Nonnull rgb, int32_t count, px_screen screen, double *bins, int32_t bin_count);
void px_screen_histogram_u16(
    const uint16_t *_Nonnull const *_Nonnull rgb, int32_t count, px_screen screen, double *bins, int32_t bin_count);

/// Marks, with `maximum` or 0, what is surely in front and what is surely screen.
void px_screen_masks_u8(
    const uint8_t *_Nonnull const *_Nonnull rgb, int32_t count, px_screen screen, uint8_t *solid, uint8_t *clear);
void px_screen_masks_u16(
    const uint16_t *_Nonnull const *_Nonnull rgb, int32_t count, px_screen screen, uint16_t *solid, uint16_t *clear);

/// The least of 2 · `radius` + 1 samples around each: along a row, and over rows.
void px_least_along_u8(const uint8_t *row, int32_t count, int32_t radius, uint8_t *out);
void px_least_along_u16(const uint16_t *row, int32_t count, int32_t radius, uint16_t *out);
void px_least_into_u8(uint8_t *row, const uint8_t *other, int32_t count);
void px_least_into_u16(uint16_t *row, const uint16_t *other, int32_t count);

/// Keys a row: finds alpha, takes the screen out of the colours and what it throws onto them.
///
/// `front` and `back` are gathered, filled rows (px_transparency.h) half as fine: the colours in front and of the screen
/// nearby. `solid` is 0 where a pixel may be part screen. `alpha` is multiplied by what is found.
void px_key_row_u8(
    uint8_t *_Nonnull const *_Nonnull rgb, const float *front, const float *back, const uint8_t *solid, int32_t count,
    px_screen screen, uint8_t *alpha);
void px_key_row_u16(
    uint16_t *_Nonnull const *_Nonnull rgb, const float *front, const float *back, const uint16_t *solid, int32_t count,
    px_screen screen, uint16_t *alpha);

#pragma clang assume_nonnull end
