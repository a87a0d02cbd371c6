#include "px_keying.h"

#include <math.h>

#include "Clones.h"

/// A screen's chroma is at least this part of what was asked for: real screens are far from pure.
static const float faintest_screen = 0.12f;
/// What points this far towards the screen's chroma is still in front: light that the screen throws onto it.
static const float most_spill = 0.15f;
/// What points so far is screen.
static const float least_screen = 0.85f;
/// How much of what points aside counts against what points along: the tangent of 31°.
static const float aside_share = 0.6f;
/// Opacities nearer than this to none or to full are that: noise of the screen, and of what stands before it.
static const float indecision = 0.04f;

/// Chroma along the screen's and aside of it, in lengths of the screen's.
typedef struct {
    float along, aside;
} chroma;

static inline chroma chroma_of(float r, float g, float b, px_screen screen) {
    const float y = 0.299f * r + 0.587f * g + 0.114f * b;
    const float cb = 0.564f * (b - y), cr = 0.713f * (r - y);
    return (chroma){
        (cb * screen.along_cb + cr * screen.along_cr) * screen.per_length,
        fabsf(cr * screen.along_cb - cb * screen.along_cr) * screen.per_length};
}

static inline float bounded(float value) { return value < 0 ? 0 : value > 1 ? 1 : value; }

/// 1 for the screen's own chroma, 0 for grey and for all that points elsewhere.
static inline float keyness(chroma c) { return bounded(c.along - aside_share * c.aside); }

px_screen px_screen_of(float r, float g, float b, float maximum) {
    const float y = 0.299f * r + 0.587f * g + 0.114f * b;
    const float cb = 0.564f * (b - y), cr = 0.713f * (r - y), length = sqrtf(cb * cb + cr * cr);
    const float per_length = length > 1e-4f ? 1 / length : 0;
    return (px_screen){r, g, b, cb * per_length, cr * per_length, per_length, maximum};
}

/// How opaque a pixel is that may be part screen.
///
/// Its place on the way from the screen's colour to that in front nearby, within what is possible whatever is in front: no
/// less than leaves no channel below 0, no more than the screen's chroma in it allows.
static inline float opacity_of(const float *seen, const float *f, const float *b, bool has_front, px_screen screen) {
    const chroma c = chroma_of(seen[0], seen[1], seen[2], screen), whole = chroma_of(b[0], b[1], b[2], screen);
    const float strength = keyness(whole) > 0.2f ? keyness(whole) : 0.2f;
    const float most = 1 - bounded((keyness(c) / strength - 0.5f * most_spill) / (1 - 0.5f * most_spill));
    float share = 1, dot = 0, square = 0;
    for (int i = 0; i < 3; i++) {
        if (b[i] > 0.1f && seen[i] / b[i] < share) share = seen[i] / b[i];
        dot += (seen[i] - b[i]) * (f[i] - b[i]);
        square += (f[i] - b[i]) * (f[i] - b[i]);
    }
    const float least = 1 - share;
    float opaque = has_front && square > 0.01f ? bounded(dot / square) : most;
    if (opaque < least) opaque = least;
    if (opaque > most) opaque = most;
    return bounded((opaque - indecision) / (1 - 2 * indecision));
}

/// The colour in front: what is left when the screen's part is taken out, and, the less opaque, the colour nearby.
static inline void unmix(const float *seen, const float *f, const float *b, float opaque, float *colour) {
    for (int i = 0; i < 3; i++) {
        const float own = opaque > 0.02f ? bounded((seen[i] - (1 - opaque) * b[i]) / opaque) : f[i];
        colour[i] = opaque * own + (1 - opaque) * f[i];
    }
}

/// Takes off what points towards the screen's chroma; luma stays.
static inline void remove_spill(float *colour, px_screen screen) {
    const chroma c = chroma_of(colour[0], colour[1], colour[2], screen);
    const float excess = c.along - aside_share * c.aside;
    if (excess <= 0 || screen.per_length <= 0) return;
    const float cb = excess * screen.along_cb / screen.per_length, cr = excess * screen.along_cr / screen.per_length;
    colour[0] -= cr / 0.713f;
    colour[1] += 0.344f * cb + 0.714f * cr;
    colour[2] -= cb / 0.564f;
}

#define SAMPLE uint8_t
#define NAME(x) x##_u8
#include "KeyingRows.h"
#undef SAMPLE
#undef NAME
#define SAMPLE uint16_t
#define NAME(x) x##_u16
#include "KeyingRows.h"
#undef SAMPLE
#undef NAME
