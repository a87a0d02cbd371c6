#include "px_tone.h"

#include <math.h>

#include "Clones.h"

// `restrict` is what lets these loops be vectorised: a table might otherwise lie in the row that is written. It makes them
// three to seven times as fast.

static inline float looked_up(px_curve curve, float value) {
    const float last = (float)(curve.count - 1);
    float place = value * curve.scale;
    place = place > 0 ? place < last ? place : last : 0;
    const int32_t whole = (int32_t)place;
    const int32_t entry = whole < curve.count - 1 ? whole : curve.count - 2;
    return curve.values[entry] + (place - (float)entry) * (curve.values[entry + 1] - curve.values[entry]);
}

static inline float positive(float value) { return value > 0 ? value : 0; }

WITH_CLONES void px_primaries_row(
    const px_primaries *primaries, float *restrict red, float *restrict green, float *restrict blue, int32_t count) {
    const float *m = primaries->matrix;
    for (int32_t x = 0; x < count; x++) {
        const float r = red[x], g = green[x], b = blue[x];
        red[x] = m[0] * r + m[1] * g + m[2] * b;
        green[x] = m[3] * r + m[4] * g + m[5] * b;
        blue[x] = m[6] * r + m[7] * g + m[8] * b;
    }
}

/// The largest share, at most `share`, of the way from `grey` to `value` that stays within 0 … 1.
static inline float fitting_share(float share, float grey, float value) {
    const float below = value < 0 ? grey / (grey - value) : 1;
    const float above = value > 1 ? (1 - grey) / (value - grey) : 1;
    const float fits = below < above ? below : above;
    return fits < share ? fits : share;
}

WITH_CLONES void px_tone_row(
    const px_primaries *primaries, px_curve gains, float *restrict red, float *restrict green, float *restrict blue,
    int32_t count) {
    const float *m = primaries->matrix, *w = primaries->weights;
    for (int32_t x = 0; x < count; x++) {
        const float r = red[x], g = green[x], b = blue[x];
        const float largest = r > g ? r : g;
        const float gain = looked_up(gains, largest > b ? largest : b);
        const float R = gain * (m[0] * r + m[1] * g + m[2] * b);
        const float G = gain * (m[3] * r + m[4] * g + m[5] * b);
        const float B = gain * (m[6] * r + m[7] * g + m[8] * b);
        const float luminance = positive(w[0] * R + w[1] * G + w[2] * B);
        const float grey = luminance < 1 ? luminance : 1;
        const float share = fitting_share(fitting_share(fitting_share(1, grey, R), grey, G), grey, B);
        red[x] = grey + share * (R - grey);
        green[x] = grey + share * (G - grey);
        blue[x] = grey + share * (B - grey);
    }
}

WITH_CLONES void px_hlg_light_row(
    px_curve curve, px_curve gains, const float weights[3], float *restrict red, float *restrict green,
    float *restrict blue, int32_t count) {
    for (int32_t x = 0; x < count; x++) {
        const float r = looked_up(curve, red[x]), g = looked_up(curve, green[x]), b = looked_up(curve, blue[x]);
        const float gain = looked_up(gains, sqrtf(weights[0] * r + weights[1] * g + weights[2] * b));
        red[x] = gain * r;
        green[x] = gain * g;
        blue[x] = gain * b;
    }
}

WITH_CLONES void px_hlg_code_row(
    px_curve curve, px_curve gains, const float weights[3], float *restrict red, float *restrict green,
    float *restrict blue, int32_t count) {
    for (int32_t x = 0; x < count; x++) {
        const float r = positive(red[x]), g = positive(green[x]), b = positive(blue[x]);
        const float gain = looked_up(gains, sqrtf(weights[0] * r + weights[1] * g + weights[2] * b));
        red[x] = looked_up(curve, sqrtf(gain * r));
        green[x] = looked_up(curve, sqrtf(gain * g));
        blue[x] = looked_up(curve, sqrtf(gain * b));
    }
}
