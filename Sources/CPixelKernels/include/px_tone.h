#pragma once

#include <stdint.h>

/// A function by a table of `count` values, of which entry i is for i / `scale`; straight lines lie between them, and the
/// ends hold beyond.
typedef struct {
    const float *values;
    int32_t count;
    float scale;
} px_curve;

/// How linear R, G, B of one kind become those of another.
typedef struct {
    /// Row-major: linear R, G, B of the destination's primaries from those of the source.
    float matrix[9];
    /// What R, G and B of the destination weigh in luminance.
    float weights[3];
} px_primaries;

/// Maps a row of linear R, G, B in place to other primaries.
void px_primaries_row(const px_primaries *primaries, float *red, float *green, float *blue, int32_t count);

/// Maps a row of linear R, G, B of HDR in place to other primaries within 0 … 1. `gains` says what light is multiplied with,
/// by the largest of R, G and B. A colour that does not fit keeps its luminance and its hue and gives up as much of its
/// saturation as it must.
void px_tone_row(const px_primaries *primaries, px_curve gains, float *red, float *green, float *blue, int32_t count);

/// Applies `curve` to each component, then multiplies all three with what `gains` says for the square root of their
/// luminance: HLG's code values to the light of a display.
void px_hlg_light_row(
    px_curve curve, px_curve gains, const float weights[3], float *red, float *green, float *blue, int32_t count);

/// The other way round: multiplies with what `gains` says for the square root of luminance, then applies `curve` to the
/// square root of each component. Light below 0 counts as 0.
void px_hlg_code_row(
    px_curve curve, px_curve gains, const float weights[3], float *red, float *green, float *blue, int32_t count);
