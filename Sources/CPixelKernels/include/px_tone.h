#pragma once

#include <stdint.h>

/// How light of HDR becomes light of SDR.
typedef struct {
    /// What light is multiplied with, by the largest of R, G and B: entry i is for i / `scale`; the last holds beyond it.
    const float *gains;
    int32_t gain_count;
    float scale;
    /// Row-major: linear R, G, B of the destination's primaries from those of the source.
    float matrix[9];
    /// What R, G and B of the destination weigh in luminance.
    float weights[3];
} px_tone;

/// Maps a row of linear R, G, B in place to the destination's primaries within 0 … 1. A colour that does not fit keeps its
/// luminance and its hue and gives up as much of its saturation as it must.
void px_tone_row(const px_tone *tone, float *red, float *green, float *blue, int32_t count);
