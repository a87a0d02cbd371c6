#include "px_compositing.h"
#include <math.h>

static inline int32_t clamp(int32_t value, int32_t low, int32_t high) {
    return value < low ? low : value > high ? high : value;
}

/// Light above black, nearly: the square, with the sign kept for codes below black.
static inline float light(float value, bool is_light, float black) {
    float height = value - black;
    return is_light ? height * fabsf(height) : height;
}

static inline float code(float sum, bool is_light, float black) {
    return (is_light ? copysignf(sqrtf(fabsf(sum)), sum) : sum) + black;
}

#define ROWS "PyramidRows.h"
#include "ForBothDepths.h"
