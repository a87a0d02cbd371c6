#include "px_compositing.h"
#include "Clones.h"

WITH_CLONES void pixel_alpha_under(const float *visible, const float *over, float opacity, int32_t count, float *alpha) {
    for (int32_t x = 0; x < count; x++) {
        float rest = 1.0f - opacity * over[x], own = opacity * visible[x];
        // Nothing shines through where the other is opaque.
        alpha[x] = rest <= own ? (own > 0 ? 1.0f : 0.0f) : own > 0 ? own / rest : 0.0f;
    }
}

WITH_CLONES void pixel_alpha_over(const float *cover, const float *outline, float opacity, int32_t count, float *alpha) {
    if (outline) {
        for (int32_t x = 0; x < count; x++) alpha[x] = outline[x] > 0 ? cover[x] * opacity : 0.0f;
    } else {
        for (int32_t x = 0; x < count; x++) alpha[x] = cover[x] * opacity;
    }
}

#define SAMPLE uint8_t
#define NAMED(name) name##_u8
#include "BlendRows.h"
#undef SAMPLE
#undef NAMED

#define SAMPLE uint16_t
#define NAMED(name) name##_u16
#include "BlendRows.h"
