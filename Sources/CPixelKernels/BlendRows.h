// Blending, for one depth: see Blend.c.

static inline SAMPLE NAMED(blend)(SAMPLE old, int32_t shift, float code, float alpha) {
    float value = (float)(old >> shift);
    // Both are within the sample's range, and so is what lies between them. With alpha 0 it is `value`.
    return (SAMPLE)((int32_t)(value + (code - value) * alpha + 0.5f) << shift);
}

WITH_CLONES void NAMED(pixel_blend_row)(
    SAMPLE *destination, int32_t step, int32_t shift, const float *codes, const float *alpha, int32_t count
) {
    if (step == 1 && shift == 0) {
        for (int32_t x = 0; x < count; x++) destination[x] = NAMED(blend)(destination[x], 0, codes[x], alpha[x]);
        return;
    }
    for (int32_t x = 0; x < count; x++) {
        SAMPLE *sample = destination + (ptrdiff_t)x * step;
        // Bits below the value, which should be 0, are kept as well.
        if (alpha[x] > 0) *sample = NAMED(blend)(*sample, shift, codes[x], alpha[x]);
    }
}
