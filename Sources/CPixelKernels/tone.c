#include "px_tone.h"

#include "Clones.h"

/// The largest share, at most `share`, of the way from `grey` to `value` that stays within 0 … 1.
static inline float fitting_share(float share, float grey, float value) {
    const float below = value < 0 ? grey / (grey - value) : 1;
    const float above = value > 1 ? (1 - grey) / (value - grey) : 1;
    const float fits = below < above ? below : above;
    return fits < share ? fits : share;
}

WITH_CLONES void px_tone_row(const px_tone *tone, float *red, float *green, float *blue, int32_t count) {
    const float *m = tone->matrix, *w = tone->weights;
    const float last = (float)(tone->gain_count - 1);
    for (int32_t x = 0; x < count; x++) {
        const float r = red[x], g = green[x], b = blue[x];
        float peak = r > g ? r : g;
        peak = b > peak ? b : peak;
        float place = peak * tone->scale;
        place = place > 0 ? place < last ? place : last : 0;
        const int32_t entry = (int32_t)place < tone->gain_count - 1 ? (int32_t)place : tone->gain_count - 2;
        const float part = place - (float)entry;
        const float gain = tone->gains[entry] + part * (tone->gains[entry + 1] - tone->gains[entry]);
        const float R = gain * (m[0] * r + m[1] * g + m[2] * b);
        const float G = gain * (m[3] * r + m[4] * g + m[5] * b);
        const float B = gain * (m[6] * r + m[7] * g + m[8] * b);
        float grey = w[0] * R + w[1] * G + w[2] * B;
        grey = grey > 0 ? grey < 1 ? grey : 1 : 0;
        const float share = fitting_share(fitting_share(fitting_share(1, grey, R), grey, G), grey, B);
        red[x] = grey + share * (R - grey);
        green[x] = grey + share * (G - grey);
        blue[x] = grey + share * (B - grey);
    }
}
